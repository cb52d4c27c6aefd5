import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../tools/postgres.ts'
import { type Measured, type Room, startMeasured, startPapadag } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { makeChats } from './chat-data.ts'
import { type Load, open, startLoad } from './chat-line.ts'

const atOnce = 64
const messages = 4000
const screens = 1000

/** Messages committed and delivered by Papadag, compared with contenders that insert each message separately. */
export async function compareChat(room: Room, server: string): Promise<Table> {
  const load = startLoad()
  const { url, cookies } = await makeChats(server, 'chat', screens)
  const ours = await startOurs(room, url)
  const ws = await startPeer(room, url, 'ws')
  const io = await startPeer(room, url, 'socket.io')
  await open(load, 'ours', 'ws', [ours.url], cookies)
  await open(load, 'ws', 'ws', [ws.url], cookies)
  await open(load, 'socket.io', 'socket.io', [io.url], cookies)
  const contenders = {
    ws: () => write(load, 'ws', ws, { messages, atOnce }),
    ours: () => write(load, 'ours', ours, { messages, atOnce }),
    'socket.io': () => write(load, 'socket.io', io, { messages, atOnce }),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate({ ...contenders, pgbench: bareInsert(room, url) })
  load.end()
  for (const process of [ours, ws, io]) await process.stop()

  const row = (name: string, key: keyof typeof medians): [string, ...number[]] => {
    const { perSecond, p50, p99, cpuUs } = medians[key]
    return [name, perSecond, perSecond / medians.ws.perSecond, p50, p99, cpuUs]
  }
  const ratio = (key: keyof typeof medians) => medians.ours.perSecond / medians[key].perSecond
  return {
    title: 'Chat',
    settings: `${screens} sockets, two to a chat, driven by a separate process with ${atOnce} messages of about 95 bytes in flight. A message counts once PostgreSQL has committed it (with fsync) and it has reached the other member's socket; the sender receives it too. Papadag checks membership, blocks and requests, numbers each chat without gaps and recognises repeats by the client's key; the others insert one row per message over ten connections and check nothing. ${messages} messages a round after a warm-up round; medians of 5 alternating rounds. CPU of the server process, without the database. pgbench: the same insert, prepared, ${atOnce} clients, 4 s a round.`,
    columns: ['messages/s', 'to bare ws', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows: [
      row('bare ws, one insert per message', 'ws'),
      row('Socket.IO, one insert per message', 'socket.io'),
      row('Papadag', 'ours'),
      row('pgbench, bare insert', 'pgbench'),
    ],
    aims: [
      { name: 'messages per second to bare ws', value: ratio('ws'), atLeast: 2 },
      { name: 'messages per second to Socket.IO', value: ratio('socket.io'), atLeast: 2.5 },
      { name: 'messages per second to the bare insert in pgbench', value: ratio('pgbench'), atLeast: 0.5 },
    ],
  }
}

/**
 * Limits are off, since in production a thousand fathers do not share an address. Nodes of one database share its
 * pictures.
 */
export function startOurs(room: Room, url: string, env: Record<string, string> = {}) {
  const folder = join(room.folder, new URL(url).pathname)
  return startPapadag(room, { DATABASE_URL: url, DATA_DIR: folder, RATE_LIMIT: 'off', ...env })
}

export function startPeer(room: Room, url: string, name: 'ws' | 'ws to all' | 'socket.io') {
  return startMeasured(room, 'bench/chat/chat-peers.ts', { env: { DATABASE_URL: url }, args: [name], path: '/' })
}

/** One round and its cost for the server. */
export async function write(
  load: Load,
  line: string,
  target: Measured,
  how: { messages: number; atOnce: number; chatId?: number; toAll?: boolean },
) {
  const cpuBeforeMs = await target.cpuMs()
  const figures = await load.order<'write'>({ do: 'write', line, ...how })
  return { ...figures, cpuUs: (((await target.cpuMs()) - cpuBeforeMs) * 1000) / how.messages }
}

function bareInsert({ folder }: Room, url: string) {
  const script = join(folder, 'insert.sql')
  writeFileSync(
    script,
    `\\set chat random(1, ${screens / 2})
insert into bare_messages (chat_id, sender_id, content) values (:chat, 2 * :chat, 'Zullen we morgen om tien uur bij de zandbak afspreken? Ik neem de emmers en de koffie mee. #1234#') returning id, sent_at;
`,
  )
  const args = ['-n', '-M', 'prepared', '-c', String(atOnce), '-T', '4', '-f', script, url]
  return async () => {
    const output = execFileSync(join(findPostgres() ?? '', 'pgbench'), args, { encoding: 'utf8', stdio: 'pipe' })
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1])
    return {
      perSecond,
      p50: Number(/latency average = ([\d.]+)/.exec(output)?.[1]),
      p99: Number.NaN,
      cpuUs: Number.NaN,
    }
  }
}
