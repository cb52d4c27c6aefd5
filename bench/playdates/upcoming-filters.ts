import type { UpcomingQuery } from '@papadag/contract/playdates/playdates'
import pg from 'pg'
import { upcomingStatement } from '../../packages/server/src/features/playdates/upcoming.ts'
import { makeDatabase } from '../data.ts'
import type { Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { cookiesOf, measure, startOurs } from './upcoming.ts'

const viewerId = 1
const limit = 41
const requests = 24
const connections = 4
const sizes = [100, 10_000, 100_000]
const day = 86_400_000
/** The days over which all playdates are spread. */
const ahead = 60
/** Utrecht, which has as many around it as any other position. */
const here = { latitude: 52.09, longitude: 5.12 }

function inDays(days: number) {
  return new Date(Date.now() + days * day).toISOString()
}
const weekend = { from: inDays(5), to: inDays(7) }
const farDay = { from: inDays(ahead - 2), to: inDays(ahead - 1) }

/** The filters to measure, one of them without matches. */
const filters: Record<string, UpcomingQuery> = {
  none: {},
  'within 10 km': { ...here, withinKm: 10 },
  'within 2 km': { ...here, withinKm: 2 },
  weekend,
  [`a day in ${ahead - 2} days`]: farDay,
  'room for 3': { room: 3 },
  'ages that fit': { fits: 'children' },
  'all of them': { ...here, withinKm: 10, ...weekend, room: 3, fits: 'children' },
  'room for 50: nothing': { room: 50 },
  'home: near first': { ...here, order: 'near' },
}

/** How the list's filters scale with the number of playdates, and the indexes they use. */
export async function growFilters(room: Room, server: string): Promise<Table> {
  const targets = []
  for (const size of sizes) {
    const databaseUrl = await makeDatabase(server, `filters_${size}`, size)
    await spread(databaseUrl, size)
    // One member asks for everything, and would be slowed down to his share of the database.
    const ours = await startOurs(room, databaseUrl, `filters-${size}`, 'off')
    targets.push({ size, ours, databaseUrl, cookie: await cookiesOf(ours, databaseUrl) })
  }
  const asked: Record<string, string> = {}
  for (const [name, query] of Object.entries(filters)) {
    asked[name] =
      `/api/playdates/upcoming?${new URLSearchParams({ ...(query as Record<string, string>), limit: String(limit) })}`
  }
  asked['how many, all of them'] =
    `/api/playdates/upcoming/count?${new URLSearchParams(filters['all of them'] as Record<string, string>)}`
  const contenders = targets.flatMap(({ size, ours, cookie }) =>
    Object.entries(asked).map(([name, path]) => {
      const request = { url: ours.url, path, headers: { cookie } }
      return [`${name}, ${size}`, () => measure(ours, request, requests, connections)] as const
    }),
  )
  const medians = await alternate(Object.fromEntries(contenders), 3)
  for (const { ours } of targets) await ours.stop()
  const { found, scans } = await plansAt(targets.at(-1)?.databaseUrl ?? '')

  const of = (name: string, size: number, key: 'p50' | 'p99' = 'p50') =>
    medians[`${name}, ${size}`]?.[key] ?? Number.NaN
  const largest = sizes.at(-1) ?? 0
  return {
    title: 'Growth of the filters of GET /api/playdates/upcoming',
    settings: `The given number of playdates in the next ${ahead} days, all over the Netherlands, and as many past ones; 4 fathers on each, two of them with a child. The first ${limit}; ${requests} requests a round over ${connections} connections; medians of 3 alternating rounds; rate limits off. Indexes in the plans at ${largest.toLocaleString('en')}: ${found.join('; ')}.`,
    columns: [...sizes.map(size => `p50 ms, ${size.toLocaleString('en')}`), `p99 ms, ${largest.toLocaleString('en')}`],
    rows: Object.keys(asked).map((name): [string, ...number[]] => [
      name,
      ...sizes.map(size => of(name, size)),
      of(name, largest, 'p99'),
    ]),
    aims: [
      { name: 'filters that scan all playdates', value: scans, atMost: 0 },
      ...['within 10 km', 'weekend', 'room for 3', 'ages that fit', 'all of them'].map(name => ({
        name: `p50 of ${name} at ${largest.toLocaleString('en')} to the list without a filter`,
        value: of(name, largest) / of('none', largest),
        atMost: 3,
      })),
    ],
  }
}

/** Spreads playdates over the next weeks and the country, and gives fathers homes and children. */
async function spread(databaseUrl: string, size: number) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  // Positions follow a fixed rule, the same in every run.
  await client.query(
    `update playdates p set max_participants = 6 + p.id % 5, start_time = at, end_time = at + interval '1 hour',
            spot_latitude = 51.2 + 2 * abs(sin(p.id * 12.9898)), spot_longitude = 4.2 + 2.6 * abs(sin(p.id * 78.233))
       from (select id, now() + interval '2 hours' + (id % $1) * interval '${ahead} days' / $1 as at from playdates where start_time > now()) moved
      where moved.id = p.id`,
    [size],
  )
  await client.query(
    `update users set neighbourhood_latitude = 51.2 + 2 * abs(sin(id * 4.1)), neighbourhood_longitude = 4.2 + 2.6 * abs(sin(id * 9.7)),
            show_distance = true, children_visibility = case when id % 4 = 1 then 'members' else 'contacts' end`,
  )
  await client.query(
    `insert into children (user_id, name, birth_month, position)
     select id, 'Noor', date_trunc('month', now())::date - (id % 12) * interval '1 year', 0 from users where id % 2 = 1`,
  )
  await client.query('vacuum (analyze)')
  await client.end()
}

/** The indexes of playdates in each filter's plan, and the number of plans that read the whole table. */
async function plansAt(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const found: string[] = []
  let scans = 0
  const viewpoint = { viewerId, here, settledIn: here, city: undefined }
  for (const [name, query] of Object.entries(filters).filter(([, { order }]) => !order)) {
    const { text, values } = upcomingStatement(viewerId, { limit, cursor: undefined, more() {} }, query, viewpoint)
    const { rows } = await client.query(`explain (format json) ${text}`, [...values])
    const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    scans += nodes.filter(node => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'playdates').length
    const names = nodes.map(node => node['Index Name'] ?? '').filter(index => index.startsWith('playdates'))
    found.push(`${name}: ${[...new Set(names)].join(', ')}`)
  }
  await client.end()
  return { found, scans }
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: PlanNode[]
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
