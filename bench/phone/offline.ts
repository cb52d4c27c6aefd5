import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { makeChats } from '../chat/chat-data.ts'
import { type Room, startPapadag } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate, type Sample } from '../rounds.ts'
import { signIn } from '../visitor.ts'
import { cpuSlowdown, phone, phoneScreen } from './visits.ts'

const rounds = 5

type Figure = 'readable'
type Site = {
  url: string
  /** Visible once a father can read the page. */
  readable: string
}

/** How long the installed app takes to open on a slow phone without a network, beside an empty page from a service worker. */
export async function compareOffline(room: Room, server: string): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url)))
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  const { url: databaseUrl, cookies } = await makeChats(server, 'offline', 20, undefined, 12)
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'offline'),
    RATE_LIMIT: '1000000',
  })
  const empty = await startEmptyPage()
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const [cookie = ''] = cookies
  const sites: Record<string, Site> = {
    'home of Papadag': { url: ours.url, readable: '#root main article h3' },
    'an empty page': { url: empty.url, readable: 'body' },
  }
  const ends: (() => Promise<void>)[] = []
  const contenders: Record<string, () => Promise<Sample<Figure>>> = {}
  try {
    for (const [name, site] of Object.entries(sites)) {
      const context = await visited(browser, site, cookie)
      ends.push(() => context.close())
      contenders[name] = () => open(context, site)
    }
    return tableOf(await alternate(contenders, rounds))
  } finally {
    for (const end of ends) await end()
    await browser.close()
    await Promise.all([ours.stop(), empty.stop()])
  }
}

/** A browser that has opened the page before, and has no network any more. */
async function visited(browser: Browser, { url, readable }: Site, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext(phone)
  await signIn(context, url, cookie)
  await context.addInitScript(noteWhenReadable, readable)
  // The second visit comes from the service worker, and keeps what it reads.
  for (const visit of [1, 2]) {
    const page = await context.newPage()
    await page.goto(url)
    await page.locator(readable).first().waitFor({ state: 'attached' })
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForLoadState('networkidle')
    if (visit === 2) await page.waitForTimeout(1000)
    await page.close()
  }
  await context.setOffline(true)
  return context
}

async function open(context: BrowserContext, { url }: Site): Promise<Sample<Figure>> {
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(url, { waitUntil: 'commit' })
  const at = await page.waitForFunction(() => globalThis.readableAt, undefined, { timeout: 60_000 })
  const readable = Number(await at.jsonValue())
  await page.close()
  return { readable }
}

declare global {
  var readableAt: number | undefined
}

/** Runs in the page: notes when the first frame with this element has been painted. */
function noteWhenReadable(wanted: string) {
  const look = () => {
    if (!document.querySelector(wanted)) return requestAnimationFrame(look)
    // A task after the frame's callbacks runs once it has been painted.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      globalThis.readableAt = performance.now()
    }
    return port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

/** The least that opens without a network: a page without content, and the service worker that stores it. */
async function startEmptyPage(): Promise<{ url: string; stop(): Promise<void> }> {
  const page = `<!doctype html><html lang="nl"><title>Leeg</title><body><script>navigator.serviceWorker.register('/worker.js')</script>`
  const worker = `
    addEventListener('install', event => event.waitUntil(caches.open('empty').then(cache => cache.add('/'))))
    addEventListener('fetch', event => event.respondWith(caches.match('/')))`
  const server = createServer(({ url }, response) => {
    const isWorker = url === '/worker.js'
    response
      .writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
      .end(isWorker ? worker : page)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    // It listens on a port, so the address is not a pipe's name.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

function tableOf(medians: Record<string, Sample<Figure>>): Table {
  const msOf = (name: string) => medians[name]?.readable ?? Number.NaN
  return {
    title: 'The installed app without a network, on a phone',
    settings: `Chromium as a phone of ${phoneScreen.width} × ${phoneScreen.height}: CPU slowed down ${cpuSlowdown} times; after two visits, without a network; ms from opening until the first playdate of home has been painted, beside a page without content that its service worker stores. Medians of ${rounds} alternating rounds.`,
    columns: ['readable, ms'],
    rows: Object.entries(medians).map(([name, { readable }]) => [name, readable]),
    aims: [
      {
        name: 'home without a network to an empty page from a service worker',
        value: msOf('home of Papadag') / msOf('an empty page'),
        atMost: 3,
      },
    ],
  }
}
