import { languages } from '@papadag/contract/limits'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { newPlaydate, signIn, unique } from '../../tools/father.ts'
import { cardOf, logIn, resize, show, toasts } from '../../tools/screens.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

test('at 200 % text size every screen fits, and a father can create a playdate', async ({ page, father }) => {
  // 1280 × 800 at 200 %.
  await resize(page, { width: 640, height: 400 })
  const title = unique('Met de loep')
  const { id } = await newPlaydate(father)
  await signIn(page, father)
  for (const path of ['/', '/playdates', `/playdates?open=${id}`, `/edit-playdate/${id}`, '/create']) {
    await show(page, path)
    await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
    expect((await contentsOf(page)).overflowing, path).toEqual([])
  }
  await page.getByLabel('Wat gaan we doen?').fill(title)
  await page.getByLabel('Waar?').fill('Dichtbij')
  await page.getByRole('button', { name: 'Speelafspraak maken' }).click()
  await expect(cardOf(page, title)).toBeVisible()
})

test.describe('when the device asks for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('with less motion, nothing moves for long or endlessly', async ({ page, father }) => {
    const { id, title } = await newPlaydate(father)
    await signIn(page, father)
    for (const path of ['/', '/playdates', `/playdates?open=${id}`, '/create']) {
      await show(page, path)
      await expect(page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first()).toBeVisible()
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .map(({ effect }) => effect?.getComputedTiming())
          .filter(timing => timing && Number(timing.endTime) > 100)
          .map(timing => timing?.endTime),
      )
      expect(moving, path).toEqual([])
    }
    await page.goto('/playdates')
    await page.getByRole('link', { name: title }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  })
})

test('the app keeps the chosen language, and the server’s refusals use it', async ({ page, father }) => {
  await page.goto('/auth?tab=register')
  expect(await page.evaluate(() => [document.documentElement.lang, localStorage.getItem('language')])).toEqual([
    'nl',
    null,
  ])
  await page.getByRole('button', { name: 'Taal: Nederlands' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['Nederlands', 'English', 'Deutsch', 'Français', 'Español'])
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('de')

  // Only the server has this sentence. The field keeps it, and a toast shows it for a while.
  const typed = ['Bram', 'Visser', father.user.username, 'bram@papadag.test']
  for (const [index, name] of ['firstName', 'lastName', 'username', 'email'].entries()) {
    await page.locator(`[name=${name}]`).fill(typed[index] ?? '')
  }
  await page.locator('[name=password]').fill('zandkasteel')
  await page.locator('[name=confirmPassword]').fill('zandkasteel')
  await page.locator('form').getByRole('button').last().click()
  await expect(page.getByRole('alert').filter({ hasText: /^Dieser Benutzername ist schon vergeben\.$/ })).toBeVisible()
})

test('a phone offers all languages in its menu', async ({ page, father }) => {
  await resize(page, { width: 390, height: 844 })
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('button', { name: 'Menu openen' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('group', { name: 'Taal' }).getByRole('button')).toHaveCount(languages.length)
  await menu.getByRole('button', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Abrir el menú' })).toBeFocused()
})

test('headings and text are in the product’s fonts, Latin letters and others', async ({ page, father }) => {
  await father.client.call(editProfile, { body: { firstName: 'Łukasz' } })
  await signIn(page, father)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: /Łukasz/ })).toBeVisible()
  await expect.poll(() => fontsOf(page, 'h1')).toEqual([expect.stringMatching(/^Bricolage Grotesque/)])
  await expect.poll(() => fontsOf(page, 'nav a')).toEqual([expect.stringMatching(/^Figtree/)])
})

/** The fonts in which Chromium draws an element. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('DOM.enable')
  await devTools.send('CSS.enable')
  const { root } = await devTools.send('DOM.getDocument')
  const { nodeId } = await devTools.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await devTools.send('CSS.getPlatformFontsForNode', { nodeId })
  await devTools.detach()
  return [...new Set(fonts.map(({ familyName }) => familyName))]
}

test('the colours that a father chose stay after a reload', async ({ page, father }) => {
  await signIn(page, father)
  await page.goto('/playdates')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await background()
  await page.getByRole('button', { name: 'Profielmenu van Jan' }).click()
  await page.getByRole('menuitemradio', { name: 'Donker' }).click()
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await background()).toBe(dark)
})

test('F8 leads to the notification, which stays for 5 seconds and disappears by itself', async ({ page, father }) => {
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
  await page.keyboard.press('F8')
  await expect(page.getByRole('list').filter({ hasText: 'Inloggen mislukt' })).toBeFocused()
  await page.getByLabel('Gebruikersnaam').focus()
  await page.clock.runFor(4000)
  await expect(toasts(page)).toContainText('Inloggen mislukt')
  await page.clock.runFor(1500)
  await expect(toasts(page)).toHaveText('')
})
