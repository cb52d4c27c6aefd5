import type { Locator, Page } from '@playwright/test'
import { type Father, newFather, signIn } from '../../tools/father.ts'
import { withoutNetwork } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'
import { openWithoutCode } from './without-code.ts'

// Home and the list of playdates are drawn into the page, so that they are there before their code.

async function chooseLanguage(page: Page, url: string, language: string) {
  await page.context().addCookies([{ name: 'language', value: language, url }])
  await page.addInitScript(chosen => localStorage.setItem('language', chosen), language)
}

test.describe('prerendering the screens', () => {
  let father: Father
  test.beforeEach(async ({ page, product }) => {
    father = await newFather(product.url, 'Reinier')
    await signIn(page, father)
  })

  // His name is on a line of its own on a phone, and next to the greeting elsewhere.
  for (const [language, size] of [
    ['nl', { width: 390, height: 844 }],
    ['de', { width: 1280, height: 800 }],
  ] as const) {
    test(`prerendered screens are where the real ones will be, in ${language} at ${size.width} px`, async ({
      page,
      product,
    }) => {
      await page.setViewportSize(size)
      await chooseLanguage(page, product.url, language)
      // What the real screens show is still loading when the two are compared.
      await page.route(/\/api\/(playdates\/upcoming|today|weather)\b/, () => {})
      for (const path of ['/', '/playdates']) {
        const showCode = await openWithoutCode(page, path)
        await expect(page.locator('#prerendered main')).toBeVisible()
        await page.evaluate(() => document.fonts.ready.then(() => undefined))
        const drawn = await places(page, '#prerendered')
        expect(drawn.length).toBeGreaterThan(4)
        await showCode()
        await expect(async () => expect(await places(page, '#root')).toEqual(drawn)).toPass({ timeout: 60_000 })
      }
    })
  }

  test('prerendered screens show the evening from six o’clock and in the dark, and leave room for the first questions', async ({
    page,
  }) => {
    const scene = () => page.locator('#prerendered picture img:visible').getAttribute('src')
    // Once it knows how much waits for him, home begins small, and without the picture.
    await page.route('**/api/today', () => {})
    const skies: [hour: number, colours: 'light' | 'dark', scene: RegExp][] = [
      [17, 'light', /hero-zon/],
      [18, 'light', /hero-avond/],
      [17, 'dark', /hero-avond/],
    ]
    for (const [hour, colours, expected] of skies) {
      await page.clock.setFixedTime(new Date(2026, 5, 15, hour))
      await page.emulateMedia({ colorScheme: colours })
      const showCode = await openWithoutCode(page, '/')
      await expect(page.locator('#prerendered main')).toBeVisible()
      expect(await scene()).toMatch(expected)
      await showCode()
    }
    await expect(page.locator('#prerendered')).toHaveCount(0)
    await page.evaluate(
      id => localStorage.setItem('first_steps', JSON.stringify({ userId: id, at: 'wish' })),
      father.user.id,
    )
    await openWithoutCode(page, '/')
    await expect(page.locator('#prerendered .only-first-steps')).toBeVisible()
  })

  test('prerendered screens have the chosen colours, and so does the browser’s bar', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
    await openWithoutCode(page, '/')
    await expect(page.locator('#prerendered picture img:visible')).toHaveAttribute('src', /hero-avond/)
    const bars = page.locator('meta[name="theme-color"]')
    expect(await bars.evaluateAll(all => all.map(meta => meta.getAttribute('content')))).toEqual(['#0A1D1A', '#0A1D1A'])
  })

  test('prerendered screens greet a father as on his last visit, in as many lines as the app does', async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.clock.setFixedTime(new Date(2026, 5, 15, 9))
    for (const name of ['Daan', 'Jan-Willem', 'Maximiliaan-Alexander']) {
      await signIn(page, await newFather(product.url, name))
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Goedemorgen, ${name}`)
      const showCode = await openWithoutCode(page, '/')
      await expect(page.locator('#prerendered h1:visible')).toHaveText(`Goedemorgen, ${name}`)
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const drawn = await places(page, '#prerendered')
      await showCode()
      const all = expect.arrayContaining(drawn)
      await expect(async () => expect(await places(page, '#root')).toEqual(all)).toPass({ timeout: 60_000 })
    }
  })

  test('prerendered screens keep the header in view, and return to where the page was before it was reloaded', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 600 })
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Reinier')
    await page.evaluate(() => scrollTo(0, 150))
    await page.waitForFunction(() => history.state?.scrollY === 150)
    const showCode = await openWithoutCode(page, '/')
    await expect(page.locator('#prerendered main')).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(150)
    expect((await page.locator('header').boundingBox())?.y).toBe(0)
    await showCode()
    expect(await page.evaluate(() => scrollY)).toBe(150)
  })

  test('prerendered screens leave room for the remembered filters, and show none in a state it may not have', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    // The real list is still loading when it is compared.
    await page.route('**/api/playdates/upcoming?*', () => {})
    await page.goto('/')
    // The drawing knows whose filters they are once the app has greeted him.
    await page.waitForFunction(() => 'greeted' in localStorage)
    for (const filters of ['day=today', 'km=10&day=weekend']) {
      await page.evaluate(([id, words]) => localStorage.setItem('playdate_filters', `${id}?${words}`), [
        father.user.id,
        filters,
      ] as const)
      const showCode = await openWithoutCode(page, '/playdates')
      const list = page.getByRole('status').filter({ hasText: 'Laden' })
      await expect(list).toBeVisible()
      await expect(page.getByRole('button', { name: 'Vandaag' })).toBeHidden()
      const drawn = await list.boundingBox()
      await showCode()
      expect(await list.boundingBox()).toEqual(drawn)
    }
    // A day that is over is forgotten, and needs no space from then on.
    await page.evaluate(id => localStorage.setItem('playdate_filters', `${id}?day=2026-01-01`), father.user.id)
    const showCode = await openWithoutCode(page, '/playdates')
    await showCode()
    expect(await page.evaluate(() => localStorage.playdate_filters)).toBeUndefined()
  })

  test('prerendered screens are not shown to somebody who logged out without a network, or in another language', async ({
    page,
  }) => {
    await page.goto('/users')
    for (const [key, value] of [
      ['logged_out', 'true'],
      ['language', 'de'],
    ] as const) {
      await page.evaluate(([name, chosen]) => localStorage.setItem(name, chosen), [key, value] as const)
      await openWithoutCode(page, '/')
      await page.locator('#ahead').waitFor({ state: 'attached' })
      await expect(page.locator('#prerendered')).toHaveCount(0)
      await page.evaluate(name => localStorage.removeItem(name), key)
    }
  })

  test('prerendered screens are for members, that of the login for visitors, and none for an address that asks for more', async ({
    page,
    product,
  }) => {
    const { request } = page
    const htmlOf = async (path: string) => (await request.get(product.url + path)).text()
    expect(await htmlOf('/')).toContain('Papaweekend in het park')
    expect(await htmlOf('/playdates')).toContain('Geweest')
    for (const path of ['/playdates?tab=past', '/chat', '/nowhere'])
      expect(await htmlOf(path)).not.toContain('id="prerendered"')
    await page.context().clearCookies()
    for (const path of ['/', '/auth?tab=register']) expect(await htmlOf(path)).not.toContain('id="prerendered"')
    expect(await htmlOf('/auth')).toContain('id="prerendered"')
  })
})

test('a visitor sees the login’s picture and heading before its code, where they stay', async ({ page }) => {
  const showCode = await openWithoutCode(page, '/auth')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Fijn dat je er bent')
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const top = await topOf(heading)
  await showCode()
  await expect(async () => expect(await topOf(heading)).toBe(top)).toPass({ timeout: 60_000 })
  await expect(page.getByLabel('Gebruikersnaam')).toBeVisible()
})

const topOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? Number.NaN)

test.describe('when the code of prerendered screens cannot be loaded', () => {
  test.use({ expectedComplaints: withoutNetwork })

  for (const [missing, files] of [
    ['the first script', /\/assets\/index-[^/]*\.js$/],
    ['one that it needs', /\/assets\/shell-[^/]*\.js$/],
    ['the words', /\/assets\/nl-[^/]*\.js$/],
  ] as const) {
    test(`prerendered screens say so and can be loaded again: ${missing}`, async ({ page, father }) => {
      await signIn(page, father)
      await page.route(files, route => route.abort())
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Papadag is niet bereikbaar' })).toBeFocused()
      await expect(page.getByRole('link', { name: 'Restaurants' })).toHaveCount(0)
      await page.unroute(files)
      await page.getByRole('link', { name: 'Opnieuw proberen' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(father.user.firstName)
    })
  }
})

/** The positions of everything that can be tapped, from the top; widths depend on fonts, which load later. */
function places(page: Page, within: string) {
  return page.evaluate(
    selector =>
      [...document.querySelectorAll(`${selector} :is(main, main ~ nav) :is(a, button)`)]
        .filter(element => element.checkVisibility())
        .map(element => {
          const { top, height } = element.getBoundingClientRect()
          return `${element.textContent} ${Math.round(top)} ${Math.round(height)}`
        }),
    within,
  )
}
