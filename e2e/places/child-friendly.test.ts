import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Language, languages } from '@papadag/contract/limits'
import { searchPlaces } from '@papadag/contract/places/places'
import { playdatesAtPlace } from '@papadag/contract/playdates/playdates'
import { editProfile } from '@papadag/contract/users/users'
import type { Page } from '@playwright/test'
import { type Father, unique } from '../../tools/father.ts'
import { papadagIn } from '../../tools/npx.ts'
import type { Product } from '../../tools/product.ts'
import { cardOf, tabTo } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { tagOf } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { tagOfSize } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'
import { wordsIn } from '../support/words.ts'

test.use({ demo: 'off' })

/** The narrowest phone, and a desktop. */
const sizes = { phone: { width: 320, height: 700 }, desktop: { width: 1280, height: 800 } }

/** Three playgrounds of open data: one for little ones, one for big ones, and one of which nothing is known. */
async function imported({ dataDir, databaseUrl }: Product, at: { latitude: number; longitude: number }) {
  const names = { little: unique('De Worp'), big: unique('De Kuil'), unknown: unique('De Wip') }
  const ofKind = {
    little: { min_age: '1', max_age: '5', 'playground:baby_swing': 'yes', opening_hours: 'Sa 09:00-18:00' },
    big: { min_age: '8', opening_hours: 'Su 10:00-12:00' },
    unknown: {},
  }
  const elements = Object.entries(names).map(([kind, name], index) => ({
    ...{ type: 'node', id: Number(`${Date.now()}${index}`), lat: at.latitude + index / 1000, lon: at.longitude },
    tags: { leisure: 'playground', name, ...ofKind[kind as keyof typeof names] },
  }))
  const file = join(dirname(dataDir), `${unique('speeltuinen').replaceAll(' ', '-')}.json`)
  writeFileSync(file, JSON.stringify({ elements }))
  const papadag = papadagIn(dirname(dataDir), { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  expect(await papadag('import', file)).toMatchObject({ code: 0 })
  return names
}

const rows = Object.keys(sizes).flatMap(size =>
  languages.map(language => [size as keyof typeof sizes, language] as const),
)

for (const [index, [size, language]] of rows.entries()) {
  test(`on a ${size} in ${language} a father of a two-year-old filters, answers, reports a broken swing and plans there`, {
    tag: [...tagOf(language), ...tagOfSize(size)].slice(0, 1),
  }, async ({ product, father, anotherBrowser }) => {
    // Where no other test has playgrounds.
    const at = { latitude: 45 + index / 2, longitude: 1.5 }
    const names = await imported(product, at)
    await father.client.call(editProfile, { body: { childrenInfo: [{ name: 'Saar', age: 2 }] } })
    const page = await anotherBrowser({
      as: father,
      viewport: sizes[size],
      reducedMotion: 'reduce',
      permissions: ['geolocation'],
      geolocation: at,
      storageState: speaking(language, product.url),
    })
    await journey(page, language, { father, names })
  })
}

function speaking(language: Language, origin: string) {
  const localStorage = [
    { name: 'language', value: language },
    { name: 'location_asked', value: 'true' },
  ]
  return { cookies: [], origins: [{ origin, localStorage }] }
}

type Setting = { father: Father; names: Awaited<ReturnType<typeof imported>> }

async function journey(page: Page, language: Language, { father, names }: Setting) {
  const say = wordsIn(language)
  const { little: name, big, unknown } = names
  const sheet = page.getByRole('dialog', { name })
  const button = (text: string, filled = {}) => page.getByRole('button', { name: say(text, filled), exact: true })
  const pressed = (text: string, filled = {}) => button(text, filled).and(page.locator('[aria-pressed=true]'))
  /** What axe finds, and what does not fit. */
  const check = async (screen: string) => {
    await (language === 'de' ? expectNothing : expectNothingInWords)(page, screen)
    expect.soft((await contentsOf(page)).overflowing, screen).toEqual([])
  }

  await test.step('with the keyboard the chip for his child leaves out what is for bigger ones, and the address keeps it', async () => {
    await page.goto('/places?type=playground')
    await tabTo(page, button('For {names}', { names: 'Saar' }))
    await page.keyboard.press('Space')
    await expect(page).toHaveURL(/facts=ages(:|%3A)2-2/)
    await expect(cardOf(page, big)).toHaveCount(0)
    await page.reload()
    await expect(pressed('For {names}', { names: 'Saar' })).toBeVisible()
    const parts = page.getByRole('heading', { level: 3 })
    const inOrder = [say('These fit'), name, say('Not known yet'), unknown]
    await expect.poll(async () => (await parts.allTextContents()).filter(one => inOrder.includes(one))).toEqual(inOrder)
    await check('the filtered list')
  })

  await test.step('what is open on Saturday at ten is one tap away, and all filters say how many there are', async () => {
    await button('Open Saturday at 10').click()
    await expect(page).toHaveURL(/open(:|%3A)saturday/)
    await expect(cardOf(page, name)).toBeVisible()
    await expect(cardOf(page, big)).toHaveCount(0)
    await button('All filters').click()
    const dialog = page.getByRole('dialog', { name: say('All filters') })
    await expect(dialog.getByRole('button', { name: /\d/ }).last()).toBeVisible()
    await check('all filters')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await pressed('Open Saturday at 10').click()
    await expect(page).not.toHaveURL(/saturday/)
  })

  await test.step('the map follows the filter and says which it does not know', async () => {
    await page
      .getByRole('main')
      .getByRole('link', { name: say('Map'), exact: true })
      .click()
    await expect(page).toHaveURL(/playground-map\?facts=ages(:|%3A)2-2/)
    const pins = page.getByRole('application')
    await expect(pins.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(pins.getByRole('button', { name: say('{0} (not known yet)', { 0: unknown }) })).toBeVisible()
    await expect(pins.getByRole('button', { name: big })).toHaveCount(0)
    await check('the filtered map')
    await page.goBack()
  })

  await test.step('the sheet answers for his child, and shows what he filtered by', async () => {
    await cardOf(page, name).getByRole('link', { name }).click()
    const forSaar = say('{name} ({age}): yes. {reasons}.', { name: 'Saar', age: '2', reasons: '' })
    await expect(sheet.getByText(forSaar.slice(0, forSaar.lastIndexOf('.') - 1))).toBeVisible()
    await expect(sheet.getByText(say('(you filtered by it)'))).toBeAttached()
  })

  await test.step('he is there, so he is asked one thing, which he answers in one tap', async () => {
    const asked = sheet.getByRole('region', { name: say('Is {place} fenced?', { place: name }) })
    await check('the sheet that asks')
    await asked.getByRole('button', { name: say('All around') }).click()
    await expect(page.getByText(say('Thanks, that helps the next dad'), { exact: true })).toBeVisible()
    await expect(asked).toBeHidden()
  })

  await test.step('he is asked no more that day, and tells unasked what else he knows', async () => {
    await expect(sheet.getByRole('button', { name: say('Never ask me this') })).toBeHidden()
    const word = sheet.getByRole('button', { name: say('shade'), exact: true })
    await word.click()
    const opened = sheet.getByRole('region', { name: say('Is there shade at {place}?', { place: name }) })
    await opened.getByRole('button', { name: say('Some'), exact: true }).click()
    await expect(word).toBeHidden()
    await expect(opened).toBeHidden()
  })

  await test.step('he reports a broken swing, which everybody sees, and says that it is mended', async () => {
    await sheet.getByRole('button', { name: say('More options for {0}', { 0: name }) }).click()
    await page.getByRole('menuitem', { name: say('Something is wrong here') }).click()
    await check('the form for what is wrong')
    await sheet.getByRole('textbox', { name: say('What have you seen?') }).fill('De schommel hangt aan één ketting.')
    await sheet.locator('form button[type=submit]').click()
    const wrong = sheet.getByRole('region', { name: say('What is wrong here') })
    await expect(wrong).toContainText('De schommel hangt aan één ketting.')
    await check('the sheet of a broken playground')
    await wrong.getByRole('button', { name: say('Mended') }).click()
    await expect(page.getByText(say('Good news'), { exact: true })).toBeVisible()
  })

  await test.step('he plans there', async () => {
    await sheet.getByRole('link', { name: say('Plan something here') }).click()
    await expect(page).toHaveURL(/\/create\?/)
    await page.getByRole('textbox', { name: say('What are we going to do?') }).fill('Schommelen')
    await page.getByRole('button', { name: new RegExp(`^${say('Date')}`) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('Next month') })
      .click()
    // In every language the day comes before the year.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /(^|\D)15\D/ })
      .click()
    await page.locator('main form button[type=submit]').click()
    const [place] = await father.client.call(searchPlaces, { query: { q: name } })
    const planned = async () => (await father.client.call(playdatesAtPlace, { params: { id: place?.id ?? 0 } })).length
    await expect.poll(planned).toBe(1)
  })
}
