// `npm run check -- fairness [seconds [words]]`: members and people without a session take as much as the server lets
// them, on both databases, while others read and their screens repeat what has changed. `words` selects the floods
// whose names contain them. Fails if another member is refused or waits too long, or if the health check is.
import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sendMessage, startChat } from '@papadag/contract/chat'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { createDatabase, startPostgres } from '../../tools/postgres.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'
import { aPlaydate, newFather, sameFather } from './fathers.ts'
import type { Order } from './flood-thread.ts'
import { type Father, floods, socketOf } from './floods.ts'

const [seconds = '15', words = ''] = process.argv.slice(2)
const playdates = 500
const messages = 260
const othersCount = 5
const otherEveryMs = 200
const healthAtMostMs = 1000
const paths = ['/api/user', '/api/playdates/upcoming?limit=3', '/api/chats']

const print = (line: string) => process.stdout.write(`${line}\n`)

/** What the others were answered, and how soon. */
function measuring() {
  const tookMs: number[] = []
  const statuses = new Map<number, number>()
  return {
    async read(father: Father, path: string) {
      const begunMs = performance.now()
      const reply = await father.fetch('GET', path)
      await reply.text()
      tookMs.push(performance.now() - begunMs)
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
    },
    result() {
      tookMs.sort((one, other) => one - other)
      const part = (share: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * share)] ?? Number.NaN)
      const times = (status: number) => statuses.get(status) ?? 0
      return { reads: tookMs.length, p50: part(0.5), p99: part(0.99), most: part(1), 503: times(503), 429: times(429) }
    },
  }
}

type Measuring = ReturnType<typeof measuring>

/** An open screen: it watches what the father reads, and repeats what has changed. */
async function watch(father: Father, { read }: Measuring) {
  const socket = await socketOf(father)
  socket.on('message', data => {
    const frame = JSON.parse(String(data)) as { type: string; paths?: string[] } // our own server's
    if (frame.type === 'authenticated') socket.send(JSON.stringify({ type: 'watch', paths }))
    if (frame.type === 'changed') for (const path of frame.paths ?? []) void read(father, path).catch(() => {})
  })
  return socket
}

async function measure(others: readonly Father[], isOver: () => boolean) {
  const [lists, health] = [measuring(), measuring()]
  const screens = await Promise.all(others.map(father => watch(father, lists)))
  const readOn = async (father: Father, at: number) => {
    for (let count = at; !isOver(); count += 1) {
      await lists.read(father, paths[count % paths.length] ?? '')
      await after(otherEveryMs)
    }
  }
  const askOn = async (father: Father) => {
    while (!isOver()) {
      await health.read(father, '/api/health')
      await after(otherEveryMs)
    }
  }
  await Promise.all([...others.map(readOn), ...others.slice(0, 1).map(askOn)])
  for (const screen of screens) screen.terminate()
  return { lists: lists.result(), health: health.result() }
}

/** Seeding runs without limits, which are not checked here. */
async function seed(env: Parameters<typeof startProduct>[0]) {
  const seeding = await startProduct({ ...env, DEMO: 'off', RATE_LIMIT: 'off' })
  const [first, second, ...others] = await Promise.all(
    Array.from({ length: othersCount + 2 }, () => newFather(seeding.url)),
  )
  if (!first || !second) throw new Error('fathers are missing')
  for (let count = 0; count < playdates; count += 1)
    await first.call(createPlaydate, { body: aPlaydate(`Speelafspraak ${count}`) })
  const { id: chatId } = await first.call(startChat, { body: { participants: [second.id] } })
  for (let count = 0; count < messages; count += 1) {
    const sender = count % 2 === 0 ? first : second
    await sender.call(sendMessage, { params: { id: chatId }, body: { content: 'x'.repeat(4000) } })
  }
  await seeding.stop()
  return { first, second, others, chatId }
}

/** Floods from a thread of its own, so that sending does not delay the measured requests. */
function inThread(order: Order) {
  const thread = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData: order })
  return new Promise((resolve, reject) => thread.once('exit', resolve).once('error', reject))
}

async function check(database: string, env: Parameters<typeof startProduct>[0], atMostMs: number): Promise<boolean> {
  const { first, second, others, chatId } = await seed(env)
  let isGood = true
  for (const [name] of floods.filter(([name]) => name.includes(words))) {
    // Resets the members' limits, so that one flood does not protect the server from the next.
    const product = await startProduct({ ...env, DEMO: 'off' })
    const { url } = product
    const here = (father: Father) => Object.assign(sameFather(father, url), { id: father.id })
    const endMs = performance.now() + Number(seconds) * 1000
    const isOver = () => performance.now() > endMs
    const greedy = ({ id, cookies }: Father) => ({ id, cookies: [...cookies] })
    const [{ lists, health }] = await Promise.all([
      measure(others.map(here), isOver),
      inThread({ name, url, chatId, ms: Number(seconds) * 1000, fathers: [greedy(first), greedy(second)] }),
    ])
    const isServed = lists[503] + lists[429] + health[503] + health[429] === 0
    const holds = isServed && lists.p99 <= atMostMs && health.most <= healthAtMostMs
    isGood &&= holds
    print(
      `${holds ? '  ' : '! '}${database.padEnd(11)} ${name.padEnd(30)} ${String(lists.reads).padStart(5)} reads of others: ` +
        `p50 ${lists.p50} ms, p99 ${lists.p99} ms (at most ${atMostMs}), 503: ${lists[503]}, 429: ${lists[429]}; ` +
        `health at most ${health.most} ms`,
    )
    await product.stop()
  }
  return isGood
}

const postgres = await startPostgres()
const folders = [temporaryDataDir(), temporaryDataDir()] as const
try {
  const onServer = { DATABASE_URL: createDatabase(postgres.url, 'papadag'), DATA_DIR: folders[0].dataDir }
  const outcomes = [
    await check('PostgreSQL', onServer, 500),
    await check('embedded', { DATA_DIR: folders[1].dataDir }, 1000),
  ]
  if (outcomes.includes(false)) process.exitCode = 1
} finally {
  for (const { remove } of folders) remove()
  await postgres.remove()
}
