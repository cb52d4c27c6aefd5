import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { installMap } from '../../packages/server/src/features/map/install.ts'
import type { MapFacts } from '../../packages/server/src/platform/map/map-folder.ts'
import { readTile } from '../../packages/web/src/platform/map/read-tile.ts'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { writeDenseMap } from '../../tools/dense-map.ts'
import { makeDatabase } from '../data.ts'
import { type Room, startPapadag } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate, type Sample } from '../rounds.ts'

const rounds = 5
const amsterdam = { latitude: 52.3676, longitude: 4.9041 }
/** Of dense tiles, at zoom 14. */
export const columns = [8412, 8413, 8414, 8415, 8416, 8417]
/** Rows of tiles that are measured, and one before them: its code is compiled, and the font loaded. */
const [before, measured] = [[5383], [5384, 5385]]

/** What a dense tile costs the worker that draws the map, beside decoding the same tile and nothing else. */
export async function compareDenseTile(room: Room, server: string): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url)))
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  const file = join(room.folder, 'dense-tile.mbtiles')
  writeDenseMap(file, amsterdam)
  const folder = join(room.folder, 'dense-tile')
  const map = installMap({ file, folder })
  const ours = await startPapadag(room, {
    DATABASE_URL: await makeDatabase(server, 'dense_tile', 1, 20),
    DATA_DIR: join(room.folder, 'dense-tile-data'),
    MAP_DIR: folder,
    RATE_LIMIT: '1000000',
  })
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  try {
    const medians: Record<string, Sample<'ms'>> = await alternate(
      {
        'read and drawn by the worker': async () => ({ ms: await drawnMs(browser, ours.url, map) }),
        'decoded alone': async () => ({ ms: await decodedMs(ours.url, map) }),
      },
      rounds,
    )
    const msOf = (name: string) => medians[name]?.ms ?? Number.NaN
    return {
      title: 'A dense tile',
      settings: `CPU for a tile of a made-up dense city that weighs 72 kB packed: all that the map’s worker does in Chromium to show it at zoom 15 with 512 × 512 pixels, beside reading every point of the same tile with the same code in Node, and nothing else. Time on the CPU, of ${columns.length * measured.length} tiles each; medians of ${rounds} alternating rounds.`,
      columns: ['CPU, ms'],
      rows: Object.entries(medians).map(([name, { ms }]) => [name, ms]),
      aims: [
        {
          name: 'drawing a dense tile in the worker to decoding alone',
          value: msOf('read and drawn by the worker') / msOf('decoded alone'),
          atMost: 5,
        },
      ],
    }
  } finally {
    await browser.close()
    await ours.stop()
  }
}

/** CPU of this thread for decoding a tile: every feature with its points. */
async function decodedMs(url: string, map: MapFacts): Promise<number> {
  const tilesOf = (rows: number[]) =>
    Promise.all(
      rows.flatMap(row =>
        columns.map(async column => {
          const reply = await fetch(`${url}/tiles/${map.version}/14/${column}/${row}.mvt`)
          return new Uint8Array(await reply.arrayBuffer())
        }),
      ),
    )
  const decode = (tiles: Uint8Array[]) => {
    for (const tile of tiles) readTile(tile, feature => void feature.shape(), 'addresses')
  }
  decode(await tilesOf(before))
  const tiles = await tilesOf(measured)
  const start = process.threadCpuUsage()
  decode(tiles)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000 / tiles.length
}

/**
 * CPU of the painter's worker for a dense tile that the browser has fetched before: to read it and to draw it at zoom 15.
 * Time spent on the CPU tells the same on a busy machine.
 */
async function drawnMs(browser: Browser, url: string, map: MapFacts): Promise<number> {
  const page = await browser.newPage()
  await page.goto(`${url}/auth`)
  const script = readdirSync(new URL('../../packages/web/dist/assets/', import.meta.url)).find(file =>
    /^paint-worker-.+\.js$/.test(file),
  )
  await page.evaluate(address => {
    globalThis.densePainter = new Worker(address, { type: 'module' })
  }, `/assets/${script}`)
  // The first waits for the font, and the next few for their code to be compiled.
  await drawTiles(page, map, before)
  const atFirst = await workersCpuMs(browser)
  const drawn = await drawTiles(page, map, measured)
  const used = (await workersCpuMs(browser)) - atFirst
  await page.close()
  return used / drawn
}

/** CPU that the workers of all pages have used. */
async function workersCpuMs(browser: Browser): Promise<number> {
  const threads = (await processes(browser, 'renderer')).flatMap(({ id }) =>
    readdirSync(`/proc/${id}/task`).map(thread => `/proc/${id}/task/${thread}`),
  )
  const ofWorkers = threads.filter(thread => readFileSync(`${thread}/comm`, 'utf8').startsWith('DedicatedWorker'))
  const nanoseconds = ofWorkers.map(thread => Number(readFileSync(`${thread}/schedstat`, 'utf8').split(' ')[0]))
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

/** Draws each tile of these rows; resolves with their number. */
function drawTiles(page: Page, map: MapFacts, rows: number[]): Promise<number> {
  return page.evaluate(
    async ({ map, tiles }) => {
      for (const [column, row] of tiles) {
        await (await fetch(`/tiles/${map.version}/14/${column}/${row}.mvt`, { credentials: 'omit' })).arrayBuffer()
        // Within the tile, which at zoom 15 has 512 pixels.
        const frame = { zoom: 15, left: column * 512 + 1, top: row * 512 + 1, width: 510, height: 510 }
        const drawn = new Promise<void>(resolve => {
          globalThis.densePainter.onmessage = ({ data }) => data.isLast && resolve()
        })
        globalThis.densePainter.postMessage({ map, theme: 'light', ratio: 1, frame, covered: [] })
        await drawn
      }
      return tiles.length
    },
    { map, tiles: rows.flatMap(row => columns.map(column => [column, row] as const)) },
  )
}

export async function processes(browser: Browser, kind: 'renderer' | 'GPU') {
  const devTools = await browser.newBrowserCDPSession()
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo')
  await devTools.detach()
  return processInfo.filter(({ type }) => type === kind)
}

declare global {
  var densePainter: Worker
}
