import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn } from '../../tools/father.ts'
import { cardOf } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'
import { countTaps } from './count.ts'

test.use({ demo: 'off', viewport: { width: 390, height: 844 }, contextOptions: { reducedMotion: 'reduce' } })

test('a father joins in three taps from the list, and leaves in two from the open sheet', async ({
  page,
  product,
  father,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const { title } = await newPlaydate(host)
  await signIn(page, father)
  await page.goto('/')
  const counted = await countTaps(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Afspraken' }).last().click()
  await cardOf(page, title)
    .getByRole('button', { name: /^Ik doe mee/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ik kom alleen' }).click()
  await expect(cardOf(page, title).getByRole('button', { name: /Afmelden$/ })).toBeVisible()
  const joined = (await counted()).taps
  expect(joined).toBeLessThanOrEqual(3)
  await cardOf(page, title).getByRole('link', { name: title }).click()
  const opened = (await counted()).taps
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByRole('button', { name: 'Kies' }).click()
  await page.getByRole('menuitem', { name: 'Afmelden' }).click()
  const left = (await counted()).taps - opened
  await page.getByRole('alertdialog').getByRole('button', { name: 'Afmelden' }).click()
  await expect(sheet.getByRole('button', { name: 'Ik kom alleen' })).toBeVisible()
  expect(left).toBeLessThanOrEqual(2)
})

test('a father reaches the waiting list with one tap and the link for the other parent with two, from the open sheet', async ({
  page,
  product,
  father,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const full = await newPlaydate(host, { maxParticipants: 1 })
  const mine = await newPlaydate(host, { maxParticipants: 4 })
  await father.client.call(joinPlaydate, { params: { id: mine.id }, body: {} })
  await signIn(page, father)
  await page.goto(`/playdates?open=${full.id}`)
  const counted = await countTaps(page)
  const sheet = page.getByRole('dialog').first()
  await sheet.getByRole('button', { name: 'Zet me op de wachtlijst' }).click()
  await expect(sheet).toContainText('Nummer 1 op de wachtlijst')
  const waited = (await counted()).taps
  expect(waited).toBe(1)
  await page.goto(`/playdates?open=${mine.id}`)
  await sheet.getByRole('button', { name: /^Meer/ }).click()
  await sheet.getByRole('button', { name: /^Stuur het thuisfront/ }).click()
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/m\//)
  expect((await counted()).taps - waited).toBeLessThanOrEqual(2)
})

test('the sheet of a playdate that he has joined is at most 1.2 screens high, with six controls and one yellow button', async ({
  page,
  product,
  father,
}) => {
  const host = await newFather(product.url, 'Thijs')
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const { id } = await newPlaydate(host, {
    description: 'Hutten bouwen achter de manege. Ik neem touw mee en te veel koffie.',
    startTime: `${day}T13:00:00.000Z`,
    endTime: `${day}T15:00:00.000Z`,
    repeats: { every: 'week', until: new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10) },
  })
  await father.client.call(joinPlaydate, { params: { id }, body: {} })
  await signIn(page, father)
  await page.goto(`/playdates?open=${id}`)
  const sheet = page.getByRole('dialog')
  const dismiss = sheet.getByRole('button', { name: 'Duidelijk' })
  await dismiss.click()
  await expect(sheet.getByRole('button', { name: /^Meer/ })).toBeVisible()
  await expect(dismiss).toHaveCount(0)
  const high = await sheet.evaluate(element => [...element.children].reduce((sum, part) => sum + part.scrollHeight, 0))
  expect(high).toBeLessThanOrEqual(844 * 1.2)
  const controls = sheet.locator('button:visible, a:visible, input:visible')
  expect(await controls.count()).toBeLessThanOrEqual(6)
  await sheet.getByRole('button', { name: 'Kies' }).click()
  await expect(page.getByRole('menuitem', { name: 'Deze week niet' })).toBeVisible()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: /^Meer/ }).click()
  await expect(sheet.getByRole('button', { name: 'Delen' })).toBeVisible()
})
