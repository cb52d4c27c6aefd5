import { deletePlaydate, editPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { newFather, newPlaydate, signIn } from '../tools/father.ts'
import { boxOf, cardOf, isOnTop, join, resize, show, toasts } from '../tools/screens.ts'
import { tagOfSize } from './support/sizes.ts'
import { expect, test } from './support/test.ts'

// The shell around every screen must never be in its way.

const phone = { width: 390, height: 844 }
const sizes = { phone, desktop: { width: 1280, height: 800 } }

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the header has the new button, the bell with its count, the user and the menu, which contains the language', async ({
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
    await expect(today.getByText('Thijs heeft afgezegd')).toBeVisible()
    await page.getByRole('button', { name: 'Alles gelezen' }).click()
    await page.goBack()
    await expect(page).toHaveURL('/playdates')
    await expect(banner.getByRole('link', { name: 'Meldingen', exact: true })).toBeVisible()

    await banner.getByRole('button', { name: 'Menu openen' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Deutsch' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    for (const width of [320, 390]) {
      await resize(page, { width, height: 700 })
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
    await resize(page, { width: 390, height: 500 })
    await expect(page.getByRole('navigation', { name: 'Snelmenu' })).toBeHidden()
    await expect(page.getByRole('banner').filter({ visible: true })).toHaveCount(0)
    await expect.poll(async () => (await boxOf(page.getByRole('log'))).height).toBeGreaterThan(350)
    await expect(page.getByRole('link', { name: 'Terug naar chats' })).toBeVisible()
    expect(await isOnTop(page.getByRole('button', { name: 'Versturen' }))).toBe(true)
  })
})

test('a success toast shows a check mark, and a question or a toast about leaving does not', async ({
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

const titled = ['/playdates', '/places', '/chat', '/discover', '/users', '/notifications']

for (const [name, viewport] of Object.entries(sizes)) {
  test(`titles and their buttons are on the same line on every screen of a ${name}`, { tag: tagOfSize(name) }, async ({
    page,
    father,
  }) => {
    await resize(page, viewport)
    await signIn(page, father)
    const middles: Record<string, number> = {}
    for (const path of titled) {
      await show(page, path)
      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toBeVisible()
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
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

test('on a phone each screen of the settings is one tap away and one step of Back', async ({ page, father }) => {
  await resize(page, phone)
  await signIn(page, father)
  await page.goto('/profile?tab=settings')
  const index = page.getByRole('navigation', { name: 'Instellingen' })
  await expect(index.getByRole('link')).toHaveCount(5)
  for (const name of ['Mijn dagen en buurt', 'Meldingen', 'Wie ziet wat', 'Account']) {
    await index.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    await expect(index).toBeHidden()
    await page.goBack()
    await expect(index).toBeVisible()
    await expect(heading).toBeHidden()
  }
  await page.goto('/profile?tab=settings&section=distance')
  await expect(page.getByRole('region', { name: 'Hoe ver weg je woont' }).getByRole('heading')).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Instellingen' }).click()
  await expect(index).toBeVisible()
  // An address without a section shows them all.
  await page.goto('/profile?tab=settings&section=none')
  await expect(index).toBeVisible()
})

test('on a wide screen the settings’ other screens are listed beside the open one', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/profile?tab=settings&section=chat')
  await expect(page.getByRole('heading', { level: 2, name: 'Chat', exact: true })).toBeFocused()
  const index = page.getByRole('navigation', { name: 'Instellingen' })
  await expect(index.getByRole('link', { name: /^Wie ziet wat/ })).toHaveAttribute('aria-current', 'page')
  await index.getByRole('link', { name: /^Meldingen/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeFocused()
})

test('the theme choice in the desktop menu has a label', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await expect(page.getByRole('menu').getByText('Kleuren', { exact: true })).toBeVisible()
  await page.getByRole('menuitemradio', { name: 'Kleuren: Donker' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('an open menu stays where it was opened, even when a live update moves its card far away', async ({
  page,
  father,
}) => {
  for (let at = 0; at < 8; at += 1) await newPlaydate(father)
  const startTime = new Date(Date.now() + 1_800_000).toISOString()
  const mine = await newPlaydate(father, { startTime })
  await resize(page, phone)
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

test('in a low window a menu is fully visible and closes on scrolling, and so does a calendar whose button scrolls out of view', async ({
  page,
  father,
}) => {
  await resize(page, { width: 800, height: 340 })
  await newPlaydate(father)
  await signIn(page, father)
  await page.goto('/playdates')
  await expect(page.getByRole('article').first()).toBeAttached()
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem').last().scrollIntoViewIfNeeded()
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 })
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, 200)
  await expect(page.getByRole('menu')).toHaveCount(0)

  await resize(page, { width: 800, height: 600 })
  await page.goto('/create')
  await page.getByRole('button', { name: /^Datum/ }).click()
  const calendar = page.getByRole('dialog', { name: 'Kies een datum' })
  await expect(calendar.getByRole('grid')).toBeVisible()
  for (const by of [2000, -4000]) {
    await page.mouse.wheel(0, by)
    await expect(calendar).toBeInViewport({ ratio: 1 })
  }
})

test.describe('when its code is missing', () => {
  test.use({ expectedComplaints: /^Failed to load resource: net::ERR_|Failed to fetch dynamically imported module/ })

  test('a menu, bell or dialog says that it is unavailable, the screen stays, and it opens at a later press once it can', async ({
    page,
    father,
    product,
  }) => {
    const { title } = await newPlaydate(await newFather(product.url))
    await signIn(page, father)
    const parts = 'menu-list|profile-list|inbox|mobile-sheet|other-actions|waiting-actions|series-fact'
    const code = new RegExp(`/assets/(${parts})-[^/]*\\.js$`)
    await page.route(code, route => route.abort())
    await page.goto('/playdates')
    const profile = page.getByRole('button', { name: /^Profielmenu/ })
    await profile.click()
    await expect(toasts(page)).toContainText('Er is geen verbinding.')
    await expect(profile).toHaveAttribute('aria-expanded', 'false')
    await expect(cardOf(page, title)).toBeVisible()

    // Whoever insists gets a new page, which may know the part's address.
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: /^Meldingen/ }).click()])
    await resize(page, phone)
    const menu = page.getByRole('button', { name: 'Menu openen' })
    await menu.click()
    await expect(toasts(page)).toContainText('Er is geen verbinding.')
    await expect(menu).toHaveAttribute('aria-expanded', 'false')

    await page.unroute(code)
    await Promise.all([page.waitForEvent('load'), menu.click()])
    await menu.click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.route(/\/assets\/report-dialog-[^/]*\.js$/, route => route.abort())
    await cardOf(page, title).getByRole('button', { name: 'Meer opties' }).click()
    await page.getByRole('menuitem', { name: 'Melden' }).click()
    await expect(toasts(page)).toContainText('Er is geen verbinding.')
    await expect(cardOf(page, title)).toBeVisible()
  })
})
