import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Table } from './report.ts'

const results = fileURLToPath(new URL('results', import.meta.url))

/** Assumptions about fathers' daily use. */
const assumed = {
  /** The share of registered fathers who are active on a day. */
  active: 0.1,
  /** The share of active fathers connected at the peak. */
  connected: 1 / 3,
  readsADay: 60,
  writesADay: 5,
  messagesADay: 15,
  /** The busiest hour's share of a day's load, and the peak within that hour. */
  busiestHour: 0.15,
  peak: 3,
  /** The share of all fathers who live within 10 km of a playdate, weighted by where they live. */
  within10Km: 1 / 45,
  /** The share of connected fathers on a screen with a list. */
  onAList: 1 / 2,
  /** The share of writes that bring a playdate into lists or out of them. */
  moving: 1 / 5,
  /** Reads by the other people on a playdate, and by screens that have it on their page. */
  byPeople: 8,
}

/** CPU time of a call in ms, in the process and in the database. */
interface Costs {
  main: number
  database: number
}

/** A message, stored and delivered (`bench chat`). */
const messageMs = { main: 0.09, database: 0.04 }
/** The fraction of a core to use; the rest stays free. */
const used = 0.6

/** The medians of the newest mixed load on PostgreSQL. */
export function measuredCosts(): Costs {
  const file = readdirSync(results)
    .filter(name => /^[\d-]+-mixed\.json$/.test(name))
    .sort()
    .at(-1)
  if (!file) throw new Error('There is no result of `npm run bench -- mixed`.')
  const { tables } = JSON.parse(readFileSync(join(results, file), 'utf8'))
  const { columns, rows } = tables[0]
  const median = (column: string) => {
    const at = columns.indexOf(column) + 1
    const rounds = rows.filter(([name]: [string]) => name.startsWith('round'))
    const values = rounds.map((row: number[]) => row[at]).sort((a: number, b: number) => a - b)
    return values[Math.floor(values.length / 2)] / 1000
  }
  return { main: median('main µs'), database: median('database µs') }
}

/** How many reads other fathers repeat after a write, with this many registered. */
function repeatedReads(registered: number): number {
  const onLists = registered * assumed.active * assumed.connected * assumed.within10Km * assumed.onAList
  return assumed.byPeople + assumed.moving * onLists
}

/** What fathers use of one core, in the process and in the database, at the peak. */
function load(registered: number, costs: Costs): { process: number; database: number } {
  const calls = assumed.readsADay + assumed.writesADay * (1 + repeatedReads(registered))
  const share = (assumed.busiestHour * assumed.peak) / 3600 / 1000
  const of = (part: 'main' | 'database') =>
    registered * assumed.active * share * (calls * costs[part] + assumed.messagesADay * messageMs[part])
  return { process: of('main'), database: of('database') }
}

export interface Machines {
  processes: number
  databaseCores: number
}

/** How many fathers can be registered, in ten thousands. */
export function capacity(costs: Costs, { processes, databaseCores }: Machines): number {
  let [enough, tooMany] = [0, 1e9]
  while (tooMany - enough > 1000) {
    const registered = (enough + tooMany) / 2
    const { process, database } = load(registered, costs)
    if (process > processes * used || database > databaseCores * used) tooMany = registered
    else enough = registered
  }
  return Math.floor(enough / 10_000) * 10_000
}

export const machines: readonly Machines[] = [
  { processes: 1, databaseCores: 2 },
  { processes: 3, databaseCores: 6 },
  { processes: 8, databaseCores: 16 },
]

/** The capacity of an installation, calculated from the newest mixed load; docs/operate.md has these figures. */
export async function tableOfCapacity(): Promise<Table> {
  const costs = measuredCosts()
  const rows = machines.map((some): [string, ...number[]] => {
    const registered = capacity(costs, some)
    const { process, database } = load(registered, costs)
    return [
      `${some.processes} processes, ${some.databaseCores} cores of PostgreSQL`,
      ...[registered, repeatedReads(registered), process, database],
    ]
  })
  return {
    title: 'Capacity',
    settings: `Calculated from the newest mixed load: ${costs.main} ms of the process and ${costs.database} ms of PostgreSQL a call, at most ${used * 100} % of each core at the peak.`,
    columns: ['registered', 'reads repeated a write', 'process, cores', 'database, cores'],
    rows,
    aims: [{ name: 'registered, one process', value: rows[0]?.[1] ?? 0, atLeast: 300_000 }],
  }
}
