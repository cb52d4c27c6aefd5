/**
 * The load of the chat bench, in a process of its own: lines of seats, each a signed-in socket; two seats share a chat
 * and write to each other. It receives orders as messages of the measuring process and answers each.
 */
import { setTimeout as after } from 'node:timers/promises'
import { percentile } from '../load.ts'
import { type Dialect, dialects, type Place } from './chat-dialects.ts'
import { openWire } from './chat-wire.ts'

export type Order =
  /** Opens a seat for each user, 1, 2, 3, …, at these servers in turn. */
  | { do: 'open'; line: string; dialect: Dialect; urls: string[]; cookies: string[] }
  /**
   * Sends this many messages, a number of them at a time; each ends when the other member's socket has it, or with `toAll`, when
   * all sockets of the line have it, which then are the members of one chat.
   */
  | { do: 'write'; line: string; messages: number; atOnce: number; chatId?: number; toAll?: boolean }
  /** Sends this frame from a seat repeatedly, each time waiting for an answer of this type. */
  | { do: 'ask'; line: string; seat: number; times: number; frame: string; answer: string }
  /** Waits until all seats have been cut off and have reconnected like the web app. */
  | { do: 'return'; line: string }
  | { do: 'close'; line: string }

export interface Answers {
  open: Record<never, never>
  write: { perSecond: number; p50: number; p99: number }
  ask: { p50: number; p99: number }
  /** The time from the first cut to the last reconnect, and the failed attempts. */
  return: { seconds: number; failed: number }
  close: Record<never, never>
}

/** About 90 bytes, a usual length. */
const content = 'Zullen we morgen om tien uur bij de zandbak afspreken? Ik neem de emmers en de koffie mee. '
/** The web app's reconnect delays (safety S27), after a cut and after a failed attempt, with their spread; ms. */
const comeBack = { cut: [3000, 600], failed: [5000, 1000] } as const
const openAtOnce = 50
/** Each message ends with its number between two of these. */
const mark = 35
const zero = 48

interface Seat extends Place {
  cookie: string
}

interface Line {
  dialect: Dialect
  seats: Seat[]
  onText(bytes: Buffer, seat: number): void
}

const lines = new Map<string, Line>()
const silent = () => {}

async function sit(line: Line, at: number, url: string, cookie: string): Promise<Seat> {
  const { path, hello, authenticate, welcome } = dialects[line.dialect]
  const welcomed = Promise.withResolvers<void>()
  let isIn = false
  const wire = await openWire(url + path, { Cookie: cookie }, (bytes, { send }) => {
    // Engine.IO's own ping.
    if (line.dialect === 'socket.io' && bytes.length === 1 && bytes[0] === 0x32) send('3')
    else if (isIn) line.onText(bytes, at)
    else if (hello && bytes.toString('latin1', 0, hello.answer.length) === hello.answer) send(authenticate(at + 1))
    else if (bytes.includes(welcome)) {
      isIn = true
      welcomed.resolve()
    }
  })
  wire.socket.on('close', () => welcomed.reject(new Error('cut off before the welcome')))
  wire.send(hello?.frame ?? authenticate(at + 1))
  await welcomed.promise
  return { wire, url, cookie }
}

async function open({ line: name, dialect, urls, cookies }: Extract<Order, { do: 'open' }>) {
  const line: Line = { dialect, seats: [], onText: silent }
  lines.set(name, line)
  while (line.seats.length < cookies.length) {
    const from = line.seats.length
    const some = cookies.slice(from, from + openAtOnce)
    const sitting = some.map((cookie, index) =>
      sit(line, from + index, urls[(from + index) % urls.length] ?? '', cookie),
    )
    line.seats.push(...(await Promise.all(sitting)))
  }
  return {}
}

function write({
  line: name,
  messages,
  atOnce,
  chatId,
  toAll = false,
}: Extract<Order, { do: 'write' }>): Promise<Answers['write']> {
  const line = lineOf(name)
  const speech = dialects[line.dialect]
  const { promise, resolve } = Promise.withResolvers<Answers['write']>()
  const sentMs: number[] = []
  const latencies: number[] = []
  const isThere = new Set<number>()
  const receipts = new Map<number, number>()
  const senderOf = (n: number) => (chatId === undefined ? (n * 7) % line.seats.length : 2 * chatId - 2)
  const began = performance.now()

  function next() {
    const n = sentMs.length
    if (n >= messages) return
    const sender = senderOf(n)
    sentMs.push(performance.now())
    const seat = line.seats[sender]
    if (seat) speech.write(seat, sender + 1, `${content}#${n}#`)
  }
  line.onText = (bytes, seat) => {
    const from = bytes.indexOf(mark) + 1
    if (from === 0) return
    let n = 0
    for (let at = from; bytes[at] !== mark; at += 1) n = 10 * n + (bytes[at] ?? 0) - zero
    if (toAll) {
      const received = (receipts.get(n) ?? 0) + 1
      receipts.set(n, received)
      if (received < line.seats.length) return
      // The other member's seat: an even and an odd one share a chat.
    } else if (seat !== (senderOf(n) ^ 1)) return
    if (isThere.has(n)) return
    isThere.add(n)
    const nowMs = performance.now()
    latencies.push(nowMs - (sentMs[n] ?? Number.NaN))
    if (latencies.length < messages) return next()
    line.onText = silent
    latencies.sort((a, b) => a - b)
    const perSecond = (messages * 1000) / (nowMs - began)
    resolve({ perSecond, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) })
  }
  for (let n = 0; n < atOnce; n += 1) next()
  return promise
}

async function ask({ line: name, seat, times, frame, answer }: Extract<Order, { do: 'ask' }>) {
  const line = lineOf(name)
  const latencies: number[] = []
  for (let n = 0; n < times; n += 1) {
    const answered = Promise.withResolvers<void>()
    line.onText = bytes => bytes.subarray(0, 40).includes(answer) && answered.resolve()
    const began = performance.now()
    line.seats[seat]?.wire.send(frame)
    await answered.promise
    latencies.push(performance.now() - began)
  }
  line.onText = silent
  latencies.sort((a, b) => a - b)
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

async function comeBackAll({ line: name }: Extract<Order, { do: 'return' }>) {
  const line = lineOf(name)
  let firstCutMs = Number.POSITIVE_INFINITY
  let failed = 0
  const wait = ([ms, spreadMs]: readonly [number, number]) => after(ms + Math.random() * spreadMs)
  await Promise.all(
    line.seats.map(async ({ wire, url, cookie }, at) => {
      await new Promise(resolve => wire.socket.once('close', resolve))
      firstCutMs = Math.min(firstCutMs, performance.now())
      await wait(comeBack.cut)
      for (;;) {
        try {
          // The web app requests its ticket first.
          const ticket = await fetch(`${url}/api/ws-token`, { headers: { cookie } })
          await ticket.arrayBuffer()
          if (!ticket.ok) throw new Error(String(ticket.status))
          line.seats[at] = await sit(line, at, url, cookie)
          return
        } catch {
          failed += 1
          await wait(comeBack.failed)
        }
      }
    }),
  )
  return { seconds: (performance.now() - firstCutMs) / 1000, failed }
}

async function close({ line: name }: Extract<Order, { do: 'close' }>) {
  for (const { wire } of lineOf(name).seats) wire.socket.destroy()
  lines.delete(name)
  return {}
}

function lineOf(name: string): Line {
  const line = lines.get(name)
  if (!line) throw new Error(`No such line: ${name}.`)
  return line
}

function carryOut(order: Order) {
  switch (order.do) {
    case 'open':
      return open(order)
    case 'write':
      return write(order)
    case 'ask':
      return ask(order)
    case 'return':
      return comeBackAll(order)
    case 'close':
      return close(order)
  }
}

process.on('message', (order: Order) => {
  carryOut(order).then(
    answer => process.send?.({ answer }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
// The code that waits for its answer notices a broken socket.
process.on('unhandledRejection', () => {})
