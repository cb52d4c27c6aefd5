import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { openEmbedded } from '../../packages/server/src/platform/db/embedded/embedded.ts'
import { migrate } from '../../packages/server/src/platform/db/migrate.ts'
import { crossSiteToken, fathersAndPlaydates, password, sessionOf } from '../data.ts'
import { load, percentile, type Request } from '../load.ts'
import { type Room, startMeasured, startPapadag } from '../measured-process.ts'
import { countCells, placesOf } from '../places/rows.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { timeStart } from '../start-up.ts'
import { bareWork, chatId, content, here, playdateId, type Work, works } from './embedded-bare.ts'

const times = 60
const starts = 5
const playdates = 20
const places = 100_000
const chats = 1000
const [reader, joiner] = [1, 2]

/** The embedded database: each answer compared with the same work in statements on a bare PGlite. */
export async function compareEmbedded(room: Room): Promise<Table> {
  const folders = ['embedded', 'bare', 'served'].map(name => join(room.folder, name))
  const [folder = '', bareFolder = '', servedFolder = ''] = folders
  const cookies = await fill(join(folder, 'database'))
  for (const copy of [bareFolder, servedFolder]) cpSync(join(folder, 'database'), copy, { recursive: true })
  const env = { DATA_DIR: folder, RATE_LIMIT: '1000000', DEMO: 'off' }
  const healthMs: number[] = []
  for (let count = 0; count < starts; count += 1) healthMs.push((await timeStart(room, env)).healthMs)

  const ours = await startPapadag(room, env)
  const peer = await startMeasured(room, 'bench/embedded/embedded-peer.ts', { args: [servedFolder], path: '/' })
  const requests = await requestsTo(ours.url, cookies)
  const database = await PGlite.create({ dataDir: bareFolder, extensions: { pg_trgm } })
  const bare = bareWork(database, password)
  const contenders: Record<string, () => Promise<{ p50: number; p99: number }>> = {}
  for (const work of works) {
    const [father, loaded] = [work === 'list' ? reader : joiner, { connections: 1, requests: times }]
    contenders[`bare ${work}`] = async () => figures(await timesOf(() => bare[work](father)))
    contenders[`served ${work}`] = async () =>
      figures(await load(() => ({ ...requests[work](), url: peer.url }), loaded))
    contenders[`Papadag ${work}`] = async () => figures(await load(requests[work], loaded))
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate(contenders)
  await Promise.all([ours.stop(), peer.kill(), database.close()])

  const of = (name: string) => medians[name] ?? { p50: Number.NaN, p99: Number.NaN }
  const row = (name: string, key: string, work: Work): [string, ...number[]] => {
    const { p50, p99 } = of(`${key} ${work}`)
    return [`${work}, ${name}`, p50, p99, p50 / of(`served ${work}`).p50, p50 / of(`bare ${work}`).p50]
  }
  const secondStart = healthMs.sort((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
  return {
    title: 'The embedded database',
    settings: `${playdates} upcoming playdates with 4 fathers each, ${places.toLocaleString('en')} places, 2,000 fathers, ${chats.toLocaleString('en')} chats of 10 messages; one request after another. Bare PGlite is called inside the measuring process, and served by node:http from a process with the database in the same thread. It runs PGlite's \`query\` and \`transaction\`, writes the rows as JSON, verifies the same hash for a login and, when served, looks up the member of each cookie; it checks nothing else. ${times} a round after a warm-up round; medians of 5 alternating rounds. Start: the median of ${starts} starts on the same folder, until /api/health first answers.`,
    columns: ['p50 ms', 'p99 ms', 'p50 to PGlite served', 'p50 to PGlite called'],
    rows: [
      ...works.flatMap(work => [
        row('bare PGlite, called', 'bare', work),
        row('bare PGlite, served by node:http', 'served', work),
        row('Papadag', 'Papadag', work),
      ]),
      ['second start', secondStart, Number.NaN, Number.NaN, Number.NaN],
    ],
    aims: [
      ...works.map(work => ({
        name: `${work} to bare PGlite, both over HTTP`,
        value: of(`Papadag ${work}`).p50 / of(`served ${work}`).p50,
        atMost: 1.5,
      })),
      { name: 'second start, s', value: secondStart / 1000, atMost: 1.2 },
    ],
  }
}

/** Creates the database; returns the cookies of two fathers who share a chat. */
async function fill(folder: string) {
  const fail = (error: Error) => {
    throw error
  }
  const db = await openEmbedded({ folder, decode: false, onCrash: fail })
  await migrate(db, { isAlone: true })
  const sessions = [reader, joiner].map(sessionOf)
  await db.script(`${await fathersAndPlaydates(playdates)};
    set session_replication_role = replica; select setseed(0.42); ${placesOf(places)}; ${countCells};
    insert into chats (first_member, second_member, last_seq) select 2 * n - 1, 2 * n, 10 from generate_series(1, ${chats}) n;
    insert into memberships (chat_id, user_id)
    select id, first_member from chats union all select id, second_member from chats;
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select c.id, n, c.first_member, '${content}', now() - interval '1 day' from chats c, generate_series(1, 10) n;
    ${sessions.map(({ text, values }) => values.reduce<string>((all, value, at) => all.replace(`$${at + 1}`, `'${value}'`), text)).join(';')};
    set session_replication_role to default`)
  await db.script('vacuum (analyze)')
  await db.close()
  return sessions.map(({ cookie }) => cookie)
}

async function requestsTo(url: string, [first = '', second = '']: readonly string[]) {
  const get = (path: string): Request => ({ url, path, headers: { cookie: first } })
  const xsrf = await crossSiteToken(url, second)
  const post = (path: string, body: object): Request => ({
    url,
    path,
    method: 'POST',
    headers: { cookie: `${second}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf },
    body: JSON.stringify(body),
  })
  const token = 'a-token-that-comes-twice'
  let lastFather = joiner
  const requests: Record<Work, () => Request> = {
    list: () => get('/api/playdates/upcoming'),
    join: () => post(`/api/playdates/${playdateId}/join`, { children: 0 }),
    nearest: () =>
      get(`/api/places/nearby?latitude=${here.latitude}&longitude=${here.longitude}&type=playground&limit=50`),
    message: () => post(`/api/chats/${chatId}/messages`, { content }),
    login() {
      lastFather += 1
      return {
        ...post('/api/login', { username: `vader${lastFather}`, password }),
        headers: { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token },
      }
    },
  }
  return requests
}

async function timesOf(work: () => Promise<unknown>): Promise<number[]> {
  const latencies: number[] = []
  for (let count = 0; count < times; count += 1) {
    const began = performance.now()
    await work()
    latencies.push(performance.now() - began)
  }
  return latencies.sort((a, b) => a - b)
}

function figures(latencies: readonly number[]) {
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}
