import { type Language, languages } from '@papadag/contract/limits'
import { deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate } from '../../tools/father.ts'
import { resize, show } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { screensOfMember, screensOfVisitor } from '../support/every-screen.ts'
import { tagOf } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'
import { foreignTexts } from '../support/texts.ts'

/** The language in which axe looks at the colours, in either theme. */
const ofColours: Language = 'de'
const widths = [320, 390, 768, 1280]

for (const language of languages) {
  test(`every screen is complete and fits in ${language} on every width`, { tag: tagOf(language) }, async ({
    product,
    father,
    anotherBrowser,
  }) => {
    const { id } = await newPlaydate(father)
    const still = { reducedMotion: 'reduce', storageState: speaking(language, product.url) } as const
    const member = await anotherBrowser({ as: father, ...still })
    for (const path of screensOfMember(id)) await expectWhole(member, path, language)
    const visitor = await anotherBrowser(still)
    for (const path of screensOfVisitor) await expectWhole(visitor, path, language)
  })
}

/** What a father may have asked of his device, and what would break it on a screen. */
const preferences = {
  'reduced motion': {
    asked: { reducedMotion: 'reduce' },
    wrong: (page: Page) =>
      page.evaluate(() =>
        document.getAnimations().flatMap(({ effect, playState }) => {
          const { duration, iterations } = effect?.getComputedTiming() ?? {}
          const isLong = Number(duration) > 1 || iterations === Number.POSITIVE_INFINITY
          const target = effect instanceof KeyframeEffect ? effect.target : null
          return playState === 'running' && isLong ? [`moves: ${target?.outerHTML.slice(0, 90)}`] : []
        }),
      ),
  },
  'forced colours': {
    asked: { forcedColors: 'active' },
    wrong: (page: Page) =>
      page.evaluate(() => {
        const wrong: string[] = []
        const edgeOf = (control: Element) => {
          const { outlineStyle, outlineColor, outlineWidth } = getComputedStyle(control)
          return outlineStyle === 'none' ? undefined : `${outlineWidth} ${outlineColor}`
        }
        const isShown = (control: Element) =>
          control !== document.activeElement && control.checkVisibility({ visibilityProperty: true })
        const say = (what: string, control: Element) => wrong.push(`${what}: ${control.outerHTML.slice(0, 90)}`)
        for (const control of document.querySelectorAll('button, .field-box, .chip')) {
          if (isShown(control) && !edgeOf(control)) say('no edge', control)
        }
        const chosen = ['selected', 'pressed', 'checked'].map(state => `[aria-${state}=true]`).join()
        for (const control of document.querySelectorAll(`${chosen}, [aria-current]`)) {
          const sibling = [...(control.parentElement?.parentElement?.querySelectorAll(control.localName) ?? [])].find(
            other =>
              other.getAttribute('role') === control.getAttribute('role') &&
              !other.matches(`${chosen}, [aria-current]`),
          )
          if (isShown(control) && sibling && edgeOf(control) === edgeOf(sibling)) say('looks like the others', control)
        }
        return wrong
      }),
  },
} as const

for (const [name, { asked, wrong }] of Object.entries(preferences)) {
  test(`every screen respects ${name}`, { tag: '@nightly' }, async ({ product, father, anotherBrowser }) => {
    const { id } = await newPlaydate(father)
    const options = { ...asked, storageState: speaking('nl', product.url), viewport: { width: 390, height: 844 } }
    const screens = [
      { page: await anotherBrowser({ as: father, ...options }), paths: screensOfMember(id) },
      { page: await anotherBrowser(options), paths: screensOfVisitor },
    ]
    for (const { page, paths } of screens) {
      for (const path of paths) {
        await show(page, path)
        await expectComplete(page, path)
        expect.soft(await wrong(page), path).toEqual([])
      }
    }
  })
}

for (const language of languages) {
  test(`overlays fit a very small phone in ${language}, and axe finds nothing`, {
    tag: tagOf(language),
  }, async ({ product, father, anotherBrowser }) => {
    const page = await anotherBrowser({
      as: father,
      viewport: { width: 320, height: 640 },
      reducedMotion: 'reduce',
      storageState: speaking(language, product.url),
    })
    const check = language === ofColours ? expectNothing : expectNothingInWords
    for (const [what, open] of Object.entries(await prepare(father, await newFather(product.url, 'Maximiliaan')))) {
      await open(page)
      await expect(page.locator('[aria-busy=true]'), what).toHaveCount(0)
      await check(page, what)
      expect.soft((await contentsOf(page)).overflowing, what).toEqual([])
    }
  })
}

/** Screens that need more than an address, with steps that depend on no language. */
async function prepare(father: Father, host: Father): Promise<Record<string, (page: Page) => Promise<unknown>>> {
  const theirs = await newPlaydate(host)
  const offToday = await newPlaydate(host)
  await father.client.call(joinPlaydate, { params: { id: offToday.id }, body: {} })
  await host.client.call(deletePlaydate, { params: { id: offToday.id } })
  const childrenInfo = [{ name: 'Ama', age: 5 }]
  for (const { client } of [father, host]) await client.call(editProfile, { body: { city: 'Diemen', childrenInfo } })

  const visit = (path: string) => (page: Page) => show(page, path)
  const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()
  const asNew = (answers: object) => async (page: Page) => {
    await page.evaluate(
      steps => localStorage.setItem('first_steps', steps),
      json({ userId: father.user.id, ...answers }),
    )
    // Nothing else is there for him yet.
    const nothing = { due: [], dueCount: 0, next: null, day: null, town: null, hint: null }
    await page.route('**/api/today', route => route.fulfill({ json: nothing }))
    await page.goto('/')
    await expect(page.locator('main section.card h2[tabindex]')).toBeVisible()
  }
  const wholeMap = (key: string) => async (page: Page) => {
    await show(page, '/playground-map')
    await page.getByRole('slider').press(key)
  }
  // No two on the same path in a row, so that each is drawn anew.
  return {
    'another father': visit(`/users/${host.user.id}`),
    'the whole map': wholeMap('Home'),
    notifications: visit('/notifications'),
    'the whole map, half of it a list': wholeMap('ArrowUp'),
    'how many children come along': async page => {
      await show(page, '/playdates')
      await page.getByRole('article').filter({ hasText: theirs.title }).locator('button:not([aria-haspopup])').click()
      await dialog(page)
    },
    'the whole map below its list': wholeMap('End'),
    'another day': async page => {
      await show(page, '/playdates')
      await page.getByRole('group').locator('button:has([href="#i-calendar"])').click()
      await expect(page.getByRole('dialog').getByRole('grid')).toBeVisible()
    },
    settings: visit('/profile?tab=settings&section=days'),
    'a new restaurant': async page => {
      await show(page, '/places?type=restaurant')
      await page
        .getByRole('button')
        .filter({ has: page.locator('[href="#i-plus"]') })
        .first()
        .click()
      await expect(page.locator('form textarea')).toBeVisible()
    },
    'who to ask along': async page => {
      await show(page, '/create?title=Vliegeren&location=Diemerbos')
      await page.locator('form [type=submit]').click()
      await dialog(page)
    },
    'first question': asNew({ at: 'children' }),
    'second question': asNew({ at: 'home' }),
    'third question': asNew({ at: 'days' }),
    'fourth question': asNew({ at: 'wish' }),
    'for his answers': asNew({ wish: 'weekend' }),
    'where he lives': async page => {
      await father.client.call(editProfile, { body: { city: 'Verweggistan' } })
      await page.goto('/playdates')
      await page.getByRole('group').locator('button:has([href="#i-pin"])').click()
      await dialog(page)
      await page.getByRole('dialog').getByRole('textbox').fill('Verweggistan')
      await page.getByRole('dialog').locator('form [type=submit]').click()
      await expect(page.getByRole('dialog').locator('[aria-invalid]')).toBeVisible()
    },
  }
}

const json = (value: unknown) => JSON.stringify(value)

async function expectWhole(page: Page, path: string, language: Language) {
  await show(page, path)
  await expectComplete(page, path)
  const foreign = foreignTexts(language)
  // From the last screen's width to the other end, since each change of size renders the page again.
  const isWide = page.viewportSize()?.width === widths.at(-1)
  for (const width of isWide ? widths.toReversed() : widths) {
    if (page.viewportSize()?.width !== width) await resize(page, { width, height: 844 })
    const { lang, title, headings, texts, overflowing } = await lookAt(page, width)
    const where = `${path} at ${width} px`
    expect.soft(overflowing, where).toEqual([])
    expect.soft(headings, where).toHaveLength(1)
    expect
      .soft(
        texts.filter(text => foreign.has(text)),
        where,
      )
      .toEqual([])
    expect.soft(lang, where).toBe(language)
    expect.soft(title, where).toMatch(/^.+ · Papadag$/)
  }
}

async function expectComplete(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  if (path.includes('?open=')) await expect(page.getByRole('dialog'), path).toBeVisible()
  await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
}

/**
 * Checks a screen at a width; twice if something does not fit, since Chromium may lay out with the former width's `vw`
 * until the next resize.
 */
async function lookAt(page: Page, width: number) {
  const seen = await contentsOf(page)
  if (seen.overflowing.length === 0) return seen
  await resize(page, { width: width + 1, height: 844 })
  await resize(page, { width, height: 844 })
  return contentsOf(page)
}

function speaking(language: Language, origin: string) {
  return { cookies: [], origins: [{ origin, localStorage: [{ name: 'language', value: language }] }] }
}
