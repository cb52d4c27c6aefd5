// `npm run check:fairness [-- seconds]`: members take as much of the database as their limits allow, in three ways and
// on both databases, while others read. Fails when one of the others gets a 503 or waits too long.
import { setTimeout as after } from 'node:timers/promises'
import { sendMessage, startChat } from '@papadag/contract/chat'
import { createPlaydate } from '@papadag/contract/playdates'
import { WebSocket } from 'ws'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { createDatabase, startPostgres } from '../../scripts/postgres.ts'
import { startProduct, temporaryDataDir } from '../support/product.ts'
import { aPlaydate, newFather, sameFather } from './fathers.ts'

const [seconds = 15] = process.argv.slice(2).map(Number)
const playdates = 500
const messages = 260
const othersCount = 5
const otherEveryMs = 200
const paths = ['/api/user', '/api/playdates/upcoming?limit=3', '/api/chats']

type Father = Client & { id: number }
type Flood = (greedy: readonly Father[], chatId: number, isOver: () => boolean) => Promise<unknown>

const say = (line: string) => process.stdout.write(`${line}\n`)

async function socketOf(father: Father) {
  const { origin, id } = father
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, { headers: { cookie: father.cookieHeader() } })
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  socket.send(JSON.stringify({ type: 'authenticate', userId: id, token: '{token}' }))
  socket.on('error', () => {})
  return socket
}

/** Three sockets each request a chat of a megabyte 45 times a second. */
const askForMessages: Flood = async ([father], chatId, isOver) => {
  if (!father) return
  const sockets = await Promise.all([1, 2, 3].map(() => socketOf(father)))
  while (!isOver()) {
    for (const socket of sockets) socket.send(JSON.stringify({ type: 'get_messages', chatId, peek: true }))
    await after(1000 / 45)
  }
  for (const socket of sockets) socket.terminate()
}

/** Two members read the long list as fast as the server lets them. */
const readTheLongList: Flood = (greedy, _chatId, isOver) =>
  Promise.all(
    greedy.slice(0, 2).flatMap(father =>
      Array.from({ length: 4 }, async () => {
        while (!isOver()) await father.fetch('GET', '/api/playdates/upcoming?limit=500').then(reply => reply.text())
      }),
    ),
  )

/** A member sends 400 small reads at once, every few seconds. */
const readAtOnce: Flood = async ([father], _chatId, isOver) => {
  while (!isOver()) {
    await Promise.all(
      Array.from({ length: 400 }, async () => {
        await father?.fetch('GET', '/api/playdates/upcoming?limit=3').then(reply => reply.text())
      }),
    )
    await after(3000)
  }
}

async function measure(others: readonly Father[], isOver: () => boolean) {
  const tookMs: number[] = []
  const statuses = new Map<number, number>()
  const read = async (father: Father, path: string) => {
    const begunMs = performance.now()
    const reply = await father.fetch('GET', path)
    await reply.text()
    tookMs.push(performance.now() - begunMs)
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
  }
  await Promise.all(
    others.map(async (father, at) => {
      for (let count = at; !isOver(); count += 1) {
        await read(father, paths[count % paths.length] ?? '')
        await after(otherEveryMs)
      }
    }),
  )
  tookMs.sort((one, other) => one - other)
  const part = (share: number) => Math.round(tookMs[Math.floor((tookMs.length - 1) * share)] ?? Number.NaN)
  return { reads: tookMs.length, p50: part(0.5), p99: part(0.99), unavailable: statuses.get(503) ?? 0, statuses }
}

const cases: [name: string, flood: Flood][] = [
  ['nothing else', async () => {}],
  ['messages 135 times a second', askForMessages],
  ['two read the list of 500', readTheLongList],
  ['400 small reads at once', readAtOnce],
]

async function check(database: string, env: Parameters<typeof startProduct>[0], atMostMs: number): Promise<boolean> {
  // Seeding runs without limits, which are not checked here.
  const seeding = await startProduct({ ...env, DEMO: 'off', RATE_LIMIT: 'off' })
  const [first, second, ...rest] = await Promise.all(
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

  const product = await startProduct({ ...env, DEMO: 'off' })
  const here = (father: Father) => Object.assign(sameFather(father, product.url), { id: father.id })
  let isGood = true
  for (const [name, flood] of cases) {
    const endMs = performance.now() + seconds * 1000
    const isOver = () => performance.now() > endMs
    const [, { reads, p50, p99, unavailable }] = await Promise.all([
      flood([here(first), here(second)], chatId, isOver),
      measure(rest.map(here), isOver),
    ])
    const holds = unavailable === 0 && p99 <= atMostMs
    isGood &&= holds
    say(
      `${holds ? '  ' : '! '}${database.padEnd(11)} ${name.padEnd(30)} ${String(reads).padStart(5)} reads of others: ` +
        `p50 ${p50} ms, p99 ${p99} ms (at most ${atMostMs}), 503: ${unavailable}`,
    )
  }
  await product.stop()
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
