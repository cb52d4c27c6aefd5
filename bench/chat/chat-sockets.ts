import type { Measured, Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate } from '../rounds.ts'
import { startOurs, startPeer, write } from './chat.ts'
import { makeChats } from './chat-data.ts'
import type { Dialect } from './chat-dialects.ts'
import { type Load, open, startLoad } from './chat-line.ts'

const sizes = [100, 1000, 5000] as const
type Size = (typeof sizes)[number]
const messages = 2000
const atOnce = 64
const warmUp = 200
/** Each measurement takes a new process, since memory not used by sockets varies between processes. */
const weighings = 3
/** Below this number the process's own memory outweighs its sockets'. */
const weighedFrom = 1000

interface Contender {
  name: string
  dialect: Dialect
  start(url: string): Promise<Measured>
}

/** The cost of an idle socket, and its effect on messages. */
export async function growSockets(room: Room, server: string): Promise<Table> {
  const contenders: Contender[] = [
    { name: 'bare ws', dialect: 'ws', start: url => startPeer(room, url, 'ws') },
    { name: 'Socket.IO', dialect: 'socket.io', start: url => startPeer(room, url, 'socket.io') },
    { name: 'Papadag', dialect: 'ws', start: url => startOurs(room, url) },
  ]
  const load = startLoad()
  const { url, cookies } = await makeChats(server, 'sockets', Math.max(...sizes))
  const weights = new Map<string, number>()
  const used = new Map<string, number>()
  const speeds = new Map<string, Awaited<ReturnType<typeof write>>>()
  for (const size of sizes) {
    const some = cookies.slice(0, size)
    if (size >= weighedFrom) {
      const weighed = await alternate(
        Object.fromEntries(contenders.map(one => [one.name, () => weighOnce(load, one, url, some)])),
        weighings,
      )
      for (const [name, weight] of Object.entries(weighed)) {
        weights.set(`${name}, ${size}`, weight.rss)
        used.set(`${name}, ${size}`, weight.used)
      }
    }
    const running: [Contender, Measured][] = []
    for (const contender of contenders) {
      const target = await contender.start(url)
      running.push([contender, target])
      await open(load, contender.name, contender.dialect, [target.url], some)
    }
    const medians = await alternate(
      Object.fromEntries(
        running.map(([{ name }, target]) => [name, () => write(load, name, target, { messages, atOnce })]),
      ),
    )
    for (const [{ name }, target] of running) {
      const median = medians[name]
      if (median) speeds.set(`${name}, ${size}`, median)
      await load.order<'close'>({ do: 'close', line: name })
      await target.stop()
    }
  }
  load.end()

  const row = (name: string, size: Size): [string, ...number[]] => {
    const key = `${name}, ${size}`
    const { perSecond = Number.NaN, p50 = Number.NaN, p99 = Number.NaN, cpuUs = Number.NaN } = speeds.get(key) ?? {}
    const isWeighed = size >= weighedFrom
    const kb = (weight: Map<string, number>) => (isWeighed ? (weight.get(key) ?? Number.NaN) / 1024 : Number.NaN)
    return [`${name}, ${size.toLocaleString('en')} sockets`, kb(weights), kb(used), perSecond, p50, p99, cpuUs]
  }
  const ratio = (of: Map<string, number>, name: string, to: string, size: Size) =>
    (of.get(`${name}, ${size}`) ?? Number.NaN) / (of.get(`${to}, ${size}`) ?? Number.NaN)
  const p50Of = (size: Size) => speeds.get(`Papadag, ${size}`)?.p50 ?? Number.NaN
  return {
    title: 'Chat: memory and growth with the number of sockets',
    settings: `The given number of logged-in sockets, two to a chat. kB per socket: memory after garbage collection with all sockets open, less that after ${warmUp} had opened and closed; medians of ${weighings} alternating starts. ${atOnce} messages in flight, ${messages} a round; medians of 5 alternating rounds.`,
    columns: ['kB/socket', 'V8 and buffers', 'messages/s', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows: sizes.flatMap(size => contenders.map(({ name }) => row(name, size))),
    aims: [
      ...([1000, 5000] as const).map(size => ({
        name: `memory of ${size.toLocaleString('en')} idle sockets to bare ws`,
        value: ratio(weights, 'Papadag', 'bare ws', size),
        atMost: 1.25,
      })),
      {
        name: 'memory of 5,000 idle sockets to Socket.IO',
        value: ratio(weights, 'Papadag', 'Socket.IO', 5000),
        atMost: 0.75,
      },
      { name: 'p50 with 5,000 sockets to that with 1,000', value: p50Of(5000) / p50Of(1000), atMost: 1.5 },
    ],
  }
}

/** Bytes per socket, in a process started for this. */
async function weighOnce(load: Load, { name, dialect, start }: Contender, url: string, cookies: readonly string[]) {
  const target = await start(url)
  // The first sockets load and compile code, which is not counted.
  await open(load, name, dialect, [target.url], cookies.slice(0, warmUp))
  await load.order<'close'>({ do: 'close', line: name })
  const before = await target.memory()
  await open(load, name, dialect, [target.url], cookies)
  const after = await target.memory()
  await load.order<'close'>({ do: 'close', line: name })
  await target.stop()
  const each = (key: 'rss' | 'used') => (after[key] - before[key]) / cookies.length
  return { rss: each('rss'), used: each('used') }
}
