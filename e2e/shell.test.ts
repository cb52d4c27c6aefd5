import { deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates'
import type { Locator, Page } from '@playwright/test'
import { inWholeChromium } from './support/browsers.ts'
import { withoutNetwork } from './support/complaints.ts'
import { newFather, newPlaydate, signIn } from './support/father.ts'
import { cardOf, join, scrollTo, show, toasts, untilServed } from './support/screens.ts'
import { expect, test } from './support/test.ts'

test.use(inWholeChromium)

// The shell around every screen must never be in its way.

const phone = { width: 390, height: 844 }
const sizes = { phone, desktop: { width: 1280, height: 800 } }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the screen.`)
  return box
}

/** Whether a tap on an element's centre hits the element itself. */
async function isOnTop(locator: Locator): Promise<boolean> {
  await locator.scrollIntoViewIfNeeded()
  return locator.evaluate(element => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the header has the new button, the bell with its count, the user and the menu; the language is in the menu', async ({
    page,
    father,
    product,
  }) => {
    const host = await newFather(product.url, 'Thijs')
    const { id, title } = await newPlaydate(host)
    await father.client.call(joinPlaydate, { params: { id }, body: {} })
    await host.client.call(deletePlaydate, { params: { id } })
    await signIn(page, father)
    await page.goto('/playdates')
    const banner = page.getByRole('banner')
    await expect(banner.getByRole('link', { name: 'Meldingen, 1 nieuw' })).toBeVisible()
    const names = banner.locator('a:visible, button:visible')
    await expect(names).toHaveCount(5)
    await expect(banner.getByRole('button', { name: /^Taal/ })).toBeHidden()

    await banner.getByRole('link', { name: 'Meldingen, 1 nieuw' }).click()
    await expect(page).toHaveURL('/notifications')
    await expect(page.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeVisible()
    const today = page.getByRole('region', { name: 'Vandaag' })
    await expect(today.getByRole('link', { name: title })).toBeVisible()
    await expect(today.getByText('Gaat niet door')).toBeVisible()
    await page.getByRole('button', { name: 'Alles gelezen' }).click()
    await page.goBack()
    await expect(page).toHaveURL('/playdates')
    await expect(banner.getByRole('link', { name: 'Meldingen', exact: true })).toBeVisible()

    await banner.getByRole('button', { name: 'Menu openen' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return { scrollWidth, clientWidth }
      })
      expect(scrollWidth).toBe(clientWidth)
    }
  })

  test('an open chat keeps one header and no bottom bar while the keyboard takes half of the screen', async ({
    page,
    father,
    product,
  }) => {
    const other = await newFather(product.url, 'Kwame')
    await signIn(page, father)
    await page.goto(`/users/${other.user.id}`)
    await page.getByRole('button', { name: 'Start Chat' }).click()
    await expect(page).toHaveURL(/\/chat\/\d+$/)
    await expect(page.getByRole('navigation', { name: 'Snelmenu' })).toBeVisible()
    await page.getByRole('textbox', { name: /^Bericht aan/ }).fill('Ha Kwame')
    await page.setViewportSize({ width: 390, height: 500 })
    await expect(page.getByRole('navigation', { name: 'Snelmenu' })).toBeHidden()
    await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0)
    const log = await boxOf(page.getByRole('log'))
    expect(log.height).toBeGreaterThan(350)
    await expect(page.getByRole('link', { name: 'Terug naar chats' })).toBeVisible()
    expect(await isOnTop(page.getByRole('button', { name: 'Versturen' }))).toBe(true)
  })
})

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(`a toast on a ${name}`, () => {
    test.use({ viewport, expectedComplaints: withoutNetwork, serviceWorkers: 'allow' })

    test('is inside the open dialog: it covers nothing there, and its × closes only the toast', async ({
      page,
      father,
      product,
    }) => {
      const { title } = await newPlaydate(await newFather(product.url))
      await signIn(page, father)
      await page.goto('/playdates')
      await cardOf(page, title)
        .getByRole('button', { name: /^Ik doe mee:/ })
        .click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await offline(page)
      const toast = dialog.getByRole('region', { name: 'Melding' })
      await expect(toast).toContainText('Je bent offline')
      // The toast is between the question and the buttons.
      const answer = dialog.getByRole('button', { name: /^Ik kom alleen/ })
      const more = dialog.getByRole('button', { name: 'Eén kind meer' })
      await expect(async () => {
        const [above, box, below] = [await boxOf(more), await boxOf(toast), await boxOf(answer)]
        expect(box.y).toBeGreaterThanOrEqual(above.y + above.height)
        expect(box.y + box.height).toBeLessThanOrEqual(below.y)
      }).toPass()
      for (const control of [more, answer, dialog.getByRole('button', { name: 'Sluiten' }).first()])
        expect(await isOnTop(control)).toBe(true)

      // A tap on the toast does not reach what is below.
      await toast.getByRole('listitem').click({ position: { x: 100, y: 20 } })
      await expect(answer).toBeVisible()
      await expect(dialog.getByRole('spinbutton')).toHaveValue('0')
      await toast.getByRole('button', { name: 'Sluiten' }).click()
      await expect(toast).toHaveText('')
      await expect(dialog).toBeVisible()
    })

    test('over an open menu takes the tap on its ×, and the menu does nothing', async ({ page, father, product }) => {
      const { title } = await newPlaydate(await newFather(product.url))
      await signIn(page, father)
      await page.goto('/playdates')
      const card = cardOf(page, title)
      await scrollTo(page, card)
      await card.getByRole('button', { name: 'Meer opties' }).click()
      const report = page.getByRole('menuitem', { name: 'Melden' })
      await expect(report).toBeVisible()
      await offline(page)
      await expect(toasts(page)).toContainText('Je bent offline')
      await toasts(page).getByRole('button', { name: 'Sluiten' }).click()
      await expect(toasts(page)).toHaveText('')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL('/playdates')
    })

    test('leaves the buttons of a form and the field of a chat free', async ({ page, father }) => {
      await signIn(page, father)
      await page.goto('/create')
      await offline(page)
      await expect(toasts(page)).toContainText('Je bent offline')
      expect(await isOnTop(page.getByRole('button', { name: 'Speelafspraak maken' }))).toBe(true)
    })
  })
}

test('a success toast shows a check mark; a question or a toast about leaving does not', async ({
  page,
  father,
  product,
}) => {
  const { title } = await newPlaydate(await newFather(product.url))
  await signIn(page, father)
  await page.goto('/')
  const icon = toasts(page).locator('use').first()
  await expect(toasts(page)).toContainText('Mogen we weten waar je bent?')
  await expect(icon).toHaveAttribute('href', '#i-locate')
  await page.goto('/playdates')
  await join(cardOf(page, title))
  await expect(toasts(page)).toContainText('Je gaat mee')
  await expect(icon).toHaveAttribute('href', '#i-check')
  await cardOf(page, title).getByRole('button', { name: 'Afmelden' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Afmelden' }).click()
  await expect(toasts(page)).toContainText('afgemeld')
  await expect(icon).toHaveAttribute('href', '#i-calendar')
})

async function offline(page: Page) {
  // The service worker keeps the code of the toast.
  await untilServed(page)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
}

const titled = ['/playdates', '/places', '/chat', '/discover', '/users', '/notifications']

for (const [name, viewport] of Object.entries(sizes)) {
  test(`titles and their buttons are on the same line on every screen of a ${name}`, async ({ page, father }) => {
    await page.setViewportSize(viewport)
    await signIn(page, father)
    const middles: Record<string, number> = {}
    for (const path of titled) {
      await show(page, path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      const { y, height } = await boxOf(heading)
      middles[path] = y + height / 2
      for (const control of await heading.locator('xpath=following-sibling::*').all()) {
        const button = await boxOf(control)
        expect(button.height, path).toBe(44)
        expect(button.y + button.height / 2, path).toBeCloseTo(middles[path], 0)
      }
    }
    const [first = 0] = Object.values(middles)
    for (const [path, middle] of Object.entries(middles)) expect(middle, path).toBeCloseTo(first, 0)
  })
}

test('each section of the settings is one tap away and has an address', async ({ page, father }) => {
  await page.setViewportSize(phone)
  await signIn(page, father)
  await page.goto('/profile?tab=settings')
  const index = page.getByRole('navigation', { name: 'Instellingen' })
  const names = await index.getByRole('link').allTextContents()
  for (const name of names) {
    await index.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeInViewport()
  }
  await page.goto('/profile?tab=settings&section=distance')
  await expect(page.getByRole('region', { name: 'Hoe ver weg je woont' }).getByRole('heading')).toBeFocused()
})

test('the theme choice in the desktop menu has a label', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await expect(page.getByRole('menu').getByText('Kleuren', { exact: true })).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Kleuren: Donker' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('an open menu stays where it was opened, also when a live update takes its card far away', async ({
  page,
  father,
  product,
}) => {
  const host = await newFather(product.url)
  for (let at = 0; at < 8; at += 1) await newPlaydate(host)
  const startTime = new Date(Date.now() + 1_800_000).toISOString()
  const mine = await newPlaydate(father, { startTime })
  await page.setViewportSize(phone)
  await signIn(page, father)
  await page.goto('/playdates')
  await cardOf(page, mine.title).getByRole('button', { name: 'Meer opties' }).click()
  const remove = page.getByRole('menuitem', { name: 'Verwijderen' })
  await expect(remove).toBeVisible()
  await page.getByRole('menu').evaluate(menu => Promise.all(menu.getAnimations().map(({ finished }) => finished)))
  const before = await boxOf(page.getByRole('menu'))

  const later = Date.now() + 20 * 86_400_000
  const times = { startTime: new Date(later).toISOString(), endTime: new Date(later + 3_600_000).toISOString() }
  await father.client.call(editPlaydate, { params: { id: mine.id }, body: { ...mine, ...times } })
  await expect(cardOf(page, mine.title)).not.toBeInViewport()
  expect(await boxOf(page.getByRole('menu'))).toEqual(before)
  await expect(remove).toBeInViewport({ ratio: 1 })
  await remove.click()
  await expect(page.getByRole('alertdialog')).toContainText('Weet je zeker')
  await page.keyboard.press('Escape')
  await expect(cardOf(page, mine.title).getByRole('button', { name: 'Meer opties' })).toBeFocused()
})

test('in a low window a menu is fully visible and closes on scrolling, and so does a calendar whose button is scrolled away', async ({
  page,
  father,
}) => {
  await page.setViewportSize({ width: 800, height: 340 })
  await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, 200)
  await expect(page.getByRole('menu')).toHaveCount(0)

  await page.setViewportSize({ width: 800, height: 600 })
  await page.goto('/create')
  await page.getByRole('button', { name: /^Datum/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Kies een datum' })
  await expect(calendar.getByRole('grid')).toBeVisible()
  for (const by of [2000, -4000]) {
    await page.mouse.wheel(0, by)
    await expect(calendar).toBeInViewport({ ratio: 1 })
  }
})
