import { join } from 'node:path'
import pg from 'pg'
import { WebSocket } from 'ws'
import { crossSiteToken, makeDatabase, sessionOf } from './data.ts'
import { bytesOf, openLine, percentile } from './load.ts'
import { type Measured, type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const perTown = 100
const joins = 30
/** What the app watches on a father's home screen. */
const watchedAtHome = [
  '/api/user',
  '/api/notifications/unread',
  '/api/users/me/playdates',
  '/api/playdates/upcoming?order=near&limit=3',
  '/api/playdates/upcoming?limit=21',
  '/api/chats',
]

/** Gives these fathers homes in this many towns 40 km apart, and each town's playdates a place there. */
export const townsOf = (count: number) => `
  update users set neighbourhood_latitude = 50.8 + (id % ${count}) % 7 * 0.4, neighbourhood_longitude = 3.6 + (id % ${count}) / 7 * 0.6;
  insert into places (type, name, latitude, longitude)
  select 'playground', 'Speeltuin ' || n, 50.8 + n % 7 * 0.4, 3.6 + n / 7 * 0.6 from generate_series(0, ${count - 1}) n;
  update playdates set place_id = (select id from places where name = 'Speeltuin ' || playdates.creator_id % ${count});
  delete from participants x using playdates p where x.playdate_id = p.id and x.user_id % ${count} <> p.creator_id % ${count}`

interface Town {
  papadag: Measured
  /** Everybody's cookies, by id. */
  cookies: readonly string[]
  stop(): Promise<void>
}

async function country(room: Room, server: string, towns: number): Promise<Town> {
  const fathers = towns * perTown
  const name = `towns-${towns}`
  const databaseUrl = await makeDatabase(server, name, 20 * towns, fathers)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(townsOf(towns))
  await client.query('update playdates set max_participants = 50')
  const sessions = Array.from({ length: fathers }, (_, at) => sessionOf(at + 1))
  for (const { text, values } of sessions) await client.query(text, values)
  await client.query('vacuum (analyze)')
  await client.end()
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(room.folder, name), RATE_LIMIT: '1000000', DEMO: 'off' }
  const papadag = await startPapadag(room, env)
  return { papadag, cookies: ['', ...sessions.map(({ cookie }) => cookie)], stop: () => papadag.stop() }
}

interface Figures {
  cpuMs: number
  here: number
  elsewhere: number
  reads: number
  toldMs: number
}

/** Fathers of one town join; every screen repeats the reads of which it is notified. */
async function measure({ papadag, cookies, stop }: Town, towns: number): Promise<Figures> {
  const frames = { here: 0, elsewhere: 0 }
  const pending: { id: number; path: string }[] = []
  let reads = 0
  let firstMs = 0
  const told: number[] = []
  const sockets: WebSocket[] = []
  for (let id = 1; id < cookies.length; id += 1) {
    sockets.push(
      await homeOf(papadag.url, id, cookies[id] ?? '', paths => {
        frames[id % towns === 1 % towns ? 'here' : 'elsewhere'] += 1
        told.push(performance.now() - firstMs)
        for (const path of paths) pending.push({ id, path })
      }),
    )
  }
  let isOver = false
  const readers = Array.from({ length: 8 }, async () => {
    const line = await openLine(papadag.url)
    while (!isOver) {
      const next = pending.shift()
      if (!next) {
        await new Promise(resolve => setTimeout(resolve, 5))
        continue
      }
      reads += 1
      await line.ask(bytesOf({ url: papadag.url, path: next.path, headers: { cookie: cookies[next.id] ?? '' } }))
    }
    line.close()
  })
  const writer = await openLine(papadag.url)
  const before = await papadag.cpuMs()
  for (let count = 0; count < joins; count += 1) {
    // Each time another father of the first town joins a playdate of his town.
    const id = 1 + towns * (1 + count)
    const cookie = cookies[id] ?? ''
    const xsrf = await crossSiteToken(papadag.url, cookie)
    const headers = { cookie: `${cookie}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }
    firstMs = performance.now()
    await writer.ask(
      bytesOf({
        url: papadag.url,
        path: '/api/playdates/PLAYDATE/join'.replace('PLAYDATE', String(playdateOf(towns))),
        method: 'POST',
        headers,
        body: '{"children":0}',
      }),
    )
    await new Promise(resolve => setTimeout(resolve, 400))
  }
  while (pending.length > 0) await new Promise(resolve => setTimeout(resolve, 50))
  const cpuMs = ((await papadag.cpuMs()) - before) / joins
  isOver = true
  await Promise.all(readers)
  for (const socket of sockets) socket.terminate()
  writer.close()
  await stop()
  told.sort((a, b) => a - b)
  return {
    cpuMs,
    here: frames.here / joins,
    elsewhere: frames.elsewhere / joins,
    reads: reads / joins,
    toldMs: percentile(told, 0.99),
  }
}

/** The first playdate whose creator lives in the first town: the n-th is created by father 1 + 7n, modulo all. */
function playdateOf(towns: number): number {
  for (let n = 1; ; n += 1) if ((1 + ((n * 7) % (towns * perTown))) % towns === 1 % towns) return n
}

/** A screen that shows a father's home screen. */
export async function homeOf(
  url: string,
  id: number,
  cookie: string,
  onChanged: (paths: readonly string[]) => void,
): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie }, perMessageDeflate: false })
  const ready = Promise.withResolvers<void>()
  socket.on('error', ready.reject)
  socket.on('open', () => socket.send(JSON.stringify({ type: 'authenticate', userId: id })))
  socket.on('message', data => {
    const frame = JSON.parse(String(data))
    if (frame.type === 'authenticated') {
      socket.send(JSON.stringify({ type: 'watch', paths: watchedAtHome }))
      socket.send(JSON.stringify({ type: 'watch', paths: ['/api/no-such-read'] }))
    } else if (frame.type === 'error') ready.resolve()
    else if (frame.type === 'changed') onChanged(frame.paths)
  })
  await ready.promise
  return socket
}

/** What a join costs in one of twenty towns, compared with a country that is one town. */
export async function compareTowns(room: Room, server: string): Promise<Table> {
  const one = await measure(await country(room, server, 1), 1)
  const twenty = await measure(await country(room, server, 20), 20)
  const row = (name: string, { cpuMs, here, elsewhere, reads, toldMs }: Figures): [string, ...number[]] => [
    name,
    ...[cpuMs, here, elsewhere, reads, toldMs],
  ]
  return {
    title: 'A join, where it concerns anybody',
    settings: `${perTown} fathers with a screen in each town, 40 km apart; each watches what the app watches on his home, and reads again what it is told of. Fathers of one town join a playdate there, ${joins} times. CPU of the process, the repeated reads included; frames and reads a join; time until the last of 99 % of the frames.`,
    columns: ['CPU ms a join', 'frames in the town', 'frames elsewhere', 'reads', 'p99 ms'],
    rows: [row('1 town, 100 screens', one), row('20 towns, 2000 screens', twenty)],
    aims: [
      { name: 'frames in other towns', value: twenty.elsewhere, atMost: 0 },
      { name: 'CPU a join, 20 towns to 1', value: twenty.cpuMs / one.cpuMs, atMost: 1.2 },
    ],
  }
}
