import { setTimeout as after } from 'node:timers/promises'
import { chats, sendMessage, startChat } from '@papadag/contract/chat'
import { answerCircle, askIntoCircle, createCircle, oneCircle, removeCircleMember } from '@papadag/contract/circles'
import { address, methodAndPath, type Route } from '@papadag/contract/route'
import { expect, test, vi } from 'vitest'
import type { Client } from '../../packages/server/src/testing/client.ts'
import { freePort } from '../../tools/free-port.ts'
import { isNightly } from '../../tools/nightly.ts'
import { type Product, startProduct, temporaryDataDir } from '../../tools/product.ts'
import { newFather, sameFather, startDatabase } from './fathers.ts'

const kills = isNightly ? 4 : 2
const comers = 6
/** The number of acknowledged changes between two kills. */
const between = 15
const patience = { timeout: 900_000 }

test.runIf(isNightly)(
  'a kill -9 while fathers are let into a circle and leave it leaves nobody half in, with the embedded database',
  patience,
  () => killWhileLettingIn({}),
)

test(
  'a kill -9 while fathers are let into a circle and leave it leaves nobody half in, with PostgreSQL',
  patience,
  async () => {
    const { databaseUrl } = await startDatabase()
    await killWhileLettingIn({ DATABASE_URL: databaseUrl })
  },
)

async function killWhileLettingIn(settings: Record<string, string>) {
  const { dataDir, remove } = temporaryDataDir()
  const env = { ...settings, DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off', PORT: String(await freePort()) }
  let product: Product = await startProduct(env)
  try {
    const host = await newFather(product.url)
    const fathers = await Promise.all(Array.from({ length: comers }, () => newFather(product.url)))
    for (const father of fathers) {
      const { id } = await host.call(startChat, { body: { participants: [father.id] } })
      for (const writer of [host, father]) await writer.call(sendMessage, { params: { id }, body: { content: 'hoi' } })
    }
    const { id } = await host.call(createCircle, { body: { name: 'Woensdag', fathers: fathers.map(one => one.id) } })
    let changes = 0
    let isOver = false
    const coming = fathers.map(async (father, index) => {
      // Half of them end in it.
      for (let wants = true; !isOver || wants !== (index % 2 === 0); wants = !wants) {
        if (wants) {
          await untilAnswered(host, askIntoCircle, { id }, { fathers: [father.id] })
          await untilAnswered(father, answerCircle, { id }, { yes: true })
        } else await untilAnswered(father, removeCircleMember, { id, userId: String(father.id) }, {})
        changes += 1
      }
      return { father, isIn: index % 2 !== 0 }
    })
    const allCame = Promise.all(coming)
    // A failure is reported when the test awaits it.
    allCame.catch(() => {})
    for (let kill = 0; kill < kills; kill += 1) {
      const goal = changes + between
      await vi.waitFor(() => expect(changes).toBeGreaterThanOrEqual(goal), { timeout: 240_000, interval: 5 })
      await product.kill()
      product = await startProduct(env)
    }
    isOver = true
    const came = await allCame

    const inIt = came.filter(({ isIn }) => isIn).map(({ father }) => father.id)
    const { members } = await sameFather(host, product.url).call(oneCircle, { params: { id } })
    expect(members.map(member => member.id).sort()).toEqual([host.id, ...inIt].sort())
    for (const { father, isIn } of came) {
      const own = await sameFather(father, product.url).call(chats)
      expect([father.id, own.some(({ kind }) => kind === 'circle')]).toEqual([father.id, isIn])
    }
    await product.stop()
  } finally {
    await product.kill()
    remove()
  }
}

/** Repeats a call until it gets a reply, which may be to a repeat of one that was done before the kill. */
async function untilAnswered(father: Client, route: Route, params: object, body: object): Promise<void> {
  const { method } = methodAndPath(route.at)
  for (;;) {
    try {
      const { status } = await sameFather(father, father.origin).fetch(method, address(route, { params }), {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (status < 500) {
        expect([200, 204, 404]).toContain(status)
        return
      }
    } catch (error) {
      // The server is away, or died while answering.
      if (!(error instanceof TypeError)) throw error
    }
    await after(20)
  }
}
