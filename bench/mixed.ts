import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import type { WebSocket } from 'ws'
import { openEmbedded } from '../packages/server/src/platform/db/embedded/embedded.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { createDatabase } from '../tools/postgres.ts'
import { cpuByThread, cpuOfChildren, cpuOfPostgres } from './cpu-parts.ts'
import { crossSiteToken, fathersAndPlaydates } from './data.ts'
import { bytesOf, openLine, percentile, type Request } from './load.ts'
import { type Measured, type Room, startPapadag } from './measured-process.ts'
import { countCells, placesOf } from './places/rows.ts'
import type { Table } from './report.ts'
import { homeOf, townsOf } from './towns.ts'

const fathers = 1000
const playdates = 1000
const connections = 16
const towns = 50
const chats = fathers / 2
/**
 * `MINUTES=6 npm run bench -- mixed-embedded` measures for six minutes, one round a minute; the default is three rounds
 * of 20 s.
 */
const minutes = Number(process.env.MINUTES ?? 0)
const { rounds, roundMs } = minutes > 0 ? { rounds: minutes, roundMs: 60_000 } : { rounds: 3, roundMs: 20_000 }
/** Figures of the process in a round, rather than of one kind of request. */
const missing = Array.from({ length: 6 }, () => Number.NaN)

/** The whole product under one load on PostgreSQL: a thousand fathers, each with a screen. */
export async function measureMixed(room: Room, server: string): Promise<Table> {
  const tokens = newTokens()
  const data = await dataOf(tokens)
  const url = createDatabase(server, 'mixed')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backendPid = rows[0]?.pid ?? Number.NaN
  const place = { name: 'postgres', env: { DATABASE_URL: url }, databaseMs: () => cpuOfPostgres(backendPid) }
  const figures = await measure(room, place, tokens, async papadag => {
    await papadag.stop()
    await client.query(data)
    await client.query('vacuum (analyze)')
  })
  await client.end()
  return tableOf('PostgreSQL', figures)
}

/** The same load on the embedded database. */
export async function measureMixedEmbedded(room: Room): Promise<Table> {
  const tokens = newTokens()
  const data = await dataOf(tokens)
  const figures = await measure(room, { name: 'embedded', env: {}, databaseMs: undefined }, tokens, async papadag => {
    await papadag.stop()
    const fail = (error: Error) => {
      throw error
    }
    const db = await openEmbedded({
      folder: join(room.folder, 'mixed-embedded', 'database'),
      decode: false,
      onCrash: fail,
    })
    await migrate(db, { isAlone: true })
    await db.script(data)
    await db.script('vacuum (analyze)')
    await db.close()
  })
  return tableOf('the embedded database', figures)
}

const newTokens = () => Array.from({ length: fathers }, () => randomBytes(32).toString('base64url'))

function tableOf(name: string, { rounds: measured, work }: Figures): Table {
  const third = Math.max(1, Math.floor(measured.length / 3))
  const growth = (part: 'mb' | 'usedMb') => {
    const median = (some: readonly Round[]) =>
      percentile(
        some.map(round => round[part]).sort((a, b) => a - b),
        0.5,
      )
    return median(measured.slice(-third)) / median(measured.slice(0, third))
  }
  return {
    title: `Mixed load, ${name}`,
    settings: `${fathers} fathers, in ${towns} towns, each with a screen that watches what the app watches on his home and reads again what it is told of, ${playdates} upcoming playdates, 20,000 places; ${connections} connections, each sending another father's next request as soon as it has a reply: home, lists, playdates, joins, places, the map, chats, messages, profile pictures. A refusal ends the run. ${rounds} rounds of ${roundMs / 1000} s. CPU of the main thread, of the database (its thread, or all of PostgreSQL), and of the rest: scaling pictures, hashing, garbage collection. Memory after garbage collection: of the process, and the part of V8 and its buffers, in which a leak shows before it does in the process.`,
    columns: [
      'requests/s',
      'p50 ms',
      'p99 ms',
      'main µs',
      'database µs',
      'other µs',
      'event loop p99 ms',
      'MB',
      'V8 and buffers MB',
    ],
    rows: [
      ...measured.map((round, at): [string, ...number[]] => [
        `round ${at + 1}`,
        ...[round.perSecond, round.p50, round.p99, round.mainUs, round.databaseUs, round.otherUs],
        ...[round.delayMs, round.mb, round.usedMb],
      ]),
      ...[...work].map(([kind, latencies]): [string, ...number[]] => {
        latencies.sort((a, b) => a - b)
        return [kind, Number.NaN, percentile(latencies, 0.5), percentile(latencies, 0.99), ...missing]
      }),
    ],
    aims: [
      { name: 'event-loop delay p99, ms', value: Math.max(...measured.map(({ delayMs }) => delayMs)), atMost: 50 },
      { name: 'memory, last third to first third', value: growth('mb'), atMost: 1.1 },
      { name: 'memory of V8 and its buffers, last third to first third', value: growth('usedMb'), atMost: 1.1 },
    ],
  }
}

async function dataOf(tokens: readonly string[]): Promise<string> {
  const hashes = tokens.map(token => `'${createHash('sha256').update(token).digest('hex')}'`)
  return `${await fathersAndPlaydates(playdates, fathers)};
    set session_replication_role = replica; select setseed(0.42); ${placesOf(20_000)}; ${countCells};
    set session_replication_role to default; ${townsOf(towns)}; set session_replication_role = replica;
    insert into sessions (token_hash, user_id, expires_at)
    select decode(hash, 'hex'), n, now() + interval '1 day' from unnest(array[${hashes}]) with ordinality as t (hash, n);
    insert into chats (first_member, second_member, last_seq) select 2 * n - 1, 2 * n, 100 from generate_series(1, ${chats}) n;
    insert into memberships (chat_id, user_id)
    select id, first_member from chats union all select id, second_member from chats;
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select c.id, n, c.first_member, 'Tot morgen bij de zandbak, ik neem de emmers mee.', now() - interval '1 day'
      from chats c, generate_series(1, 100) n;
    set session_replication_role to default`
}

interface Round {
  perSecond: number
  p50: number
  p99: number
  /** CPU time per request, by who uses it. */
  mainUs: number
  databaseUs: number
  otherUs: number
  delayMs: number
  mb: number
  usedMb: number
}

interface Figures {
  rounds: Round[]
  /** The duration of each kind of request. */
  work: Map<string, number[]>
}

interface Place {
  name: string
  env: Record<string, string>
  /** CPU time of the database so far, if it is not a thread of the process. */
  databaseMs: (() => number) | undefined
}

/** CPU time so far, by who has used it. */
function cpuParts({ pid }: Measured, databaseMs: Place['databaseMs']) {
  const threads = cpuByThread(pid)
  const all = [...threads.values()].reduce((sum, ms) => sum + ms, 0)
  const main = threads.get('node-MainThread') ?? 0
  const inside = databaseMs ? 0 : (threads.get('WorkerThread') ?? 0)
  return { main, database: databaseMs?.() ?? inside, other: all - main - inside + cpuOfChildren(pid) }
}

async function measure(
  room: Room,
  { name, env: where, databaseMs }: Place,
  tokens: readonly string[],
  fill: (papadag: Measured) => Promise<void>,
): Promise<Figures> {
  const env = { ...where, DATA_DIR: join(room.folder, `mixed-${name}`), RATE_LIMIT: '1000000', DEMO: 'off' }
  // The first start creates the tables.
  await fill(await startPapadag(room, env))
  const papadag = await startPapadag(room, env)
  const family = await Promise.all(tokens.map((token, at) => fatherOf(papadag.url, token, at + 1)))
  const again: Again[] = []
  const screens: WebSocket[] = []
  for (const father of family) {
    const onChanged = (paths: readonly string[]) => again.push(...paths.map(path => ({ father, path })))
    screens.push(await homeOf(papadag.url, father.id, father.cookie, onChanged))
  }
  const figures: Figures = { rounds: [], work: new Map() }
  const kinds = kindsOf(papadag.url, await pictureForm())
  await run(family, kinds, again, new Map(), 3000)
  for (let round = 0; round < rounds; round += 1) {
    await papadag.delayMs()
    const [before, began] = [cpuParts(papadag, databaseMs), performance.now()]
    const latencies = await run(family, kinds, again, figures.work, roundMs)
    const seconds = (performance.now() - began) / 1000
    const after = cpuParts(papadag, databaseMs)
    const each = (part: keyof typeof after) => ((after[part] - before[part]) * 1000) / latencies.length
    const delayMs = await papadag.delayMs()
    const { rss, used } = await papadag.memory()
    figures.rounds.push({
      perSecond: latencies.length / seconds,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      mainUs: each('main'),
      databaseUs: each('database'),
      otherUs: each('other'),
      delayMs,
      mb: rss / 2 ** 20,
      usedMb: used / 2 ** 20,
    })
  }
  for (const socket of screens) socket.terminate()
  await papadag.stop()
  return figures
}

/** A read that a screen was notified to repeat. */
interface Again {
  father: Father
  path: string
}

interface Father {
  id: number
  cookie: string
  xsrf: string
  /** Whether he is on the playdate that he alternately joins and leaves. */
  isOn: boolean
}

async function fatherOf(url: string, token: string, id: number): Promise<Father> {
  const xsrf = await crossSiteToken(url, `sid=${token}`)
  return { id, cookie: `sid=${token}; XSRF-TOKEN=${xsrf}`, xsrf, isOn: false }
}

interface Kind {
  name: string
  /** The share of requests, in percent. */
  share: number
  request(father: Father): Omit<Request, 'url' | 'headers'> & { headers?: Record<string, string> }
}

function kindsOf(url: string, form: { type: string; body: Buffer }) {
  const get = (path: string) => ({ path })
  const any = (most: number) => 1 + Math.floor(Math.random() * most)
  const kinds: Kind[] = [
    { name: 'who am I', share: 10, request: () => get('/api/user') },
    { name: 'unread', share: 8, request: () => get('/api/notifications/unread') },
    { name: 'list of 20', share: 20, request: () => get('/api/playdates/upcoming?limit=20') },
    { name: 'a playdate', share: 10, request: () => get(`/api/playdates/${any(playdates)}`) },
    {
      name: 'join or leave',
      share: 4,
      request(father) {
        father.isOn = !father.isOn
        const path = `/api/playdates/${father.id}/join`
        return father.isOn ? { path, method: 'POST', body: '{"children":0}' } : { path, method: 'DELETE', body: '{}' }
      },
    },
    {
      name: 'places nearby',
      share: 10,
      request: () =>
        get(`/api/places/nearby?latitude=${51 + Math.random() * 2}&longitude=${4 + Math.random() * 3}&limit=20`),
    },
    { name: 'map tile', share: 12, request: () => get(`/api/map/10/${525 + any(8)}/${335 + any(8)}`) },
    { name: 'chats', share: 8, request: () => get('/api/chats') },
    { name: 'messages', share: 8, request: ({ id }) => get(`/api/chats/${chatOf(id)}/messages`) },
    {
      name: 'send a message',
      share: 9,
      request: ({ id }) => ({
        path: `/api/chats/${chatOf(id)}/messages`,
        method: 'POST',
        body: '{"content":"Zullen we morgen om tien uur bij de zandbak afspreken?"}',
      }),
    },
    {
      name: 'profile picture',
      share: 1,
      request: () => ({
        path: '/api/users/me/profile-image',
        method: 'POST',
        headers: { 'content-type': form.type },
        body: form.body,
      }),
    },
  ]
  return { url, kinds, deck: kinds.flatMap(kind => Array.from({ length: kind.share }, () => kind)) }
}

const readAgain = (path: string): Kind => ({ name: 'read again', share: 0, request: () => ({ path }) })

const chatOf = (userId: number) => Math.ceil(userId / 2)

/** A photo like a phone's, but smaller. */
async function pictureForm() {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const picture = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  const boundary = 'a-boundary-of-the-bench'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="profileImage"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/** Sends requests until the time is up; returns their durations in ascending order. */
async function run(
  family: readonly Father[],
  { url, deck }: ReturnType<typeof kindsOf>,
  again: Again[],
  work: Map<string, number[]>,
  ms: number,
): Promise<number[]> {
  const all: number[] = []
  const until = performance.now() + ms
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const line = await openLine(url)
      while (performance.now() < until) {
        const repeated = again.shift()
        // A father makes one request at a time.
        if (!repeated) next = (next + 1) % family.length
        const father = repeated?.father ?? family[next]
        const kind = repeated ? readAgain(repeated.path) : deck[Math.floor(Math.random() * deck.length)]
        if (!father || !kind) throw new Error('there is nobody to ask, or nothing')
        const { headers, ...request } = kind.request(father)
        const bytes = bytesOf({
          ...request,
          url,
          headers: { ...headers, cookie: father.cookie, 'x-xsrf-token': father.xsrf },
        })
        const began = performance.now()
        await line.ask(bytes)
        const took = performance.now() - began
        all.push(took)
        const alike = work.get(kind.name) ?? []
        work.set(kind.name, alike)
        alike.push(took)
      }
      line.close()
    }),
  )
  return all.sort((a, b) => a - b)
}
