import { randomBytes } from 'node:crypto'
import { hasRedis, startRedis } from '../../tools/redis.ts'
import type { Measured, Room } from '../measured-process.ts'
import type { Table } from '../report.ts'
import { alternate, rounds } from '../rounds.ts'
import { startOurs } from './chat.ts'
import { makeChats } from './chat-data.ts'
import { open, startLoad } from './chat-line.ts'

const messages = 300
/** Per node, so that each has equally large batches and has compiled equally often. */
const busy = { messages: 4000, atOnce: 64, seats: 300 }
/** On a busy machine there are fewer than five rounds, but always three. */
const costsWithinMs = 150_000

/** From one father to another on the same node and on another node, which receives it through Redis or NOTIFY. */
export async function compareNodes(room: Room, server: string): Promise<Table> {
  const redis = hasRedis() ? await startRedis() : undefined
  const load = startLoad()
  const { url, cookies } = await makeChats(server, 'nodes', 100)
  const { url: notifiedUrl, cookies: notifiedCookies } = await makeChats(server, 'notified', 100)
  const secret = { SESSION_SECRET: randomBytes(32).toString('hex') }
  const started: Measured[] = []
  const node = async (at: string, env: Record<string, string>) => {
    const target = await startOurs(room, at, { ...secret, ...env })
    started.push(target)
    return target.url
  }
  const contenders: Record<string, () => Promise<{ p50: number; p99: number }>> = {}
  async function add(name: string, urls: string[], seats: readonly string[]) {
    await open(load, name, 'ws', urls, seats)
    contenders[name] = () => load.order<'write'>({ do: 'write', line: name, messages, atOnce: 1 })
  }
  if (redis) {
    const env = { REDIS_URL: redis.url }
    const [here, there] = [await node(url, env), await node(url, env)]
    // Kept apart, so that a father's two screens do not count for each other.
    await add('the same node, Redis', [here], cookies.slice(0, 50))
    await add('another node, Redis', [here, there], cookies)
  }
  const [here, there] = [await node(notifiedUrl, {}), await node(notifiedUrl, {})]
  await add('the same node, NOTIFY', [here], notifiedCookies.slice(0, 50))
  await add('another node, NOTIFY', [here, there], notifiedCookies)
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate(contenders)
  load.end()
  for (const target of started) await target.stop()
  await redis?.kill()

  const p50 = (name: string) => medians[name]?.p50 ?? Number.NaN
  return {
    title: 'Chat: latency between nodes',
    settings: `From sending a message until it reaches the other member's socket; ${messages} a round, one after another; medians of 5 alternating rounds.`,
    columns: ['p50 ms', 'p99 ms'],
    rows: Object.entries(medians).map(([name, { p50, p99 }]): [string, ...number[]] => [name, p50, p99]),
    aims: [
      {
        name: 'ms that a second node adds over Redis',
        value: p50('another node, Redis') - p50('the same node, Redis'),
        atMost: 2,
      },
      {
        name: 'ms that a second node adds over NOTIFY',
        value: p50('another node, NOTIFY') - p50('the same node, NOTIFY'),
        atMost: 3,
      },
    ],
  }
}

/**
 * CPU per message of three nodes together, compared with one node, over Redis. Three nodes with separate databases show
 * how much of the difference comes from sharing this machine's cores.
 */
export async function compareNodeCosts(room: Room, server: string): Promise<Table> {
  if (!hasRedis()) throw new Error('redis-server is needed')
  const redis = await startRedis()
  const load = startLoad()
  const started: Measured[] = []
  async function contender(line: string, databases: number, nodesEach: number, areApart = false) {
    const count = databases * nodesEach
    const cookies: string[] = []
    const nodes: Measured[] = []
    for (let at = 0; at < databases; at += 1) {
      const made = await makeChats(server, `${line}${at}`, busy.seats * count)
      // Neighbouring seats share a chat, and each database has every third one.
      for (const [seat, cookie] of made.cookies.entries()) {
        if (Math.floor(seat / 2) % databases === at) cookies[seat] = cookie
      }
      const env = { SESSION_SECRET: randomBytes(32).toString('hex'), REDIS_URL: redis.url }
      for (let more = 0; more < nodesEach; more += 1) nodes.push(await startOurs(room, made.url, env))
    }
    started.push(...nodes)
    const urls = nodes.map(node => node.url)
    await open(load, line, 'ws', areApart ? urls : urls.flatMap(url => [url, url]), cookies)
    const cpuMs = async () => (await Promise.all(nodes.map(node => node.cpuMs()))).reduce((sum, ms) => sum + ms, 0)
    const [messages, atOnce] = [busy.messages * count, busy.atOnce * count]
    return async () => {
      const before = await cpuMs()
      const figures = await load.order<'write'>({ do: 'write', line, messages, atOnce })
      return { ...figures, cpuUs: (((await cpuMs()) - before) * 1000) / messages }
    }
  }
  const contenders = {
    one: await contender('one', 1, 1),
    strangers: await contender('strangers', 3, 1),
    together: await contender('together', 1, 3),
    apart: await contender('apart', 1, 3, true),
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate(contenders, rounds, costsWithinMs)
  load.end()
  for (const target of started) await target.stop()
  await redis.kill()

  const row = (name: string, key: keyof typeof medians): [string, ...number[]] => {
    const { perSecond, p50, p99, cpuUs } = medians[key]
    return [name, perSecond, p50, p99, cpuUs]
  }
  const { one, strangers, apart } = medians
  return {
    title: 'Chat: CPU of several nodes',
    settings: `Each node serves ${busy.seats} sockets, two to a chat, with ${busy.atOnce} messages in flight and ${busy.messages} a round, after a warm-up round; medians of at most 5 alternating rounds. CPU of all Node processes, without Redis and the database.`,
    columns: ['messages/s', 'p50 ms', 'p99 ms', 'CPU µs/message'],
    rows: [
      row('one node', 'one'),
      row('three unrelated nodes', 'strangers'),
      row('three nodes, each chat on one', 'together'),
      row('three nodes, each chat on two', 'apart'),
    ],
    aims: [
      { name: 'CPU per message, three nodes to one', value: apart.cpuUs / one.cpuUs, atMost: 1.25 },
      {
        name: 'CPU per message, three nodes to three unrelated ones',
        value: apart.cpuUs / strangers.cpuUs,
        atMost: 1.25,
      },
    ],
  }
}
