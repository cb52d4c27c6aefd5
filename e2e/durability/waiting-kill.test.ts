import { setTimeout as after } from 'node:timers/promises'
import { createPlaydate, joinPlaydate, leavePlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { stopWaiting, waitForPlaydate, waitingList } from '@papadag/contract/playdates/waiting-list'
import { address, methodAndPath, type Route } from '@papadag/contract/route'
import { expect, test, vi } from 'vitest'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { freePort } from '../../tools/free-port.ts'
import { isNightly } from '../../tools/nightly.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { aPlaydate, newFather, sameFather, startDatabase } from './fathers.ts'

const kills = isNightly ? 4 : 2
const places = 4
const comers = 10
/** The number of acknowledged changes between two kills. */
const between = 15
const patience = { timeout: 900_000 }
const dayMs = 86_400_000

test('a kill -9 while fathers wait and move up loses nobody, with the embedded database', patience, () =>
  killWhileWaiting({}),
)

test('a kill -9 while fathers wait and move up loses nobody, with PostgreSQL', patience, async () => {
  const { databaseUrl } = await startDatabase()
  await killWhileWaiting({ DATABASE_URL: databaseUrl })
})

async function killWhileWaiting(settings: Record<string, string>) {
  const { dataDir, remove } = temporaryDataDir()
  const env = { ...settings, DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', PORT: String(await freePort()) }
  let product: Product = await startProduct(env)
  try {
    const host = await newFather(product.url)
    const startMs = Date.now() + 3 * dayMs
    const { id } = await host.call(createPlaydate, {
      body: {
        ...aPlaydate('Vol'),
        startTime: new Date(startMs).toISOString(),
        endTime: new Date(startMs + 3_600_000).toISOString(),
        maxParticipants: places,
      },
    })
    let changes = 0
    let isOver = false
    const wanting = Array.from({ length: comers }, async (_, index) => {
      const father = await newFather(product.url)
      // Half of them end by wanting to come.
      for (let wants = true; !isOver || wants !== (index % 2 === 0); wants = !wants) {
        await (wants ? comeOrWait(father, id) : stayAway(father, id))
        changes += 1
      }
      return { id: father.id, wants: index % 2 !== 0 }
    })
    const allWanted = Promise.all(wanting)
    // A failure is reported when the test awaits it.
    allWanted.catch(() => {})
    for (let kill = 0; kill < kills; kill += 1) {
      const goal = changes + between
      await vi.waitFor(() => expect(changes).toBeGreaterThanOrEqual(goal), { timeout: 240_000, interval: 5 })
      await product.kill()
      product = await startProduct(env)
    }
    isOver = true
    const wanted = await allWanted

    const reader = Object.assign(sameFather(host, product.url), { id: host.id })
    const { participants, placesTaken } = await reader.call(onePlaydate, { params: { id } })
    const waiting = await reader.call(waitingList, { params: { id } })
    const found = [...participants.map(father => father.id), ...waiting.map(father => father.id)].sort()
    expect(found).toEqual([host.id, ...wanted.filter(({ wants }) => wants).map(father => father.id)].sort())
    // All places are taken, since somebody is waiting.
    expect([placesTaken, waiting.length]).toEqual([places, comers / 2 + 1 - places])
    await product.stop()
  } finally {
    await product.kill()
    remove()
  }
}

type Father = Client & { id: number }

/** Waits, or joins if there is room, until one of them is acknowledged. */
async function comeOrWait(father: Father, id: number) {
  for (let route: Route = waitForPlaydate; ; route = route === joinPlaydate ? waitForPlaydate : joinPlaydate) {
    if ((await untilAnswered(father, route, id)) === 200) return
  }
}

/** Leaves the list and the playdate. */
async function stayAway(father: Father, id: number) {
  expect(await untilAnswered(father, stopWaiting, id)).toBe(204)
  expect(await untilAnswered(father, leavePlaydate, id)).toBe(204)
}

/** Repeats a call until it gets a reply; returns its status. */
async function untilAnswered(father: Father, route: Route, id: number): Promise<number> {
  const { method } = methodAndPath(route.at)
  for (;;) {
    try {
      const { status } = await sameFather(father, father.origin).fetch(method, address(route, { params: { id } }), {
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      if (status < 500) {
        expect([200, 204, 409]).toContain(status)
        return status
      }
    } catch (error) {
      // The server is away, or died while answering.
      if (!(error instanceof TypeError)) throw error
    }
    await after(20)
  }
}
