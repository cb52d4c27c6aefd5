import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { WebSocket } from 'ws'
import { makeDatabase } from './data.ts'
import { percentile } from './load.ts'
import { type Measured, type Room, startMeasured, startPapadag } from './measured-process.ts'
import type { Table } from './report.ts'
import { alternate } from './rounds.ts'

const screens = 1000
const inFlight = 64
const messagesPerRound = 4000
/** About 90 bytes, as people write. */
const content = 'Zullen we morgen om tien uur bij de zandbak afspreken? Ik neem de emmers en de koffie mee. '

/** Committed, then delivered messages: Papadag beside bare `ws` that inserts each message by itself. */
export async function compareChat(room: Room, server: string): Promise<Table> {
  const databaseUrl = await makeDatabase(server, 'chat', 1)
  const cookies = await makeChats(databaseUrl)
  const env = { DATABASE_URL: databaseUrl }
  const ours = await startPapadag(room, { ...env, DATA_DIR: join(room.folder, 'chat'), RATE_LIMIT: 'off' })
  const bare = await startMeasured(room, 'bench/peer.ts', { env, args: ['chat'], path: '/' })
  const ourLine = await openLine(`${ours.url}/ws`, cookies)
  const bareLine = await openLine(bare.url, cookies)

  const { ours: papadag, bare: peer } = await alternate({
    bare: () => measure(bare, bareLine),
    ours: () => measure(ours, ourLine),
  })
  for (const { socket } of [...ourLine.seats, ...bareLine.seats]) socket.terminate()
  await ours.stop()
  await bare.stop()
  return {
    title: 'Chat',
    settings: `${screens} sockets, two to a chat, ${inFlight} messages under way, ${Buffer.byteLength(content)} bytes each; a message is counted when it is committed on PostgreSQL (with fsync) and has reached the other one's socket; the sender gets it too. Papadag checks membership, blocks and requests, numbers each chat without gaps and knows repeats; bare ws inserts a row a message, over ten connections, and checks nothing. ${messagesPerRound} messages a round, 5 alternating rounds, medians. CPU is that of the server process, the database's not included.`,
    columns: ['messages/s', 'to bare ws', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows: [
      ['bare ws, one insert a message', peer.perSecond, 1, peer.p50, peer.p99, peer.cpuUs],
      ['Papadag', papadag.perSecond, papadag.perSecond / peer.perSecond, papadag.p50, papadag.p99, papadag.cpuUs],
    ],
    aims: [{ name: 'messages per second to bare ws', value: papadag.perSecond / peer.perSecond, atLeast: 2 }],
  }
}

/** Chats of father 1 with 2, 3 with 4, …, and the cookies of all of them. */
async function makeChats(url: string): Promise<string[]> {
  const tokens = Array.from({ length: screens }, () => randomBytes(32).toString('base64url'))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select decode(hash, 'hex'), n, now() + interval '1 day' from unnest($1::text[]) with ordinality as t (hash, n)`,
    [tokens.map(token => createHash('sha256').update(token).digest('hex'))],
  )
  await client.query(
    `insert into chats (first_member, second_member) select 2 * n - 1, 2 * n from generate_series(1, $1::int / 2) n`,
    [screens],
  )
  await client.query(`
    insert into chat_members (chat_id, user_id)
    select id, first_member from chats union all select id, second_member from chats`)
  await client.query(
    'create table bare_messages (id serial primary key, chat_id int, sender_id int, content text, sent_at timestamptz default now())',
  )
  // A week of messages: a planner that believes the table to be empty would not use its indexes.
  await client.query(`
    insert into messages (chat_id, seq, sender_id, content, sent_at)
    select c.id, n, c.first_member, 'Tot morgen bij de zandbak, ik neem de emmers mee.', now() - interval '1 day'
      from chats c, generate_series(1, 100) n`)
  await client.query('update chats set last_seq = 100')
  await client.query('vacuum (analyze)')
  await client.end()
  return tokens.map(token => `sid=${token}`)
}

interface Seat {
  socket: WebSocket
  userId: number
}

interface Line {
  seats: Seat[]
  /** Who waits for which message at the other one's socket. */
  waiting: Map<string, () => void>
}

async function openLine(url: string, cookies: readonly string[]): Promise<Line> {
  const waiting: Line['waiting'] = new Map()
  const seats: Seat[] = []
  async function sit(cookie: string, userId: number) {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers: { cookie }, perMessageDeflate: false })
    await once(socket, 'open')
    socket.send(JSON.stringify({ type: 'authenticate', userId }))
    await once(socket, 'message')
    socket.on('message', data => {
      const { type, message } = JSON.parse(String(data))
      if (type === 'message' && message.senderId !== userId) waiting.get(message.content)?.()
    })
    return { socket, userId }
  }
  while (seats.length < cookies.length) {
    const next = cookies.slice(seats.length, seats.length + 50)
    seats.push(...(await Promise.all(next.map((cookie, index) => sit(cookie, seats.length + index + 1)))))
  }
  return { seats, waiting }
}

async function measure(target: Measured, { seats, waiting }: Line) {
  const latencies: number[] = []
  const cpuBefore = await target.cpuMs()
  const began = performance.now()
  let sent = 0
  async function work() {
    while (sent < messagesPerRound) {
      const number = sent
      sent += 1
      const seat = seats[(number * 7) % seats.length]
      if (!seat) continue
      const text = `${content}${number}`
      const sentMs = performance.now()
      const arrived = new Promise<void>(resolve => waiting.set(text, resolve))
      seat.socket.send(JSON.stringify({ type: 'send_message', chatId: Math.ceil(seat.userId / 2), content: text }))
      await arrived
      waiting.delete(text)
      latencies.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  const seconds = (performance.now() - began) / 1000
  const cpuMs = (await target.cpuMs()) - cpuBefore
  latencies.sort((a, b) => a - b)
  return {
    perSecond: messagesPerRound / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpuUs: (cpuMs * 1000) / messagesPerRound,
  }
}
