import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { users } from '../../../testing/domain/rows.ts'
import { createDelivery } from './delivery.ts'

const Id = z.object({ id: z.int() })
const days = 7

/** A chat whose messages, alternately by both, were sent so many seconds ago. */
async function aChat(db: Db, [one, other]: readonly [number, number], ages: readonly number[]) {
  const made = await db.one(
    Id,
    sql`insert into chats (first_member, second_member, last_seq)
        values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int), ${ages.length}) returning id`,
  )
  const id = made?.id ?? 0
  for (const user of [one, other]) await db.run(sql`insert into memberships (chat_id, user_id) values (${id}, ${user})`)
  for (const [at, age] of ages.entries())
    await db.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at)
      values (${id}, ${at + 1}, ${at % 2 ? other : one}, ${`bericht ${at + 1}`}, now() - make_interval(secs => ${age}::float8))`)
  return id
}

async function two() {
  const db = await testDb()
  const [me, him, other] = await users(db, 'me', 'him', 'other')
  const first = await aChat(db, [me, him], [8 * 86_400, 100, 50, 20])
  const second = await aChat(db, [me, other], [40, 15])
  return { db, me, him, other, first, second }
}
/** A node's delivery: who has been connected to it for how many seconds, what it sends them, and how often it reads. */
async function aNode() {
  const all = await two()
  const hereS = new Map<number, number>()
  const sent: number[][] = []
  const state = { reads: 0, isAway: false }
  const many: Db['many'] = (row, statement) => {
    state.reads += 1
    return state.isAway ? Promise.reject(new Error('away')) : all.db.many(row, statement)
  }
  const delivery = createDelivery({ ...all.db, many }, days, { delivered() {} })
  const send = (userId: number, frame: object) => {
    if (!('message' in frame) || !hereS.has(userId)) return
    const { chatId, seq } = frame.message as { chatId: number; seq: number } // as the contract says
    sent.push([chatId, seq, userId])
  }
  const missing = () => {
    throw new Error('not asked for')
  }
  const hereForMs = (userId: number) => (hereS.has(userId) ? (hereS.get(userId) ?? 0) * 1000 : undefined)
  const sendToEach = (userIds: readonly number[], frame: object) => {
    for (const userId of userIds) send(userId, frame)
  }
  const live = { attach: missing, announce: missing, wasTold: missing, close: missing, sockets: missing }
  delivery.attach({ ...live, send, sendToEach, users: () => hereS.keys(), hereForMs })
  const place = (chatId: number, seq: number) => ({ chatId, seq, senderId: all.him, audience: [all.me] })
  const message = (chatId: number, seq: number, isInHaste = false) => ({
    ...place(chatId, seq),
    ...{
      id: seq,
      content: 'hoi',
      sentAt: new Date().toISOString(),
      clientId: null,
      isAnnouncement: false,
      replyTo: null,
      playdateId: null,
    },
    ...{ isNew: true, isInHaste, isFromElsewhere: false, dateUnseenBy: [], replyUnseenBy: [] },
  })
  const write = (chatId: number, seq: number, age: number) =>
    all.db.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at)
      values (${chatId}, ${seq}, ${all.me}, 'hoi', now() - make_interval(secs => ${age}::float8))`)
  /** The messages sent since the last call, and how many reads that took. */
  const news = () => {
    const { reads } = state
    state.reads = 0
    return { sent: sent.splice(0), reads }
  }
  return { ...all, delivery, hereS, state, place, message, write, news }
}

test('a node that checks its chats delivers messages nobody announced to those who were members at the time', async () => {
  const { delivery, hereS, him, other, first, write, news } = await aNode()
  const compare = async () => {
    await delivery.compare(40)
    await delivery.catchUp()
    return news()
  }
  await delivery.readLast(60)
  expect(await compare()).toEqual({ sent: [], reads: 0 })
  // He came after the last message of his chat, which he has read himself; nobody of the other chat is here.
  hereS.set(him, 16)
  expect(await compare()).toEqual({ sent: [], reads: 1 })
  hereS.set(him, 18)
  expect(await compare()).toEqual({ sent: [[first, 4, him]], reads: 2 })
  // In a chat that is known here nothing may be skipped, not even for somebody who has just come.
  hereS.set(him, 0.5)
  await write(first, 5, 10)
  expect(await compare()).toEqual({ sent: [[first, 5, him]], reads: 2 })
  hereS.clear()
  hereS.set(other, 1)
  await write(first, 6, 2)
  expect(await compare()).toEqual({ sent: [], reads: 1 })
})

test('before answering a repeated message, a node reads a chat on from where it is, or from a moment ago if it is new', async () => {
  const { delivery, hereS, state, me, first, second, place, message, write, news } = await aNode()
  hereS.set(me, 1)
  await write(second, 3, 4.5)
  await delivery.upTo(message(second, 1))
  expect(news()).toEqual({ sent: [], reads: 1 })
  hereS.set(me, 60)
  await delivery.upTo(message(second, 1))
  expect(news()).toEqual({ sent: [[second, 3, me]], reads: 1 })
  await delivery.upTo(message(second, 3))
  await delivery.upTo(message(second, 2))
  expect(news()).toEqual({ sent: [], reads: 0 })
  await write(second, 4, 100)
  await delivery.upTo(message(second, 4))
  expect(news()).toEqual({ sent: [[second, 4, me]], reads: 1 })
  // Another chat that cannot be read now does not keep him waiting.
  state.isAway = true
  delivery.heard([{ place: place(first, 4) }])
  await expect(delivery.catchUp()).rejects.toThrow('away')
  await delivery.upTo(message(second, 4))
  state.isAway = false
  await delivery.catchUp()
  expect(news().sent).toEqual([[first, 4, me]])
})

test('a message that may not be the next in its chat waits until those before it have been read', async () => {
  const { delivery, hereS, state, me, first, second, place, message, write, news } = await aNode()
  // A new chat that nobody here is in is not followed.
  delivery.heard([{ place: place(second, 2) }, { place: place(second, 3), message: message(second, 3) }])
  expect(news()).toEqual({ sent: [], reads: 0 })
  hereS.set(me, 60)
  await write(second, 3, 0)
  delivery.stored([message(second, 3)])
  delivery.stored([message(99, 1, true)])
  expect(news()).toEqual({
    sent: [
      [second, 3, me],
      [99, 1, me],
    ],
    reads: 0,
  })
  // A chat with another message just before, which may still be announced.
  await write(first, 5, 3)
  await write(first, 6, 0)
  state.isAway = true
  delivery.stored([message(first, 6, true)])
  await expect(delivery.catchUp()).rejects.toThrow('away')
  await write(first, 7, 0)
  delivery.stored([message(first, 7)])
  await expect(delivery.catchUp()).rejects.toThrow('away')
  expect(news().sent).toEqual([])
  state.isAway = false
  await delivery.catchUp()
  expect(news()).toEqual({ sent: [5, 6, 7].map(seq => [first, seq, me]), reads: 1 })
  // A known chat stays in order while none of its members is here.
  hereS.clear()
  delivery.heard([{ place: place(first, 8), message: message(first, 8) }])
  hereS.set(me, 0)
  delivery.heard([{ place: place(first, 9), message: message(first, 9) }])
  expect(news()).toEqual({ sent: [[first, 9, me]], reads: 0 })
  await write(first, 10, 30)
  await write(first, 11, 0)
  delivery.stored([message(first, 11)])
  expect(state.reads).toBe(1)
  await delivery.catchUp()
  expect(news()).toEqual({ sent: [10, 11].map(seq => [first, seq, me]), reads: 1 })
})
