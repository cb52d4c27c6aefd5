import { startChat } from '@papadag/contract/chat'
import { languages } from '@papadag/contract/limits'
import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { newFather, signIn } from '../../tools/father.ts'
import { startFlakyProxy } from '../../tools/flaky-proxy.ts'
import { resize, show, toasts } from '../../tools/screens.ts'
import { acquainted, chatList, connectionLost, field, log, said, send, sendButton, write } from '../support/chat.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { tagOf } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'
import { foreignTexts } from '../support/texts.ts'

test.use({ demo: 'off', expectedComplaints: withoutNetwork })

const phone = { width: 390, height: 844 }

/** Collects announcements of a screen reader: texts added inside live regions. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const aloud: string[] = []
    Object.assign(window, { aloud })
    const polite = '[aria-live],[role=log],[role=status],[role=alert]'
    const hear = (node: Node) => {
      const region = (node instanceof Element ? node : node.parentElement)?.closest(polite)
      if (region && region.getAttribute('aria-live') !== 'off') aloud.push(node.textContent ?? '')
    }
    new MutationObserver(changes => {
      // Most screen readers do not announce a live region that was just added itself.
      for (const { addedNodes, target } of changes) {
        if (!(target instanceof Element) || !target.isConnected) continue
        if (target.closest(polite)) for (const node of addedNodes) hear(node)
      }
    }).observe(document, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { aloud: string[] }).aloud)
}

test('a screen reader announces new messages once, and not earlier ones', async ({ page, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  for (let n = 1; n <= 120; n += 1) await send(thijs, id, `Bericht ${n}`)
  const flakyProxy = await startFlakyProxy(product.url)
  const aloud = await listen(page)
  const heard = async (text: string) => (await aloud()).filter(said => said.includes(text)).length
  await signIn(page, kwame)
  await page.goto(`${flakyProxy.url}/chat/${id}`)
  await expect(log(page)).toHaveAttribute('aria-live', 'polite')
  await expect(log(page).getByText('Bericht 120')).toBeAttached()
  expect(await heard('Bericht')).toBe(0)

  await send(thijs, id, 'Hoor je mij?')
  await expect(log(page).getByText('Hoor je mij?')).toBeAttached()
  expect(await heard('Hoor je mij?')).toBe(1)
  await write(page, 'Luid en duidelijk')
  await expect(log(page).getByText('Luid en duidelijk')).toBeVisible()
  await expect(log(page).getByText('wordt verzonden')).toBeHidden()
  expect(await heard('Luid en duidelijk')).toBe(1)

  // After scrolling up and down, messages that return to the page are not announced again.
  const first = log(page).getByText('Ha Thijs!')
  await expect(async () => {
    await log(page).evaluate(element => element.scrollTo(0, 0))
    await expect(first).toBeInViewport({ timeout: 300 })
  }).toPass()
  await log(page).evaluate(element => element.scrollTo(0, element.scrollHeight))
  await expect(log(page).getByText('Luid en duidelijk')).toBeInViewport()
  expect(await heard('Bericht')).toBe(0)
  expect(await heard('Luid en duidelijk')).toBe(1)
  await flakyProxy.close()
  await expect(connectionLost(page)).toBeVisible()
})

test('each text has its own direction, and nothing is wider than its bubble', async ({ anotherBrowser, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const word = 'Hottentottententententoonstelling'.repeat(6)
  const texts = [
    'שלום, מתי משחקים?',
    'مرحبا، هل تلعبون معنا؟',
    word,
    `https://example.org/${word}`,
    '👨‍👧‍👦🏳️‍🌈🧇'.repeat(40),
  ]
  for (const text of texts) await send(thijs, id, text)
  const page = await anotherBrowser({ as: kwame, viewport: { width: 320, height: 844 } })
  await page.goto(`/chat/${id}`)
  await expect.poll(() => said(page)).toEqual(['Ha Thijs!', 'Ha Kwame.', ...texts])
  const shown = await log(page)
    .locator('p[dir=auto]')
    .evaluateAll(all =>
      all.map(text => ({
        direction: getComputedStyle(text).direction,
        isTooWide: text.scrollWidth > text.clientWidth,
      })),
    )
  expect(shown.map(({ direction }) => direction)).toEqual(['ltr', 'ltr', 'rtl', 'rtl', 'ltr', 'ltr', 'ltr'])
  expect(shown.filter(({ isTooWide }) => isTooWide)).toEqual([])
  expect(await log(page).evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true)
  await field(page).fill('متى؟')
  expect(await field(page).evaluate(element => getComputedStyle(element).direction)).toBe('rtl')
})

test('a pasted text that is too long stays whole until the father shortens it', async ({ anotherBrowser, product }) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame, permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`/chat/${id}`)
  const text = `${'Regel één\nregel twee\n'.repeat(200)}einde`
  await page.evaluate(words => navigator.clipboard.writeText(words), text)
  await field(page).focus()
  await page.keyboard.press('Control+V')
  await expect(field(page)).toHaveValue(text)
  await expect(page.getByText(`${text.length - 4000} tekens te veel`)).toBeVisible()
  await expect(sendButton(page)).toBeDisabled()
  await field(page).fill(text.slice(0, 3000))
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
  await expect(log(page).getByText('regel twee').last()).toBeVisible()
  expect((await said(page)).at(-1)).toBe(text.slice(0, 3000).trim())
})

test('on a wide screen only the panes scroll, with or without notices above them', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, id } = await acquainted(product.url)
  const page = await anotherBrowser({ as: kwame, viewport: { width: 1280, height: 800 } })
  const layout = async () => {
    const bottom = await sendButton(page).evaluate(button => button.getBoundingClientRect().bottom)
    const scrollsPx = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    return { isInSight: bottom <= 800, scrollsPx }
  }
  await page.goto(`/chat/${id}`)
  await expect(log(page).getByText('Ha Kwame.')).toBeInViewport()
  expect(await layout()).toEqual({ isInSight: true, scrollsPx: 0 })
  // What loads after the first screen.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(page.getByText('Je bent offline.')).toBeVisible()
  // No service worker keeps the toast's code.
  await expect(toasts(page)).toContainText('Je bent offline')
  await expect(log(page).getByText('Ha Kwame.')).toBeInViewport()
  await expect.poll(layout).toEqual({ isInSight: true, scrollsPx: 0 })
})

test('receipts are shown to users who show their own', async ({ anotherBrowser, product }) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const his = await anotherBrowser({ as: kwame })
  const mine = await anotherBrowser({ as: thijs })
  const mark = (name: string) => log(his).getByRole('img', { name })
  await mine.goto('/profile?tab=settings&section=chat')
  await mine.getByRole('switch', { name: /^Leesbevestigingen/ }).click()
  await expect(mine.getByRole('switch', { name: /^Leesbevestigingen/ })).not.toBeChecked()
  await his.goto(`/chat/${id}`)
  await mine.goto(`/chat/${id}`)
  await write(his, 'Zie je dit?')
  await expect(log(mine).getByText('Zie je dit?')).toBeVisible()
  await send(thijs, id, 'Ja hoor.')
  await expect(log(his).getByText('Ja hoor.')).toBeVisible()
  await expect(mark('Verzonden')).toHaveCount(2)
  await expect(mark('Gelezen')).toHaveCount(0)

  await thijs.client.call(editSettings, { body: { readReceipts: true } })
  await his.reload()
  await expect(mark('Gelezen')).toHaveCount(2)
})

test('unread messages are counted in both bars and in the title, on every screen', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const wide = await anotherBrowser({ as: kwame })
  const narrow = await anotherBrowser({ as: kwame, viewport: phone })
  await send(thijs, id, 'Twee')
  for (const path of ['/', '/playdates', '/places', '/playground-map', '/discover', '/profile', '/create', '/chat']) {
    for (const [page, bar] of [
      [wide, 'Hoofdmenu'],
      [narrow, 'Snelmenu'],
    ] as const) {
      await show(page, path)
      const item = page.getByRole('navigation', { name: bar }).getByRole('link', { name: /Chat/ })
      await expect(item.getByRole('img', { name: '2 ongelezen' }), path).toBeVisible()
      await expect(page, path).toHaveTitle(/^\(2\) .+ · Papadag$/)
    }
  }
})

test('a chat shows where the other father lives, and his children’s names if he shows them', async ({
  page,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  const children = [
    { name: 'Inaya', age: 6 },
    { name: 'Adam', age: 3 },
  ]
  await thijs.client.call(editProfile, { body: { city: 'Haarlem', childrenInfo: children } })
  await signIn(page, kwame)
  await page.goto(`/chat/${id}`)
  const header = page.getByRole('region', { name: 'Gesprek' }).locator('header')
  await expect(header.getByText('Haarlem', { exact: true })).toBeVisible()
  await thijs.client.call(editSettings, { body: { showChildNames: true } })
  await page.reload()
  await expect(header.getByText('Haarlem · vader van Inaya en Adam')).toBeVisible()
  // Children's names do not appear in lists and titles (safety S4).
  await expect(chatList(page)).not.toContainText('Inaya')
  await expect(page).not.toHaveTitle(/Inaya/)
})

test('the blocker reads that he blocked the other, who reads that the account is gone', async ({
  anotherBrowser,
  product,
}) => {
  const { kwame, thijs, id } = await acquainted(product.url)
  await kwame.client.call(block, { params: { id: thijs.user.id } })
  const his = await anotherBrowser({ as: kwame })
  const mine = await anotherBrowser({ as: thijs })
  for (const page of [his, mine]) {
    await page.goto(`/chat/${id}`)
    await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
    await expect(field(page)).toHaveCount(0)
  }
  const pane = (page: Page) => page.getByRole('region', { name: 'Gesprek' })
  await expect(pane(his)).toContainText('Je hebt Thijs geblokkeerd.')
  await expect(pane(mine)).toContainText('Dit account bestaat niet meer.')
  await expect(pane(mine)).not.toContainText('Kwame de Tester')
})

test('the next user of a browser finds none of the previous one’s chats', async ({ page, product }) => {
  const { kwame, id } = await acquainted(product.url)
  const next = await newFather(product.url, 'Ravi')
  await signIn(page, kwame)
  await page.goto(`/chat/${id}`)
  await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
  const kept = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await expect.poll(kept).toContain(`papadag-chat-${kwame.user.id}`)
  await page.context().clearCookies()
  await signIn(page, next)
  await page.goto('/chat')
  await expect(page.getByText('Ha Kwame.')).toHaveCount(0)
  await expect.poll(kept).not.toContain(`papadag-chat-${kwame.user.id}`)
})

for (const language of languages) {
  test(`a chat is complete and fits in ${language}, on every width and in both themes`, {
    tag: tagOf(language),
  }, async ({ anotherBrowser, product }) => {
    const { kwame, thijs, id } = await acquainted(product.url)
    const stranger = await newFather(product.url, 'Bram')
    const { id: request } = await stranger.client.call(startChat, { body: { participants: [kwame.user.id] } })
    await send(stranger, request, 'Hoi')
    await send(thijs, id, 'Kijk: https://example.org')
    const foreign = foreignTexts(language)
    const localStorage = [{ name: 'language', value: language }]
    const storageState = { cookies: [], origins: [{ origin: product.url, localStorage }] }
    const page = await anotherBrowser({ as: kwame, storageState })
    for (const chat of [id, request]) {
      await show(page, `/chat/${chat}`)
      await expect(log(page).getByText(chat === id ? 'Kijk:' : 'Hoi')).toBeVisible()
      await page.getByRole('textbox').fill('x'.repeat(4001))
      for (const width of [320, 390, 768, 1280]) {
        await resize(page, { width, height: 844 })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const { texts, overflowing } = await contentsOf(page)
          const where = `${chat === id ? 'chat' : 'request'} at ${width} px, ${colorScheme}`
          expect.soft(overflowing, where).toEqual([])
          expect
            .soft(
              texts.filter(text => foreign.has(text)),
              where,
            )
            .toEqual([])
        }
      }
    }
  })
}
