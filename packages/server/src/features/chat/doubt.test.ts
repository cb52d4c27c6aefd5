import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { DbUnavailable, sql } from '../../platform/db/db.ts'
import { chatOf, heard } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { connect } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'
import { createChatLine } from './chat.ts'

test('when a message that seemed to fail is sent again, the answer comes after everything stored before it', async () => {
  const db = await testDb()
  let isAnswerLost = false
  const { host, newFather } = await world({
    db: {
      ...db,
      async many(row, statement) {
        const rows = await db.many(row, statement)
        if (isAnswerLost && statement.text.includes('insert into messages')) throw new DbUnavailable('lost')
        return rows
      },
    },
  })
  const father = await newFather()
  const chatId = await chatOf(host, father)
  await db.run(sql`update chats set requested_by = null`)
  const [mine, his] = [await connect(host), await connect(father)]
  isAnswerLost = true
  his.send({ type: 'send_message', chatId, content: 'een', clientId: randomUUID() })
  await his.frame('error')
  const repeated = { type: 'send_message', chatId, content: 'twee', clientId: randomUUID() } as const
  mine.send(repeated)
  await mine.frame('error')
  isAnswerLost = false
  await db.run(sql`update chats set active_at = now() - interval '20 seconds'`)
  mine.send(repeated)
  await mine.until(() => heard(mine, chatId).find(({ content }) => content === 'twee'))
  expect(heard(mine, chatId)[0]).toMatchObject({ content: 'een', seq: 1 })
})

/** A node with an open connection, the moments at which it reads, and whether it receives the other nodes' messages. */
async function aNode(isConnected: boolean) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const bus = { ...createLocalBus(), isConnected: () => state.isConnected }
  const reads: [what: string, atMs: number][] = []
  const state = { isConnected, answer: Promise.resolve() }
  const begunMs = performance.now()
  const db = {
    ...(await testDb()),
    async many(_row: unknown, { text }: { text: string }) {
      const what = text.includes('distinct on (chat_id)') ? 'compare' : 'look'
      reads.push([what, Math.round(performance.now() - begunMs)])
      await state.answer
      return []
    },
  }
  const meters = { committed() {}, delivered() {} }
  const log = pino({ level: 'silent' })
  const line = createChatLine({ db, bus, log, retentionDays: 7, isLimited: false, meters })
  onTestFinished(async () => {
    await line.close()
    vi.useRealTimers()
  })
  const missing = () => {
    throw new Error('not asked for')
  }
  const live = { attach: missing, announce: missing, wasTold: missing, close: missing, sockets: missing }
  line.attach({ ...live, send: missing, sendToEach: missing, users: () => [1], hereForMs: () => 60_000 })
  return { state, reads, pass: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

test('a node that receives the other nodes’ wake-ups checks its chats every three seconds, and reads nothing else', async () => {
  const { state, reads, pass } = await aNode(true)
  await pass(9499)
  expect(reads).toEqual([
    ['compare', 3000],
    ['compare', 6000],
    ['compare', 9000],
  ])
  // While the database is slow it waits for the answer.
  const answer = Promise.withResolvers<void>()
  state.answer = answer.promise
  await pass(9000)
  expect(reads.slice(3)).toEqual([['compare', 12_000]])
  answer.resolve()
  await pass(1500)
  expect(reads).toHaveLength(5)
})

test('a node without wake-ups from the others reads every 1.5 seconds, until five seconds after they are back', async () => {
  const { state, reads, pass } = await aNode(false)
  const looks = () => reads.filter(([what]) => what === 'look').map(([, atMs]) => atMs)
  await pass(2999)
  expect(looks()).toEqual([1500])
  state.isConnected = true
  await pass(9000)
  expect(looks()).toEqual([1500, 3000, 4500, 6000, 7500])
})
