import { sendMessage, threadOf } from '@papadag/contract/chat'
import { joinPlaydate, leavePlaydate } from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate } from '../../tools/father.ts'
import { startFlakyProxy } from '../../tools/flaky-proxy.ts'
import { resize } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { chatList, connectionLost, field, log, write } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { languagesNow } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'
import { foreignTexts } from '../support/texts.ts'

test.use({ demo: 'off', expectedComplaints: withoutNetwork, contextOptions: { reducedMotion: 'reduce' } })

/** A playdate with two guests. */
async function planned(url: string) {
  const [host, guest, other] = [
    await newFather(url, 'Kwame'),
    await newFather(url, 'Thijs'),
    await newFather(url, 'Ravi'),
  ]
  const playdate = await newPlaydate(host)
  const params = { id: playdate.id }
  for (const { client } of [guest, other]) await client.call(joinPlaydate, { params, body: {} })
  return { host, guest, other, playdate, params }
}

const toThread = (page: Page) => page.getByRole('dialog').getByRole('link', { name: /^Groepschat/ })
const send = ({ client }: Father, id: number, content: string) =>
  client.call(sendMessage, { params: { id }, body: { content } })

test('participants talk beforehand on a phone and a desktop, the creator announces something, and a father who leaves loses it at once', async ({
  anotherBrowser,
  product,
}) => {
  const { host, guest, other, playdate, params } = await planned(product.url)
  const phone = await anotherBrowser({ as: guest, viewport: { width: 390, height: 844 } })
  const desktop = await anotherBrowser({ as: host, viewport: { width: 1280, height: 800 } })
  const theirs = await anotherBrowser({ as: other, viewport: { width: 390, height: 844 } })

  // At once on the sheet, and among the chats once somebody has written.
  await desktop.goto('/chat')
  await expect(desktop.getByRole('heading', { name: 'Kies een chat of begin een nieuwe' })).toBeVisible()
  const flakyProxy = await startFlakyProxy(product.url)
  await phone.goto(`${flakyProxy.url}/playdates?open=${playdate.id}`)
  await expect(toThread(phone)).toContainText('Spreek af met iedereen die meegaat')
  await expectNothing(phone, 'the sheet with the group chat')
  await toThread(phone).press('Enter')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(playdate.title)
  await expect(phone.getByText('Jij, Kwame en Ravi')).toBeVisible()
  await expect(phone.getByRole('switch')).toHaveCount(0)
  await write(phone, 'Ik neem een schep mee')
  const row = chatList(desktop).getByRole('link', { name: new RegExp(playdate.title) })
  await expect(row).toContainText('Thijs: Ik neem een schep mee')
  await expectNothing(desktop, 'chats with a group chat')

  await row.click()
  await expect(log(desktop).getByText('Ik neem een schep mee')).toBeVisible()
  await desktop.getByRole('switch', { name: 'Stuur dit bericht als mededeling' }).press('Space')
  await write(desktop, 'We staan bij de andere ingang')
  await expect(desktop.getByRole('switch', { name: 'Stuur dit bericht als mededeling' })).not.toBeChecked()
  const announced = log(phone).locator('[data-seq]').filter({ hasText: 'We staan bij de andere ingang' })
  await expect(announced).toContainText('Mededeling')
  await expect(announced).toContainText('Kwame')
  await expectNothing(desktop, 'a group chat on a desktop')
  await expectNothing(phone, 'a group chat on a phone')

  // A reply, a reaction and a report are in one menu beside the message.
  const optionsFor = (name: string) => phone.getByRole('button', { name }).last()
  await optionsFor('Opties voor het bericht van Kwame').click()
  await expectNothing(phone, 'the menu of a message on a phone')
  await phone.getByRole('menuitem', { name: 'Antwoorden' }).click()
  await expect(phone.getByRole('button', { name: 'Niet op dit bericht antwoorden' })).toBeVisible()
  await expectNothing(phone, 'a reply on a phone')
  await write(phone, 'Die bij het water?')
  const reply = log(desktop).locator('[data-seq]').filter({ hasText: 'Die bij het water?' })
  await expect(reply).toContainText('We staan bij de andere ingang')
  await optionsFor('Opties voor het bericht van Kwame').focus()
  await phone.keyboard.press('ArrowDown')
  await expect(phone.getByRole('menuitemcheckbox', { name: '👍' })).toBeFocused()
  await phone.keyboard.press('Enter')
  await expect(log(phone).getByRole('button', { name: '👍 Thijs', pressed: true })).toBeVisible()
  const thumb = log(desktop).getByRole('button', { name: /^👍/ })
  await thumb.click()
  await expect(log(phone).getByRole('button', { name: '👍 Thijs en Kwame' })).toBeVisible()
  await expectNothing(desktop, 'reactions on a desktop')
  await optionsFor('Opties voor het bericht van Kwame').click()
  await phone.getByRole('menuitem', { name: 'Melden' }).click()
  await expect(phone.getByRole('dialog')).toBeVisible()
  await phone.goBack()
  await expect(phone.getByRole('dialog')).toHaveCount(0)

  // What is written without a network waits, and is sent once.
  flakyProxy.lead('nowhere')
  await expect(connectionLost(phone)).toBeVisible()
  await write(phone, 'Ben er over vijf minuten')
  flakyProxy.lead('through')
  await expect(log(desktop).getByText('Ben er over vijf minuten')).toHaveCount(1)
  await expect(connectionLost(phone)).toBeHidden()

  // Back leads to the sheet it was opened from.
  await phone.goBack()
  await expect(toThread(phone)).toContainText('Jij: Ben er over vijf minuten')

  // A father who leaves, or whom the creator blocks, loses the thread at once, even on a screen that shows it.
  await toThread(phone).click()
  await expect(log(phone).getByText('Ik neem een schep mee')).toBeVisible()
  await guest.client.call(leavePlaydate, { params, body: {} })
  await expect(phone).toHaveURL(/\/chat$/)
  await expect(phone.getByText('Ik neem een schep mee')).toHaveCount(0)
  await theirs.goto('/chat')
  await expect(chatList(theirs).getByRole('link')).toContainText('Thijs: Ben er over vijf minuten')
  await chatList(theirs).getByRole('link').click()
  await expect(log(theirs).getByText('Iemand die niet meer meegaat').first()).toBeAttached()
  await host.client.call(block, { params: { id: other.user.id } })
  await expect(theirs).toHaveURL('/chat')
  await expect(theirs.getByText('Ik neem een schep mee')).toHaveCount(0)
  await expect(desktop.getByText('Er gaat nu niemand anders mee.')).toBeVisible()
  await flakyProxy.close()
})

test('a group chat fits the narrowest phone in every language, even with nobody left in it, and nothing moves by itself', async ({
  anotherBrowser,
  product,
}) => {
  const { host, guest, other, playdate, params } = await planned(product.url)
  const { id } = await host.client.call(threadOf, { params })
  await send(guest, id, 'Ik neem een schep mee, en als het regent twee paraplu’s voor wie er geen heeft')
  await host.client.call(sendMessage, {
    params: { id },
    body: { content: 'We gaan! Ook als het regent, dan nemen we laarzen mee', announcement: true },
  })
  const page = await anotherBrowser({ as: host, viewport: { width: 390, height: 844 } })
  await page.addInitScript(() => {
    const moved = { sum: 0 }
    Object.assign(globalThis, { moved })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) moved.sum += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const moved = () => page.evaluate(() => (globalThis as unknown as { moved: { sum: number } }).moved.sum)
  const answers: (() => Promise<void>)[] = []
  await page.route('**/thread', route => void answers.push(() => route.continue()))
  await page.goto(`/playdates?open=${playdate.id}`)
  const below = page.getByRole('dialog').getByText('Vlieger en droge sokken mee.')
  await expect(below).toBeVisible()
  await expect.poll(() => answers.length).toBe(1)
  // Only the chat: there is no forecast here, and its space collapses.
  await expect(page.getByRole('dialog').getByText('Laden...')).toHaveCount(1)
  const before = await below.boundingBox()
  for (const answer of answers) await answer()
  await expect(toThread(page)).toContainText('Jij: We gaan!')
  expect.soft(await below.boundingBox(), 'the sheet').toEqual(before)
  await page.unroute('**/thread')
  await page.goto(`/chat/${id}`)
  await expect(field(page)).toBeVisible()
  await expect(page.getByRole('switch')).toBeVisible()
  expect.soft(await moved(), 'the group chat').toBeLessThanOrEqual(0.01)

  await resize(page, { width: 320, height: 700 })
  for (const state of ['open', 'alone']) {
    if (state === 'alone')
      for (const { client } of [guest, other]) await client.call(leavePlaydate, { params, body: {} })
    for (const language of languagesNow) {
      for (const path of state === 'open'
        ? [`/chat/${id}`, '/chat', `/playdates?open=${playdate.id}`]
        : [`/chat/${id}`]) {
        const screen = `${path}, ${state}, in ${language}`
        await page.evaluate(language => localStorage.setItem('language', language), language)
        await page.goto(path)
        await expect(page.getByText(playdate.title).filter({ visible: true }).first(), screen).toBeVisible()
        const { lang, texts, overflowing } = await contentsOf(page)
        expect.soft(overflowing, screen).toEqual([])
        expect.soft(lang, screen).toBe(language)
        const foreign = foreignTexts(language)
        expect
          .soft(
            texts.filter(text => foreign.has(text)),
            screen,
          )
          .toEqual([])
        await expectNothingInWords(page, screen)
      }
    }
  }
})
