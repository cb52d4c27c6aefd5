import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { limits } from '@papadag/contract/limits'
import { upcomingStatement } from '../packages/server/src/features/playdates/queries.ts'
import { openEmbedded } from '../packages/server/src/platform/db/embedded.ts'
import { migrate } from '../packages/server/src/platform/db/migrate.ts'
import { verifyPassword } from '../packages/server/src/platform/password.ts'
import { crossSiteToken, fathersAndPlaydates, password, sessionOf } from './data.ts'
import { load, percentile, type Request } from './load.ts'
import { type Room, startPapadag } from './measured-process.ts'
import { bareFields, countCells, placesOf } from './places.ts'
import type { Table } from './report.ts'
import { alternate } from './rounds.ts'
import { timeStart } from './start-up.ts'

const times = 60
const starts = 5
const playdates = 20
const places = 100_000
const [reader, joiner] = [1, 2]
const chatId = 1
const here = { latitude: 52.1, longitude: 5.1 }
const content = 'Zullen we morgen om tien uur bij de zandbak afspreken? Ik neem de emmers en de koffie mee.'

/** The embedded database: each answer over HTTP, beside the same work in statements on a bare PGlite. */
export async function compareEmbedded(room: Room): Promise<Table> {
  const [folder, bareFolder] = [join(room.folder, 'embedded'), join(room.folder, 'bare')]
  const cookies = await fill(join(folder, 'database'))
  cpSync(join(folder, 'database'), bareFolder, { recursive: true })
  const env = { DATA_DIR: folder, RATE_LIMIT: '1000000', DEMO: 'off' }
  const healthMs: number[] = []
  for (let count = 0; count < starts; count += 1) healthMs.push((await timeStart(room, env)).healthMs)

  const ours = await startPapadag(room, env)
  const requests = await requestsTo(ours.url, cookies)
  const database = await PGlite.create({ dataDir: bareFolder, extensions: { pg_trgm } })
  const bare = bareWork(database)
  const contenders: Record<string, () => Promise<{ p50: number; p99: number }>> = {}
  for (const [name, request] of Object.entries(requests)) {
    contenders[`Papadag ${name}`] = async () => figures(await load(request, { connections: 1, requests: times }))
    contenders[`bare ${name}`] = async () => figures(await timesOf(bare[name as Work]))
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate(contenders)
  await ours.stop()
  await database.close()

  const of = (name: string) => medians[name] ?? { p50: Number.NaN, p99: Number.NaN }
  const ratio = (work: string) => of(`Papadag ${work}`).p50 / of(`bare ${work}`).p50
  const secondStart = healthMs.sort((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN
  const works = Object.keys(requests)
  return {
    title: 'The embedded database',
    settings: `${playdates} playdates to come with 4 fathers each, ${places.toLocaleString('en')} places, 2,000 fathers; one after another, over HTTP and signed in, beside PGlite's own \`query\` and \`transaction\` in the process that measures, which check nothing, write the rows as JSON and, for a login, verify the same hash. ${times} a round after a round to warm up, 5 alternating rounds, medians. The start is the median of ${starts} on the same folder, until the first answer of /api/health.`,
    columns: ['p50 ms', 'p99 ms', 'p50 to bare PGlite'],
    rows: [
      ...works.flatMap((work): [string, ...number[]][] => [
        [`${work}, bare PGlite`, of(`bare ${work}`).p50, of(`bare ${work}`).p99, 1],
        [`${work}, Papadag`, of(`Papadag ${work}`).p50, of(`Papadag ${work}`).p99, ratio(work)],
      ]),
      ['second start', secondStart, Number.NaN, Number.NaN],
    ],
    aims: [
      ...works.map(work => ({ name: `${work} to bare PGlite`, value: ratio(work), atMost: 1.5 })),
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
    insert into chats (first_member, second_member, last_seq) values (${reader}, ${joiner}, 100);
    insert into chat_members (chat_id, user_id) values (${chatId}, ${reader}), (${chatId}, ${joiner});
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select ${chatId}, n, 1 + n % 2, '${content}', now() - interval '1 day' from generate_series(1, 100) n;
    ${sessions.map(({ text, values }) => values.reduce<string>((all, value, at) => all.replace(`$${at + 1}`, `'${value}'`), text)).join(';')};
    set session_replication_role to default`)
  await db.script('vacuum (analyze)')
  await db.close()
  return sessions.map(({ cookie }) => cookie)
}

type Work = keyof ReturnType<typeof bareWork>

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
    join: () => post('/api/playdates/20/join', { children: 0 }),
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

/** The same work written by hand, with nothing around it. */
function bareWork(database: PGlite) {
  const page = { limit: limits.listItems, cursor: undefined, more() {} }
  const rows = async (text: string, values: readonly unknown[]) =>
    JSON.stringify((await database.query(text, [...values])).rows)
  let lastFather = joiner
  return {
    list() {
      const { text, values } = upcomingStatement(reader, page)
      return rows(text, values)
    },
    join: () =>
      database.transaction(async tx => {
        await tx.query('select max_participants, end_time from playdates where id = $1 for update', [20])
        await tx.query('select sum(1 + children) from participants where playdate_id = $1 and user_id <> $2', [
          20,
          joiner,
        ])
        await tx.query(
          `insert into participants (playdate_id, user_id, children) values ($1, $2, 0)
           on conflict (playdate_id, user_id) do update set children = excluded.children`,
          [20, joiner],
        )
        const { rows } = await tx.query(
          `select p.*, (select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                          'profileImage', u.profile_image, 'children', m.children))
                          from participants m join users u on u.id = m.user_id where m.playdate_id = p.id) as participants
             from playdates p where p.id = $1`,
          [20],
        )
        return JSON.stringify(rows)
      }),
    nearest: () =>
      rows(
        `select ${bareFields} from places where type = 'playground' and hidden_at is null
          order by location <-> mercator($1, $2) limit 50`,
        [here.latitude, here.longitude],
      ),
    message: () =>
      rows(
        `with numbered as (update chats set last_seq = last_seq + 1, active_at = now() where id = $1 returning last_seq)
         insert into messages (chat_id, seq, sender_id, content, sent_at) select $1, last_seq, $2, $3, now() from numbered
         returning *`,
        [chatId, joiner, content],
      ),
    async login() {
      lastFather += 1
      const name = `vader${lastFather}`
      const found = await database.query<{ id: number; password_hash: string }>(
        'select id, password_hash from users where username = $1',
        [name],
      )
      const [user] = found.rows
      if (!user || !(await verifyPassword(user.password_hash, password))) throw new Error(`${name} cannot log in`)
      const { text, values } = sessionOf(user.id)
      await database.query(text, values)
      return rows('select * from users where id = $1', [user.id])
    },
  }
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
