import { defineConfig, devices } from '@playwright/test'
import { findChromium, findHeadlessChromium, launchOptionsOf } from './tools/browsers.ts'

// The tests and their browser agree on which day it is.
const timezoneId = 'Europe/Amsterdam'
process.env.TZ = timezoneId

/** `npm run check -- e2e` provides PostgreSQL; without it everything runs on the embedded database. */
const onPostgres = process.env.TEST_DATABASE_URL
  ? [{ name: 'postgres', grep: /@both-databases/, use: { database: 'postgres' as const } }]
  : []

export default defineConfig<object, { database: 'embedded' | 'postgres' }>({
  testDir: 'e2e',
  testIgnore: '{cli,durability,firefox}/**',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // No test fails because a busy machine is slow.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'nl-NL',
    timezoneId,
    actionTimeout: 60_000,
    // It would fetch the whole app for every test. Tests about it allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: launchOptionsOf(findHeadlessChromium() ?? findChromium()),
  },
  projects: [{ name: 'embedded', use: { database: 'embedded' } }, ...onPostgres],
})
