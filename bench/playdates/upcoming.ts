import { deepStrictEqual } from 'node:assert'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '@papadag/contract/limits'
import { upcomingStatement } from '../../packages/server/src/features/playdates/upcoming.ts'
import { findPostgres } from '../../tools/postgres.ts'
import { cookieOf, crossSiteToken, makeDatabase } from '../data.ts'
import { type Latencies, load, percentile, type Request } from '../load.ts'
import { type Measured, type Room, startMeasured, startPapadag } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'

const peer = 'bench/peer.ts'
const path = '/api/playdates/upcoming'
const viewerId = 1
const connections = 16

/** Our server on such a database. Limits are counted as in production, but never reached. */
export function startOurs(
  room: Room,
  databaseUrl: string,
  name: string,
  rateLimit: '1000000' | 'off' = '1000000',
): Promise<Measured> {
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: join(room.folder, name), RATE_LIMIT: rateLimit }
  return startPapadag(room, env)
}

/** The list of 20 playdates with four fathers each, compared with the same statement with less and less around it. */
export async function compareUpcoming(room: Room, server: string): Promise<Table> {
  const requests = 1500
  const databaseUrl = await makeDatabase(server, 'upcoming', 20)
  const statement = upcomingStatement(viewerId, { limit: limits.listItems, cursor: undefined, more() {} })
  const env = {
    DATABASE_URL: databaseUrl,
    STATEMENT: JSON.stringify({ text: statement.text, values: statement.values }),
  }
  const ours = await startOurs(room, databaseUrl, 'upcoming')
  const cookie = await cookiesOf(ours, databaseUrl)
  const cookies = await Promise.all(
    Array.from({ length: connections }, (_, index) => cookiesOf(ours, databaseUrl, viewerId + index)),
  )
  const raw = await startMeasured(room, peer, { args: ['raw'], env, path })
  const fastify = await startMeasured(room, peer, { args: ['fastify'], env, path })

  // All contenders must give the same reply.
  const bodies = await Promise.all([ours, raw, fastify].map(({ url }) => read({ url, path, headers: { cookie } })))
  for (const body of bodies) deepStrictEqual(body, bodies[0])

  const bare = barePostgres(room, databaseUrl, statement)
  const loaded = (target: Measured) => () => measure(target, { url: target.url, path, headers: { cookie } }, requests)
  const crowd = (connection: number) => ({ url: ours.url, path, headers: { cookie: cookies[connection] ?? cookie } })
  const contenders = {
    raw: loaded(raw),
    fastify: loaded(fastify),
    ours: loaded(ours),
    crowd: () => measure(ours, crowd, requests),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate({ ...contenders, bare })
  for (const process of [ours, raw, fastify]) await process.stop()

  const row = (name: string, key: keyof typeof medians): [string, ...number[]] => {
    const { cpuUs, perSecond, p50, p99 } = medians[key]
    return [name, cpuUs, medians.raw.cpuUs / cpuUs, perSecond, perSecond / medians.bare.perSecond, p50, p99]
  }
  return {
    title: 'GET /api/playdates/upcoming',
    settings: `20 upcoming playdates with 4 fathers each (and 20 past ones), logged in, ${connections} connections, ${requests} requests a round after a warm-up round; medians of 5 alternating rounds. CPU of the Node process, without PostgreSQL. One father may run three statements at once, so his other connections wait. pgbench: prepared, ${connections} clients, 1 s a round.`,
    columns: ['CPU µs/request', 'efficiency to raw', 'requests/s', 'to pgbench', 'p50 ms', 'p99 ms'],
    rows: [
      row('node:http + pg + JSON.stringify', 'raw'),
      row('Fastify + pg', 'fastify'),
      row('Papadag, one father on all connections', 'ours'),
      row('Papadag, a father on each connection', 'crowd'),
      row('pgbench, bare statement', 'bare'),
    ],
    aims: [
      {
        name: 'CPU efficiency to raw node:http, one father',
        value: medians.raw.cpuUs / medians.ours.cpuUs,
        atLeast: 0.8,
      },
      { name: 'CPU efficiency to raw node:http, many', value: medians.raw.cpuUs / medians.crowd.cpuUs, atLeast: 0.8 },
      {
        name: 'CPU per request to Fastify alone, one father',
        value: medians.ours.cpuUs / medians.fastify.cpuUs,
        atMost: 1.2,
      },
      {
        name: 'CPU per request to Fastify alone, many',
        value: medians.crowd.cpuUs / medians.fastify.cpuUs,
        atMost: 1.2,
      },
    ],
  }
}

/** How the list scales with the number of playdates. */
export async function growUpcoming(room: Room, server: string): Promise<Table> {
  const sizes = [100, 1000, 10_000, 100_000]
  const lists = [
    { name: 'limit=20', query: '?limit=20', requests: 400 },
    { name: `limit=${limits.listItems}`, query: '', requests: 64 },
  ]
  const targets: { size: number; ours: Measured; cookie: string }[] = []
  for (const size of sizes) {
    const databaseUrl = await makeDatabase(server, `upcoming_${size}`, size)
    const ours = await startOurs(room, databaseUrl, `upcoming-${size}`)
    targets.push({ size, ours, cookie: await cookiesOf(ours, databaseUrl) })
  }
  const contenders = targets.flatMap(({ size, ours, cookie }) =>
    lists.map(({ name, query, requests }) => {
      const request = { url: ours.url, path: path + query, headers: { cookie } }
      return [`${name}, ${size}`, () => measure(ours, request, requests)] as const
    }),
  )
  const medians = await alternate(Object.fromEntries(contenders))
  for (const { ours } of targets) await ours.stop()

  const of = (name: string, size: number) => medians[`${name}, ${size}`] ?? nothing
  const [smallest = 0, largest = 0] = [sizes[1], sizes.at(-1)]
  return {
    title: 'Growth of GET /api/playdates/upcoming',
    settings: `The given number of upcoming playdates and as many past ones, 4 fathers on each, ${connections} connections, ${lists.map(({ name, requests }) => `${requests} requests a round with ${name}`).join(', ')}; medians of 5 alternating rounds.`,
    columns: ['CPU µs/request', 'requests/s', 'p50 ms', 'p99 ms'],
    rows: lists.flatMap(({ name }) =>
      sizes.map((size): [string, ...number[]] => {
        const { cpuUs, perSecond, p50, p99 } = of(name, size)
        return [`${name}, ${size.toLocaleString('en')} upcoming`, cpuUs, perSecond, p50, p99]
      }),
    ),
    aims: lists.map(({ name }) => ({
      name: `p50 of ${name} at ${largest.toLocaleString('en')} to that at ${smallest.toLocaleString('en')}`,
      value: of(name, largest).p50 / of(name, smallest).p50,
      atMost: 1.5,
    })),
  }
}

/** The cookies of a signed-in browser. */
export async function cookiesOf({ url }: Measured, databaseUrl: string, userId = viewerId): Promise<string> {
  const session = await cookieOf(databaseUrl, userId)
  return `${session}; XSRF-TOKEN=${await crossSiteToken(url, session)}`
}

const nothing = { cpuUs: Number.NaN, perSecond: Number.NaN, p50: Number.NaN, p99: Number.NaN }

/** Sends this many requests to a process; returns its CPU time and the durations. */
export async function measure(
  target: Measured,
  request: Request | ((connection: number) => Request),
  requests: number,
  over = connections,
) {
  const of = typeof request === 'function' ? request : () => request
  await load(of, { connections: over, requests: Math.ceil(requests / 10) })
  const [cpuBefore, began] = [await target.cpuMs(), performance.now()]
  const latencies: Latencies = await load(of, { connections: over, requests })
  const [cpuAfter, ended] = [await target.cpuMs(), performance.now()]
  return {
    cpuUs: ((cpuAfter - cpuBefore) * 1000) / requests,
    perSecond: (requests * 1000) / (ended - began),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}

/** The statement in pgbench: the rate of the database alone. */
function barePostgres(
  { folder }: Room,
  databaseUrl: string,
  { text, values }: { text: string; values: readonly unknown[] },
) {
  const script = join(folder, 'upcoming.sql')
  const statement = text
    .replace(/\s+/g, ' ')
    .replace(/\$(\d+)/g, (_, n) => literal(values[n - 1]))
    // In pgbench a colon begins a variable, even inside quotes.
    .replace(/'[^']*'/g, quoted => (quoted.includes(':') ? `U&${quoted.replaceAll(':', '\\003a')}` : quoted))
  writeFileSync(script, `${statement};\n`)
  const args = ['-n', '-M', 'prepared', '-c', String(connections), '-T', '1', '-f', script, databaseUrl]
  return async () => {
    const output = execFileSync(join(findPostgres() ?? '', 'pgbench'), args, { encoding: 'utf8', stdio: 'pipe' })
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    const average = Number(/latency average = ([\d.]+)/.exec(output)?.[1])
    return { ...nothing, perSecond, p50: average }
  }
}

/** A value of the statement as a literal: the viewer, the limit, the name of a place without one. */
function literal(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  throw new Error(`pgbench is not told yet how to write ${typeof value}.`)
}

async function read({ url, path, headers = {} }: Request): Promise<unknown> {
  const response = await fetch(url + path, { headers })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}
