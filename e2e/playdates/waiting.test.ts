import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf, resize } from '../../tools/screens.ts'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

test('a father waits for a full playdate, moves up when somebody leaves, and gives up his place', async ({
  page,
  father,
  product,
}) => {
  const [host, guest, other] = [
    await newFather(product.url),
    await newFather(product.url),
    await newFather(product.url),
  ]
  const startMs = Date.now() + 3 * 86_400_000
  const { id, title } = await newPlaydate(host, {
    maxParticipants: 2,
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + 3_600_000).toISOString(),
  })
  const params = { id }
  await guest.client.call(joinPlaydate, { params, body: {} })
  await other.client.call(waitForPlaydate, { params, body: { children: 12 } })
  await signIn(page, father)
  await resize(page, { width: 320, height: 720 })
  await page.goto('/playdates')
  const card = cardOf(page, title)
  await card.getByRole('button', { name: /^Zet me op de wachtlijst/ }).click()
  await expectNothing(page, 'waiting dialog')
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card.getByRole('button', { name: /^Zet me op de wachtlijst/ }).press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Wacht/ })
    .press('Enter')
  await expect(card).toContainText('Nummer 2 op de wachtlijst')
  await expectNothing(page, 'waiting')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)

  await guest.client.call(leavePlaydate, { params })
  await expect(card.getByRole('button', { name: /^Je gaat mee/ })).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByText('Je hebt een plek: je bent doorgeschoven van de wachtlijst')).toBeVisible()
  await expectNothing(page, 'moved up')
  await page.getByRole('button', { name: 'Toch niet' }).click()
  await expect(page.getByText('Je hebt een plek: je bent doorgeschoven van de wachtlijst')).toHaveCount(0)
  await page.goto('/playdates')
  await expect(cardOf(page, title).getByRole('button', { name: /^Ik doe mee/ })).toBeEnabled()
})
