import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { startWeatherStandIn } from '../../packages/server/src/testing/weather-stand-in.ts'
import { createDatabase } from '../../scripts/postgres.ts'
import { type Product, startProduct, temporaryDataDir } from './product.ts'

export { expect } from '@playwright/test'

type Worker = {
  /** Where the data of this run lives. */
  database: 'embedded' | 'postgres'
  /** Whether it starts with the demo fathers. */
  demo: 'on' | 'off'
  /** The running Papadag, one for each worker and set of options. */
  product: Product
}

type Test = {
  /** Opens a browser of another father: his own session, his own storage. */
  anotherBrowser: (options?: Parameters<import('@playwright/test').Browser['newContext']>[0]) => Promise<Page>
  /** Shows what the server said when a test has failed. */
  serverOutput: undefined
}

/** Playwright's `test`, in front of a Papadag that was started for it. */
export const test = base.extend<Test, Worker>({
  database: ['embedded', { option: true, scope: 'worker' }],
  demo: ['on', { option: true, scope: 'worker' }],

  product: [
    async ({ database, demo }, use, { parallelIndex }) => {
      const { dataDir, remove } = temporaryDataDir()
      const key = 'a-weather-key'
      const weather = await startWeatherStandIn({ key })
      const product = await startProduct({
        DATA_DIR: dataDir,
        DEMO: demo,
        OPEN_WEATHER_API_KEY: key,
        OPEN_WEATHER_URL: weather.url,
        ...(database === 'postgres' ? { DATABASE_URL: ownDatabase(parallelIndex) } : {}),
      })
      await use(product)
      try {
        await product.stop()
      } finally {
        await weather.close()
        remove()
      }
    },
    { scope: 'worker', timeout: 90_000 },
  ],

  baseURL: async ({ product }, use) => use(product.url),

  anotherBrowser: async ({ browser }, use) => {
    const contexts: BrowserContext[] = []
    await use(async options => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context.newPage()
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
  if (!server) throw new Error('These tests need PostgreSQL: run them through "npm run test:e2e".')
  return createDatabase(server, `browser_${worker}_${Date.now()}`)
}
