import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { chromiumArguments, findChromium } from '../../tools/browsers.ts'
import { makeChats } from '../chat/chat-data.ts'
import { type Room, startPapadag } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { medianOf, type Sample } from '../rounds.ts'
import { signIn } from '../visitor.ts'

const mostVisits = 3
/** After this time no further list is visited. */
const listMs = 20_000
const entries = 500
const screen = { width: 390, height: 844 }
const cpuSlowdown = 4
const scrollSteps = 60

type Figure = 'entries' | 'showMs' | 'taskMs' | 'scrollTaskMs' | 'frameMs'
const titles: Record<Figure, string> = {
  entries: 'entries in the page',
  showMs: 'time to show the last ones, ms',
  taskMs: 'longest task until then, ms',
  scrollTaskMs: 'longest task while scrolling, ms',
  frameMs: 'p95 frame while scrolling, ms',
}

/** Each list, with the selector of an entry, the button that loads more, and what scrolls if not the page. */
const lists: Record<string, List> = {
  'coming playdates': { path: '/playdates', entry: 'main article', more: 'Meer afspraken tonen' },
  fathers: { path: '/users', entry: 'main [role=listitem]', more: 'Meer papa’s tonen' },
  places: { path: '/places', entry: 'main [role=listitem]', more: 'Meer plekken tonen' },
  favourites: { path: '/profile?tab=places', entry: 'main [role=listitem]', isAtTop: true },
  chats: { path: '/chat', entry: 'main [role=listitem]', isAtTop: true },
  messages: { path: '/chat/1', entry: '[data-seq]' },
  notifications: { path: '/notifications', entry: 'main section > ul > li', isAtTop: true },
}
type List = { path: string; entry: string; more?: string; isAtTop?: true }

/** One father has 500 of each. */
const his = `
  insert into chats (first_member, second_member, last_seq, active_at)
    select 1, n, 1, now() - n * interval '1 hour' from generate_series(3, ${entries + 2}) n;
  insert into memberships (chat_id, user_id)
    select c.id, m from chats c, unnest(array[c.first_member, c.second_member]) m
     where c.first_member = 1 and c.second_member > 2;
  insert into messages (chat_id, seq, sender_id, content, sent_at)
    select id, 1, second_member, 'Tot morgen bij de zandbak, ik neem de emmers mee.', active_at
      from chats where first_member = 1 and second_member > 2;
  update chats set last_seq = ${entries} where id = 1;
  insert into messages (chat_id, seq, sender_id, content, sent_at)
    select 1, n, 2, 'Tot morgen bij de zandbak, ik neem de emmers mee.', now() - interval '1 day'
      from generate_series(2, ${entries}) n;
  insert into places (type, name, address, latitude, longitude, features, status)
    select 'playground', 'Speeltuin ' || n, 'Straat ' || n || ', Amsterdam', 52.36 + n * 0.0002, 4.9, array['benches', 'sandbox'], 'confirmed'
      from generate_series(1, ${entries}) n;
  insert into place_favorites (user_id, place_id) select 1, id from places;
  insert into notifications (user_id, kind, details, created_at)
    select 1, 'playdate.left', jsonb_build_object('playdateId', id, 'title', title, 'startTime', '2026-11-28T10:00:00.000Z', 'message', 'Koorts. Volgende keer.'),
           now() - id * interval '40 minutes'
      from playdates where start_time > now() limit ${entries}`

/** Lists of 500 entries on a slow phone. */
export async function measureLists(room: Room, server: string): Promise<Table> {
  const { url: databaseUrl, cookies } = await makeChats(server, 'lists', 2 * entries, 1, entries)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(his)
  await client.end()
  const dataDir = join(room.folder, 'lists')
  givePictures(join(dataDir, 'uploads'))
  const ours = await startPapadag(room, {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    RATE_LIMIT: '1000000',
  })
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArguments })
  const figures = Object.keys(titles) as Figure[] // the keys of a record are its keys
  const medians: Record<string, Sample<Figure>> = {}
  try {
    // They are not compared with each other, so they run one after the other and each is reported at once.
    for (const [name, list] of Object.entries(lists)) {
      const samples: Sample<Figure>[] = []
      const beganMs = performance.now()
      do samples.push(await visit(browser, ours.url, cookies[0] ?? '', list))
      while (samples.length < mostVisits && performance.now() - beganMs < listMs)
      medians[name] = medianOf(samples)
      const told = figures.map(figure => `${titles[figure]} ${medians[name]?.[figure]?.toFixed(1)}`)
      process.stderr.write(`${name}: ${told.join('; ')}\n`)
    }
    return {
      title: 'Lists of 500',
      settings: `Chromium as a phone of ${screen.width} × ${screen.height}, CPU slowed down ${cpuSlowdown} times; list by list, medians of up to ${mostVisits} visits in ${listMs / 1000} s. Every father has a picture (until 23 November all were missing). The time to show is that from the tap that brings the last entries until they are there. Scrolling: ${scrollSteps} wheel turns of 300 px.`,
      columns: figures.map(figure => titles[figure]),
      rows: Object.entries(medians).map(([name, sample]) => [name, ...figures.map(figure => sample[figure])]),
      aims: Object.entries(medians).map(([name, sample]) => ({
        name: `p95 frame while scrolling ${name}, ms`,
        value: sample.frameMs,
        atMost: 33,
      })),
    }
  } finally {
    await browser.close()
    await ours.stop()
  }
}

/** Every father has a picture, since a missing one is drawn a second time. */
function givePictures(uploads: string) {
  const demo = new URL('../../packages/server/demo/avatars/', import.meta.url).pathname
  const pictures = readdirSync(demo)
  mkdirSync(uploads, { recursive: true })
  for (let father = 1; father <= 2 * entries; father += 1) {
    const name = createHash('md5').update(String(father)).digest('hex')
    copyFileSync(join(demo, pictures[father % pictures.length] ?? ''), join(uploads, `${name}.webp`))
  }
}

async function visit(browser: Browser, url: string, cookie: string, list: List): Promise<Sample<Figure>> {
  const context = await browser.newContext({
    viewport: screen,
    deviceScaleFactor: 2,
    locale: 'nl-NL',
    serviceWorkers: 'block',
  })
  try {
    await signIn(context, url, cookie)
    const page = await context.newPage()
    await page.addInitScript(watch)
    await page.goto(url + list.path)
    await page.locator(list.entry).first().waitFor()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    const showMs = await showAll(page, list)
    const { task: taskMs } = await take(page)
    await scroll(page, list)
    const { task: scrollTaskMs, frame: frameMs } = await take(page)
    return { entries: await page.locator(list.entry).count(), showMs, taskMs, scrollTaskMs, frameMs }
  } finally {
    await context.close()
  }
}

/** Taps "more" until there is none left; returns the duration of the last tap in ms. */
async function showAll(page: Page, { entry, more }: List) {
  let ms = 0
  if (!more) return ms
  const button = page.locator('main').getByRole('button', { name: more })
  while ((await button.count()) > 0) {
    const before = await page.locator(entry).count()
    const began = performance.now()
    // In the meantime the list may load more on its own.
    await button.click({ timeout: 1000 }).catch(() => {})
    await page
      .waitForFunction(
        ([all, least, name]) =>
          document.querySelectorAll(String(all)).length > Number(least) ||
          ![...document.querySelectorAll('main button')].some(({ textContent }) => textContent === name),
        [entry, before, more] as const,
        { timeout: 5000 },
      )
      // The tap may have hit a disabled button.
      .catch(() => {})
    ms = performance.now() - began
  }
  return ms
}

/** There and back again. */
async function scroll(page: Page, { isAtTop }: List) {
  const away = isAtTop ? 300 : -300
  await page.mouse.move(screen.width / 2, screen.height / 2)
  await take(page)
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, step < scrollSteps / 2 ? away : -away)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

type Seen = { tasks: number[]; frames: number[] }

/** Runs in the page. */
function watch() {
  const seen: Seen = { tasks: [], frames: [] }
  Object.assign(globalThis, { seenOfLists: seen })
  new PerformanceObserver(all => seen.tasks.push(...all.getEntries().map(({ duration }) => duration))).observe({
    type: 'longtask',
    buffered: true,
  })
  let last = performance.now()
  const note = (now: number) => {
    seen.frames.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** The longest task and the 95th percentile of frame times since the last call. */
function take(page: Page): Promise<{ task: number; frame: number }> {
  return page.evaluate(() => {
    const { seenOfLists } = globalThis as unknown as { seenOfLists: Seen } // watch put it there
    const frames = seenOfLists.frames.splice(0).sort((a, b) => a - b)
    return {
      task: Math.max(0, ...seenOfLists.tasks.splice(0)),
      frame: frames[Math.floor(frames.length * 0.95)] ?? Number.NaN,
    }
  })
}
