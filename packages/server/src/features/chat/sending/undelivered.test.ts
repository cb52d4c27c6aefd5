import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { endsOf, messagesIn, messagesOf, withMargin } from './undelivered.ts'

const Id = z.object({ id: z.int() })
const days = 7

async function aUser(db: Db, name: string): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        values (${name}, ${name}, ${name}, ${name}, '', ${name}, 'Vries') returning id`,
  )
  return made?.id ?? 0
}

/** A chat whose messages, alternately of both, were sent so many seconds ago. */
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
  const [me, him, other] = [await aUser(db, 'me'), await aUser(db, 'him'), await aUser(db, 'other')]
  const first = await aChat(db, [me, him], [8 * 86_400, 100, 50, 20])
  const second = await aChat(db, [me, other], [40, 15])
  return { db, me, him, other, first, second }
}
const places = (found: readonly { chatId: number; seq: number }[]) => found.map(({ chatId, seq }) => [chatId, seq])

test('a chat is read from a number on, and as far back as a time, in the order of its numbers', async () => {
  const { db, me, him, first, second } = await two()
  const read = async (...spans: Parameters<typeof messagesIn>[2]) => places(await messagesIn(db, days, spans))
  expect(await read({ chatId: first, from: 3, seconds: 0 })).toEqual([
    [first, 3],
    [first, 4],
  ])
  expect(await read({ chatId: first, from: 9, seconds: 60 })).toEqual([
    [first, 3],
    [first, 4],
  ])
  // Each span is that of its own chat, and what is past its retention is not read.
  expect(await read({ chatId: first, from: 1, seconds: 0 }, { chatId: second, from: 2, seconds: 0 })).toEqual([
    [first, 2],
    [first, 3],
    [first, 4],
    [second, 2],
  ])
  expect(await read()).toEqual([])
  const [message] = await messagesIn(db, days, [{ chatId: first, from: 4, seconds: 0 }])
  expect(message).toMatchObject({ senderId: him, audience: [me], content: 'bericht 4', clientId: null })
})

test('a hidden message is not read', async () => {
  const { db, first } = await two()
  await db.run(sql`update messages set hidden_at = now() where chat_id = ${first} and seq = 3`)
  expect(places(await messagesIn(db, days, [{ chatId: first, from: 3, seconds: 0 }]))).toEqual([[first, 4]])
})

test('chats that have moved on are those with a message of these seconds, by their last one, unless it is under way', async () => {
  const { db, me, him, other, first, second } = await two()
  const ends = await endsOf(db, 12)
  expect(ends).toMatchObject([{ chatId: second, seq: 2, senderId: other }])
  expect(ends[0]?.audience.toSorted()).toEqual([me, other].sort())
  expect(Math.round(ends[0]?.seconds ?? 0)).toBe(15)
  expect(places(await endsOf(db, 40)).sort()).toEqual([
    [first, 4],
    [second, 2],
  ])
  // The database may take five seconds to commit, and an announcement one.
  expect(places(await endsOf(db, 9.5))).toEqual([[second, 2]])
  expect(places(await endsOf(db, 8.5))).toEqual([])
  await db.run(sql`
    insert into messages (chat_id, seq, sender_id, content, sent_at) values (${second}, 3, ${me}, 'x', now() - interval '0.5 seconds')`)
  expect(places(await endsOf(db, 12))).toEqual([[second, 2]])
  expect(him).not.toBe(other)
})

test('whoever is here gets what was written to or by him since he came, and a little before', async () => {
  const { db, me, him, other, first, second } = await two()
  const read = async (seconds: number, ...present: Parameters<typeof messagesOf>[2]) =>
    places(await messagesOf(db, days, present, seconds)).sort()
  expect(await read(100, { userId: me, seconds: 1000 })).toEqual([
    [first, 2],
    [first, 3],
    [first, 4],
    [second, 1],
    [second, 2],
  ])
  expect(await read(60, { userId: him, seconds: 1000 })).toEqual([
    [first, 3],
    [first, 4],
  ])
  // He came 45 seconds ago, and may have read three seconds before.
  expect(await read(60, { userId: him, seconds: 45 })).toEqual([[first, 4]])
  expect(await read(60, { userId: him, seconds: 48 })).toEqual([
    [first, 3],
    [first, 4],
  ])
  expect(await read(14, { userId: him, seconds: 1000 })).toEqual([])
  expect(await read(16, { userId: him, seconds: 1000 })).toEqual([[first, 4]])
  expect(await read(60, { userId: him, seconds: 5 }, { userId: other, seconds: 30 })).toEqual([[second, 2]])
  expect(withMargin(2)).toBe(5)
})
