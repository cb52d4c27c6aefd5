import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aDate, users } from '../../testing/domain/rows.ts'
import { askedAlong, forgetInvited, isAskedInVain, noteInvited } from '../playdates/invited-in-chat.ts'

const Id = z.object({ id: z.int() })

async function aChat(db: Db, differences: Sql, members: readonly number[]): Promise<number> {
  const made = await db.one(Id, sql`insert into chats ${differences} returning id`)
  for (const member of members)
    await db.run(sql`insert into memberships (chat_id, user_id) values (${made?.id}, ${member})`)
  return made?.id ?? 0
}

const between = (one: number, other: number, requestedBy: number | null = null) =>
  sql`(first_member, second_member, requested_by)
      values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int), ${requestedBy}::int)`

async function scene() {
  const db = await testDb()
  const [host, tom, jan, foe] = await users(db, 'bas', 'tom', 'jan', 'foe')
  const [one, two] = [
    await aDate(db, { seriesId: null, hours: 100, by: host }),
    await aDate(db, { seriesId: null, hours: 100, by: host }),
  ]
  return { db, host, tom, jan, foe, one, two }
}

const asked = (db: Db) =>
  db.many(
    z.object({ playdateId: z.int(), userId: z.int(), askedBy: z.int() }),
    sql`select playdate_id as "playdateId", user_id as "userId", asked_by as "askedBy" from asked order by 1, 2, 3`,
  )

async function along(db: Db, playdateId: number) {
  const found = await db.many(
    z.object({ userId: z.int(), knows: z.boolean() }),
    sql`select x.user_id as "userId", x.knows from playdates p join ${askedAlong} where p.id = ${playdateId} order by 1`,
  )
  return found.map(({ userId, knows }) => [userId, knows])
}

const ask = (db: Db, playdateId: number, userId: number, askedBy: number) =>
  db.run(sql`insert into asked (playdate_id, user_id, asked_by) values (${playdateId}, ${userId}, ${askedBy})`)
let lastSeq = 0
/** Writes a message that asks the others in a chat along to a playdate. */
async function writeTo(db: Db, playdateId: number, chatId: number, senderId: number) {
  lastSeq += 1
  const message = await db.one(
    Id,
    sql`insert into messages (chat_id, seq, sender_id, content, sent_at) values (${chatId}, ${lastSeq}, ${senderId}, 'Kom je mee?', now()) returning id`,
  )
  await noteInvited(db, playdateId, { id: message?.id ?? 0, chatId, senderId })
}
const join = (db: Db, playdateId: number, userId: number) =>
  db.run(sql`insert into participants (playdate_id, user_id) values (${playdateId}, ${userId})`)

test('inviting in a chat records each of the others in it who do not take part in the playdate, once', async () => {
  const { db, host, tom, jan, one, two } = await scene()
  const withTom = await aChat(db, between(host, tom), [host, tom])
  await aChat(db, between(host, jan), [host, jan])
  // He is on another playdate, which is no reason not to ask him to this one.
  await join(db, two, tom)
  await writeTo(db, one, withTom, host)
  await writeTo(db, one, withTom, host)
  await writeTo(db, two, withTom, host)
  expect(await asked(db)).toEqual([{ playdateId: one, userId: tom, askedBy: host }])
})

test('a link in a playdate’s own chat, or from an account that is gone, invites nobody', async () => {
  const { db, host, tom, jan, one, two } = await scene()
  const ofPlaydate = await aChat(db, sql`(first_member, second_member, playdate_id) values (${-two}, 0, ${two})`, [
    host,
    tom,
  ])
  const withJan = await aChat(db, between(host, jan), [host, jan])
  await writeTo(db, one, ofPlaydate, host)
  await db.run(sql`delete from users where id = ${jan}`)
  await writeTo(db, one, withJan, host)
  expect(await asked(db)).toEqual([])
})

test('a father can invite a hundred others to one playdate, however many others invite or he invites elsewhere', async () => {
  const { db, host, tom, jan, one, two } = await scene()
  const withJan = await aChat(db, between(host, jan), [host, jan])
  const tomWithJan = await aChat(db, between(tom, jan), [tom, jan])
  const fill = (playdateId: number, askedBy: number, times: number) =>
    db.run(sql`
      with made as (
        insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        select x, x, x, x, '', 'Vader', 'Vries'
          from (select ${`${playdateId}-${askedBy}-`} || n as x from generate_series(1, ${times}::int) n) names
        returning id)
      insert into asked (playdate_id, user_id, asked_by) select ${playdateId}, id, ${askedBy} from made`)
  const isJanAsked = (askedBy: number) =>
    db.count(sql`from asked where playdate_id = ${one} and user_id = ${jan} and asked_by = ${askedBy}`)
  await fill(one, host, limits.askedAtMost)
  await fill(two, tom, limits.askedAtMost)
  await writeTo(db, one, withJan, host)
  expect(await isJanAsked(host)).toBe(0)
  await writeTo(db, one, tomWithJan, tom)
  expect(await isJanAsked(tom)).toBe(1)
  await db.run(sql`
    delete from asked where user_id = (select min(user_id) from asked where playdate_id = ${one} and asked_by = ${host})`)
  await writeTo(db, one, withJan, host)
  expect(await isJanAsked(host)).toBe(1)
})

test('an invitation counts while its inviter takes part, the playdate is not hidden, and the father has not joined', async () => {
  const { db, host, tom, jan, one, two } = await scene()
  for (const playdate of [one, two]) await ask(db, playdate, jan, host)
  await ask(db, one, tom, jan)
  // Jan, who asks Tom, is on the other playdate alone.
  await join(db, two, jan)
  expect([await along(db, one), await along(db, two)]).toEqual([[[jan, true]], []])
  await db.run(sql`update playdates set hidden_at = now() where id = ${one}`)
  expect(await along(db, one)).toEqual([])
})

test('an invitation ends with a block between the father and its inviter or the creator, and with no other', async () => {
  const { db, host, tom, jan, foe, one } = await scene()
  await join(db, one, tom)
  await ask(db, one, jan, tom)
  const block = (by: number, of: number) =>
    db.run(sql`insert into blocks (blocker_id, blocked_id) values (${by}, ${of})`)
  await block(jan, foe)
  await block(foe, tom)
  await block(tom, host)
  expect(await along(db, one)).toEqual([[jan, true]])
  for (const [by, of] of [
    [jan, tom],
    [tom, jan],
    [jan, host],
    [host, jan],
  ] as const) {
    await block(by, of)
    expect([by, of, await along(db, one)]).toEqual([by, of, []])
    await db.run(sql`delete from blocks where blocker_id = ${by} and blocked_id = ${of}`)
  }
})

test('an invitation from several fathers counts if he knows one of them, and an unanswered request does not count as knowing', async () => {
  const { db, host, tom, jan, foe, one, two } = await scene()
  const request = await aChat(db, between(host, jan, host), [host, jan])
  await ask(db, one, jan, host)
  expect(await along(db, one)).toEqual([[jan, false]])
  // Somebody who was on a playdate with him is no stranger, request or not.
  await join(db, two, jan)
  expect(await along(db, one)).toEqual([[jan, true]])
  await db.run(sql`update memberships set put_off = true where chat_id = ${request} and user_id = ${jan}`)
  expect(await along(db, one)).toEqual([[jan, true]])
  await db.run(sql`delete from participants where playdate_id = ${two} and user_id = ${jan}`)
  expect(await along(db, one)).toEqual([])
  // The inviter's own view of the chat, or a request of the invited father himself, puts nothing off.
  await db.run(sql`update memberships set put_off = user_id = ${host} where chat_id = ${request}`)
  expect(await along(db, one)).toEqual([[jan, false]])
  await db.run(sql`update chats set requested_by = ${jan} where id = ${request}`)
  expect(await along(db, one)).toEqual([[jan, true]])
  await db.run(sql`update chats set requested_by = ${host} where id = ${request}`)
  await join(db, one, foe)
  await ask(db, one, jan, foe)
  await ask(db, one, tom, foe)
  expect(await along(db, one)).toEqual([
    [tom, true],
    [jan, true],
  ])
})

test('a father who joins is no longer invited to this playdate, and invitations to a past one are void', async () => {
  const { db, host, tom, jan, one, two } = await scene()
  for (const playdate of [one, two]) for (const father of [tom, jan]) await ask(db, playdate, father, host)
  await forgetInvited(db, one, tom)
  expect((await asked(db)).map(({ playdateId, userId }) => [playdateId, userId])).toEqual([
    [one, jan],
    [two, tom],
    [two, jan],
  ])
  await db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() where id = ${two}`)
  const inVain = await db.many(
    z.object({ id: z.int() }),
    sql`select playdate_id as id from asked where ${isAskedInVain}`,
  )
  expect(inVain).toEqual([{ id: two }, { id: two }])
})
