import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as after, setInterval as every } from 'node:timers/promises'
import pg from 'pg'
import { nothing, readBackup } from '../packages/server/src/platform/backup/read-backup.ts'
import { operatorCommand } from '../tools/server-command.mjs'
import { makeChats } from './chat/chat-data.ts'
import { crossSiteToken } from './data.ts'
import { percentile } from './load.ts'
import { type Room, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'

const fathers = 100_000
const messagesEach = 20
/** More than 100,000 fathers request in their busiest minute (docs/operate.md): 75 reads and 19 messages a second. */
const perSecond = 100
/** More than a village requests, which is what the embedded database is for. */
const embeddedPerSecond = 10
const senders = 50
const quietMs = 15_000

/** The duration and memory of a city's backup while the city is in use, and its effect on users; for both databases. */
export async function measureBackup(room: Room, server: string): Promise<Table> {
  const { url, cookies } = await makeChats(server, 'backup', fathers, messagesEach)
  // A restore would refuse the other benches' table.
  await drop(url, 'bare_messages')
  const [folder, embeddedFolder] = [join(room.folder, 'backup'), join(room.folder, 'backup-embedded')]
  for (const each of [folder, embeddedFolder]) mkdirSync(each)
  const postgres = await observe(room, { DATABASE_URL: url, DATA_DIR: folder }, cookies, perSecond)
  await run('restore', [postgres.file], { DATA_DIR: embeddedFolder, DEMO: 'off' })
  const embedded = await observe(room, { DATA_DIR: embeddedFolder, DEMO: 'off' }, cookies, embeddedPerSecond)

  const kinds = [
    ['PostgreSQL', postgres],
    ['embedded', embedded],
  ] as const
  return {
    title: 'Backup under load',
    settings:
      `${fathers.toLocaleString('en')} fathers, each logged in, and ${(fathers / 2) * messagesEach} messages. ` +
      `During the backup this process sends ${perSecond} list requests and ${perSecond} messages a second (${embeddedPerSecond} of each on the embedded database). ` +
      kinds
        .map(
          ([name, { seconds, file, found, busy }]) =>
            `${name}: ${seconds.toFixed(1)} s and ${(statSync(file).size / 1e6).toFixed(0)} MB on disk, with ${found.messages} messages; ${busy.messages.length} were sent during the backup.`,
        )
        .join(' '),
    columns: ['list p50 ms', 'p99 ms', 'message p50 ms', 'p99 ms', 'failed'],
    rows: kinds.flatMap(([name, { usual, busy }]) => [
      rowOf(`${name}, before`, usual),
      rowOf(`${name}, during the backup`, busy),
    ]),
    aims: kinds.flatMap(([name, { seconds, peakMb, moreMb, found, usual, busy }]) => [
      { name: `${name}: backup, s`, value: seconds, atMost: 60 },
      { name: `${name}: peak memory of the backup, MB`, value: peakMb, atMost: 250 },
      { name: `${name}: extra memory of the server, MB`, value: moreMb, atMost: 50 },
      { name: `${name}: messages without their chat`, value: found.lost, atMost: 0 },
      { name: `${name}: gaps in chat numbering`, value: found.gaps, atMost: 0 },
      { name: `${name}: calls that failed`, value: usual.failed + busy.failed, atMost: 0 },
    ]),
  }
}

/** The backup of a Papadag in use. */
async function observe(
  room: Room,
  settings: Record<string, string> & { DATA_DIR: string },
  cookies: readonly string[],
  perSecond: number,
) {
  const env = { ...settings, RATE_LIMIT: 'off' }
  const papadag = await startPapadag(room, env)
  const people = await Promise.all(
    cookies.slice(0, 2 * senders).map(async (cookie, index) => {
      const xsrf = await crossSiteToken(papadag.url, cookie)
      const headers = { cookie: `${cookie}; XSRF-TOKEN=${xsrf}`, 'x-xsrf-token': xsrf }
      return { headers, chat: Math.floor(index / 2) + 1 }
    }),
  )
  const before = use(papadag.url, people, perSecond)
  await after(quietMs)
  const usual = await before.stop()
  const { rss: atRest } = await papadag.memory()

  const during = use(papadag.url, people, perSecond)
  const file = join(settings.DATA_DIR, 'city.backup')
  const { seconds, peakMb } = await run('backup', [file], env)
  const busy = await during.stop()
  const { rss: afterwards } = await papadag.memory()
  await papadag.stop()
  return { file, usual, busy, seconds, peakMb, moreMb: (afterwards - atRest) / 1e6, found: await examineBackup(file) }
}

function rowOf(name: string, { reads, messages, failed }: Noticed): [string, ...number[]] {
  const [p50, p99] = [0.5, 0.99]
  const figures = [reads, messages].flatMap(times => [percentile(times, p50), percentile(times, p99)])
  return [name, ...figures, failed]
}

async function drop(url: string, table: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`drop table ${table}`)
  await client.end()
}

interface Noticed {
  reads: number[]
  messages: number[]
  failed: number
}

interface Person {
  headers: Record<string, string>
  chat: number
}

/** Issues this many reads and writes a second, whether or not the server keeps up. */
function use(url: string, people: readonly Person[], perSecond: number) {
  const noticed: Noticed = { reads: [], messages: [], failed: 0 }
  const open = new Set<Promise<void>>()
  const ended = new AbortController()
  let turn = 0
  async function call(into: number[], path: string, init: RequestInit) {
    const began = performance.now()
    const response = await fetch(url + path, init).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.ok) into.push(performance.now() - began)
    else noticed.failed += 1
  }
  function start(work: Promise<void>) {
    open.add(work)
    void work.finally(() => open.delete(work))
  }
  async function pace(work: (person: Person) => Promise<void>) {
    for await (const _ of every(1000 / perSecond, undefined, { signal: ended.signal })) {
      const person = people[turn++ % people.length]
      if (person) start(work(person))
    }
  }
  const body = JSON.stringify({ content: 'Tot morgen bij de zandbak, ik neem de emmers mee.' })
  const paces = [
    pace(({ headers }) => call(noticed.reads, '/api/playdates/upcoming', { headers })),
    pace(({ headers, chat }) =>
      call(noticed.messages, `/api/chats/${chat}/messages`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
      }),
    ),
  ].map(loop => loop.catch(() => {}))
  return {
    async stop(): Promise<Noticed> {
      ended.abort()
      await Promise.all([...paces, ...open])
      noticed.reads.sort((a, b) => a - b)
      noticed.messages.sort((a, b) => a - b)
      return noticed
    },
  }
}

/** Runs `npx papadag backup` or `npx papadag restore`, and returns its peak memory. */
async function run(command: 'backup' | 'restore', args: readonly string[], env: Record<string, string>) {
  const began = performance.now()
  const child = spawn(process.execPath, [...operatorCommand, command, ...args], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const looking = setInterval(() => {
    peakKb = Math.max(peakKb, peakOf(child))
  }, 100)
  let peakKb = 0
  const [code] = await once(child, 'exit')
  clearInterval(looking)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, peakMb: peakKb / 1000 }
}

/** A process's peak resident memory as Linux reports it. */
function peakOf({ pid }: ChildProcess): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Whether every message has its chat, and every chat has all numbers up to its last one. */
async function examineBackup(file: string) {
  const lastSeqs = new Map<string, number>()
  const counts = new Map<string, number>()
  let [table, messages, lost] = ['', 0, 0]
  let columns: readonly string[] = []
  await readBackup(file, {
    ...nothing,
    async table(name, names) {
      table = name
      columns = names
    },
    async row(text) {
      if (table !== 'chats' && table !== 'messages') return
      const row = JSON.parse(text) as string[]
      const of = (column: string) => row[columns.indexOf(column)] ?? ''
      if (table === 'chats') return void lastSeqs.set(of('id'), Number(of('last_seq')))
      messages += 1
      const chat = of('chat_id')
      if (!lastSeqs.has(chat)) lost += 1
      counts.set(chat, (counts.get(chat) ?? 0) + 1)
    },
  })
  const gaps = [...lastSeqs].filter(([chat, last]) => (counts.get(chat) ?? 0) !== last).length
  return { messages, lost, gaps }
}
