import { readFileSync } from 'node:fs'
import process from 'node:process'
import pg from 'pg'
import { cellsNear } from '../../packages/server/src/domain/position/cells.ts'
import { gridPointOf } from '../../packages/server/src/domain/position/grid-point.ts'
import { matchesStatement } from '../../packages/server/src/features/users/matches.ts'
import { openPostgres } from '../../packages/server/src/platform/db/postgres.ts'
import { makeDatabase } from '../data.ts'
import { percentile } from '../load.ts'
import type { Room } from '../measured-process.ts'
import { cookiesOf, measure, startOurs } from '../playdates/upcoming.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'

const near = 10_000
/** All fathers of the larger country; `MATCHES_COUNTRY=200000` for a smaller machine. */
const country = Number(process.env.MATCHES_COUNTRY ?? 1_000_000)
const viewerId = 1
const limit = 25
const requests = 60
/** The centre of a cell in Utrecht. */
const home = gridPointOf({ latitude: 52.09, longitude: 5.12 }, 1000)
const path = `/api/users/matches?limit=${limit}`

/** The best matches for a father among 10,000 around him, in a town and in a country. */
export async function compareMatches(room: Room, server: string): Promise<Table> {
  const contenders: Record<string, () => Promise<Record<'p50' | 'p99' | 'cpuUs', number>>> = {}
  const stops: (() => Promise<unknown>)[] = []
  for (const size of [near, country]) {
    const databaseUrl = await makeDatabase(server, `matches_${size}`, 20, size)
    await settle(databaseUrl)
    const ours = await startOurs(room, databaseUrl, `matches-${size}`, 'off')
    const cookie = await cookiesOf(ours, databaseUrl)
    // One at a time: concurrent requests would measure how they wait for the database's cores.
    contenders[`page, ${size}`] = () => measure(ours, { url: ours.url, path, headers: { cookie } }, requests, 1)
    const bare = await bareStatement(databaseUrl)
    contenders[`bare, ${size}`] = bare.measure
    stops.push(() => ours.stop(), bare.stop)
  }
  const medians = await alternate(contenders, 3)
  for (const stop of stops) await stop()
  const p50 = (name: string) => medians[name]?.p50 ?? Number.NaN
  return {
    title: 'GET /api/users/matches',
    settings: `${near.toLocaleString('en')} fathers within 10 km who all show their distance and one of whose days is the viewer's in two of seven cases, alone and among ${country.toLocaleString('en')} in the country; a page of ${limit}; ${requests} requests a round over one connection; medians of 3 alternating rounds; rate limits off. The bare statement: that of the list alone, prepared, over one connection.`,
    columns: ['p50 ms', 'p99 ms', 'CPU µs of the process, or of the bare statement’s backend'],
    rows: Object.entries(medians).map(([name, { p50: half, p99, cpuUs }]): [string, ...number[]] => [
      name,
      half,
      p99,
      cpuUs,
    ]),
    aims: [
      { name: `p50 of a page with ${near.toLocaleString('en')} near, ms`, value: p50(`page, ${near}`), atMost: 15 },
      {
        name: 'p50 in the country to that in the town',
        value: p50(`page, ${country}`) / p50(`page, ${near}`),
        atMost: 1.5,
      },
      {
        name: 'p50 of a page to that of the bare statement',
        value: p50(`page, ${near}`) / p50(`bare, ${near}`),
        atMost: 1.3,
      },
    ],
  }
}

/** Gives the first fathers homes around the viewer and the others elsewhere, and all of them days and children. */
async function settle(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  const cells = cellsNear(home)
  // Positions follow a fixed rule, the same in every run; the others live at least 20 km away.
  await client.query(
    `update users u set neighbourhood_latitude = case when id <= $1 then ($2::float8[])[1 + id % $4] else round((50.8 + 2.5 * abs(sin(id * 4.1)))::numeric, 2) end,
            neighbourhood_longitude = case when id <= $1 then ($3::float8[])[1 + id % $4] else round((case when id % 2 = 0 then 3.5 + abs(sin(id * 9.7)) else 5.6 + 1.4 * abs(sin(id * 9.7)) end)::numeric, 2) end,
            show_distance = true, created_at = now() - interval '1 year', last_active_at = now() - (id % 90) * interval '1 day',
            papa_days = (3 << (2 * (id % 7))) | (1 << (id / 7 % 14)), papa_days_counting = (3 << (2 * (id % 7))) | (1 << (id / 7 % 14)),
            children_visibility = case when id % 4 = 1 then 'members' else 'contacts' end, match_ages = id % 2 = 1`,
    [near, cells.map(({ latitude }) => latitude), cells.map(({ longitude }) => longitude), cells.length],
  )
  await client.query(
    `update users set neighbourhood_latitude = $1, neighbourhood_longitude = $2, papa_days = 48, papa_days_counting = 48 where id = $3`,
    [home.latitude, home.longitude, viewerId],
  )
  await client.query(
    `insert into children (user_id, name, birth_month, position)
     select id, 'Noor', date_trunc('month', now())::date - (id % 12) * interval '1 year', 0 from users`,
  )
  await client.query('vacuum (analyze)')
  await client.end()
}

/** The CPU time of a process of this machine so far, in steps of 10 ms. */
function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** The list's own statement over one connection. */
async function bareStatement(databaseUrl: string) {
  const db = openPostgres({ url: databaseUrl, decode: false, onError: () => undefined })
  const { text, values } = await matchesStatement(db, viewerId, {}, { limit, offset: 0 })
  await db.close()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const pid: number = (await client.query('select pg_backend_pid() as pid')).rows[0].pid
  const run = () => client.query({ name: 'matches', text, values: [...values] })
  return {
    stop: () => client.end(),
    async measure() {
      for (let time = 0; time < 10; time += 1) await run()
      const cpuBefore = cpuUsOf(pid)
      const latencies: number[] = []
      for (let time = 0; time < requests; time += 1) {
        const began = performance.now()
        await run()
        latencies.push(performance.now() - began)
      }
      latencies.sort((one, other) => one - other)
      return {
        p50: percentile(latencies, 0.5),
        p99: percentile(latencies, 0.99),
        cpuUs: (cpuUsOf(pid) - cpuBefore) / requests,
      }
    },
  }
}
