import { addPlayground } from '@papadag/contract/places/places'
import type { Page } from '@playwright/test'
import { type Father, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { boxOf, holdWhoIsThere, logIn, resize, toasts } from '../../tools/screens.ts'
import { expect, test } from '../support/test.ts'

// Measures in pixels and seconds from the specification that only a browser can check.

const height = 844
const wide = 1280

async function open(page: Page, father: Father, path: string) {
  await signIn(page, father)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('the header stays at the top, and the content below is centred and at most 72 rem wide', async ({
  page,
  father,
}) => {
  await resize(page, { width: 1600, height: 500 })
  await newPlaydate(father)
  await open(page, father, '/playdates')
  const { x, width } = await boxOf(page.getByRole('main'))
  expect({ x, width }).toEqual({ x: (1600 - 1152) / 2, width: 1152 })
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: /^Papadag/ })).toHaveAttribute('href', '/')
  // Before the list has come, there is nothing to scroll.
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 1000))
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  expect((await boxOf(header)).y).toBe(0)
})

test('below 768 px there are a menu and a bottom bar, and above it a navigation', async ({ page, father }) => {
  await resize(page, { width: 767, height })
  await open(page, father, '/playdates')
  const navigation = page.getByRole('navigation', { name: 'Hoofdmenu' })
  const bar = page.getByRole('navigation', { name: 'Snelmenu' })
  const banner = page.getByRole('banner')
  const hamburger = banner.getByRole('button', { name: 'Menu openen' })
  await expect(navigation).toBeHidden()
  await expect(bar.getByRole('link')).toHaveCount(6)
  const { y, height: high } = await boxOf(bar)
  expect(y + high).toBe(height)
  await expect(banner.locator('a[href="/create"]')).toBeVisible()
  await expect(banner.locator('a[href="/profile"]')).toBeVisible()
  await expect(banner.getByRole('link', { name: /^Meldingen/ })).toBeVisible()
  await expect(banner.getByRole('button', { name: /^Taal/ })).toBeHidden()

  const menu = page.getByRole('dialog', { name: 'Menu' })
  await hamburger.click()
  await expect(menu.getByRole('link', { name: 'Chat', exact: true })).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Uitloggen' })).toBeVisible()
  await menu.getByRole('button', { name: 'Menu sluiten' }).click()
  await expect(menu).toBeHidden()

  await resize(page, { width: 768, height })
  await expect(navigation.getByRole('link')).toHaveCount(6)
  await expect(bar).toBeHidden()
  await expect(hamburger).toBeHidden()
  const { width, height: tall } = await boxOf(
    banner.getByRole('button', { name: /^Profielmenu/ }).locator(':scope > :first-child'),
  )
  expect([width, tall]).toEqual([36, 36])
})

test('only large screens show reasons to join beside the login', async ({ page }) => {
  await resize(page, { width: wide, height })
  await page.goto('/auth')
  const reasons = page.getByRole('complementary').getByRole('listitem')
  await expect(reasons).toHaveCount(3)
  await expect(reasons.first()).toBeVisible()
  await resize(page, { width: 767, height })
  await expect(reasons.first()).toBeHidden()
})

test('the chat list takes up the left third, and the messages the right two thirds', async ({ page, father }) => {
  await resize(page, { width: wide, height })
  await open(page, father, '/chat')
  const [list, pane] = [page.getByRole('region', { name: 'Chats' }), page.getByRole('region', { name: 'Gesprek' })]
  const [left, right] = [await boxOf(list), await boxOf(pane)]
  expect(right.x).toBeCloseTo(left.x + left.width, 0)
  expect(right.width / left.width).toBeCloseTo(2, 1)
  await resize(page, { width: 767, height })
  await expect(list).toBeVisible()
  await expect(pane).toBeHidden()
})

test('places have at most three columns, and nearby places on home scroll sideways', async ({ page, father }) => {
  await resize(page, { width: 1920, height })
  await open(page, father, '/places')
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.nth(3)).toBeVisible()
  const tops = await cards.evaluateAll(all => all.slice(0, 4).map(card => card.getBoundingClientRect().top))
  expect(tops.slice(0, 3)).toEqual(Array(3).fill(tops[0]))
  expect(tops[3]).toBeGreaterThan(tops[0] ?? 0)

  await resize(page, { width: 390, height })
  await page.goto('/')
  const row = page.getByRole('list', { name: 'In de buurt' })
  // The row loads when it comes near, and the page grows while it loads.
  await expect(async () => {
    await page.mouse.wheel(0, 3000)
    await expect(row.getByRole('article').nth(1)).toBeAttached({ timeout: 1000 })
  }).toPass()
  const pushed = await row.evaluate(list => {
    list.scrollTo({ left: 500, behavior: 'instant' })
    return { by: list.scrollLeft, page: document.documentElement.scrollWidth - document.documentElement.clientWidth }
  })
  expect(pushed.by).toBeGreaterThan(200)
  expect(pushed.page).toBe(0)
})

test('the map is 500 px high, its legend runs from blue over lime to red, and adding can be cancelled', async ({
  page,
  father,
}) => {
  await resize(page, { width: wide, height })
  await open(page, father, '/playground-map')
  expect((await boxOf(page.getByRole('application'))).height).toBe(500)
  const legend = page.getByRole('img', { name: /^Legenda/ })
  await expect(legend).toBeVisible()
  await expect(legend.locator('.map-ramp')).toHaveCSS(
    'background-image',
    /^linear-gradient\(90deg, rgb\(0, 0, 255\).*, rgb\(0, 255, 0\).*, rgb\(255, 0, 0\).*\)$/,
  )

  const hint = page.getByText('Tik op de kaart om een nieuwe speeltuin toe te voegen')
  await page.getByRole('button', { name: 'Speeltuin toevoegen' }).click()
  await expect(hint).toBeVisible()
  await expect(page.getByRole('button', { name: 'Speeltuin toevoegen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Annuleren' }).click()
  await expect(hint).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Speeltuin toevoegen' })).toBeVisible()
})

test('a toast swiped 50 px to the right is dismissed, and a shorter swipe brings it back', async ({ page, father }) => {
  await page.clock.install()
  await page.goto('/auth')
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
  // The toast's time passes only here, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await logIn(page, { username: father.user.username, password: 'niet het goede' })
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(toasts(page)).toContainText('Inloggen mislukt', { timeout: 500 })
  }).toPass()
  const toast = toasts(page).getByRole('listitem')
  await page.clock.runFor(1000)
  const swipe = async (px: number) => {
    const { x, y, height: high } = await boxOf(toast)
    await page.mouse.move(x + 40, y + high / 2)
    await page.mouse.down()
    await page.mouse.move(x + 40 + px / 2, y + high / 2)
    await page.mouse.move(x + 40 + px, y + high / 2)
    await page.mouse.up()
  }
  await swipe(48)
  await expect(toasts(page)).toContainText('Inloggen mislukt')
  await page.clock.runFor(1000)
  await swipe(-80)
  await expect(toasts(page)).toContainText('Inloggen mislukt')
  await page.clock.runFor(1000)
  await swipe(52)
  await page.clock.runFor(500)
  await expect(toasts(page)).toHaveText('')
})

test('a filled heart beats for a second', async ({ page, father }) => {
  const name = unique('Speeltuin')
  await father.client.call(addPlayground, { body: { name, latitude: 52.37, longitude: 4.9, features: [] } })
  await open(page, father, `/places?q=${name}`)
  const beats = page.evaluate(
    () =>
      new Promise(resolve => {
        addEventListener('animationstart', ({ animationName, target }) => {
          if (animationName !== 'heartbeat' || !(target instanceof Element)) return
          const { animationDuration, animationIterationCount } = getComputedStyle(target)
          resolve([animationDuration, animationIterationCount])
        })
      }),
  )
  const heart = page.getByRole('article').getByRole('button', { name: `Bewaar ${name}` })
  await heart.click()
  expect(await beats).toEqual(['1s', '1'])
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

test('while the session loads, the spinner fills the screen', async ({ page, father }) => {
  await resize(page, { width: wide, height })
  await signIn(page, father)
  const answer = await holdWhoIsThere(page)
  // A screen that is not drawn into the page.
  await page.goto('/users')
  const { x, width, height: high } = await boxOf(page.getByRole('status').filter({ hasText: 'Laden...' }))
  expect(x + width / 2).toBe(wide / 2)
  expect(high).toBeGreaterThan(height / 2)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
