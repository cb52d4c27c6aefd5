import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { pinnedNode, root } from '../../tools/install.mjs'
import { createDatabase } from '../../tools/postgres.ts'
import { type Measured, type Room, startMeasured } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { startOurs, write } from './chat.ts'
import { makeChats } from './chat-data.ts'
import { type Load, open, startLoad } from './chat-line.ts'

const parseVersion = '9.10.0'
/** It requires a Node below 25. */
const nodeVersion = '24.21.0'
const folder = join(root, 'node_modules', '.cache', `parse-server-${parseVersion}`)
const title = 'Chat: beside parse-server'

const sizes = [
  { users: 1000, atOnce: 64, faster: 50 },
  { users: 100, atOnce: 32, faster: 10 },
] as const
/** Fewer messages, since it takes seconds where we take milliseconds. */
const messages = { parse: 200, ours: 4000 } as const

type Figures = Awaited<ReturnType<typeof write>>
interface Compared {
  users: number
  faster: number
  parse: Figures
  ours: Figures
}

/**
 * Compares the chat with parse-server, which a team might choose instead of writing its own: its LiveQuery delivers
 * stored objects.
 */
export async function compareParse(room: Room, server: string): Promise<Table> {
  const missing = (await hasPostgis(server))
    ? fetchParse()
    : 'PostGIS, which its database has to have, is not installed'
  if (missing) return { title, settings: `Not measured: ${missing}.`, columns: [], rows: [], aims: [] }

  const database = createDatabase(server, 'parse')
  await runOn(database, 'create extension postgis')
  const { url, cookies } = await makeChats(server, 'chat-parse', Math.max(...sizes.map(({ users }) => users)))
  const compared: Compared[] = []
  for (const size of sizes) {
    // A fresh database for each, without traces of the previous size.
    const ours = await startOurs(room, url)
    const parse = await startParse(room, database)
    const load = startLoad()
    compared.push({ ...size, ...(await compare(load, { ours, parse }, cookies.slice(0, size.users), size.atOnce)) })
    load.end()
    await Promise.all([ours.stop(), parse.stop()])
  }
  return toTable(compared)
}

async function compare(
  load: Load,
  { ours, parse }: Record<'ours' | 'parse', Measured>,
  cookies: readonly string[],
  atOnce: number,
) {
  await open(load, 'ours', 'ws', [ours.url], cookies)
  await open(load, 'parse', 'parse', [parse.url], cookies)
  const contenders = {
    parse: () => write(load, 'parse', parse, { messages: messages.parse, atOnce }),
    ours: () => write(load, 'ours', ours, { messages: messages.ours, atOnce }),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  return alternate(contenders)
}

function toTable(compared: readonly Compared[]): Table {
  const row = (name: string, { perSecond, p50, p99, cpuUs }: Figures): [string, ...number[]] => [
    name,
    perSecond,
    p50,
    p99,
    cpuUs,
  ]
  const underWay = sizes.map(({ users, atOnce }) => `${atOnce} among ${users.toLocaleString('en')}`)
  return {
    title,
    settings: `parse-server ${parseVersion} on Node ${nodeVersion} and PostGIS, set up by its manual with ten database connections: each user subscribes to his messages over a socket and sends over HTTP, which replies with the stored message. It checks no membership, block or repeat, and numbers nothing. Messages in flight: ${underWay.join(', ')}; ${messages.parse} messages a round (${messages.ours} for Papadag) after a warm-up round; medians of 5 alternating rounds. LiveQuery compares each message with each subscription, so it does better with fewer users.`,
    columns: ['messages/s', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows: compared.flatMap(({ users, parse, ours }) => [
      row(`parse-server, ${users.toLocaleString('en')} users`, parse),
      row(`Papadag, ${users.toLocaleString('en')} users`, ours),
    ]),
    aims: compared.flatMap(({ users, faster, parse, ours }) => [
      {
        name: `messages per second to parse-server, ${users.toLocaleString('en')} users`,
        value: ours.perSecond / parse.perSecond,
        atLeast: faster,
      },
      ...(users === 1000
        ? [{ name: 'p50 to that of parse-server, 1,000 users', value: ours.p50 / parse.p50, atMost: 0.05 }]
        : []),
    ]),
  }
}

function startParse(room: Room, database: string): Promise<Measured> {
  const node = join(folder, 'node_modules', platformPackage(), 'bin', basename(pinnedNode))
  return startMeasured(room, 'bench/chat/chat-parse-peer.ts', {
    node,
    env: { DATABASE_URL: database },
    args: [folder],
    path: '/',
  })
}

/** The package with a Node for this platform, like ours. */
function platformPackage(): string {
  return basename(dirname(dirname(pinnedNode)))
}

/** At 380 MB it is too large for node_modules, so a measurement downloads it once. Returns the reason if that fails. */
function fetchParse(): string | undefined {
  if (existsSync(join(folder, 'node_modules', 'parse-server', 'lib', 'index.js'))) return undefined
  process.stderr.write(`Fetching parse-server ${parseVersion} (once)…\n`)
  const packages = [`parse-server@${parseVersion}`, `${platformPackage()}@${nodeVersion}`]
  // It does not support the Node that runs this npm, which installs it nevertheless.
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--engine-strict=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync('npm', [...args, ...packages], {
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  return status === 0 ? undefined : 'npm could not fetch parse-server'
}

async function hasPostgis(server: string): Promise<boolean> {
  const rows = await runOn(server, `select from pg_available_extensions where name = 'postgis'`)
  return rows.length > 0
}

async function runOn(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}
