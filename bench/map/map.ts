import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { startTileStandIn, townTile } from '../../tools/tile-stand-in.ts'
import { cookieOf } from '../data.ts'
import { type Room, startPapadag } from '../measured-process.ts'
import { cpuSlowdown, phoneScreen } from '../phone/visits.ts'
import { placesDatabase } from '../places/places.ts'
import { knownOf } from '../places/rows.ts'
import type { Table } from '../report.ts'
import { alternate, rounds, type Sample } from '../rounds.ts'
import { signIn } from '../visitor.ts'

const sizes = [1000, 10_000, 100_000] as const
type Size = (typeof sizes)[number]
const screen = { width: 1280, height: 800 }
const drags = 4
const dragMs = 500
/** The load average above which frame times measure other programs. */
const quietLoad = 4

type Figure = 'loadMs' | 'mapMs' | 'scriptMs' | 'layoutMs' | 'loadTaskMs' | 'panTaskMs' | 'frameMs' | 'heapMb'

/** The playground map in Chromium with this many playgrounds in its first view. */
export async function compareMap(room: Room, server: string): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url))) {
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  }
  const load = loadavg()[0] ?? 0
  const tiles = await startTileStandIn(townTile())
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const contenders: Record<string, () => Promise<Sample<Figure>>> = {}
  const targets: { stop(): Promise<void> }[] = []
  try {
    for (const size of sizes) {
      const databaseUrl = await makePlayground(server, size)
      const ours = await startPapadag(room, {
        DATABASE_URL: databaseUrl,
        DATA_DIR: join(room.folder, `map-${size}`),
        RATE_LIMIT: '1000000',
        TILE_URL: tiles.template,
      })
      targets.push(ours)
      const cookie = await cookieOf(databaseUrl, 1)
      contenders[size] = () => visit(browser, { url: ours.url, cookie, size })
    }
    const medians = await alternate(contenders)
    return tableOf(size => medians[size], load)
  } finally {
    await browser.close()
    for (const target of targets) await target.stop()
    await tiles.close()
  }
}

/**
 * Playgrounds in the first view only: half of them in 40 neighbourhoods, half anywhere. Half are known to have a swing,
 * a quarter a whole fence and two fifths shade, independently of each other.
 */
function makePlayground(server: string, size: Size, name = `map_${size}`): Promise<string> {
  return placesDatabase(
    server,
    name,
    `insert into places (type, name, address, latitude, longitude, features, status, facts, fits)
     select 'playground', 'Speeltuin ' || md5(n::text), 'Straat ' || n % 977 || ', Amsterdam',
            52.3676 + 0.024 * (case when n % 2 = 0 then 2 * a - 1 else 1.8 * (h * 0.618 % 1) - 0.9 + 0.1 * (2 * a - 1) end),
            4.9041 + 0.07 * (case when n % 2 = 0 then 2 * b - 1 else 1.8 * (h * 0.755 % 1) - 0.9 + 0.1 * (2 * b - 1) end),
            array['benches', 'sandbox'], 'confirmed', known.facts, known.fits
       from (select n, n * 7919 % 40 as h, random() a, random() b,
                    random() < 0.5 as swing, random() < 0.25 as fence, random() < 0.4 as shade
               from generate_series(1, ${size}) n) g
      cross join lateral (${knownOf('g')}) known`,
  )
}

/** The page on a phone whose CPU is slowed down, with this query. */
async function visitOnPhone(
  browser: Browser,
  url: string,
  cookie: string,
  query: string,
): Promise<Sample<PhoneFigure>> {
  const page = await open(browser, `${url}/playground-map${query}`, cookie, drawn, true)
  try {
    return {
      cpuMs: (page.loaded.TaskDuration ?? Number.NaN) * 1000,
      shift: await page.page.evaluate(() => globalThis.layoutShift),
    }
  } finally {
    await page.close()
  }
}

declare global {
  var layoutShift: number
}

type PhoneFigure = 'cpuMs' | 'shift'

/** Heat and pins are there. */
async function drawn(page: Page) {
  await page.waitForFunction(
    () => {
      const map = document.querySelector('[role=application]')
      return (map?.querySelector('canvas')?.width ?? 0) > 300 && map?.querySelector('.map-pin, .map-cluster') !== null
    },
    undefined,
    { polling: 200, timeout: 60_000 },
  )
}

/** The playground map with three filters, compared with itself without any. */
export async function compareFilteredMap(room: Room, server: string): Promise<Table> {
  const tiles = await startTileStandIn(townTile())
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const databaseUrl = await makePlayground(server, 100_000, 'map_filtered')
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'map-filtered'),
    RATE_LIMIT: '1000000',
    TILE_URL: tiles.template,
  })
  const cookie = await cookieOf(databaseUrl, 1)
  const queries = { 'without filters': '', 'three filters': '?facts=equipment:swing,fence:whole,shade:some%2B' }
  try {
    const medians = await alternate(
      Object.fromEntries(
        Object.entries(queries).map(([name, query]) => [name, () => visitOnPhone(browser, ours.url, cookie, query)]),
      ),
    )
    const of = (name: keyof typeof queries, figure: PhoneFigure) => medians[name]?.[figure] ?? Number.NaN
    return {
      title: 'The playground map with filters',
      settings: `100,000 playgrounds in the first view, on a phone of 390 × 844 whose CPU is slowed down 4 times; main-thread CPU from navigation until heat and pins are shown and the network is idle; medians of ${rounds} alternating rounds.`,
      columns: ['main-thread CPU, ms', 'layout shift'],
      rows: Object.keys(queries).map(name => [
        name,
        medians[name]?.cpuMs ?? Number.NaN,
        medians[name]?.shift ?? Number.NaN,
      ]),
      aims: [
        {
          name: 'CPU with three filters to without',
          value: of('three filters', 'cpuMs') / of('without filters', 'cpuMs'),
          atMost: 1.1,
        },
        { name: 'layout shift with three filters', value: of('three filters', 'shift'), atMost: 0.02 },
      ],
    }
  } finally {
    await browser.close()
    await ours.stop()
    await tiles.close()
  }
}

type Visit = { url: string; cookie: string; size: Size }

/** One browser opens the map and drags it back and forth; another opens a page without a map. */
async function visit(browser: Browser, { url, cookie, size }: Visit): Promise<Sample<Figure>> {
  const plain = await open(browser, `${url}/discover`, cookie, page =>
    page.getByRole('heading', { level: 1 }).waitFor(),
  )
  await plain.close()
  const { page, devTools, loaded, close } = await open(browser, `${url}/playground-map`, cookie, page =>
    mapStands(page, size),
  )
  try {
    const loadTaskMs = await longestTask(page)
    const frameMs = await pan(page)
    const panTaskMs = await longestTask(page)
    await devTools.send('HeapProfiler.collectGarbage')
    const { JSHeapUsedSize: heap = Number.NaN } = await metricsOf(devTools)
    const ms = (metrics: Metrics, figure: string) => (metrics[figure] ?? Number.NaN) * 1000
    return {
      loadMs: ms(loaded, 'TaskDuration'),
      mapMs: ms(loaded, 'TaskDuration') - ms(plain.loaded, 'TaskDuration'),
      scriptMs: ms(loaded, 'ScriptDuration'),
      layoutMs: ms(loaded, 'LayoutDuration') + ms(loaded, 'RecalcStyleDuration'),
      loadTaskMs,
      panTaskMs,
      frameMs,
      heapMb: heap / 2 ** 20,
    }
  } finally {
    await close()
  }
}

/** Opens a page in a tab of its own, so that the tab's costs are those of loading the page. */
async function open(
  browser: Browser,
  address: string,
  cookie: string,
  stands: (page: Page) => Promise<void>,
  isPhone = false,
) {
  // Left out, since the service worker prefetches other pages at an unpredictable time.
  const context = await browser.newContext({
    ...(isPhone ? { viewport: phoneScreen, isMobile: true, hasTouch: true } : { viewport: screen }),
    locale: 'nl-NL',
    serviceWorkers: 'block',
  })
  await signIn(context, new URL(address).origin, cookie)
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  const devTools = await context.newCDPSession(page)
  if (isPhone) await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  // CPU time of the main thread, not elapsed time.
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(address)
  await stands(page)
  // Work in progress is counted too.
  await page.waitForLoadState('networkidle')
  return { page, devTools, loaded: await metricsOf(devTools), close: () => context.close() }
}

type Metrics = Record<string, number>

async function metricsOf(devTools: CDPSession): Promise<Metrics> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Runs in the page: records tasks of more than 50 ms on its main thread, and how far its layout shifts. */
function watchTasks() {
  Object.assign(globalThis, { layoutShift: 0 })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput)
        globalThis.layoutShift += Number(entry.value)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const tasks: number[] = []
  Object.assign(globalThis, { longTasks: tasks })
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** The longest task since the last call; 0 without any over 50 ms. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { longTasks } = globalThis as unknown as { longTasks: number[] } // watchTasks put it there
    return Math.max(0, ...longTasks.splice(0))
  })
}

/** Waits for heat, pins and the number of playgrounds, which must include all of them. */
async function mapStands(page: Page, size: Size) {
  await page.waitForFunction(
    wanted => {
      const map = document.querySelector('[role=application]')
      const said = document.querySelector('#playground-list [role=status]')?.textContent?.replaceAll(/\D/g, '')
      const hasHeat = (map?.querySelector('canvas')?.width ?? 0) > 300
      const hasPins = map?.querySelector('.map-pin, .map-cluster') !== null
      return hasHeat && hasPins && Number(said) === wanted
    },
    size,
    // Not more often, since each look is work for the main thread.
    { polling: 200, timeout: 30_000 },
  )
}

/** Drags the map back and forth, which redraws its layers; returns the 95th percentile of frame times, in ms. */
async function pan(page: Page): Promise<number> {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('the map is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.75]
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { frameTimes: times })
    const note = (now: number) => {
      times.push(now)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  for (let drag = 0; drag < drags; drag += 1) {
    const way = drag % 2 === 0 ? 1 : -1
    await page.mouse.move(x - 200 * way, y)
    await page.mouse.down()
    const began = performance.now()
    for (let part = 0; part < 1; ) {
      part = Math.min(1, (performance.now() - began) / dragMs)
      await page.mouse.move(x + (400 * part - 200) * way, y - 60 * part * way)
    }
    await page.mouse.up()
  }
  return page.evaluate(() => {
    const { frameTimes } = globalThis as unknown as { frameTimes: number[] } // put there above
    const took = frameTimes.slice(1).map((time, index) => time - (frameTimes[index] ?? time))
    took.sort((a, b) => a - b)
    return took[Math.floor(took.length * 0.95)] ?? Number.NaN
  })
}

function tableOf(of: (size: Size) => Sample<Figure> | undefined, load: number): Table {
  const figure = (size: Size, name: Figure) => of(size)?.[name] ?? Number.NaN
  const rows: [string, Figure][] = [
    ['main-thread CPU to load, ms', 'loadMs'],
    ['the same without that of /discover, ms', 'mapMs'],
    ['of which script, ms', 'scriptMs'],
    ['of which style and layout, ms', 'layoutMs'],
    ['longest task while loading, ms', 'loadTaskMs'],
    ['longest task while panning, ms', 'panTaskMs'],
    ['p95 frame while panning, ms', 'frameMs'],
    ['JavaScript heap, MiB', 'heapMb'],
  ]
  const noise =
    load > quietLoad
      ? ` The load of the machine was ${load.toFixed(1)} at the start: frames and long tasks tell of its neighbours as much as of the map.`
      : ''
  return {
    title: 'The playground map in Chromium',
    settings: `The given number of playgrounds in the first view at zoom 13, half of them in 40 neighbourhoods; headless, ${screen.width} × ${screen.height}, empty cache, no service worker, the privacy question answered (until 23 November it was asked, which adds about 40 ms), background tiles of 26 kB from this machine, medians of ${rounds} alternating rounds. CPU is the DevTools protocol's TaskDuration in thread time (which includes script, style and layout) from navigation until the heat map, pins and count are shown and the network is idle. Long tasks are wall time, 0 if none took over 50 ms. Panning: ${drags} mouse drags of ${dragMs} ms; heap after garbage collection at the end.${noise}`,
    columns: sizes.map(size => size.toLocaleString('en')),
    rows: rows.map(([title, name]) => [title, ...sizes.map(size => figure(size, name))]),
    aims: [
      { name: 'main-thread CPU to load 10,000, ms', value: figure(10_000, 'loadMs'), atMost: 250 },
      ...sizes.flatMap(size => [
        {
          name: `p95 frame while panning at ${size.toLocaleString('en')}, ms`,
          value: figure(size, 'frameMs'),
          atMost: 33,
        },
        {
          name: `longest task at ${size.toLocaleString('en')}, ms`,
          value: Math.max(figure(size, 'loadTaskMs'), figure(size, 'panTaskMs')),
          atMost: 100,
        },
      ]),
    ],
  }
}
