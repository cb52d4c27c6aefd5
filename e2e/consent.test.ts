import type { Page } from '@playwright/test'
import { signIn } from '../tools/father.ts'
import { resize, toasts } from '../tools/screens.ts'
import { expectNothing } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ isFirstVisit: true, contextOptions: { reducedMotion: 'reduce' } })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Privacy-instellingen' })
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('privacy_consent'), localStorage.getItem('privacy_preferences')])

/** Counts how often the page requests the browser's position. */
async function countGeolocation(page: Page) {
  await page.addInitScript(() => {
    Object.assign(globalThis, { located: 0 })
    const { geolocation } = navigator
    const original = geolocation.getCurrentPosition.bind(geolocation)
    geolocation.getCurrentPosition = (...args) => {
      Object.assign(globalThis, { located: Number(Reflect.get(globalThis, 'located')) + 1 })
      original(...args)
    }
  })
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'located')))
}

test('a first-time visitor is asked for consent, and only a button answers', async ({ page }) => {
  await page.goto('/auth')
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Noodzakelijke cookies' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Noodzakelijke cookies' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Locatie' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Statistiek' })).not.toBeChecked()
  await expect(dialog(page).getByRole('link', { name: 'Privacybeleid' })).toHaveAttribute('href', '#privacy')
  await expect(dialog(page)).toContainText('We meten niets, dus dit verandert nu niets.')

  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toBeVisible()
  await expectNothing(page, 'privacy dialog')
  await dialog(page).getByRole('button', { name: 'Accepteren' }).click()
  await expect(dialog(page)).toBeHidden()
  const [answer, preferences] = await stored(page)
  expect(answer).toBe('true')
  expect(JSON.parse(preferences ?? '')).toEqual({
    location: true,
    analytics: false,
    version: 1,
    at: expect.stringMatching(/^\d{4}-/),
  })

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Privacy-instellingen' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Privacy-instellingen' })).toBeFocused()
})

test('a visitor who opened a legal text reads it before he is asked', async ({ page }) => {
  await page.goto('/auth#privacy')
  const text = page.getByRole('dialog', { name: 'Privacy', exact: true })
  await expect(text).toBeVisible()
  // Overlays have loaded by now.
  await expect(page.getByRole('button', { name: 'Privacy-instellingen' })).toBeAttached()
  await text.getByRole('button', { name: 'Sluiten' }).first().click()
  await expect(dialog(page)).toBeVisible()
  await expect(text).toBeHidden()
})

test('a visitor who opens a legal text at a member’s address reads it first', async ({ page }) => {
  await page.goto('/#privacy')
  const text = page.getByRole('dialog', { name: 'Privacy', exact: true })
  await expect(text).toBeVisible()
  // Overlays have loaded by now.
  await page.waitForLoadState('networkidle')
  await expect(dialog(page)).toBeHidden()
  await text.getByRole('button', { name: 'Sluiten' }).click()
  await expect(dialog(page)).toBeVisible()
})

test.describe('when the code of a legal text is missing', () => {
  test.use({ expectedComplaints: /Failed to (load resource|fetch dynamically imported module)|ERR_FAILED/ })

  test('a visitor is asked for consent at once', async ({ page }) => {
    // The texts come last, so that the notice of what could not be loaded would not find them.
    const loaded = page.waitForEvent('domcontentloaded')
    await page.route(/\/nl-[^/]*\.js/, async route => {
      await loaded
      await route.continue()
    })
    await page.route(/\/legal-pages[^/]*\.js/, route => route.abort())
    await page.goto('/auth#privacy')
    await expect(dialog(page)).toBeVisible()
    await expect(page.getByText('Geen verbinding').first()).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
  })
})

test('the toggles are kept beside the answer and do not change it', async ({ page }) => {
  await page.goto('/auth')
  await page.getByRole('switch', { name: 'Locatie' }).click()
  await page.getByRole('switch', { name: 'Statistiek' }).click()
  await dialog(page).getByRole('button', { name: 'Accepteren' }).click()
  const [answer, preferences] = await stored(page)
  expect(answer).toBe('true')
  expect(JSON.parse(preferences ?? '')).toMatchObject({ location: false, analytics: true })
})

test('a user who refuses is neither located nor asked again, and can change his mind', async ({ page, father }) => {
  await page.context().grantPermissions(['geolocation'])
  await page.context().setGeolocation({ latitude: 52.09, longitude: 5.12 })
  const located = await countGeolocation(page)
  await signIn(page, father)
  await page.goto('/')
  await dialog(page).getByRole('button', { name: 'Weigeren' }).click()
  const [answer, preferences] = await stored(page)
  expect(answer).toBe('false')
  expect(JSON.parse(preferences ?? '')).toMatchObject({ location: false, analytics: false })

  await page.getByRole('button', { name: 'Gebruik mijn locatie' }).first().click()
  await expect(toasts(page)).toContainText('Locatie staat uit')
  expect(await located()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('location_asked'))).toBeNull()

  await toasts(page).getByRole('button', { name: 'Privacy-instellingen' }).click()
  await page.getByRole('switch', { name: 'Locatie' }).click()
  await dialog(page).getByRole('button', { name: 'Accepteren' }).click()
  await expect(toasts(page)).toContainText('Mogen we weten waar je bent?')
  await page.getByRole('button', { name: 'Toestaan' }).click()
  await expect.poll(located).toBe(1)
})

test('the location prompt waits until the consent dialog is answered', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/')
  await expect(dialog(page)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('location_asked'))).toBeNull()
  await dialog(page).getByRole('button', { name: 'Accepteren' }).click()
  await expect(toasts(page)).toContainText('Mogen we weten waar je bent?')
})

test('an answer in one tab closes the dialog in the others', async ({ page }) => {
  await page.goto('/auth')
  const other = await page.context().newPage()
  await other.goto('/auth')
  await expect(dialog(other)).toBeVisible()
  await dialog(other).getByRole('button', { name: 'Weigeren' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('a choice in another tab does not reset the choice being made here', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('privacy_consent', 'true'))
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Privacy-instellingen' }).click()
  await page.getByRole('switch', { name: 'Statistiek' }).click()
  const other = await page.context().newPage()
  await other.goto('/auth')
  await other.evaluate(() => localStorage.setItem('language', 'nl'))
  await other.getByRole('button', { name: 'Privacy-instellingen' }).click()
  await dialog(other).getByRole('button', { name: 'Weigeren' }).click()
  await expect.poll(() => stored(page)).toEqual(['false', expect.stringContaining('"analytics":false')])
  await expect(dialog(page)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Statistiek' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Accepteren' }).click()
  expect(JSON.parse((await stored(page))[1] ?? '')).toMatchObject({ analytics: true })
})

test('a member reaches the privacy settings from both menus', async ({ page, father }) => {
  await page.addInitScript(() => localStorage.setItem('privacy_consent', 'true'))
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await page.getByRole('menuitem', { name: 'Privacy-instellingen' }).click()
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Sluiten' }).click()
  await resize(page, { width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu openen' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Privacy-instellingen' }).click()
  await expect(dialog(page)).toBeVisible()
})
