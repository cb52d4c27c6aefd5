// `npm run bench [-- part …]`: measures Papadag beside bare programs that do the same work, in one run on this machine
// over loopback, and writes the figures to bench/results.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, platform, release, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../tools/postgres.ts'
import { measureBackup } from './backup.ts'
import { tableOfCapacity } from './capacity.ts'
import { compareChat } from './chat/chat.ts'
import { growHistory } from './chat/chat-growth.ts'
import { compareNodeCosts, compareNodes } from './chat/chat-nodes.ts'
import { compareParse } from './chat/chat-parse.ts'
import { comeBack } from './chat/chat-return.ts'
import { growSockets } from './chat/chat-sockets.ts'
import { compareThread } from './chat/chat-thread.ts'
import { compareEmbedded } from './embedded/embedded.ts'
import { measureInvitations } from './invitations.ts'
import { compareLive } from './live.ts'
import { compareDenseTile } from './map/dense-tile.ts'
import { compareHostedMap } from './map/hosted-map.ts'
import { compareFilteredMap, compareMap } from './map/map.ts'
import type { Room } from './measured-process.ts'
import { compareMetrics } from './metrics.ts'
import { measureMixed, measureMixedEmbedded } from './mixed.ts'
import { compareLogin } from './people/login.ts'
import { compareMatches } from './people/matches.ts'
import { compareOffline } from './phone/offline.ts'
import { compareTaps } from './phone/taps.ts'
import { compareFirstVisits, compareLaterVisits } from './phone/visits.ts'
import { comparePlaces } from './places/places.ts'
import { measureLists } from './playdates/lists.ts'
import { compareUpcoming, growUpcoming } from './playdates/upcoming.ts'
import { growFilters } from './playdates/upcoming-filters.ts'
import { compareReach } from './reach.ts'
import { measureRedis } from './redis.ts'
import { measured, type Table, toMarkdown } from './report.ts'
import { compareStartUp } from './start-up.ts'
import { compareTowns } from './towns.ts'

type Measure = (room: Room, server: string) => Promise<Table>

const parts: Record<string, Measure | readonly Measure[]> = {
  upcoming: compareUpcoming,
  growth: growUpcoming,
  matches: compareMatches,
  filters: growFilters,
  'start-up': compareStartUp,
  login: compareLogin,
  embedded: compareEmbedded,
  live: compareLive,
  towns: compareTowns,
  reach: compareReach,
  invitations: measureInvitations,
  chat: [compareChat, compareParse, growSockets, growHistory, compareNodes, compareNodeCosts, comeBack, compareThread],
  thread: compareThread,
  nodes: [compareNodes, compareNodeCosts],
  'node-costs': compareNodeCosts,
  places: comparePlaces,
  map: [compareMap, compareFilteredMap],
  'filtered-map': compareFilteredMap,
  'hosted-map': [compareHostedMap, compareDenseTile],
  'dense-tile': compareDenseTile,
  lists: measureLists,
  backup: measureBackup,
  metrics: compareMetrics,
  redis: measureRedis,
  phone: compareFirstVisits,
  'phone-again': compareLaterVisits,
  offline: compareOffline,
  taps: compareTaps,
  capacity: tableOfCapacity,
  mixed: measureMixed,
  'mixed-embedded': measureMixedEmbedded,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in parts))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`)
const chosen = Object.entries(parts).filter(([name]) => wanted.length === 0 || wanted.includes(name))

const loadBefore = loadavg()
const room = { folder: mkdtempSync(join(tmpdir(), 'papadag-bench-')) }
const postgres = await startPostgres()
// Cleans up on Ctrl-C as after any other exit.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(room.folder, { recursive: true, force: true }))

const tables: Table[] = []
let postgresVersion = ''
try {
  postgresVersion = await versionOf(postgres.url)
  for (const [name, part] of chosen) {
    process.stderr.write(`Measuring: ${name}…\n`)
    for (const measure of [part].flat()) tables.push(measured(await measure(room, postgres.url)))
  }
} finally {
  await postgres.remove()
}

const date = new Date().toISOString().slice(0, 10)
const machine = {
  cores: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release()}`,
  loadBefore,
  loadAfter: loadavg(),
  versions: {
    node: process.version,
    postgres: postgresVersion,
    ...versionsOf('fastify', 'pg', 'ws', 'socket.io', '@electric-sql/pglite'),
  },
}
const loads = [machine.loadBefore, machine.loadAfter].map(load => load.map(value => value.toFixed(1)).join(', '))
const text = [
  `# Bench of ${date}: ${chosen.map(([name]) => name).join(', ')}`,
  '',
  `${machine.cores}, ${machine.memoryGb} GiB, ${machine.system}; load average (1, 5, 15 min) ${loads.join(' before, ')} after. ${Object.entries(
    machine.versions,
  )
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. Load from kept-alive connections of our own (bench/load.ts), over loopback.`,
  '',
  ...tables.map(toMarkdown),
].join('\n')

const results = new URL('results/', import.meta.url)
mkdirSync(results, { recursive: true })
const file = `${date}-${wanted.length === 0 ? 'all' : wanted.join('-')}`
writeFileSync(new URL(`${file}.json`, results), `${JSON.stringify({ date, machine, tables }, null, 2)}\n`)
writeFileSync(new URL(`${file}.md`, results), text)
await import('./figures/write-figures.ts')
process.stdout.write(`${text}\nWritten to bench/results/${file}.{md,json}, and into the documents that cite it.\n`)

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('show server_version')
  await client.end()
  return rows[0].server_version
}

function versionsOf(...names: string[]) {
  const version = (name: string) =>
    JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8')).version
  return Object.fromEntries(names.map(name => [name, version(name)]))
}
