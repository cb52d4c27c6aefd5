// The last part of `npm run check -- rolling`: fathers write in the threads of a series while the nodes of the released version
// give way to nodes of this one, which joins them into the chat of the series.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { type Chat, chatMessages, sendMessage, threadOf } from '@papadag/contract/chat'
import { joinPlaydate, ownPlaydates } from '@papadag/contract/playdates/playdates'
import { Client } from '../packages/server/src/testing/client.ts'
import { type Father, newFather, newPlaydate } from '../tools/father.ts'
import { root } from '../tools/install.mjs'
import { createDatabase, startPostgres } from '../tools/postgres.ts'
import { type Product, startProduct } from '../tools/product.ts'

/** Messages in each of the three phases: before, during and after the update. */
const perPhase = 40
const patienceMs = 120_000

/** What a member of the series has been able to read: all that was written since the first message to him. */
interface Reader {
  name: string
  father: Father
  at: number
  from: number
}

/** Updates nodes from the sources in `released` to these; returns what was not as it should be. */
export async function updateWhileWriting(released: string): Promise<string[]> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'papadag-rolling-data-'))
  const uploads = join(folder, 'uploads')
  mkdirSync(uploads)
  const nodes: Product[] = []
  const shared = {
    DATABASE_URL: createDatabase(postgres.url, 'rolling'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
  }
  async function start(from: string): Promise<Product> {
    const dataDir = join(folder, String(nodes.length))
    mkdirSync(dataDir)
    symlinkSync(uploads, join(dataDir, 'uploads'))
    const node = await startProduct({ ...shared, DEMO: 'off', DATA_DIR: dataDir }, from)
    nodes.push(node)
    return node
  }
  try {
    return await writeMeanwhile(start, released)
  } finally {
    for (const node of nodes) if (node.isRunning()) await node.kill()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

async function writeMeanwhile(start: (from: string) => Promise<Product>, released: string): Promise<string[]> {
  const old = await start(released)
  const [host, guest, other] = [await newFather(old.url), await newFather(old.url), await newFather(old.url)]
  await newPlaydate(host, { maxParticipants: 10, repeats: { every: 'week' } })
  const dates = (await host.client.call(ownPlaydates)).map(({ id }) => id).sort((a, b) => a - b)
  const [first = 0, second = 0] = dates
  await guest.client.call(joinPlaydate, { params: { id: first }, body: {} })
  await other.client.call(joinPlaydate, { params: { id: second }, body: {} })

  const said: string[] = []
  const turns: [Father, number][] = [
    [host, first],
    [guest, first],
    [other, second],
    [host, second],
  ]
  /** Each in the chat that his date has there. */
  async function write(urls: readonly string[]) {
    for (let n = 0; n < perPhase; n += 1) {
      const turn = turns[n % turns.length]
      const url = urls[Math.floor(n / turns.length) % urls.length]
      if (!turn || !url) throw new Error('nobody writes')
      const [father, date] = turn
      const content = `bericht ${said.length + 1}`
      const { id } = await chatAt(url, father, date)
      await at(url, father).call(sendMessage, { params: { id }, body: { content } })
      said.push(content)
    }
  }

  await write([old.url])
  const beside = await start(root)
  await write([old.url, beside.url])
  const wrong: string[] = []
  const kindBeside = (await chatAt(beside.url, host, first)).kind
  if (kindBeside !== 'playdate')
    wrong.push(`beside the released version the thread is already one of kind ${kindBeside}`)
  await old.stop('SIGTERM')
  // The last node to be updated starts when no older one is left, and joins the threads.
  const last = await start(root)
  await untilJoined(last.url, host, first)
  await write([beside.url, last.url])

  const readers: Reader[] = [
    { name: 'the creator', father: host, at: second, from: 0 },
    { name: 'who is on the first date', father: guest, at: first, from: 0 },
    { name: 'who is on the second date', father: other, at: second, from: 2 },
  ]
  for (const { name, father, at: date, from } of readers) {
    const { id, kind } = await chatAt(last.url, father, date)
    const client = at(last.url, father)
    const pages = await client.call(chatMessages, { params: { id }, query: { limit: 500 } })
    const read = pages.map(({ content }) => content)
    const expected = said.slice(from)
    const lost = expected.filter(content => !read.includes(content))
    const isInOrder = read.join() === expected.join()
    process.stdout.write(
      `  ${name}: ${read.length} of ${expected.length} messages, ${lost.length} lost, in the chat of the ${kind}, ${isInOrder ? 'each once and in order' : 'not as they were written'}\n`,
    )
    if (kind !== 'series' || !isInOrder) wrong.push(`${name} reads: ${read.join(', ')}`)
  }
  return wrong
}

/** A father’s session on another node. */
function at(url: string, { client }: Father): Client {
  const same = new Client(url)
  for (const [name, value] of client.cookies) same.cookies.set(name, value)
  return same
}

const chatAt = (url: string, father: Father, date: number): Promise<Chat> =>
  at(url, father).call(threadOf, { params: { id: date } })

async function untilJoined(url: string, father: Father, date: number): Promise<void> {
  const deadline = Date.now() + patienceMs
  while ((await chatAt(url, father, date)).kind !== 'series') {
    if (Date.now() > deadline) throw new Error('the threads of the series were not joined into one chat')
    await after(200)
  }
}
