import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { startTileStandIn, townTile } from '../../tools/tile-stand-in.ts'
import { makeChats } from '../chat/chat-data.ts'
import { type Measured, type Room, startPapadag } from '../measured-process.ts'
import { startPhonePeer } from '../phone-peer/start.ts'
import type { Table } from '../report.ts'
import { alternate, type Sample } from '../rounds.ts'
import { signIn } from '../visitor.ts'

const rounds = 3
export const phoneScreen = { width: 390, height: 844 }
export const phone = {
  viewport: phoneScreen,
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
  locale: 'nl-NL',
  // Elsewhere every time on the screen names its zone.
  timezoneId: 'Europe/Amsterdam',
}
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
export const cpuSlowdown = 4
/** A phone this slow computes for up to a second between two requests. */
const idleMs = 2000
const workerPatienceMs = 5000
/** The load average above which times measure other programs. */
const quietLoad = 2

type Scene = {
  path: string
  /** The button or link that the father taps. */
  button: string
  /** The element that shows that the tap was answered. */
  answer: string
}

const scenes: Record<string, Scene> = {
  '/auth': { path: '/auth', button: 'form button[type=submit]', answer: '[aria-invalid=true]' },
  '/': { path: '/', button: 'main a[href="/playdates"]', answer: 'main [role=tab]' },
  // The second tap needs the code; the first may be answered by a screen that is only drawn.
  '/ and a tab of the list': {
    path: '/',
    button: 'main a[href="/playdates"], main [role=tab]:nth-child(2)',
    answer: '[role=tab]:nth-child(2)[aria-selected=true]',
  },
  '/playdates': {
    path: '/playdates',
    button: 'main [role=tab]:nth-child(2)',
    answer: '[role=tab]:nth-child(2)[aria-selected=true]',
  },
  map: {
    path: '/playground-map',
    button: '.chip input, main .chip',
    answer: '.chip input:checked, .chip[aria-pressed=true]',
  },
  'a chat': { path: '/chat/1', button: 'main textarea', answer: 'main form button[type=submit]:not(:disabled)' },
}

/** The most that the largest paint of a scene may take, as a part of the peer's. */
const largestAims = { '/': 0.5, '/playdates': 0.4, '/auth': 0.7, 'a chat': 0.7, map: 0.7 }

type Figure = 'paint' | 'largest' | 'tap' | 'kb' | 'cpu' | 'task' | 'blocked' | 'shift'
const titles: Record<Figure, string> = {
  paint: 'first paint, ms',
  largest: 'largest paint, ms',
  tap: 'tap answered, ms',
  kb: 'kB until idle',
  cpu: 'main-thread CPU, ms',
  task: 'longest task, ms',
  blocked: 'blocked, ms',
  shift: 'layout shift',
}

type Site = Pick<Measured, 'url' | 'stop'>

type When = 'cold' | 'again'

/**
 * Papadag on a phone, compared with the plain React application a team would begin with; each takes less than four
 * minutes.
 */
export const compareFirstVisits = (room: Room, server: string) => compare(room, server, 'cold')
export const compareLaterVisits = (room: Room, server: string) => compare(room, server, 'again')

async function compare(room: Room, server: string, when: When): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url))) {
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  }
  const load = loadavg()[0] ?? 0
  const tiles = await startTileStandIn(townTile())
  const { url: databaseUrl, cookies } = await makeChats(server, `phone_${when}`, 20, undefined, 12)
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, `phone-${when}`),
    RATE_LIMIT: '1000000',
    TILE_URL: tiles.template,
  })
  const peer = await startPhonePeer(ours.url, tiles.template)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const [cookie = ''] = cookies
  const sites: Record<string, Site> = { Papadag: ours, peer }
  const contenders: Record<string, () => Promise<Sample<Figure>>> = {}
  for (const [name, scene] of Object.entries(scenes)) {
    for (const [who, site] of Object.entries(sites)) {
      const signedIn = scene.path === '/auth' ? undefined : cookie
      contenders[`${name}, ${who}`] = () => visit(browser, site.url, scene, signedIn, when)
    }
  }
  try {
    return tableOf(await alternate(contenders, rounds), when, load)
  } finally {
    await browser.close()
    await Promise.all([ours.stop(), peer.stop(), tiles.close()])
  }
}

/** One visit without a tap, and one with a tap as soon as the button is there. */
async function visit(browser: Browser, url: string, scene: Scene, cookie: string | undefined, when: When) {
  if (when === 'again') {
    return inPhone(browser, url, cookie, when, async open => {
      await visitBefore(await open(), url + scene.path)
      await slowDownWorker(browser, url)
      return { ...(await look(await open(), url, scene)), tap: await tapUntilAnswered(await open(), url, scene) }
    })
  }
  const seen = await inPhone(browser, url, cookie, when, async open => look(await open(), url, scene))
  const tap = await inPhone(browser, url, cookie, when, async open => tapUntilAnswered(await open(), url, scene))
  return { ...seen, tap }
}

async function inPhone<T>(
  browser: Browser,
  url: string,
  cookie: string | undefined,
  when: When,
  act: (open: () => Promise<Page>) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    ...phone,
    serviceWorkers: when === 'again' ? 'allow' : 'block',
  })
  try {
    await signIn(context, url, cookie)
    return await act(async () => {
      const [before] = context.pages()
      const page = await context.newPage()
      await before?.close()
      await page.addInitScript(watch)
      return page
    })
  } finally {
    await context.close()
  }
}

/** Fills the cache, and installs the site's service worker. */
async function visitBefore(page: Page, address: string) {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  // It is registered once the first screen has been usable for a while; the peer has none.
  await page.evaluate(
    patienceMs =>
      Promise.race([navigator.serviceWorker.ready, new Promise(resolve => setTimeout(resolve, patienceMs))]),
    workerPatienceMs,
  )
}

/** A service worker has a network of its own, which throttling the page does not affect. */
async function slowDownWorker(browser: Browser, url: string) {
  const devTools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devTools.send('Target.getTargets')
  const worker = targetInfos.findLast(target => target.type === 'service_worker' && target.url.startsWith(url))
  if (!worker) return
  const { sessionId } = await devTools.send('Target.attachToTarget', { targetId: worker.targetId })
  const commands = ['Network.enable', 'Network.emulateNetworkConditions'].map((method, index) => ({
    id: index + 1,
    method,
    params: index === 0 ? {} : network,
  }))
  for (const command of commands)
    await devTools.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify(command) })
}

async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', network)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  return devTools
}

async function look(page: Page, url: string, scene: Scene): Promise<Omit<Sample<Figure>, 'tap'>> {
  const devTools = await slowDown(page)
  let bytes = 0
  devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  // CPU time of the main thread, not elapsed time.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const idle = untilIdle(devTools)
  await page.goto(url + scene.path)
  await page.locator(scene.button).first().waitFor({ state: 'attached' })
  await idle()
  const { metrics } = await devTools.send('Performance.getMetrics')
  const cpu = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  return { ...(await page.evaluate(() => globalThis.seen)), kb: bytes / 1000, cpu: cpu * 1000 }
}

/** Watches the network; the result waits until nothing has been sent or received for `idleMs`. */
function untilIdle(devTools: CDPSession): () => Promise<void> {
  let lastMs = performance.now()
  const note = () => {
    lastMs = performance.now()
  }
  devTools.on('Network.requestWillBeSent', note)
  devTools.on('Network.dataReceived', note)
  devTools.on('Network.loadingFinished', note)
  return async () => {
    for (let restMs = idleMs; restMs > 0; restMs = lastMs + idleMs - performance.now()) await after(restMs)
  }
}

/** Taps ten times a second until something happens; returns the ms from the navigation until then. */
async function tapUntilAnswered(page: Page, url: string, scene: Scene): Promise<number> {
  await slowDown(page)
  await page.addInitScript(tap, scene)
  await page.goto(url + scene.path, { waitUntil: 'commit' })
  const answered = await page.waitForFunction(() => globalThis.answeredAt, undefined, { timeout: 60_000 })
  return Number(await answered.jsonValue())
}

declare global {
  var seen: Record<'paint' | 'largest' | 'task' | 'blocked' | 'shift', number>
  var answeredAt: number | undefined
}

/** Runs in the page. */
function watch() {
  const seen = { paint: 0, largest: 0, task: 0, blocked: 0, shift: 0 }
  globalThis.seen = seen
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-paint') seen.paint = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  observe('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration)
    // As Lighthouse counts it: what a tap waits for beyond 50 ms.
    seen.blocked += Math.max(0, duration - 50)
  })
  observe('layout-shift', entry => {
    if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) seen.shift += Number(entry.value)
  })
}

/** Runs in the page. */
function tap({ button, answer }: Scene) {
  const timer = setInterval(() => {
    const found = document.querySelector<HTMLElement>(button)
    if (found instanceof HTMLTextAreaElement && found.value === '') {
      // React watches input events, which its own setter would hide.
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(found, 'Hoi')
      found.dispatchEvent(new Event('input', { bubbles: true }))
    } else found?.click()
  }, 100)
  const look = () => {
    if (document.querySelector(answer)) {
      globalThis.answeredAt = performance.now()
      clearInterval(timer)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function tableOf(medians: Record<string, Sample<Figure>>, when: When, load: number): Table {
  const figures = Object.keys(titles) as Figure[] // the keys of a record are its keys
  const noise = load > quietLoad ? ' Times tell of its neighbours as much as of the pages.' : ''
  const ratioOf = (name: keyof typeof scenes, figure: Figure) =>
    (medians[`${name}, Papadag`]?.[figure] ?? Number.NaN) / (medians[`${name}, peer`]?.[figure] ?? Number.NaN)
  return {
    title: when === 'cold' ? 'On a phone, the first visit' : 'On a phone, a later visit',
    settings: `Chromium as a phone of ${phoneScreen.width} × ${phoneScreen.height}: CPU slowed down ${cpuSlowdown} times, 1.6 Mbit/s, 150 ms; ${when === 'cold' ? 'with an empty cache' : 'after an earlier visit, with the service worker or the browser cache'}; medians of ${rounds} alternating rounds. The peer is React with React Router, TanStack Query, axios, i18next, React Hook Form, zod, date-fns and Leaflet with its plug-ins, in one bundle, on the same API (bench/phone-peer). Map tiles weigh 26 kB. Bytes and CPU until the network is idle; a separate visit taps ten times a second from navigation on. Papadag answers the tap on / by the list as it is drawn in the HTML; a tap on a tab of that list waits for the code. Load average at the start: ${load.toFixed(1)}.${noise}`,
    columns: figures.map(figure => titles[figure]),
    rows: Object.entries(medians).map(([name, sample]) => [name, ...figures.map(figure => sample[figure])]),
    aims: [
      ...Object.entries(largestAims).map(([name, atMost]) => ({
        name: `largest paint of ${name}, ${when}, to the peer`,
        value: ratioOf(name, 'largest'),
        atMost,
      })),
      { name: `tap answered on /, ${when}, to the peer`, value: ratioOf('/', 'tap'), atMost: 0.6 },
      {
        name: `both taps answered, ${when}, to the peer`,
        value: ratioOf('/ and a tab of the list', 'tap'),
        atMost: 0.6,
      },
      { name: `blocked on /, ${when}, to the peer`, value: ratioOf('/', 'blocked'), atMost: 0.5 },
      { name: `kB of /, ${when}, to the peer`, value: ratioOf('/', 'kb'), atMost: 1 },
      { name: `CPU of /, ${when}, to the peer`, value: ratioOf('/', 'cpu'), atMost: 1.4 },
      ...Object.keys(scenes).map(name => ({
        name: `layout shift of ${name}, ${when}`,
        value: medians[`${name}, Papadag`]?.shift ?? Number.NaN,
        atMost: 0.02,
      })),
    ],
  }
}
