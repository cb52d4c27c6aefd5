import { signIn } from '../tools/father.ts'
import { resize, toasts } from '../tools/screens.ts'
import { expectNothing } from './support/axe.ts'
import { contentsOf } from './support/screen-contents.ts'
import { expect, test } from './support/test.ts'

// Elements in transition have intermediate colours, which fail contrast checks.
test.use({ contextOptions: { reducedMotion: 'reduce' }, demo: 'off' })

test('a visitor reads the legal texts before he registers, and Back leads to his form', async ({ page }) => {
  await page.goto('/auth?tab=register')
  await page.getByLabel('Voornaam').fill('Bram')
  await expectNothing(page, 'register')
  const link = page.getByRole('main').getByRole('link', { name: 'huisregels' })
  await link.click()
  const rules = page.getByRole('dialog', { name: 'Huisregels' })
  await expect(rules.getByRole('heading', { level: 3 })).toHaveCount(8)
  expect(new URL(page.url()).hash).toBe('#rules')
  await expectNothing(page, 'house rules')

  // A link opens the next text, and closing leaves both.
  await rules.getByRole('link', { name: 'Privacy' }).click()
  const privacy = page.getByRole('dialog', { name: 'Privacy' })
  await expect(privacy).toContainText('Chatberichten: 7 dagen.')
  await page.goBack()
  await expect(privacy).toBeHidden()
  expect(new URL(page.url()).hash).toBe('')
  await expect(page.getByLabel('Voornaam')).toHaveValue('Bram')
  await expect(link).toBeFocused()
})

test('a visitor reports content by its link from the house rules, and a member does so elsewhere', async ({
  page,
  father,
  anotherBrowser,
}) => {
  await page.goto('/auth#rules')
  const rules = page.getByRole('dialog', { name: 'Huisregels' })
  await rules.getByRole('button', { name: 'Iets melden zonder account' }).click()
  const link = rules.getByRole('textbox', { name: 'Link naar waar het over gaat' })
  await expect(link).toBeFocused()
  await rules.getByRole('button', { name: 'Versturen' }).click()
  await expect(rules.getByText('Plak een link van Papadag')).toBeVisible()
  // Nothing overflows on a phone.
  await resize(page, { width: 320, height: 700 })
  expect(await rules.evaluate(dialog => [...dialog.querySelectorAll('*')].filter(it => it.scrollLeft > 0))).toEqual([])
  expect((await link.boundingBox())?.width).toBeLessThan(280)
  await expectNothing(page, 'report to the house rules')
  await link.fill(`${new URL(page.url()).origin}/users/${father.user.id}`)
  await rules.getByRole('combobox').selectOption('Reclame of spam')
  await rules.getByRole('textbox', { name: 'Je naam' }).fill('Bram')
  await rules.getByRole('textbox', { name: 'E-mail' }).fill('bram@papadag.example')
  await rules.getByRole('button', { name: 'Versturen' }).click()
  await expect(rules.getByRole('status')).toContainText(/M\d+/)
  await expectNothing(page, 'report sent')

  const member = await anotherBrowser({ as: father })
  await member.goto('/#rules')
  const his = member.getByRole('dialog', { name: 'Huisregels' })
  await expect(his.getByRole('heading', { level: 3 })).toHaveCount(8)
  await expect(his.getByRole('button', { name: 'Iets melden zonder account' })).toBeHidden()
})

test('a visitor opens a legal text by its address, in his language, and closing it stays on the site', async ({
  page,
  father,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.goto('/auth#privacy')
  const privacy = page.getByRole('dialog', { name: 'Confidentialité' })
  await expect(privacy.getByRole('heading', { level: 3 })).toHaveCount(7)
  await expectNothing(page, 'privacy text')
  await page.keyboard.press('Escape')
  await expect(privacy).toBeHidden()
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/auth')

  await signIn(page, father)
  await page.goto('/playdates#terms')
  const terms = page.getByRole('dialog', { name: 'Conditions d’utilisation' })
  await expect(terms.getByRole('link', { name: 'openstreetmap.org/copyright' })).toBeVisible()
  await expectNothing(page, 'terms of use')
  await terms.getByRole('button', { name: 'Fermer' }).click()
  await expect(terms).toBeHidden()
  await expect(page).toHaveURL('/playdates')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('members find the legal texts in their settings and on discover', async ({ page, father }) => {
  await resize(page, { width: 320, height: 640 })
  await signIn(page, father)
  await page.goto('/profile?tab=settings')
  for (const [link, title] of [
    ['Privacy', 'Privacy'],
    ['Voorwaarden', 'Voorwaarden'],
    ['Huisregels', 'Huisregels'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Over Papadag' }).getByRole('link', { name: link }).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    expect((await contentsOf(page)).overflowing).toEqual([])
    await page.getByRole('button', { name: 'Sluiten' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.goto('/discover')
  await page.getByRole('link', { name: 'Huisregels' }).click()
  await expect(page.getByRole('dialog', { name: 'Huisregels' })).toBeVisible()
})

test('a visitor at a member’s address sees its legal text, and closing twice does not leave the page', async ({
  page,
}) => {
  await page.goto('/playdates#privacy')
  const privacy = page.getByRole('dialog', { name: 'Privacy' })
  await expect(privacy).toBeVisible()
  const { pathname, hash } = new URL(page.url())
  expect(pathname + hash).toBe('/auth#privacy')
  await page.keyboard.press('Escape')
  await expect(privacy).toBeHidden()

  await page.goto('/auth?tab=register')
  await page.getByRole('main').getByRole('link', { name: 'huisregels' }).click()
  const rules = page.getByRole('dialog', { name: 'Huisregels' })
  await expect(rules).toBeVisible()
  await rules.getByRole('button', { name: 'Sluiten' }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })
  await expect(rules).toBeHidden()
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  expect(new URL(page.url()).search).toBe('?tab=register')
})

test.describe('without a network', () => {
  test.use({ expectedComplaints: /Failed to (load resource|fetch dynamically imported module)|ERR_FAILED/ })

  for (const [what, code] of [
    ['code', /\/legal-pages[^/]*\.js/],
    ['words', /\/assets\/nl[^/]*\.js/],
  ] as const) {
    test(`a legal text whose ${what} fails to load says so, and opens once it loads`, async ({ page }) => {
      await page.goto('/auth?tab=register')
      const link = page.getByRole('main').getByRole('link', { name: 'huisregels' })
      await expect(link).toBeVisible()
      // The overlays come last, with their words.
      await expect(page.locator('.toast-place')).toBeAttached()
      await page.waitForLoadState('networkidle')
      await page.route(code, route => route.abort())
      await link.click()
      await expect(toasts(page)).toContainText('Er is geen verbinding.')
      await expect.poll(() => new URL(page.url()).hash).toBe('')
      await page.unroute(code)
      await link.click()
      await expect(page.getByRole('dialog', { name: 'Huisregels' })).toBeVisible()
    })
  }
})

test('the skip link fetches no legal text', async ({ page, father }) => {
  const fetched: string[] = []
  page.on('request', request => fetched.push(request.url()))
  await signIn(page, father)
  await page.goto('/playdates')
  await page.getByRole('link', { name: 'Naar de inhoud' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForLoadState('networkidle')
  expect(fetched.filter(url => url.includes('legal-pages'))).toEqual([])
})

test('a legal text is printed in full, without the screen behind it', async ({ page }) => {
  await page.goto('/auth')
  // With a legal text over another dialog, printing prints the text.
  await page.getByRole('button', { name: 'Privacy-instellingen' }).click()
  const behind = page.getByRole('dialog', { name: 'Privacy-instellingen' })
  await behind.getByRole('link', { name: 'Privacybeleid' }).click()
  const privacy = page.getByRole('dialog', { name: 'Privacy', exact: true })
  await expect(privacy.getByRole('heading', { level: 3 })).toHaveCount(7)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('#root')).toBeHidden()
  await expect(behind).toBeHidden()
  const isCut = await privacy.evaluate(dialog => dialog.clientHeight < 1500)
  expect(isCut).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(page.locator('#root')).toBeVisible()
  await expect(behind).toBeVisible()
})
