import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from './support/test.ts'

// scripts/budgets.ts reads the build's manifest; this test counts what a browser fetches. Sizes are kB after gzip -9.
const scriptUntilUsable = 122
const scriptUntilIdle = 152
const requestsBeforeContent = 6
const layoutShift = 0.02

test.use({ isFirstVisit: true, serviceWorkers: 'allow' })

test('the first visit to /auth is small and stable, without browser warnings', {
  tag: '@both-databases',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto('/auth', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The shell is part of the page, so the first content waits only for the page and for what blocks painting.
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(entry => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => new URL(name).pathname),
  )
  expect(blocking).toContainEqual(expect.stringMatching(/\.css$/))
  expect(blocking.length + 1).toBeLessThanOrEqual(requestsBeforeContent)

  // The last deferred script brings the privacy dialog.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() => {
    const [usable] = performance.getEntriesByName('usable')
    return performance
      .getEntriesByType('resource')
      .map(({ name, startTime }) => ({
        path: new URL(name).pathname,
        // The app defers scripts until after this mark, however slow the start is.
        isEarly: usable !== undefined && startTime <= usable.startTime,
      }))
      .filter(({ path }) => path.endsWith('.js'))
  })
  const early = scripts.filter(({ isEarly }) => isEarly)
  expect(early.length).toBeGreaterThan(0)
  expect(early.length).toBeLessThan(scripts.length)
  expect(kilobytesOf(early)).toBeLessThanOrEqual(scriptUntilUsable)
  expect(kilobytesOf(scripts)).toBeLessThanOrEqual(scriptUntilIdle)

  const shifts = await page.evaluate(() => ('shifts' in window && Array.isArray(window.shifts) ? window.shifts : []))
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(layoutShift)
})

test('a slow page still loads before deferred scripts', { tag: '@both-databases' }, async ({ page }) => {
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  let letThrough = () => {}
  const isLetThrough = new Promise<void>(resolve => {
    letThrough = resolve
  })
  await page.route(/\/assets\/auth-[^/]*\.js$/, async route => {
    await isLetThrough
    await route.continue()
  })
  await page.clock.install()
  await page.goto('/auth', { waitUntil: 'commit' })
  const deferred = () => requested.filter(path => /overlays|consent-dialog/.test(path))
  await expect(page.getByText('Laden...')).toBeAttached()
  await page.clock.runFor(5000)
  expect(deferred()).toEqual([])
  letThrough()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(deferred()).not.toEqual([])
})

function kilobytesOf(scripts: { path: string }[]): number {
  const paths = new Set(scripts.map(({ path }) => path))
  const bytes = [...paths].map(path => gzipSync(readFileSync(`packages/web/dist${path}`), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
