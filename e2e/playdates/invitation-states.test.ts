import { joinInvite, makeInvite, revokeInvites } from '@papadag/contract/invites'
import { type Language, languages } from '@papadag/contract/limits'
import { deletePlaydate, type NewPlaydate } from '@papadag/contract/playdates/playdates'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate } from '../../tools/father.ts'
import { show } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { tagOf } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'
import { foreignTexts } from '../support/texts.ts'

// Elements in transition have intermediate colours, which fail contrast checks.
test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

const ofColours: Language = 'nl'

const minuteMs = 60_000
/** Long enough to make a link before it is over. */
const endsInMs = 5000
const before = (ms: number) => new Date(Date.now() - ms).toISOString()

/** Creates a link in each possible state. */
async function linksOf(host: Father, guest: Father) {
  const link = async (differences: Partial<NewPlaydate> = {}) => {
    const playdate = await newPlaydate(host, { area: 'Westerpark', ...differences })
    const params = { id: playdate.id }
    const { token } = await host.client.call(makeInvite, { params, body: { showName: true } })
    return { playdate, params, token, path: `/i/${token}` }
  }
  const [open, full, cancelled, over, revoked] = await Promise.all([
    link(),
    link({ maxParticipants: 1 }),
    link(),
    link({ startTime: before(30 * minuteMs), endTime: before(-endsInMs) }),
    link(),
  ])
  await guest.client.call(joinInvite, { params: { token: cancelled.token }, body: {} })
  await host.client.call(deletePlaydate, { params: cancelled.params, body: { reasonKind: 'weather' } })
  await host.client.call(revokeInvites, { params: revoked.params })
  return {
    open: open.path,
    full: full.path,
    cancelled: cancelled.path,
    revoked: revoked.path,
    unknown: `/i/${'A'.repeat(22)}`,
    // Last, since it is still running when its link is made.
    over: over.path,
  }
}

const hasEnded = (page: Page, url: string) =>
  expect.poll(async () => (await page.request.get(url)).status(), 'the status of its link').toBe(404)

/** Checks a page on the narrowest phone, and its colours in both themes in one language. */
async function expectWhole(page: Page, language: Language, screen: string) {
  await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
  await expect(page.locator('[aria-busy=true]'), screen).toHaveCount(0)
  const foreign = foreignTexts(language)
  const { lang, texts, overflowing } = await contentsOf(page)
  expect.soft(overflowing, screen).toEqual([])
  expect.soft(lang, screen).toBe(language)
  expect
    .soft(
      texts.filter(text => foreign.has(text)),
      screen,
    )
    .toEqual([])
  await (language === ofColours ? expectNothing(page, screen) : expectNothingInWords(page, screen))
}

for (const language of languages) {
  test(`invitations and notifications fit a narrow phone and are accessible in ${language}`, {
    tag: tagOf(language),
  }, async ({ product, anotherBrowser }) => {
    const [host, guest] = [await newFather(product.url, 'Thijs'), await newFather(product.url, 'Jeroen')]
    const links = await linksOf(host, guest)
    const narrow = { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' } as const
    const speaking = {
      cookies: [],
      origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
    }

    const visitor = await anotherBrowser(narrow)
    const said: Record<string, string | null> = {}
    for (const [state, path] of Object.entries(links)) {
      if (state === 'over') await hasEnded(visitor, product.url + path.replace('/i/', '/api/invites/'))
      await visitor.goto(`${path}?language=${language}`)
      await expectWhole(visitor, language, `${state}, to a visitor`)
      said[state] = await visitor.getByRole('main').locator('> :not(footer)').textContent()
    }
    expect(said.over, 'one friendly page').toBe(said.unknown)
    expect(said.revoked).toBe(said.unknown)
    expect(new Set(Object.values(said)).size, 'and one for each other state').toBe(4)

    const member = await anotherBrowser({ ...narrow, as: guest, storageState: speaking })
    for (const [state, path] of Object.entries(links)) {
      await show(member, path)
      await expectWhole(member, language, `${state}, to a member`)
    }
    await show(member, links.cancelled)
    await expect(member.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(member.getByRole('status').filter({ hasNotText: /^$/ }), 'he does not come').toHaveCount(0)
    for (const path of ['/notifications', '/profile?tab=settings&section=notifications']) {
      await show(member, path)
      await expectWhole(member, language, path)
    }
  })
}
