import { randomUUID } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { logOut } from '@papadag/contract/auth'
import { closeCodes } from '@papadag/contract/live/frame'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startRedis } from '../../../../../tools/redis.ts'
import { type Bus, createLocalBus } from '../../platform/bus/bus.ts'
import { createPostgresBus } from '../../platform/bus/bus-postgres.ts'
import { createRedisBus } from '../../platform/bus/bus-redis.ts'
import { openRedis } from '../../platform/bus/redis.ts'
import { sql } from '../../platform/db/db.ts'
import { openPostgres } from '../../platform/db/postgres.ts'
import { chatOf, heard, hears, history } from '../../testing/chat.ts'
import { patient, postgresUrl, testDatabaseUrl, testDb } from '../../testing/database.ts'
import { holdingBuses, type Options, twoNodes } from '../../testing/scenes/nodes.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'
import { createChatLine } from './chat.ts'

const log = pino({ level: 'silent' })

/** The kinds of bus between nodes; without a PostgreSQL for the tests, only the local one. */
const ways: Record<string, () => Promise<Options>> = { 'in one process': async () => ({}) }
if (postgresUrl) {
  const onPostgres = async (busOf: (url: string) => Bus) => {
    const url = await testDatabaseUrl()
    const db = openPostgres({ ...patient, url })
    onTestFinished(() => db.close())
    return { db, openBus: () => busOf(url) }
  }
  ways['over NOTIFY'] = () => onPostgres(url => createPostgresBus(url, log))
  ways['over Redis'] = async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    return onPostgres(url => createRedisBus(openRedis(redis.url, 'a secret', log), createPostgresBus(url, log), log))
  }
}

describe.each(Object.entries(ways))('with two nodes %s', (_, open) => {
  test('messages sent to the same chat at once reach everybody in the same order, without gaps', async () => {
    const { chatId, mine, his, myOther, hisOther, db } = await twoNodes(await open())
    const screens = [mine, his, myOther, hisOther]
    for (let n = 1; n <= 50; n += 1) {
      for (const [index, screen] of screens.entries()) {
        screen.send({ type: 'send_message', chatId, content: `${index}:${n}` })
      }
    }
    for (const screen of screens) await hears(screen, chatId, 200)
    const numbers = Array.from({ length: 200 }, (_, n) => n + 1)
    for (const screen of screens) expect(heard(screen, chatId).map(({ seq }) => seq)).toEqual(numbers)
    const [first] = screens.map(screen => heard(screen, chatId).map(({ id }) => id))
    for (const screen of screens) expect(heard(screen, chatId).map(({ id }) => id)).toEqual(first)
    expect(await db.count(sql`from messages where chat_id = ${chatId}`)).toBe(200)
    const { messages } = await history(his, chatId)
    for (const [index] of screens.entries()) {
      const own = messages.flatMap(({ content }) => content.match(`^${index}:(\\d+)$`)?.[1] ?? []).map(Number)
      expect(own).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    }
  })

  test('a message sent to both nodes at the same time is stored once', async () => {
    const { chatId, mine, myOther, his, db } = await twoNodes(await open())
    const names = Array.from({ length: 30 }, () => randomUUID())
    for (const clientId of names) {
      for (const screen of [mine, myOther]) screen.send({ type: 'send_message', chatId, content: clientId, clientId })
    }
    for (const screen of [mine, myOther]) {
      await screen.until(() => (new Set(heard(screen, chatId).map(({ id }) => id)).size === 30 ? true : undefined))
    }
    await hears(his, chatId, 30)
    expect(await db.count(sql`from messages where client_id is not null`)).toBe(30)
    expect([...mine.frames, ...myOther.frames].filter(({ type }) => type === 'error')).toEqual([])
    expect(heard(his, chatId).map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })

  test('receipts, typing and ended sessions on one node reach the other', async () => {
    const { host, father, chatId, mine, his, myOther, hisOther } = await twoNodes(await open())
    mine.send({ type: 'send_message', chatId, content: 'hoi' })
    await hears(his, chatId, 1)
    his.send({ type: 'typing', chatId })
    for (const screen of [mine, myOther]) expect(await screen.frame('typing')).toMatchObject({ userId: father.id })
    his.send({ type: 'mark_read', chatId, seq: 1 })
    for (const screen of [mine, myOther, hisOther]) expect(await screen.frame('read')).toMatchObject({ seq: 1 })
    await host.call(logOut)
    expect(await myOther.closed()).toBe(closeCodes.unauthenticated)
  })

  test('the same fathers can write in many of their chats at once without deadlocks', async () => {
    const all = await twoNodes(await open())
    const { host, hostThere } = all
    const chats: number[] = []
    for (let n = 0; n < 6; n += 1) chats.push(await chatOf(host, await all.newFather()))
    const [here, there] = [await connect(host), await connect(hostThere)]
    for (let n = 1; n <= 10; n += 1) {
      for (const chatId of chats) here.send({ type: 'send_message', chatId, content: `hier ${n}` })
      for (const chatId of [...chats].reverse()) there.send({ type: 'send_message', chatId, content: `daar ${n}` })
    }
    for (const screen of [here, there]) {
      for (const chatId of chats) {
        expect((await hears(screen, chatId, 20)).map(({ seq }) => seq)).toEqual(
          Array.from({ length: 20 }, (_, n) => n + 1),
        )
      }
    }
  })
})

test('two nodes deliver everything, even with a slow bus and a slow database', async () => {
  const db = await testDb()
  const bus = createLocalBus()
  const { chatId, mine, his, myOther, hisOther } = await twoNodes({
    db: {
      ...db,
      many: async (row, statement) => {
        if (statement.text.includes('as w (chat_id, seq, seconds)')) await after(500)
        return db.many(row, statement)
      },
    },
    openBus: () => ({
      ...bus,
      publish: async (topic, message) => {
        await after(100)
        await bus.publish(topic, message)
      },
    }),
  })
  const screens = [mine, his, myOther, hisOther]
  for (let n = 1; n <= 20; n += 1)
    for (const screen of screens) screen.send({ type: 'send_message', chatId, content: 'hoi' })
  for (const screen of screens) {
    expect((await hears(screen, chatId, 80)).map(({ seq }) => seq)).toEqual(Array.from({ length: 80 }, (_, n) => n + 1))
  }
})

test('a node answers a repeated message only after everything that came before it in the chat', async () => {
  const { buses, openBus } = holdingBuses()
  const { chatId, mine, myOther } = await twoNodes({ openBus })
  const [here] = buses
  if (here) here.state.isHeld = true
  const clientId = randomUUID()
  for (const content of ['een', 'twee']) mine.send({ type: 'send_message', chatId, content })
  mine.send({ type: 'send_message', chatId, content: 'drie', clientId })
  await hears(mine, chatId, 3)
  myOther.send({ type: 'send_message', chatId, content: 'drie', clientId })
  await myOther.until(() => heard(myOther, chatId).find(message => message.clientId === clientId))
  here?.letGo()
  mine.send({ type: 'send_message', chatId, content: 'vier' })
  await myOther.until(() => heard(myOther, chatId).find(({ seq }) => seq === 4))
  const inOrder = [...new Set(heard(myOther, chatId).map(({ seq }) => seq))]
  expect(inOrder).toEqual([1, 2, 3, 4])
  // Nothing is delivered anew; the answer to the repeat may come at the same time as the delivery.
  expect(heard(myOther, chatId).length).toBeLessThanOrEqual(5)
})

test('a node that opens a chat for the first time skips no message that is stored while it reads', async () => {
  const { buses, openBus } = holdingBuses()
  const reading = Promise.withResolvers<void>()
  const readOn = Promise.withResolvers<void>()
  const db = await testDb()
  const { chatId, myOther, hisOther } = await twoNodes({
    db: {
      ...db,
      async many(row, statement) {
        const rows = await db.many(row, statement)
        if (statement.text.includes('as w (chat_id, seq, seconds)')) {
          reading.resolve()
          await readOn.promise
        }
        return rows
      },
    },
    openBus,
  })
  const [here] = buses
  // Too long to be announced with its content.
  hisOther.send({ type: 'send_message', chatId, content: 'een'.repeat(600) })
  await reading.promise
  if (here) here.state.isHeld = true
  hisOther.send({ type: 'send_message', chatId, content: 'twee' })
  await hears(hisOther, chatId, 2)
  myOther.send({ type: 'send_message', chatId, content: 'drie' })
  await vi.waitFor(async () => expect(await db.count(sql`from messages where chat_id = ${chatId}`)).toBe(3))
  readOn.resolve()
  const before = await myOther.until(() => {
    const all = heard(myOther, chatId)
    return all.some(({ seq }) => seq === 3) ? all : undefined
  })
  expect(before.map(({ seq }) => seq)).toEqual([1, 2, 3])
  here?.letGo()
})

test('a node that stops announces everything it has stored to the others', async () => {
  const { db, host, newFather } = await world()
  const chatId = await chatOf(host, await newFather())
  const told: unknown[] = []
  const bus: Bus = {
    ...createLocalBus(),
    async publish(_topic, body) {
      await after(50)
      told.push(body)
    },
  }
  const meters = { committed() {}, delivered() {} }
  const line = createChatLine({ db, bus, log, retentionDays: 7, isLimited: false, meters })
  const stored = line.mailbox.put({ chatId, senderId: host.id, content: 'nog net', clientId: undefined })
  await line.close()
  expect(await stored).toMatchObject({ seq: 1 })
  expect(told).toHaveLength(1)
})
