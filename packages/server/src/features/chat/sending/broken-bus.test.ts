import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from '../../../../../../tools/redis.ts'
import { type Bus, createLocalBus } from '../../../platform/bus/bus.ts'
import { createPostgresBus } from '../../../platform/bus/bus-postgres.ts'
import { createRedisBus } from '../../../platform/bus/bus-redis.ts'
import { openRedis } from '../../../platform/bus/redis.ts'
import { openPostgres } from '../../../platform/db/postgres.ts'
import { chatOf, heard, hears } from '../../../testing/chat.ts'
import { patient, postgresUrl, testDatabaseUrl } from '../../../testing/database.ts'
import { holdingBuses, twoNodes } from '../../../testing/scenes/nodes.ts'
import { connect } from '../../../testing/socket.ts'
import { world } from '../../../testing/world.ts'

const log = pino({ level: 'silent' })

test('messages that a node stored before it died are delivered by the others within seconds', async () => {
  const { buses, openBus } = holdingBuses()
  const { chatId, mine, his } = await twoNodes({ openBus })
  const [here] = buses
  if (here) here.state.isHeld = true
  // In a chat that is new to the other node, then in one it knows.
  for (const [index, content] of ['een', 'twee'].entries()) {
    mine.send({ type: 'send_message', chatId, content })
    await hears(his, chatId, index + 1)
  }
  expect(heard(his, chatId).map(({ content }) => content)).toEqual(['een', 'twee'])
  // Allows this node to be stopped.
  here?.letGo()
})

test('a node that serves before it hears the others misses nothing', async () => {
  const shared = createLocalBus()
  const buses: ReturnType<typeof fragile>[] = []
  const { host, newFather, newNode, at } = await world({
    openBus() {
      const made = fragile(shared, buses.length > 0)
      buses.push(made)
      return made.bus
    },
  })
  const father = await newFather()
  const chatId = await chatOf(host, father)
  const mine = await connect(host)
  const his = await connect(at(await newNode(), father))
  mine.send({ type: 'send_message', chatId, content: 'hoi' })
  await hears(mine, chatId, 1)
  buses[1]?.hear()
  expect(await hears(his, chatId, 1)).toMatchObject([{ seq: 1 }])
})

/** A bus that can be cut off in both directions. */
function fragile(bus: Bus, isCutAtFirst = false) {
  let isCut = isCutAtFirst
  const gaps: (() => void)[] = []
  return {
    bus: {
      ...bus,
      publish: (topic, body) => (isCut ? Promise.reject(new Error('cut')) : bus.publish(topic, body)),
      subscribe: (topic, listener) => bus.subscribe(topic, payload => (isCut ? undefined : listener(payload))),
      onGap: listener => void gaps.push(listener),
      isConnected: () => !isCut,
    } satisfies Bus,
    /** Connected for the first time: nothing is known to be missed. */
    hear() {
      isCut = false
    },
    cut(isNow: boolean) {
      isCut = isNow
      if (!isNow) for (const tell of gaps) tell()
    },
  }
}

test('nodes with a broken bus deliver a little later, each message once and in order', async () => {
  const shared = createLocalBus()
  const buses: ReturnType<typeof fragile>[] = []
  const openBus = () => {
    const made = fragile(shared)
    buses.push(made)
    return made.bus
  }
  const { chatId, mine, his } = await twoNodes({ openBus })
  mine.send({ type: 'send_message', chatId, content: 'voor' })
  await hears(his, chatId, 1)
  for (const bus of buses) bus.cut(true)
  for (let n = 1; n <= 30; n += 1) mine.send({ type: 'send_message', chatId, content: `tijdens ${n}` })
  await hears(his, chatId, 31)
  mine.send({ type: 'send_message', chatId, content: 'net voor het einde' })
  await hears(mine, chatId, 32)
  for (const bus of buses) bus.cut(false)
  mine.send({ type: 'send_message', chatId, content: 'na' })
  const all = await hears(his, chatId, 33)
  expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1))
})

if (postgresUrl) {
  test('no message is lost when Redis is killed in the middle', async () => {
    const redis = await startRedis()
    onTestFinished(() => redis.kill())
    const url = await testDatabaseUrl()
    const db = openPostgres({ ...patient, url })
    onTestFinished(() => db.close())
    const openBus = () => createRedisBus(openRedis(redis.url, 'a secret', log), createPostgresBus(url, log), log)
    const { chatId, mine, his, connected } = await twoNodes({ db, openBus })
    let count = 0
    async function sendMany(times: number) {
      for (let n = 0; n < times; n += 1) {
        mine.send({ type: 'send_message', chatId, content: String(count) })
        count += 1
        await hears(mine, chatId, count)
      }
    }
    await sendMany(20)
    const killing = redis.kill()
    await sendMany(60)
    await killing
    await connected(false)
    await sendMany(20)
    await redis.start()
    await sendMany(60)
    await connected(true)
    await sendMany(20)
    const all = await hears(his, chatId, count)
    expect(all.map(({ content }) => Number(content))).toEqual(Array.from({ length: count }, (_, n) => n))
  })
}
