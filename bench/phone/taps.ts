import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { makeChats } from '../chat/chat-data.ts'
import { type Room, startPapadag } from '../measured-process.ts'
import { startPhonePeer } from '../phone-peer/start.ts'
import type { Table } from '../report.ts'
import { signIn } from '../visitor.ts'
import { cpuSlowdown, phoneScreen } from './visits.ts'

const rounds = 5

interface Tap {
  path: string
  /** Tapped first, unmeasured. */
  before?: string
  target: string
  /** Visible once the tap was answered. */
  answer: string
}

const bar = (path: string) => `main ~ nav a[href="${path}"]`

/** The commonest taps, from the screens on which they are made. */
const taps: Record<string, Tap> = {
  'home → list of playdates': { path: '/', target: bar('/playdates'), answer: 'main [role=tab]' },
  'list: its second tab': {
    path: '/playdates',
    target: 'main [role=tab]:nth-child(2)',
    answer: 'main [role=tab]:nth-child(2)[aria-selected=true]',
  },
  'list → a playdate’s sheet': { path: '/playdates', target: 'main li a', answer: 'dialog[open] h2' },
  'closing the sheet': {
    path: '/playdates',
    before: 'main li a',
    target: 'dialog[open] button[aria-label="Sluiten"]',
    answer: 'body:not(:has(dialog[open]))',
  },
  'home → places': { path: '/', target: bar('/places'), answer: 'main .chip' },
  'places: a chip': {
    path: '/places',
    target: 'main .chip',
    answer: 'main .chip:is(:has(:checked), [aria-pressed=true])',
  },
  'home → chats': { path: '/', target: bar('/chat'), answer: 'main a[href^="/chat/"]' },
  'chats → a chat': { path: '/chat', target: 'main a[href^="/chat/"]', answer: 'main textarea' },
  'a letter in a chat': { path: '/chat/1', target: 'main textarea', answer: 'main textarea:focus' },
  'the bell': { path: '/', target: 'header a[href="/notifications"]', answer: 'main h1' },
}

/** How long the ten commonest taps take on a slow phone that has their code, from the finger to the next paint. */
export async function compareTaps(room: Room, server: string): Promise<Table> {
  if (!existsSync(new URL('../../packages/web/dist/index.html', import.meta.url)))
    throw new Error('The web application is not built; `node scripts/build.mjs` does that.')
  const { url: databaseUrl, cookies } = await makeChats(server, 'taps', 20, undefined, 12)
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(room.folder, 'taps'),
    RATE_LIMIT: '1000000',
  })
  const peer = await startPhonePeer(ours.url, '')
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const context = await browser.newContext({
    viewport: phoneScreen,
    isMobile: true,
    hasTouch: true,
    locale: 'nl-NL',
    timezoneId: 'Europe/Amsterdam',
    serviceWorkers: 'block',
  })
  try {
    await signIn(context, ours.url, cookies[0])
    const page = await context.newPage()
    await page.addInitScript(watch)
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const samples: Record<string, number[]> = {}
    const bare: number[] = []
    // The first round brings the code, and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [tap, scene] of Object.entries(taps)) {
        const ms = await tapped(page, ours.url, scene)
        const button = await tapped(page, peer.url, { path: '/button', target: 'main button', answer: 'main button' })
        if (round === 0) continue
        samples[tap] = [...(samples[tap] ?? []), ms]
        bare.push(button)
      }
    }
    return tableOf(samples, bare)
  } finally {
    await browser.close()
    await Promise.all([ours.stop(), peer.stop()])
  }
}

declare global {
  var taken: number | undefined
}

/** Runs in the page: notes how long after a tap the next frame has been painted. */
function watch() {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A task after the frame's callbacks runs once it has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          globalThis.taken = performance.now() - timeStamp
        }
        port2.postMessage(undefined)
      })
    },
    true,
  )
}

async function tapped(page: Page, url: string, { path, before, target, answer }: Tap): Promise<number> {
  await page.goto(url + path)
  await page
    .locator(before ?? target)
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  if (before) {
    await page.locator(before).first().tap()
    await page.locator(target).first().waitFor()
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate(() => {
    globalThis.taken = undefined
  })
  await page.locator(target).first().tap()
  const taken = await page.waitForFunction(() => globalThis.taken)
  await page.locator(answer).first().waitFor()
  return Number(await taken.jsonValue())
}

function tableOf(samples: Record<string, number[]>, bare: number[]): Table {
  const all = Object.values(samples).flat()
  const ratio = quantile(all, 0.95) / quantile(bare, 0.95)
  return {
    title: 'Taps on a phone, warm',
    settings: `Chromium as a phone of ${phoneScreen.width} × ${phoneScreen.height}: CPU slowed down ${cpuSlowdown} times, the code in the cache; ms from the tap to the next paint, in ${rounds} rounds, each alternating with a page of React that is one button.`,
    columns: ['median, ms', 'slowest, ms'],
    rows: [
      ...Object.entries(samples).map(([name, taken]): [string, number, number] => [
        name,
        quantile(taken, 0.5),
        Math.max(...taken),
      ]),
      ['one button', quantile(bare, 0.5), Math.max(...bare)],
    ],
    aims: [{ name: 'p95 of all taps to p95 of one button', value: ratio, atMost: 3 }],
  }
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
