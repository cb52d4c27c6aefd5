import { randomUUID } from 'node:crypto'
import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { openThread } from '../commands.ts'
import { type Letter, store } from './store.ts'

// What the statement that stores messages answers for chats that differ in one thing.

const Id = z.object({ id: z.int() })

async function aUser(db: Db, name: string, settings = '{}'): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, notification_settings)
        values (${name}, ${name}, ${name}, ${name}, '', ${name}, 'Vries', ${settings}::jsonb) returning id`,
  )
  return made?.id ?? 0
}

async function aChat(db: Db, [one, other]: readonly [number, number], requestedBy: number | null = null) {
  const made = await db.one(
    Id,
    sql`insert into chats (first_member, second_member, requested_by, active_at)
        values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int), ${requestedBy}::int,
                now() - interval '1 hour') returning id`,
  )
  const id = made?.id ?? 0
  for (const user of [one, other]) await db.run(sql`insert into memberships (chat_id, user_id) values (${id}, ${user})`)
  return id
}

/** A playdate of its creator and others, which has begun, and its thread. */
async function aThread(db: Db, creator: number, others: readonly number[]) {
  const made = await db.one(
    Id,
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        values (${creator}, 'Hutten', 'Dam 1', now() - interval '1 hour', now() + interval '1 hour', 9) returning id`,
  )
  const playdateId = made?.id ?? 0
  for (const user of [creator, ...others])
    await db.run(sql`insert into participants (playdate_id, user_id) values (${playdateId}, ${user})`)
  return { playdateId, chatId: await openThread(db, playdateId, creator) }
}

const block = (db: Db, blocker: number, blocked: number) =>
  db.run(sql`insert into blocks (blocker_id, blocked_id) values (${blocker}, ${blocked})`)
const hide = (db: Db, user: number) => db.run(sql`update users set hidden_at = now() where id = ${user}`)

async function three() {
  const db = await testDb()
  const [me, him, other] = [await aUser(db, 'me'), await aUser(db, 'him'), await aUser(db, 'other')]
  const send = (chatId: number, senderId: number, changes: Partial<Letter> = {}, isLimited = false) =>
    store(db, [{ chatId, senderId, content: 'Hoi', clientId: undefined, ...changes }], isLimited).then(([one]) => one)
  return { db, me, him, other, send }
}

test('a message is numbered, heard by the other, and in haste just after another', async () => {
  const { db, me, him, other, send } = await three()
  const chatId = await aChat(db, [me, him])
  await aChat(db, [me, other])
  const first = await send(chatId, me)
  expect(first).toMatchObject({
    chatId,
    senderId: me,
    content: 'Hoi',
    seq: 1,
    audience: [him],
    clientId: null,
    isNew: true,
    isInHaste: false,
    isAnnouncement: false,
  })
  expect(await send(chatId, him)).toMatchObject({ seq: 2, audience: [me], isInHaste: true })
  await db.run(sql`update chats set active_at = now() - interval '6 seconds'`)
  expect(await send(chatId, him)).toMatchObject({ seq: 3, isInHaste: false })
  await db.run(sql`update chats set active_at = now() - interval '4 seconds'`)
  expect(await send(chatId, me)).toMatchObject({ seq: 4, isInHaste: true })
  expect(
    await db.count(sql`from chats where id = ${chatId} and last_seq = 4 and active_at > now() - interval '3 seconds'`),
  ).toBe(1)
  expect(
    await db.count(sql`from chats where id <> ${chatId} and last_seq = 0 and active_at < now() - interval '3 seconds'`),
  ).toBe(1)
})

test('a batch answers in its order; what is refused takes no number', async () => {
  const { db, me, him, other } = await three()
  const [one, two] = [await aChat(db, [me, him]), await aChat(db, [other, him])]
  const clientId = randomUUID()
  const letter = (chatId: number, senderId: number, content: string, its?: string): Letter => ({
    chatId,
    senderId,
    content,
    clientId: its,
  })
  await store(db, [letter(one, me, 'a', clientId)], false)
  const results = await store(
    db,
    [
      letter(two, other, 'b'),
      letter(one, me, 'c'),
      letter(one, me, 'a', clientId),
      letter(one + 99, me, 'd'),
      letter(one, me, 'e'),
      letter(two, other, 'f'),
    ],
    false,
  )
  expect(results.map(one => (typeof one === 'string' ? one : [one.content, one.seq, one.isNew]))).toEqual([
    ['b', 1, true],
    ['c', 2, true],
    ['a', 1, false],
    'chat.unknown',
    ['e', 3, true],
    ['f', 2, true],
  ])
  expect(
    await db.count(sql`from chats where id = ${one} and last_seq = 3 or id = ${two} and last_seq = 2`),
    'each chat goes on from its last message',
  ).toBe(2)
})

test('a repeat is answered with the first message, another message under its name is not lost silently', async () => {
  const { db, me, him, other, send } = await three()
  const chatId = await aChat(db, [me, him])
  const elsewhere = await aChat(db, [me, other])
  const clientId = randomUUID()
  const first = await send(chatId, me, { clientId })
  await send(chatId, me)
  expect(await send(chatId, me, { clientId })).toMatchObject({
    id: typeof first === 'object' ? first.id : 0,
    sentAt: typeof first === 'object' ? first.sentAt : '',
    seq: 1,
    isNew: false,
    clientId,
  })
  expect(await send(chatId, me, { clientId, content: 'Anders' })).toBe('request.otherContent')
  expect(await send(elsewhere, me, { clientId })).toBe('request.otherContent')
  // Names are each sender's own.
  expect(await send(chatId, him, { clientId })).toMatchObject({ seq: 3, isNew: true })
  await db.run(sql`update messages set content = '' where seq = 1`)
  expect(await send(chatId, me, { clientId })).toBe('chat.messageRemoved')
  expect(await db.count(sql`from messages`)).toBe(3)
})

test.each<[string, (db: Db, me: number, him: number, other: number) => Promise<unknown>, string | undefined]>([
  [
    'who have nothing to do with each other’s blocks',
    async (db, me, him, other) => {
      await block(db, me, other)
      await block(db, other, me)
      await block(db, him, other)
      await block(db, other, him)
    },
    undefined,
  ],
  ['while somebody else is hidden', (db, _, __, other) => hide(db, other), undefined],
  ['of whom I blocked him', (db, me, him) => block(db, me, him), 'chat.partnerGone'],
  ['of whom he blocked me', (db, me, him) => block(db, him, me), 'chat.partnerGone'],
  ['of whom he is hidden', (db, _, him) => hide(db, him), 'chat.partnerGone'],
  ['of whom he is gone', (db, _, him) => db.run(sql`delete from users where id = ${him}`), 'chat.partnerGone'],
  ['of whom I am stopped', (db, me) => hide(db, me), 'user.stopped'],
])('in a chat of two %s a message is stored or refused', async (_, prepare, refusal) => {
  const { db, me, him, other, send } = await three()
  const chatId = await aChat(db, [me, him])
  await prepare(db, me, him, other)
  const answer = await send(chatId, me)
  if (refusal) expect(answer).toBe(refusal)
  else expect(answer).toMatchObject({ seq: 1, audience: [him] })
  expect(await db.count(sql`from messages`)).toBe(refusal ? 0 : 1)
  expect(await db.count(sql`from chats where last_seq = ${refusal ? 0 : 1}`)).toBe(1)
})

test('nobody writes in the chat of others', async () => {
  const { db, me, him, other, send } = await three()
  const chatId = await aChat(db, [me, him])
  expect(await send(chatId, other)).toBe('chat.unknown')
  await aChat(db, [other, him])
  expect(await send(chatId, other)).toBe('chat.unknown')
  expect(await send(chatId, other, { isAnnouncement: true })).toBe('chat.unknown')
  expect(await send(chatId, me, { isAnnouncement: true })).toBe('chat.notYoursToAnnounce')
})

test('a stranger writes so many messages until he is answered, and his own count', async () => {
  const { db, me, him, send } = await three()
  const chatId = await aChat(db, [me, him], me)
  for (let seq = 1; seq <= limits.requestMessages; seq += 1)
    expect(await send(chatId, me, {}, true)).toMatchObject({ seq })
  expect(await send(chatId, me, {}, true)).toBe('chat.awaitAnswer')
  // Where nobody is limited he may go on, and he is still the one who asked.
  expect(await send(chatId, me, {}, false)).toMatchObject({ seq: limits.requestMessages + 1 })
  expect(await db.count(sql`from chats where requested_by = ${me}`)).toBe(1)
  expect(await send(chatId, him, {}, true)).toMatchObject({ seq: limits.requestMessages + 2 })
  expect(await db.count(sql`from chats where requested_by is null`)).toBe(1)
  expect(await send(chatId, me, {}, true)).toMatchObject({ seq: limits.requestMessages + 3 })
})

test('a stranger’s messages are not limited once both are on a playdate', async () => {
  const { db, me, him, other, send } = await three()
  const chatId = await aChat(db, [me, him], me)
  await aThread(db, other, [me])
  for (let sent = 0; sent < limits.requestMessages; sent += 1) await send(chatId, me, {}, true)
  expect(await send(chatId, me, {}, true)).toBe('chat.awaitAnswer')
  await aThread(db, him, [me])
  expect(await send(chatId, me, {}, true)).toMatchObject({ seq: limits.requestMessages + 1 })
})

test('in a thread everybody on the playdate hears, except whom a block separates, and only its creator announces', async () => {
  const { db, me, him, other, send } = await three()
  const { chatId } = await aThread(db, me, [him, other])
  await aThread(db, him, [me])
  expect(await send(chatId, him)).toMatchObject({ seq: 1, isAnnouncement: false })
  expect(await send(chatId, him, { isAnnouncement: true })).toBe('chat.notYoursToAnnounce')
  const announced = await send(chatId, me, { isAnnouncement: true, clientId: randomUUID() })
  expect(announced).toMatchObject({ seq: 2, isAnnouncement: true })
  expect(typeof announced === 'object' && [...announced.audience].sort()).toEqual([him, other].sort())
  const clientId = (typeof announced === 'object' && announced.clientId) || undefined
  expect(await send(chatId, me, { isAnnouncement: true, clientId })).toMatchObject({
    isNew: false,
    isAnnouncement: true,
  })
  await block(db, him, other)
  expect(await send(chatId, him)).toMatchObject({ seq: 3, audience: [me] })
  expect(await send(chatId, other)).toMatchObject({ seq: 4, audience: [me] })
})

test.each<[string, (db: Db, me: number, him: number) => Promise<unknown>, string]>([
  ['nobody else is there', (db, _, him) => db.run(sql`delete from participants where user_id = ${him}`), 'chat.alone'],
  ['it was cancelled', db => db.run(sql`update playdates set cancelled_at = now()`), 'chat.closed'],
  ['it is hidden', db => db.run(sql`update playdates set hidden_at = now()`), 'chat.closed'],
  [
    'it has been over for a day',
    db =>
      db.run(
        sql`update playdates set start_time = now() - interval '30 hours', end_time = now() - interval '25 hours'`,
      ),
    'chat.closed',
  ],
  ['I am stopped', (db, me) => hide(db, me), 'user.stopped'],
])('a thread is refused when %s', async (_, prepare, refusal) => {
  const { db, me, him, other, send } = await three()
  const { chatId } = await aThread(db, me, [him])
  await prepare(db, me, him)
  // Another playdate opens no thread but its own.
  await aThread(db, other, [me, him])
  expect(await send(chatId, me)).toBe(refusal)
  expect(await db.count(sql`from messages`)).toBe(0)
})

test('a guest whose playdate is hidden from him writes nothing', async () => {
  const { db, me, him, other, send } = await three()
  const { chatId } = await aThread(db, me, [him, other])
  await db.run(sql`update playdates set hidden_at = now()`)
  expect(await send(chatId, him)).toBe('chat.unknown')
  await db.run(sql`update playdates set hidden_at = null`)
  expect(await send(chatId, him)).toMatchObject({ seq: 1 })
  await block(db, me, him)
  expect(await send(chatId, him)).toBe('chat.unknown')
  expect(await db.count(sql`from messages`)).toBe(1)
})

const Told = z.object({ kind: z.string(), userId: z.nullable(z.int()), dueInS: z.number(), key: z.string() })
const told = (db: Db) =>
  db.many(
    Told,
    sql`select kind, user_id as "userId", extract(epoch from due_at - now())::float8 as "dueInS", dedupe_key as key
          from outbox order by user_id nulls first`,
  )

test('whoever wants to hear of messages is told in five seconds, once for each chat', async () => {
  const { db, me, him, other, send } = await three()
  const byMail = await aUser(db, 'mail', '{"mail": {"messages": true}}')
  const never = await aUser(db, 'never', '{"mail": {"messages": false}}')
  await db.run(
    sql`insert into push_subscriptions (user_id, endpoint, p256dh, auth) values (${him}, 'https://push.example/1', 'k', 'a')`,
  )
  const chatId = await aChat(db, [me, him])
  await send(chatId, me)
  await send(chatId, me)
  await send(chatId, him)
  const [row, ...more] = await told(db)
  expect(more).toEqual([])
  expect(row).toMatchObject({ kind: 'message', userId: him, key: `notice:${him}:questions of ${me}` })
  expect(row?.dueInS).toBeGreaterThan(3)
  expect(row?.dueInS).toBeLessThanOrEqual(5)

  await db.run(sql`delete from outbox`)
  const thread = await aThread(db, me, [him, other, byMail, never])
  await send(thread.chatId, him)
  expect((await told(db)).map(({ kind, userId }) => [kind, userId])).toEqual([['thread.message', byMail]])
  await send(thread.chatId, me)
  expect((await told(db)).map(({ userId }) => userId)).toEqual([him, byMail])

  await db.run(sql`delete from outbox`)
  await send(thread.chatId, me, { isAnnouncement: true })
  expect(await told(db)).toMatchObject([
    { kind: 'thread.announcement', userId: null, key: `message:${thread.chatId}:announcement 3` },
  ])
})
