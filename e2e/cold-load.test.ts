import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from './support/test.ts'

// The budgets of scripts/budgets.ts read what the build says; here a browser says what it really fetches.
const kilobytesOfScript = 130
const requestsBeforeContent = 6
const layoutShift = 0.02

test.use({ serviceWorkers: 'allow' })

test('the first visit to /auth is light, calm and without a complaint of the browser', {
  tag: '@both-databases',
}, async ({ page }) => {
  const scripts = new Set<string>()
  page.on('request', request => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto('/auth', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The first content is the shell in the page itself: it waits for the page and for what blocks painting.
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(entry => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => new URL(name).pathname),
  )
  expect(blocking).toContainEqual(expect.stringMatching(/\.css$/))
  expect(blocking.length + 1).toBeLessThanOrEqual(requestsBeforeContent)

  await page.waitForLoadState('networkidle')
  const bytes = [...scripts].map(path => gzipSync(readFileSync(`packages/web/dist${path}`), { level: 9 }).length)
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(kilobytesOfScript)
  const shifts = await page.evaluate(() => ('shifts' in window && Array.isArray(window.shifts) ? window.shifts : []))
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(layoutShift)
})
