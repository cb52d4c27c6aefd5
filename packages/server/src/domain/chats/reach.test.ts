import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aDate, aUser, users } from '../../testing/domain/rows.ts'
import { notePlaceDecision } from '../decisions.ts'
import { isNewcomer, isStrangerTo, takesMessagesFrom } from './reach.ts'

const Id = z.object({ id: z.int() })
const Told = z.object({ userId: z.int(), title: z.string(), isAutomatic: z.string() })

const is = async (db: Db, condition: Sql, userId: number) =>
  (await db.count(sql`from users u where u.id = ${userId} and ${condition}`)) > 0

/** A chat of two, in which one has asked to write or both have written. */
const chat = (db: Db, one: number, other: number, requestedBy: number | null) =>
  db.run(sql`
    with made as (
      insert into chats (first_member, second_member, requested_by)
      values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int), ${requestedBy}::int) returning id)
    insert into memberships (chat_id, user_id) select id, unnest(array[${one}::int, ${other}::int]) from made
    on conflict do nothing`)

test('a father who lets nobody write to him first hears only from fathers he has a chat with', async () => {
  const db = await testDb()
  const [me, closed, friend, other] = [
    await aUser(db, 'me'),
    await aUser(db, 'closed', sql`messages_from = 'nobody'`),
    await aUser(db, 'friend', sql`messages_from = 'nobody'`),
    await aUser(db, 'other', sql`messages_from = 'nobody'`),
  ]
  await chat(db, closed, other, null)
  await chat(db, me, friend, null)
  expect(await Promise.all([closed, friend, other].map(id => is(db, takesMessagesFrom(me), id)))).toEqual([
    false,
    true,
    false,
  ])
  // The father who came first has the lower number.
  expect(await is(db, takesMessagesFrom(other), closed)).toBe(true)
  expect(await is(db, takesMessagesFrom(closed), other)).toBe(true)
  expect(await is(db, takesMessagesFrom(friend), closed)).toBe(false)
})

test('a father who lets acquaintances write to him hears from fathers he shares a playdate with', async () => {
  const db = await testDb()
  const [me, him, other] = [
    await aUser(db, 'me'),
    await aUser(db, 'him', sql`messages_from = 'co'`),
    await aUser(db, 'other', sql`messages_from = 'nobody'`),
  ]
  expect(await is(db, takesMessagesFrom(me), him)).toBe(false)
  const date = await aDate(db, { seriesId: null, hours: 10, by: me })
  for (const id of [him, other])
    await db.run(sql`insert into participants (playdate_id, user_id) values (${date}, ${id})`)
  expect([await is(db, takesMessagesFrom(me), him), await is(db, takesMessagesFrom(me), other)]).toEqual([true, false])
  expect(await is(db, takesMessagesFrom(him), me)).toBe(true)
  expect([await is(db, isStrangerTo(me), him), await is(db, isStrangerTo(him), me)]).toEqual([false, false])
})

test('a father is a stranger until both have written', async () => {
  const db = await testDb()
  const [me, asked, friend, nobody] = await users(db, 'me', 'asked', 'friend', 'nobody')
  await chat(db, me, asked, me)
  await chat(db, me, friend, null)
  const strangers = await Promise.all([asked, friend, nobody].map(id => is(db, isStrangerTo(me), id)))
  expect(strangers[2]).toBe(true)
  expect(strangers[0]).toBe(true)
})

test.each([
  ['23 hours', true],
  ['25 hours', false],
])('a father who registered %s ago is a newcomer: %s', async (age, isNew) => {
  const db = await testDb()
  const id = await aUser(db, 'me', sql`created_at = now() - ${age}::interval`)
  await aUser(db, 'old', sql`created_at = now() - interval '1 year'`)
  await aUser(db, 'new')
  expect(await isNewcomer(db, id)).toBe(isNew)
})

test.each([
  ['hide', true],
  ['restore', true],
  ['lock', true],
  ['unlock', true],
  ['confirm', false],
] as const)('whether the father who added a place hears of the decision to %s it: %s', async (decision, isTold) => {
  const db = await testDb()
  const [adder, other, moderator] = await users(db, 'adder', 'other', 'moderator')
  const add = (name: string, by: number | null) =>
    db.run(
      sql`insert into places (name, type, address, latitude, longitude, created_by) values (${name}, 'playground', 'Dam 1', 52, 5, ${by}::int)`,
    )
  await add('Ander', other)
  await add('Speelveld', adder)
  await add('Eigen', moderator)
  await add('Open', null)
  const note = (name: string, moderatorId?: number) =>
    db.transaction(async tx => {
      const found = await tx.many(Id, sql`select id from places where name = ${name}`)
      await notePlaceDecision(tx, found[0]?.id ?? 0, {
        decision,
        reason: 'Bestaat niet.',
        ...(moderatorId && { moderatorId }),
      })
    })
  await note('Speelveld', moderator)
  await note('Eigen', moderator)
  await note('Open', moderator)
  const told = () =>
    db.many(
      Told,
      sql`select user_id as "userId", details ->> 'title' as title, details ->> 'isAutomatic' as "isAutomatic" from notifications order by id`,
    )
  expect(await told()).toEqual(isTold ? [{ userId: adder, title: 'Speelveld', isAutomatic: 'false' }] : [])
  await note('Ander')
  expect((await told()).slice(1)).toEqual(isTold ? [{ userId: other, title: 'Ander', isAutomatic: 'true' }] : [])
  expect(await db.count(sql`from place_decisions where decision = ${decision}`)).toBe(4)
})
