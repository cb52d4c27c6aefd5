import { existsSync, statSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inWholeChromium } from '../tools/browsers.ts'
import { newPlaydate, signIn } from '../tools/father.ts'
import { acquainted, log } from './support/chat.ts'
import { expect, test } from './support/test.ts'

// scripts/budgets.ts reads the build's manifest; these tests count what a browser fetches. Sizes are kB as sent, with brotli;
// the names of the files alone, new with each change, move them by .15.
const scripts = {
  '/auth': { untilUsable: 100.3, untilIdle: 108.5 },
  // Of which 4 for the first playdates below the fold, 12 for the list of playdates in its two parts, fetched ahead, 3 for who is free on his day, once it is near, 6 for
  // the places nearby, and 1.5 for the waiting list, where one of the first three playdates is full (on Fridays).
  '/': { untilUsable: 105, untilIdle: 157.5 },
  // Of which 1 for choosing between pictures and a map of one's own, 1 for what of it can be kept, 3 for the search, types
  // and features that it shares with the list of places, and 4 for what is known of playgrounds.
  '/playground-map': { untilUsable: 144, untilIdle: 171 },
}
const layoutShift = 0.02

test.use({ ...inWholeChromium, isFirstVisit: true, serviceWorkers: 'allow' })

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
  // The shell and its styles are part of the page, so the first content waits for nothing else.
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(entry => 'renderBlockingStatus' in entry && entry.renderBlockingStatus === 'blocking')
      .map(({ name }) => new URL(name).pathname),
  )
  expect(blocking).toEqual([])

  // The last deferred script brings the privacy dialog.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expectLittleScript(page, '/auth')

  const shifts = await page.evaluate(() => ('shifts' in window && Array.isArray(window.shifts) ? window.shifts : []))
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThanOrEqual(layoutShift)
})

for (const path of ['/', '/playground-map'] as const) {
  test(`a member's first visit to ${path} is small`, { tag: '@both-databases' }, async ({ page, father }) => {
    await signIn(page, father)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    await page.goto(path)
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectLittleScript(page, path)
    const repeated = asked.filter((one, at) => asked.indexOf(one) !== at)
    // Read once more over the live connection, for what came between.
    expect(repeated.filter(one => one !== '/api/chats')).toEqual([])
  })
}

for (const theme of ['light', 'dark']) {
  test(`the header bar is drawn before styles and code load, and does not change (${theme})`, async ({
    page,
    father,
  }) => {
    await signIn(page, father)
    await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme)
    let letThrough = () => {}
    const isLetThrough = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await page.route(/\/assets\/.*\.(css|js)$/, async route => {
      await isLetThrough
      await route.continue()
    })
    const looks = () =>
      page.evaluate(() => {
        const header = document.querySelector('header')
        const rects = [header, ...(header?.querySelectorAll('svg') ?? [])].map(element =>
          element?.getBoundingClientRect(),
        )
        return {
          sizes: rects.slice(0, 3).map(rect => [rect?.left, rect?.top, rect?.width, rect?.height]),
          colours: [
            getComputedStyle(document.body).backgroundColor,
            header && getComputedStyle(header).backgroundColor,
          ],
        }
      })
    await page.goto('/', { waitUntil: 'commit' })
    await expect(page.locator('header svg').first()).toBeVisible()
    const before = await looks()
    letThrough()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await looks()).toEqual(before)
  })
}

test('the session and home’s first read are requested once, without waiting for the code, and the list is loaded ahead', async ({
  page,
  father,
}) => {
  await signIn(page, father)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const code = asked.findIndex(path => path.includes('/home-'))
  for (const read of ['/api/user', '/api/playdates/upcoming?order=near&limit=4']) {
    expect(asked.filter(path => path === read)).toEqual([read])
    expect(asked.indexOf(read)).toBeLessThan(code + 10)
  }

  // The list is prefetched, so a tap leading to it waits for no code.
  asked.length = 0
  // The privacy dialog covers the page.
  await page.locator('main a[href="/playdates"]').dispatchEvent('click')
  await expect(page.getByRole('tab').first()).toBeVisible()
  const late = asked.filter(path => path.endsWith('.js'))
  // A full playdate in sight brings its waiting list, with the texts; whether there is one depends on the day.
  const isFullInSight = late.some(path => path.includes('/waiting-actions-'))
  expect(isFullInSight ? late.slice(2) : late).toEqual([])
})

test('a chat’s messages are requested once, without waiting for the code or the live connection', async ({
  page,
  product,
}) => {
  const { kwame, id } = await acquainted(product.url)
  await signIn(page, kwame)
  const asked: string[] = []
  page.on('request', request => asked.push(request.url().replace(/^https?:\/\/[^/]+/, '')))
  // Without a live connection nothing else brings them.
  await page.routeWebSocket('**/ws', () => {})
  await page.goto(`${product.url}/chat/${id}`)
  await expect(log(page).getByText('Ha Kwame.')).toBeVisible()
  const read = `/api/chats/${id}/messages?limit=100`
  expect(asked.filter(path => path === read)).toEqual([read])
  expect(asked.indexOf(read)).toBeLessThan(asked.findIndex(path => path.includes('/chat-')))
})

test.describe('without a service worker, which may have the code already', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen whose code loads later waits only for its code', async ({ page, father }) => {
    await signIn(page, father)
    // If the code comes later, so does the screen, but no later than that: React would keep the spinner for 300 ms.
    await page.clock.install()
    let letThrough = () => {}
    const isLetThrough = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await page.route(/\/assets\/chat-[^/]*\.js$/, async route => {
      await isLetThrough
      await route.continue()
    })
    await page.goto('/')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.locator('header a[href="/chat"]').first().dispatchEvent('click')
    await expect(page.getByText('Laden...')).toBeAttached()
    letThrough()
    await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()
  })

  test('an opened playdate requests all of its code at once', async ({ page, father }) => {
    const { title } = await newPlaydate(father)
    await signIn(page, father)
    const asked: string[] = []
    page.on('request', request => asked.push(new URL(request.url()).pathname))
    let letThrough = () => {}
    const isLetThrough = new Promise<void>(resolve => {
      letThrough = resolve
    })
    await page.route(/\/assets\/opened-playdate-[^/]*\.js$/, async route => {
      await isLetThrough
      await route.continue()
    })
    await page.goto('/playdates')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(asked.filter(path => path.includes('/number-stepper-'))).toEqual([])
    await page.getByRole('link', { name: title }).dispatchEvent('click')
    await expect.poll(() => asked.some(path => path.includes('/number-stepper-'))).toBe(true)
    letThrough()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  })
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

async function expectLittleScript(page: Page, path: keyof typeof scripts) {
  const fetched = await page.evaluate(() => {
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
  const early = fetched.filter(({ isEarly }) => isEarly)
  expect(early.length).toBeGreaterThan(0)
  expect(early.length).toBeLessThan(fetched.length)
  // The page itself requests the largest file, which would otherwise wait for another script.
  await expect(page.locator('link[rel=modulepreload][href*="/shell-"]')).toHaveCount(1)
  const list = fetched.map(one => `${one.isEarly ? 'early' : 'later'} ${kilobytesOf([one])} ${one.path}`).join('\n')
  expect(kilobytesOf(early), list).toBeLessThanOrEqual(scripts[path].untilUsable)
  expect(kilobytesOf(fetched), list).toBeLessThanOrEqual(scripts[path].untilIdle)
}

function kilobytesOf(scripts: { path: string }[]): number {
  const paths = [...new Set(scripts.map(({ path }) => `packages/web/dist${path}`))]
  const bytes = paths.map(path => statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}
