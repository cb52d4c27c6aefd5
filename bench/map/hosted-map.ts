import { existsSync, readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { installMap } from '../../packages/server/src/features/map/install.ts'
import type { MapFacts } from '../../packages/server/src/platform/map/map-folder.ts'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { writeDenseMap } from '../../tools/dense-map.ts'
import { makeChats } from '../chat/chat-data.ts'
import { load } from '../load.ts'
import { type Measured, type Room, startPapadag } from '../measured-process.ts'
import { startPhonePeer } from '../phone-peer/start.ts'
import type { Table } from '../report.ts'
import { alternate, type Sample } from '../rounds.ts'
import { signIn } from '../visitor.ts'
import { columns, processes } from './dense-tile.ts'

const rounds = 3
const amsterdam = { latitude: 52.3676, longitude: 4.9041 }
const panSteps = 120
const tileRequests = 3000
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }

type Device = 'phone' | 'desktop'
type Figure =
  | 'kb'
  | 'scriptsKb'
  | 'tilesKb'
  | 'largest'
  | 'mapMs'
  | 'cpu'
  | 'processCpu'
  | 'task'
  | 'memory'
  | 'frame'
  | 'panTask'

const titles: Record<Figure, string> = {
  kb: 'kB until idle',
  scriptsKb: 'of which scripts, kB',
  tilesKb: 'of which tiles, kB',
  largest: 'largest paint, ms',
  mapMs: 'map drawn, ms',
  cpu: 'main-thread CPU, ms',
  processCpu: 'CPU of the page’s process, ms',
  task: 'longest task, ms',
  memory: 'memory of the page, MiB',
  frame: 'panning, p95 of a frame, ms',
  panTask: 'panning, longest task, ms',
}

interface Site {
  url: string
  /** Matches once the map is drawn. */
  drawn: string
}

/** The map page of Papadag with a map of its own, compared with an application with MapLibre GL on the same tiles. */
export async function compareHostedMap(room: Room, server: string): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url)))
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  const busy = loadavg()[0] ?? 0
  const file = join(room.folder, 'dense.mbtiles')
  writeDenseMap(file, amsterdam)
  const folder = join(room.folder, 'hosted-map')
  const map = installMap({ file, folder })
  const { url: databaseUrl, cookies } = await makeChats(server, 'own_map', 20, undefined, 12)
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'hosted-map-data'),
    MAP_DIR: folder,
    RATE_LIMIT: '1000000',
  })
  const peer = await startPhonePeer(ours.url, '', map)
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // MapLibre needs WebGL, which a machine without a graphics card computes in a process of its own. Pages are put
    // together by the processor then; with `--use-angle=swiftshader` they would wait for that process too.
    args: [...chromiumArguments, '--enable-unsafe-swiftshader'],
  })
  const [cookie = ''] = cookies
  const sites: Record<string, Site> = {
    Papadag: { url: ours.url, drawn: '.map-hosted canvas[data-drawn]' },
    'MapLibre GL': { url: peer.url, drawn: '[data-drawn]' },
  }
  const contenders: Record<string, () => Promise<Sample<Figure>>> = {}
  for (const device of ['phone', 'desktop'] as const)
    for (const [who, site] of Object.entries(sites))
      contenders[`${device}, ${who}`] = () => visit(browser, site, cookie, device)
  try {
    const medians = await alternate(contenders, rounds)
    return tableOf(medians, await serverMsOf(ours, map), busy)
  } finally {
    await browser.close()
    await Promise.all([ours.stop(), peer.stop()])
  }
}

async function visit(browser: Browser, { url, drawn }: Site, cookie: string, device: Device): Promise<Sample<Figure>> {
  const isPhone = device === 'phone'
  const context = await browser.newContext({
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    ...(isPhone && { isMobile: true, hasTouch: true, deviceScaleFactor: 2 }),
    locale: 'nl-NL',
    serviceWorkers: 'block',
  })
  try {
    await signIn(context, url, cookie)
    const page = await context.newPage()
    await page.addInitScript(watch)
    return await measure(browser, page, `${url}/playground-map`, drawn, isPhone)
  } finally {
    await context.close()
  }
}

async function measure(browser: Browser, page: Page, address: string, drawn: string, isPhone: boolean) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.enable')
  if (isPhone) {
    await devTools.send('Network.emulateNetworkConditions', network)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  }
  const sizes: Promise<{ url: string; body: number; head: number }>[] = []
  // Requests of workers too, which a page's own DevTools session does not report.
  page.on('requestfinished', request => {
    const url = request.url()
    sizes.push(
      request.sizes().then(
        ({ responseBodySize: body, responseHeadersSize: head }) => ({ url, body, head }),
        () => ({ url, body: 0, head: 0 }),
      ),
    )
  })
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await processes(browser, 'renderer')
  const graphicsBefore = await memoryOfGraphics(browser)
  await page.goto(address)
  await page.locator(drawn).first().waitFor({ timeout: 120_000 })
  const mapMs = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  const { metrics } = await devTools.send('Performance.getMetrics')
  const cpu = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  const used = (await processes(browser, 'renderer')).map(({ id, cpuTime }) => ({
    id,
    ms: (cpuTime - (before.find(one => one.id === id)?.cpuTime ?? 0)) * 1000,
  }))
  const busiest = used.sort((a, b) => b.ms - a.ms)[0] ?? { id: 0, ms: Number.NaN }
  await devTools.send('HeapProfiler.collectGarbage')
  const memory = memoryOf(busiest.id) + (await memoryOfGraphics(browser)) - graphicsBefore
  const weighed = await Promise.all(sizes)
  const bodiesOf = (pattern: RegExp) =>
    weighed.filter(({ url }) => pattern.test(url)).reduce((sum, { body }) => sum + body, 0) / 1000
  return {
    ...(await page.evaluate(() => ({ ...globalThis.hostedMapSeen }))),
    ...(await pan(page, isPhone)),
    kb: weighed.reduce((sum, { body, head }) => sum + body + head, 0) / 1000,
    scriptsKb: bodiesOf(/\.m?js(\?|$)/),
    tilesKb: bodiesOf(/\/tiles\//),
    mapMs,
    cpu,
    processCpu: busiest.ms,
    memory,
  }
}

/** Drags the map to and fro; a phone's hand is not faster than a desktop's. */
async function pan(page: Page, isPhone: boolean): Promise<Record<'frame' | 'panTask', number>> {
  const [x, y] = isPhone ? [195, 250] : [400, 400]
  await page.evaluate(() => {
    globalThis.hostedMapSeen.task = 0
    const frames: number[] = []
    globalThis.hostedMapFrames = frames
    let before = performance.now()
    const note = (now: number) => {
      frames.push(now - before)
      before = now
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 0; step < panSteps; step += 1) {
    const aside = 120 * Math.sin((step / panSteps) * 4 * Math.PI)
    await page.mouse.move(x + aside, y + aside / 2)
  }
  await page.mouse.up()
  return await page.evaluate(() => {
    const frames = globalThis.hostedMapFrames.slice(2).sort((a, b) => a - b)
    return { frame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN, panTask: globalThis.hostedMapSeen.task }
  })
}

/** CPU of the server for a tile, with everything that a request costs. */
async function serverMsOf(server: Measured, map: MapFacts): Promise<number> {
  const path = (connection: number) => `/tiles/${map.version}/14/${columns[connection]}/5384.mvt`
  const ask = (requests: number) =>
    load(connection => ({ url: server.url, path: path(connection), headers: { 'accept-encoding': 'gzip' } }), {
      connections: columns.length,
      requests,
    })
  await ask(1000)
  const before = await server.cpuMs()
  await ask(tileRequests)
  return ((await server.cpuMs()) - before) / tileRequests
}

/** Where the peer's map is, once WebGL has drawn it. */
async function memoryOfGraphics(browser: Browser): Promise<number> {
  return (await processes(browser, 'GPU')).reduce((sum, { id }) => sum + memoryOf(id), 0)
}

/** Its own memory, without pages of code that it shares with others. */
function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024
}

declare global {
  var hostedMapFrames: number[]
  var hostedMapSeen: Record<'largest' | 'task', number>
}

/** Runs in the page. */
function watch() {
  const seen = { largest: 0, task: 0 }
  globalThis.hostedMapSeen = seen
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.largest = startTime
  })
  observe('longtask', ({ duration }) => {
    seen.task = Math.max(seen.task, duration)
  })
}

function tableOf(medians: Record<string, Sample<Figure>>, serverMs: number, busy: number): Table {
  const figures = Object.keys(titles) as Figure[] // the keys of a record are its keys
  const desktop = medians['desktop, Papadag']
  const noise = busy > 2 ? ' Times tell of its neighbours as much as of the pages.' : ''
  const ratio = (device: Device, figure: Figure) =>
    (medians[`${device}, Papadag`]?.[figure] ?? Number.NaN) /
    (medians[`${device}, MapLibre GL`]?.[figure] ?? Number.NaN)
  return {
    title: 'A map of one’s own, beside MapLibre GL on the same tiles',
    settings: `The map page with 12 playdates’ places, at zoom 13 over a made-up dense city whose tiles weigh 72 kB packed, with an empty cache. The peer is the application of bench/phone-peer with MapLibre GL 6 and VersaTiles’ style 6 (without icons and files of glyphs), heat and clusters as its own layers. Phone: 390 × 844 at 2 pixels, CPU ÷ 4, 1.6 Mbit/s, 150 ms; desktop: 1280 × 800, unthrottled. WebGL is computed by SwiftShader in a process of its own, whose CPU is not counted; memory is the proportional set of the page’s process, and what that of graphics grew by. Medians of ${rounds} alternating rounds; load average at the start: ${busy.toFixed(1)}.${noise}`,
    columns: figures.map(figure => titles[figure]),
    rows: Object.entries(medians).map(([name, sample]) => [name, ...figures.map(figure => sample[figure])]),
    aims: [
      ...(['phone', 'desktop'] as const).flatMap(device =>
        (['kb', 'largest', 'cpu', 'task', 'memory', 'frame'] as const).map(figure => ({
          name: `${titles[figure]} to MapLibre GL, ${device}`,
          value: ratio(device, figure),
          atMost: 1,
        })),
      ),
      {
        name: 'scripts of the map page until idle, kB',
        value: medians['phone, Papadag']?.scriptsKb ?? Number.NaN,
        atMost: 165,
      },
      { name: 'CPU of the server for a tile, ms', value: serverMs, atMost: 1 },
      { name: 'panning on a desktop, p95 of a frame, ms', value: desktop?.frame ?? Number.NaN, atMost: 16.8 },
      { name: 'panning on a desktop, longest task, ms', value: desktop?.panTask ?? Number.NaN, atMost: 50 },
      {
        name: 'tiles of the first view on a phone, kB',
        value: medians['phone, Papadag']?.tilesKb ?? Number.NaN,
        atMost: 500,
      },
    ],
  }
}
