import type { Language } from '@papadag/contract/limits'
import { languages } from '@papadag/contract/limits'
import { answerPoll, createPoll } from '@papadag/contract/playdates/polls'
import type { Page } from '@playwright/test'
import { type Father, newFather, signIn } from '../../tools/father.ts'
import { show } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { tagOf } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

// Elements in transition have intermediate colours, which fail contrast checks.
test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

test('a father asks which day suits, another answers through the link, and one tap makes it a playdate', async ({
  page,
  father,
  product,
  anotherBrowser,
}) => {
  const guest = await newFather(product.url, 'Bram')
  await signIn(page, father)
  await page.goto('/create?how=ask')
  await page.getByLabel('Wat gaan we doen?').fill('Hutten bouwen')
  await page.getByLabel('Waar?').fill('Bos')
  await page.getByRole('button', { name: 'Nog een dag voorstellen' }).click()
  await page.getByRole('button', { name: 'Vraag welke dag past' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hutten bouwen' })).toBeVisible()
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue()

  const visitor = await anotherBrowser()
  await visitor.goto(link)
  await expect(visitor.getByRole('link', { name: 'Zeg wat jou past' })).toBeVisible()
  await expect(visitor.getByText('0 ja · 0 kan ook · 0 nee')).toHaveCount(3)

  const other = await anotherBrowser({ as: guest })
  await other.goto(link)
  await other.getByRole('group').nth(1).getByRole('radio', { name: 'Ja' }).check()
  await other.getByRole('button', { name: 'Verstuur mijn antwoorden' }).click()
  await expect(other.getByText('Ja: Bram')).toBeVisible()

  // It arrives by itself.
  await expect(page.getByText('1 papa heeft geantwoord')).toBeVisible()
  await page
    .getByRole('button', { name: /^Kies deze dag/ })
    .nth(1)
    .click()
  await expect(page).toHaveURL(/\/playdates/)
  await expect(page.getByRole('dialog', { name: 'Hutten bouwen' }).getByText('Bram')).toBeVisible()
  await expect(other.getByText('Dit wordt het')).toBeVisible()
})

const dayMs = 86_400_000

/** A poll by Thijs that the guest has answered. */
async function questionOf(host: Father, guest: Father) {
  const times = [1, 2, 3].map(day => {
    const start = Date.now() + day * dayMs
    return { startTime: new Date(start).toISOString(), endTime: new Date(start + dayMs / 24).toISOString() }
  })
  const about = { title: 'Hutten bouwen', description: 'Touw mee.', location: 'Bos', maxParticipants: 5 }
  const poll = await host.client.call(createPoll, { body: { ...about, times, fathers: [guest.user.id] } })
  const answers = { [String(poll.times[0]?.id)]: 'yes' as const, [String(poll.times[1]?.id)]: 'maybe' as const }
  await guest.client.call(answerPoll, { params: { id: poll.id }, body: { answers } })
  return { own: `/polls/${poll.id}`, link: new URL(poll.url ?? '').pathname }
}

/** Checks a page on the narrowest phone, and its colours in both themes in one language. */
async function expectWhole(page: Page, language: Language, screen: string) {
  await expect(page.getByRole('heading', { level: 1 }), screen).toBeVisible()
  await expect(page.locator('[aria-busy=true]'), screen).toHaveCount(0)
  const { lang, overflowing } = await contentsOf(page)
  expect.soft(overflowing, screen).toEqual([])
  expect.soft(lang, screen).toBe(language)
  await (language === 'nl' ? expectNothing(page, screen) : expectNothingInWords(page, screen))
}

for (const language of languages) {
  test(`asking which day suits fits a narrow phone and is accessible in ${language}`, { tag: tagOf(language) }, async ({
    product,
    anotherBrowser,
  }) => {
    const [host, guest] = [await newFather(product.url, 'Thijs'), await newFather(product.url, 'Jeroen')]
    const { own, link } = await questionOf(host, guest)
    const narrow = { viewport: { width: 320, height: 700 }, reducedMotion: 'reduce' } as const
    const speaking = {
      cookies: [],
      origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
    }
    const visitor = await anotherBrowser({ ...narrow, storageState: { cookies: [], origins: [] } })
    await visitor.goto(`${link}?language=${language}`)
    await expectWhole(visitor, language, 'visitor')
    for (const as of [host, guest]) {
      const page = await anotherBrowser({ as, ...narrow, storageState: speaking })
      await page.goto(own)
      await expectWhole(page, language, `${as.user.firstName}’s question`)
      await show(page, '/polls')
      await expectWhole(page, language, 'all questions')
      if (as !== host) continue
      await show(page, '/create?how=ask')
      await expectWhole(page, language, 'proposals')
    }
  })
}
