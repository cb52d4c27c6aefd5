import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { createPlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test, vi } from 'vitest'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { freePort } from '../../tools/free-port.ts'
import { isNightly } from '../../tools/nightly.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { allUpcoming, aPlaydate, newFather, sameFather, startDatabase } from './fathers.ts'

const kills = isNightly ? 4 : 2
const writers = 4
/** The number of acknowledged writes between two kills. */
const between = 12
const patience = { timeout: 900_000 }

test('a kill -9 during writes to the embedded database loses nothing acknowledged and repeats nothing', patience, () =>
  killWhileWriting({}),
)

test('a kill -9 during writes to PostgreSQL loses nothing acknowledged and repeats nothing', patience, async () => {
  const { databaseUrl } = await startDatabase()
  await killWhileWriting({ DATABASE_URL: databaseUrl })
})

async function killWhileWriting(settings: Record<string, string>) {
  const { dataDir, remove } = temporaryDataDir()
  const env = { ...settings, DATA_DIR: dataDir, DEMO: 'off', PORT: String(await freePort()) }
  let product: Product = await startProduct(env)
  try {
    const written: Written[] = []
    let isOver = false
    const writing = Array.from({ length: writers }, async (_, index) => {
      const [creator, guest] = [await newFather(product.url), await newFather(product.url)]
      for (let count = 1; !isOver; count += 1) {
        written.push(await writeOnce(creator, guest, `Playdate ${index}.${count}`))
      }
    })
    // A failure of a writer is reported when the test awaits it.
    const allWritten = Promise.all(writing)
    allWritten.catch(() => {})

    for (let kill = 0; kill < kills; kill += 1) {
      const goal = written.length + between
      await vi.waitFor(() => expect(written.length).toBeGreaterThanOrEqual(goal), { timeout: 240_000, interval: 5 })
      await product.kill()
      product = await startProduct(env)
    }
    isOver = true
    await allWritten

    const found = await allUpcoming(await newFather(product.url))
    const byTitle = (a: { title: string }, b: { title: string }) => a.title.localeCompare(b.title)
    const facts = found.map(({ id, title, participants }) => ({ id, title, comers: participants.map(who => who.id) }))
    expect(facts.sort(byTitle)).toEqual(written.sort(byTitle))
    expect(written.length).toBeGreaterThan(kills * between)
    await product.stop()
  } finally {
    await product.kill()
    remove()
  }
}

/** A playdate whose creation and participants the server has acknowledged. */
type Written = { id: number; title: string; comers: number[] }

/** Creates a playdate that another father joins, repeating each call with the same key until it is acknowledged. */
async function writeOnce(creator: Father, guest: Father, title: string): Promise<Written> {
  const { id } = await untilAnswered(creator, createPlaydate.at, aPlaydate(title), randomUUID())
  await untilAnswered(guest, joinPlaydate.at.replace(':id', String(id)), {}, randomUUID())
  return { id, title, comers: [creator.id, guest.id] }
}

type Father = Client & { id: number }

async function untilAnswered(father: Father, at: string, body: object, key: string): Promise<{ id: number }> {
  const [method = '', path = ''] = at.split(' ')
  for (;;) {
    try {
      const response = await sameFather(father, father.origin).fetch(method, path, {
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      if (response.ok) return await response.json()
      if (response.status < 500) throw new Refusal(`${at}: ${response.status} ${await response.text()}`)
    } catch (error) {
      // The server is away, or died while answering.
      if (error instanceof Refusal) throw error
    }
    await after(20)
  }
}

class Refusal extends Error {}
