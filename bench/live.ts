import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { cookieOf, crossSiteToken, makeDatabase } from './data.ts'
import { load, percentile, type Request } from './load.ts'
import { type Measured, type Room, startMeasured, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'
import { alternate } from './rounds.ts'

const writes = 10
const restMs = 100
const watcherId = 1
const writerId = 2

/** The time from a write until every watching screen is notified, compared with a bare broadcast to as many sockets. */
export async function compareLive(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'live', 20)
  const [watcher, writer] = [await cookieOf(databaseUrl, watcherId), await cookieOf(databaseUrl, writerId)]
  // One father with a thousand screens, which the limits would refuse.
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(room.folder, 'live'), RATE_LIMIT: 'off' }
  const ours = await startPapadag(room, env)
  const bare = await startMeasured(room, 'bench/peer.ts', { args: ['ws'], path: '/' })
  const xsrf = await crossSiteToken(ours.url, writer)

  // Each write makes a change, since a write that changes nothing is not announced.
  let children = 0
  const join20 = (): Request => {
    children = 1 - children
    return {
      url: ours.url,
      path: '/api/playdates/20/join',
      method: 'POST',
      headers: { cookie: `${writer}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
      body: JSON.stringify({ children }),
    }
  }
  const broadcast = (): Request => ({ url: bare.url, path: '/', method: 'POST', body: '' })

  const rows: [string, ...number[]][] = []
  for (const count of [100, 1000]) {
    const screens = await openScreens(count, () => watching(ours.url, watcher))
    const others = await openScreens(count, () => listening(bare.url))
    const medians = await alternate({
      bare: () => measure(bare, broadcast, others),
      ours: () => measure(ours, join20, screens),
    })
    for (const { socket } of [...screens, ...others]) socket.terminate()
    for (const [name, { p50, p99, cpuUs }] of Object.entries(medians)) {
      rows.push([
        `${name === 'ours' ? 'Papadag' : 'bare ws'}, ${count} screens`,
        p50,
        p99,
        p50 / medians.bare.p50,
        cpuUs,
      ])
    }
  }
  await ours.stop()
  await bare.stop()
  return {
    title: 'Live update',
    settings: `From sending a write (a father joins; committed on PostgreSQL) until each screen has the \`changed\` frame. Bare ws sends the same frame on a POST, without a database. ${writes} writes a round, each ${restMs} ms after the last screen has heard of the one before; medians of 5 alternating rounds. CPU of the server per frame, including the write.`,
    columns: ['p50 ms', 'p99 ms', 'p50 to bare ws', 'CPU µs/frame'],
    rows,
    aims: rows.flatMap(([name, , p99 = Number.NaN, toBare = Number.NaN]) =>
      name.startsWith('Papadag')
        ? [
            { name: `p99 in ms, ${name}`, value: p99, atMost: 100 },
            ...(name.endsWith(' 100 screens') ? [{ name: `p50 to bare ws, ${name}`, value: toBare, atMost: 4 }] : []),
          ]
        : [],
    ),
  }
}

/** A screen, and the time of its next notice. */
interface Screen {
  socket: WebSocket
  told(): Promise<number>
}

async function openScreens(count: number, open: () => Promise<Screen>): Promise<Screen[]> {
  const screens: Screen[] = []
  while (screens.length < count) screens.push(...(await Promise.all(Array.from({ length: 50 }, open))))
  return screens
}

async function listening(url: string, headers: Record<string, string> = {}): Promise<Screen> {
  const socket = new WebSocket(url.replace('http', 'ws'), { headers, perMessageDeflate: false })
  await once(socket, 'open')
  return {
    socket,
    told: () => new Promise(resolve => socket.once('message', () => resolve(performance.now()))),
  }
}

/** Opens a screen of this father that watches a read. */
async function watching(
  url: string,
  cookie: string,
  userId = watcherId,
  read = '/api/playdates/upcoming',
): Promise<Screen> {
  const screen = await listening(`${url}/ws`, { cookie })
  const answered = screen.told()
  screen.socket.send(JSON.stringify({ type: 'authenticate', userId }))
  await answered
  screen.socket.send(JSON.stringify({ type: 'watch', paths: [read] }))
  // Frames are handled in order: once this one has been refused, the watch is in place.
  const refused = screen.told()
  screen.socket.send(JSON.stringify({ type: 'watch', paths: ['/api/no-such-read'] }))
  await refused
  return screen
}

async function measure(target: Measured, write: () => Request, screens: readonly Screen[]) {
  const latencies: number[] = []
  const cpuBefore = await target.cpuMs()
  for (let count = 0; count < writes; count += 1) {
    const told = Promise.all(screens.map(screen => screen.told()))
    const began = performance.now()
    await load(write, { connections: 1, requests: 1 })
    for (const at of await told) latencies.push(at - began)
    // The server now looks up what the lists show; in real use nobody writes again before that is done.
    await after(restMs)
  }
  const cpuMs = (await target.cpuMs()) - cpuBefore
  latencies.sort((a, b) => a - b)
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
  return { p50, p99, cpuUs: (cpuMs * 1000) / latencies.length }
}
