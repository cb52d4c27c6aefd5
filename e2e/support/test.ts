import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { startWeatherStandIn, type WeatherStandIn } from '../../packages/server/src/testing/weather/weather-stand-in.ts'
import { removeScrollbarGutter } from '../../tools/browsers.ts'
import { answerConsent } from '../../tools/consent.ts'
import { cancelTheirPlaydates, type Father, newFather, signIn } from '../../tools/father.ts'
import { createDatabase } from '../../tools/postgres.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { startTileStandIn, type TileStandIn } from '../../tools/tile-stand-in.ts'
import { collectComplaints } from './complaints.ts'

export { expect }

const weatherKey = 'a-weather-key'

type Worker = {
  /** The folder of this run's data. */
  database: 'embedded' | 'postgres'
  /** Whether it starts with the demo fathers. */
  demo: 'on' | 'off'
  /**
   * Where its map comes from: fetched by the server (`TILE_PROXY`), by browsers from a server elsewhere, or only from a
   * file that a test installs (no `TILE_URL`).
   */
  mapFrom: 'server' | 'elsewhere' | 'file'
  /** The address of its weather service. */
  weather: WeatherStandIn
  /** The tile server of its map. */
  tiles: TileStandIn
  /** The running Papadag, one for each worker and set of options. */
  product: Product
}

type ContextOptions = Parameters<Browser['newContext']>[0] & {
  /** The signed-in user, if any. */
  as?: Father
}

type Test = {
  /** Whether the privacy dialog is still unanswered. */
  isFirstVisit: boolean
  /** The complaints that a test expects of its browser. */
  expectedComplaints: RegExp | undefined
  /** The origins that its browsers may ask besides Papadag's. */
  foreign: readonly string[]
  /** The complaints of a test's browsers, which fail it if there are any at the end. */
  complaints: string[]
  /** Cancels at the end what the fathers of a test have planned. */
  cancelled: undefined
  /** A father with his own account. */
  father: Father
  /** Opens another browser with its own session and storage. */
  anotherBrowser: (options?: ContextOptions) => Promise<Page>
  /** Prints the server's output when a test has failed. */
  serverOutput: undefined
}

/** Playwright's `test` with a running Papadag. */
export const test = base.extend<Test, Worker>({
  database: ['embedded', { option: true, scope: 'worker' }],
  demo: ['on', { option: true, scope: 'worker' }],
  mapFrom: ['server', { option: true, scope: 'worker' }],

  weather: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      const weather = await startWeatherStandIn({ key: weatherKey })
      await use(weather)
      await weather.close()
    },
    { scope: 'worker' },
  ],

  tiles: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      const tiles = await startTileStandIn()
      await use(tiles)
      await tiles.close()
    },
    { scope: 'worker' },
  ],

  product: [
    async ({ database, demo, mapFrom, weather, tiles }, use, { parallelIndex }) => {
      const { dataDir, remove } = temporaryDataDir()
      const product = await startProduct({
        DATA_DIR: dataDir,
        DEMO: demo,
        OPEN_WEATHER_API_KEY: weatherKey,
        OPEN_WEATHER_URL: weather.url,
        ...(mapFrom === 'file' ? {} : { TILE_URL: tiles.template }),
        ...(mapFrom === 'server' ? { TILE_PROXY: 'on', CONTACT_EMAIL: 'beheer@papadag.test' } : {}),
        ...(database === 'postgres' ? { DATABASE_URL: ownDatabase(parallelIndex) } : {}),
      })
      await use(product)
      // A clean end is tested in e2e/cli.
      await product.kill()
      remove()
    },
    { scope: 'worker', timeout: 600_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  expectedComplaints: [undefined, { option: true }],

  foreign: async ({ mapFrom, tiles }, use) => use(mapFrom === 'elsewhere' ? [new URL(tiles.template).origin] : []),

  isFirstVisit: [false, { option: true }],

  context: async ({ context, isFirstVisit }, use) => {
    await removeScrollbarGutter(context)
    if (!isFirstVisit) await answerConsent(context)
    await use(context)
  },

  complaints: [
    async ({ context, expectedComplaints, foreign }, use) => {
      const complaints: string[] = []
      collectComplaints(context, complaints, expectedComplaints, foreign)
      await use(complaints)
      expect(complaints, 'complaints of the browser').toEqual([])
    },
    { auto: true },
  ],

  cancelled: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here that it needs no other fixture
    async ({}, use) => {
      await use(undefined)
      await cancelTheirPlaydates()
    },
    { auto: true },
  ],

  father: async ({ product }, use) => use(await newFather(product.url)),

  anotherBrowser: async ({ browser, complaints, expectedComplaints, foreign }, use) => {
    const contexts: BrowserContext[] = []
    await use(async ({ as, ...options } = {}) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      await removeScrollbarGutter(context)
      await answerConsent(context)
      collectComplaints(context, complaints, expectedComplaints, foreign)
      const page = await context.newPage()
      if (as) await signIn(page, as)
      return page
    })
    for (const context of contexts) await context.close()
  },

  serverOutput: [
    async ({ product }, use, testInfo) => {
      const before = product.output().length
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server', { body: product.output().slice(before), contentType: 'text/plain' })
    },
    { auto: true },
  ],
})

function ownDatabase(worker: number): string {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('These tests need PostgreSQL: run them through "npm run check -- e2e".')
  return createDatabase(server, `browser_${worker}_${Date.now()}`)
}
