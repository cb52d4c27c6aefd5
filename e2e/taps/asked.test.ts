import { sendMessage } from '@papadag/contract/chat'
import { makeInvite } from '@papadag/contract/invites'
import { newPlaydate, signIn } from '../../tools/father.ts'
import { acquainted, log } from '../support/chat.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ demo: 'off', viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

test('an invited father says in one tap that he cannot come, on the sheet, in the chat and on home', async ({
  page,
  product,
  anotherBrowser,
}) => {
  const { kwame, thijs, id: chat } = await acquainted(product.url)
  const ask = async () => {
    const playdate = await newPlaydate(thijs)
    const { url } = await thijs.client.call(makeInvite, { params: { id: playdate.id }, body: {} })
    const content = `Kom je ook? ${url}`
    await thijs.client.call(sendMessage, { params: { id: chat }, body: { content, asksTo: playdate.id } })
    return playdate
  }
  await signIn(page, kwame)

  const first = await ask()
  await page.goto(`/playdates?open=${first.id}`)
  const counted = await countTaps(page)
  const sheet = page.getByRole('dialog', { name: first.title })
  await sheet.getByRole('button', { name: 'Ik kan niet' }).click()
  await expect(sheet.getByText('Thijs weet dat je niet kunt')).toBeVisible()
  expect((await counted()).taps).toBe(1)
  await sheet.getByRole('textbox').fill('Wij zijn in Limburg.')
  await sheet.getByRole('button', { name: 'Versturen' }).click()
  await expect(sheet).toBeHidden()

  const second = await ask()
  await page.goto(`/chat/${chat}`)
  const before = (await counted()).taps
  await log(page)
    .getByRole('button', { name: `Ik kan niet: ${second.title}` })
    .click()
  await expect(log(page).getByRole('button', { name: `Toch wel: ${second.title}` })).toBeVisible()
  expect((await counted()).taps - before).toBe(1)

  const third = await ask()
  await page.goto('/')
  const beforeHome = (await counted()).taps
  const answer = page.getByRole('button', { name: `Ik kan niet: ${third.title}` })
  await answer.click()
  await expect(answer).toHaveCount(0)
  expect((await counted()).taps - beforeHome).toBe(1)

  const hosts = await anotherBrowser({ as: thijs, viewport: { width: 390, height: 844 } })
  await hosts.goto(`/playdates?open=${first.id}`)
  const his = hosts.getByRole('dialog', { name: first.title })
  await expect(his.getByText('Kwame kan niet')).toBeVisible()
  await expect(his.getByText('Wij zijn in Limburg.')).toBeVisible()
  await hosts.goto('/notifications')
  await expect(hosts.getByText('Wij zijn in Limburg.')).toBeVisible()
})
