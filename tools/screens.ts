import { expect, type Locator, type Page } from '@playwright/test'

/** Logs in with the form on the screen. */
export async function logIn(page: Page, { username, password }: { username: string; password: string }) {
  await page.getByLabel('Gebruikersnaam').fill(username)
  await page.getByLabel('Wachtwoord', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Inloggen', exact: true }).click()
}

/**
 * Shows the screen at an address: loads the app once, and then follows the address as a link does, which takes a fifth
 * of the processor time. Another path is another screen; the same path with another query may keep what lies over it.
 */
export async function show(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await page.evaluate(to => history.pushState(null, '', to), path)
}

/** Gives the window another size, and waits until `vw` follows: for some frames Chromium computes it from the old one. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(width => {
    const probe = document.body.appendChild(document.createElement('div'))
    Object.assign(probe.style, { position: 'fixed', width: '100vw' })
    return new Promise<void>(follows => {
      new ResizeObserver(() => {
        if (probe.offsetWidth !== width) return
        probe.remove()
        // Even then elements may keep a margin of the old width until their style is computed again.
        const sheet = new CSSStyleSheet()
        sheet.replaceSync('* { --again: 0 }')
        document.adoptedStyleSheets.push(sheet)
        document.body.getBoundingClientRect()
        document.adoptedStyleSheets.pop()
        follows()
      }).observe(probe)
    })
  }, size.width)
}

/** The link to a new playdate; a playdate without a title has the same name. */
function toCreate(page: Page): Locator {
  return page
    .getByRole('main')
    .getByRole('link', { name: 'Nieuwe speelafspraak' })
    .and(page.locator('[href="/create"]'))
}

/** Opens the form of a playdate on one day by the button of the list. */
export async function planOnce(page: Page): Promise<void> {
  await toCreate(page).click()
  const question = page.getByRole('dialog', { name: 'Wat wil je plannen?' })
  await question.getByRole('button', { name: /^Eén keer/ }).click()
  await expect(question).toBeHidden()
}

/** Shows what the form of a new playdate keeps folded away, in any language. */
export async function unfoldForm(page: Page): Promise<void> {
  await page.locator('form > div > button[aria-expanded=false]').click()
}

/** The card of a playdate in a list. */
export function cardOf(page: Page, title: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Scrolls a long list until this card has loaded. */
export async function scrollTo(page: Page, card: Locator): Promise<void> {
  await expect(async () => {
    if (await card.isVisible()) return
    await page.getByRole('article').last().scrollIntoViewIfNeeded({ timeout: 1000 })
    await expect(card).toBeVisible({ timeout: 1000 })
  }).toPass()
}

/** Joins from a card, with the proposed number of children. */
export async function join(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Ik doe mee:/ }).click()
  await card
    .page()
    .getByRole('button', { name: /^Ik (kom alleen|doe mee met)/ })
    .click()
}

/** Closes the sheet that offers to invite fathers to a new playdate. */
export async function askNobody(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Wie vraag je mee?' })
  await sheet.getByRole('button', { name: 'Niet nu' }).click()
  await expect(sheet).toBeHidden()
}

/** The toasts on the page. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Melding', exact: true })
}

/** The name of a day in the calendar. */
export function dayName(day: Date): string {
  return new Intl.DateTimeFormat('nl-NL', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(
    day,
  )
}

/** The fifteenth of next month: always in the future, and never on the calendar's first page. */
export function aDayNextMonth(): Date {
  const now = new Date()
  return new Date(now.getFullYear(), now.getMonth() + 1, 15, 12)
}

/** The place and size of an element, as soon as it is on the screen. */
export async function boxOf(locator: Locator) {
  await locator.waitFor()
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the screen.`)
  return box
}

/** Whether a tap on an element's centre hits the element itself. */
export async function isOnTop(locator: Locator): Promise<boolean> {
  await locator.scrollIntoViewIfNeeded()
  return locator.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  })
}

const patience = 150

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < patience; steps += 1) {
    const key = await target.evaluate(element => {
      const focused = document.activeElement
      if (element === focused) return undefined
      const isBefore = focused && focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'Shift+Tab' : 'Tab'
    })
    if (!key) return
    await page.keyboard.press(key)
  }
  throw new Error(`${patience} times Tab did not reach ${target}`)
}

/** Holds back the reply about the current user; the returned function releases it. */
export async function holdWhoIsThere(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/user', async route => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the service worker serves this page; when it is ready, it may not do so yet. */
export async function untilServed(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
