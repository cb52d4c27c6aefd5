import type { Page } from '@playwright/test'
import { signIn } from '../../tools/father.ts'
import { expectNothing } from '../support/axe.ts'
import { expect, test } from '../support/test.ts'

const card = (page: Page) => page.getByRole('complementary', { name: 'Papadag op je beginscherm' })
const item = (page: Page, name: string) => page.evaluate(key => localStorage.getItem(key), name)

/** Fires the browser's offer to install the page; `outcome` is the user's answer to its prompt. */
async function offer(page: Page, outcome: 'accepted' | 'dismissed' = 'accepted') {
  await page.evaluate(said => {
    const event = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = async () => {
      document.documentElement.dataset.prompted = 'yes'
      return { outcome: said }
    }
    dispatchEvent(Object.assign(event, { prompt }))
  }, outcome)
}

const prompted = (page: Page) => page.evaluate(() => document.documentElement.dataset.prompted)

test.beforeEach(async ({ page, father }) => {
  await page.clock.install()
  await page.addInitScript(() => localStorage.setItem('location_asked', 'true'))
  await signIn(page, father)
})

/** Opens a screen and waits for the code of the overlays, which listens for the browser's offer. */
async function open(page: Page) {
  await page.goto('/playdates')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.runFor(1000)
  await page.waitForLoadState('networkidle')
}

test('the card appears 3 s after the browser’s offer, without taking the focus, and installs', async ({ page }) => {
  await open(page)
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await offer(page)
  await page.clock.runFor(2500)
  await expect(card(page)).toBeHidden()
  await page.getByRole('tab', { name: /^Komend/ }).focus()
  await page.clock.resume()
  await expect(card(page)).toBeVisible()
  await expect(page.getByRole('tab', { name: /^Komend/ })).toBeFocused()
  await expectNothing(page, 'offer to install')
  await card(page).getByRole('button', { name: 'Installeren' }).click()
  await expect(card(page)).toBeHidden()
  await expect.poll(() => prompted(page)).toBe('yes')
  await expect(page.getByRole('tab', { name: /^Komend/ })).toBeFocused()
  await expect.poll(() => item(page, 'pwa_installed')).toBe('true')

  await open(page)
  await offer(page)
  await page.clock.runFor(5000)
  await expect(card(page)).toBeHidden()
})

test('after “Later” the card returns in two weeks', async ({ page }) => {
  await open(page)
  await offer(page)
  await page.clock.runFor(3500)
  await card(page).getByRole('button', { name: 'Later' }).click()
  await expect(card(page)).toBeHidden()
  expect(await item(page, 'pwa_later')).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(await item(page, 'pwa_installed')).toBeNull()

  await page.clock.setSystemTime(Date.now() + 12 * 86_400_000)
  await open(page)
  await offer(page)
  await page.clock.runFor(4000)
  await expect(card(page)).toBeHidden()

  await page.clock.setSystemTime(Date.now() + 16 * 86_400_000)
  await open(page)
  await offer(page)
  await page.clock.runFor(4000)
  await expect(card(page)).toBeVisible()
})

test('a father who declines the browser’s prompt is not asked again for two weeks', async ({ page }) => {
  await open(page)
  await offer(page, 'dismissed')
  await page.clock.runFor(3500)
  await card(page).getByRole('button', { name: 'Installeren' }).click()
  await expect.poll(() => item(page, 'pwa_later')).not.toBeNull()
  expect(await item(page, 'pwa_installed')).toBeNull()
})

test('the app notes an installation by the browser itself', async ({ page }) => {
  await open(page)
  await offer(page)
  await page.clock.runFor(3500)
  await expect(card(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await expect(card(page)).toBeHidden()
  expect(await item(page, 'pwa_installed')).toBe('true')
})

test('the card waits while the privacy dialog is open', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await page.getByRole('menuitem', { name: 'Privacy-instellingen' }).click()
  await offer(page)
  await page.clock.runFor(5000)
  await expect(page.getByRole('dialog', { name: 'Privacy-instellingen' })).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(card(page)).toBeVisible()
})

test('the menu offers installation unless the app is installed', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await page.getByRole('menuitem', { name: 'App installeren' }).click()
  const steps = page.getByRole('dialog', { name: 'Papadag op je beginscherm' })
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await expect(steps).toContainText('Open het menu van je browser.')
  await expectNothing(page, 'how to install')
  await steps.getByRole('button', { name: 'Duidelijk' }).click()
  await expect(steps).toBeHidden()

  await offer(page)
  await page.getByRole('button', { name: /^Profielmenu/ }).click()
  await page.getByRole('menuitem', { name: 'App installeren' }).click()
  await expect.poll(() => prompted(page)).toBe('yes')
})

test('on an iPhone the menu explains how to install with Safari', async ({ anotherBrowser, father, product }) => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const page = await anotherBrowser({ as: father, userAgent, viewport: { width: 390, height: 844 }, locale: 'nl-NL' })
  await page.goto(`${product.url}/playdates`)
  await page.getByRole('button', { name: 'Menu openen' }).click()
  await page.getByRole('button', { name: 'App installeren' }).click()
  await expect(page.getByRole('dialog', { name: 'Papadag op je beginscherm' })).toContainText(
    'Kies ‘Zet op beginscherm’.',
  )
})
