import { decideOnPlace } from '@papadag/contract/places/place-edits'
import { addPlace, addPlayground } from '@papadag/contract/places/places'
import { joinPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import type { Page } from '@playwright/test'
import { type Father, newFather, newPlaydate, signIn, unique } from '../../tools/father.ts'
import { papadagIn } from '../../tools/npx.ts'
import type { Product } from '../../tools/product.ts'
import { toasts } from '../../tools/screens.ts'
import { expectNothing, expectNothingInWords } from '../support/axe.ts'
import { languagesNow } from '../support/languages.ts'
import { contentsOf } from '../support/screen-contents.ts'
import { expect, test } from '../support/test.ts'

test.use({ demo: 'off', contextOptions: { reducedMotion: 'reduce' } })

test.afterEach(({ weather }) => {
  weather.forecast = { temperature: 12.34, rain: 10, gusts: 20 }
  weather.mood.forecast = 'well'
})

const sheetOf = (page: Page) => page.getByRole('dialog')
/** A moderator confirms a place that a member has added: the app sends fathers only where it is certain. */
async function confirmPlace({ dataDir, databaseUrl }: Product, { client, user }: Father, placeId: number) {
  const papadag = papadagIn(dataDir, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  expect(await papadag('moderator', 'add', user.username)).toMatchObject({ code: 0 })
  await client.call(decideOnPlace, { params: { id: placeId }, body: { decision: 'confirm', reason: 'Gezien.' } })
}

/** Opens what few need at once, in any language. */
const unfold = (page: Page) => sheetOf(page).locator('button[aria-controls]').click()
const weatherIn = (page: Page) => sheetOf(page).getByRole('region', { name: 'Het weer' })

test('when it will rain a guest suggests a dry place, and the creator is asked once and moves the playdate there', async ({
  page,
  father: host,
  product,
  weather,
  anotherBrowser,
}) => {
  weather.forecast.rain = 80
  // Somewhere no other test has a forecast for.
  const at = { latitude: 51.65, longitude: 5.05 }
  const outdoors = await host.client.call(addPlayground, { body: { name: unique('Zandkuil'), ...at } })
  const name = unique('Pannenkoek')
  const dry = await host.client.call(addPlace, {
    body: { type: 'restaurant', name, address: 'Kade 1', ...at, latitude: 51.655, features: ['playCorner'] },
  })
  await confirmPlace(product, host, dry.id)
  const playdate = await newPlaydate(host, { placeId: outdoors.id, location: outdoors.name })
  const guest = await newFather(product.url, 'Kees')
  await guest.client.call(joinPlaydate, { params: { id: playdate.id }, body: {} })

  const other = await anotherBrowser({ as: guest })
  await other.goto(`/playdates?open=${playdate.id}`)
  await unfold(other)
  await expect(weatherIn(other)).toContainText('Waarschijnlijk regen: 80% kans.')
  await expect(weatherIn(other)).toContainText('OpenWeather')
  await sheetOf(other).getByRole('button', { name: 'Stel voor' }).click()
  await expect(weatherIn(other)).toContainText('Voorgesteld')

  await signIn(page, host)
  await page.goto(`/playdates?open=${playdate.id}`)
  await unfold(page)
  // In the group chat, which everybody who is coming reads.
  const thread = sheetOf(page).getByRole('link', { name: /^Groepschat/ })
  await expect(thread).toContainText('Kees: ')
  await expect(thread).toContainText('1 nieuw')
  await weatherIn(page).getByRole('button', { name: 'Hierheen verplaatsen' }).click()
  const question = page.getByRole('alertdialog', { name: `Verplaatsen naar ${name}?` })
  await question.getByRole('button', { name: 'Verplaatsen', exact: true }).click()
  await expect(toasts(page)).toContainText(`Verplaatst naar ${name}`)
  await expect(sheetOf(page)).toContainText(`${name}, Kade 1`)
  // Indoors it still says so, and offers nothing.
  await expect(weatherIn(page)).toContainText('Waarschijnlijk regen')
  await expect(weatherIn(page).getByRole('button')).toHaveCount(0)
  const moved = await guest.client.call(onePlaydate, { params: { id: playdate.id } })
  expect(moved).toMatchObject({ placeId: dry.id, startTime: playdate.startTime, endTime: playdate.endTime })
  // The guest's screen follows, and the notice tells him.
  await expect(sheetOf(other)).toContainText(`${name}, Kade 1`)
})

test('the weather fits the narrowest phone in every language and theme', async ({
  father: host,
  product,
  weather,
  anotherBrowser,
}) => {
  weather.forecast = { temperature: -3, rain: 100, gusts: 90 }
  const at = { latitude: 51.25, longitude: 5.75 }
  const outdoors = await host.client.call(addPlayground, { body: { name: unique('Zandkuil'), ...at } })
  const dry = await host.client.call(addPlace, {
    body: {
      type: 'restaurant',
      name: unique('Kinderpannenkoekenhuis'),
      address: 'Kade 1',
      ...at,
      features: ['playCorner'],
    },
  })
  await confirmPlace(product, host, dry.id)
  const start = Date.now() + 24 * 3_600_000
  const playdate = await newPlaydate(host, {
    placeId: outdoors.id,
    endTime: new Date(start + 8 * 3_600_000).toISOString(),
  })
  for (const language of languagesNow) {
    const page = await anotherBrowser({
      as: host,
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
      storageState: {
        cookies: [],
        origins: [{ origin: product.url, localStorage: [{ name: 'language', value: language }] }],
      },
    })
    await page.goto(`/playdates?open=${playdate.id}`)
    await unfold(page)
    await expect(sheetOf(page).getByRole('link', { name: 'OpenWeather' })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft((await contentsOf(page)).overflowing, language).toEqual([])
    await (language === 'nl' ? expectNothing : expectNothingInWords)(page, `weather in ${language}`)
    await page.context().close()
  }
})
