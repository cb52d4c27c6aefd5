import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { postgresUrl, testDb } from '../../../testing/database.ts'
import { forget, mark, openThread } from '../commands.ts'
import { all, byId } from '../queries.ts'
import { threadNotice } from '../thread-notices.ts'

// What a member sees of a playdate's thread, asked of the statements themselves.

const Id = z.object({ id: z.int() })
const days = 7
const first = { limit: 10, cursor: undefined, more() {} }
const reader = (id: number) => ({ id, language: 'nl' as const, isLimited: true })

async function aUser(db: Db, name: string): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        values (${name}, ${name}, ${name}, ${name}, '', ${name}, 'Vries') returning id`,
  )
  return made?.id ?? 0
}

async function aThread() {
  const db = await testDb()
  const [host, me, him] = [await aUser(db, 'host'), await aUser(db, 'me'), await aUser(db, 'him')]
  const made = await db.one(
    Id,
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        values (${host}, 'Hutten', 'Dam 1', now() - interval '1 hour', now() + interval '1 hour', 9) returning id`,
  )
  const playdateId = made?.id ?? 0
  for (const user of [host, me, him])
    await db.run(sql`insert into participants (playdate_id, user_id, joined_at)
                     values (${playdateId}, ${user}, now() - make_interval(mins => ${100 - user}))`)
  const chatId = await openThread(db, playdateId, host)
  let seq = 0
  const say = async (by: number, { hoursAgo = 0, isHidden = false } = {}) => {
    seq += 1
    await db.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at, hidden_at)
      values (${chatId}, ${seq}, ${by}, ${`bericht ${seq}`}, now() - make_interval(hours => ${hoursAgo}::int),
              case when ${isHidden} then now() end)`)
    await db.run(sql`update chats set last_seq = ${seq} where id = ${chatId}`)
  }
  const seenBy = (user: number) => byId(db, chatId, reader(user), days)
  return { db, host, me, him, playdateId, chatId, say, seenBy }
}

test('a thread names whom it is with, himself first, and has no marks', async () => {
  const { me, him, host, playdateId, say, seenBy } = await aThread()
  await say(host)
  const seen = await seenBy(me)
  expect(seen).toMatchObject({
    kind: 'playdate',
    playdateId,
    title: 'Hutten',
    readOnly: false,
    isRequest: false,
    messagesLeft: null,
    marks: [],
    unreadCount: 1,
    lastMessage: { content: 'bericht 1', senderId: host, senderName: 'host' },
  })
  expect(seen.participants.map(({ id }) => id)).toEqual([me, host, him])
})

test('only the creator of its playdate can announce something in a thread', async () => {
  const { db, host, me, him, chatId, say } = await aThread()
  await say(host)
  for (const [user, canAnnounce] of [
    [host, true],
    [me, false],
    [him, false],
  ] as const) {
    expect(await byId(db, chatId, reader(user), days)).toMatchObject({ canAnnounce })
    expect(await all(db, reader(user), days, first)).toMatchObject([{ canAnnounce }])
  }
})

test('whom a block separates are not in it for each other, nor what they write from then on; others are', async () => {
  const { db, host, me, him, say, seenBy } = await aThread()
  await say(host)
  await say(him, { hoursAgo: 2 })
  await db.run(
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${him}, ${me}, now() - interval '1 hour')`,
  )
  await say(him)
  const seen = await seenBy(me)
  expect(seen.participants.map(({ id }) => id)).toEqual([me, host])
  const last = { content: 'bericht 2', senderName: 'Verwijderd account' }
  expect(seen).toMatchObject({ unreadCount: 2, lastSeq: 2, lastMessage: last, readOnly: false })
  expect((await seenBy(host)).participants).toHaveLength(3)
  expect(await seenBy(host)).toMatchObject({ unreadCount: 2, lastMessage: { content: 'bericht 3', senderName: 'him' } })
})

test('unread is what others have written since he came and read, as long as it is kept', async () => {
  const { db, host, me, him, chatId, say, seenBy } = await aThread()
  await say(host)
  await say(him)
  await say(me)
  await say(him, { hoursAgo: 7 * 24 + 1 })
  await say(host, { hoursAgo: 7 * 24 - 1 })
  await say(him, { isHidden: true })
  const read = (seq: number) =>
    db.run(sql`update memberships set read_seq = ${seq} where chat_id = ${chatId} and user_id = ${me}`)
  expect(await seenBy(me)).toMatchObject({ unreadCount: 3, lastMessage: { content: 'bericht 5' } })
  await read(1)
  expect(await seenBy(me)).toMatchObject({ unreadCount: 2, ownReadSeq: 1 })
  await read(0)
  await db.run(sql`update memberships set since_seq = 2 where chat_id = ${chatId} and user_id = ${me}`)
  expect((await seenBy(me)).unreadCount).toBe(1)
})

test.each<[string, (db: Db, others: readonly number[]) => Promise<unknown>, boolean]>([
  ['as it is', async () => {}, false],
  ['of which one has left', (db, [, him]) => db.run(sql`delete from participants where user_id = ${him}`), false],
  [
    'of which all have left',
    (db, others) => db.run(sql`delete from participants where user_id = any(${others}::int[])`),
    true,
  ],
  ['that was cancelled', db => db.run(sql`update playdates set cancelled_at = now()`), true],
  [
    'that ended 23 hours ago',
    db =>
      db.run(
        sql`update playdates set start_time = now() - interval '24 hours', end_time = now() - interval '23 hours'`,
      ),
    false,
  ],
  [
    'that ended 25 hours ago',
    db =>
      db.run(
        sql`update playdates set start_time = now() - interval '26 hours', end_time = now() - interval '25 hours'`,
      ),
    true,
  ],
])('the thread of a playdate %s can be written in or only read', async (_, change, readOnly) => {
  const { db, host, me, him, say, seenBy } = await aThread()
  await say(host)
  await change(db, [me, him])
  expect((await seenBy(host)).readOnly).toBe(readOnly)
})

test('a thread is listed once something that he may read has been written', async () => {
  const { db, host, me, him, chatId, say } = await aThread()
  const listed = async (user: number) => (await all(db, reader(user), days, first)).map(({ id }) => id)
  expect(await listed(me)).toEqual([])
  await say(him, { hoursAgo: 7 * 24 + 1 })
  expect(await listed(me)).toEqual([])
  await say(him)
  expect(await listed(me)).toEqual([chatId])
  await db.run(
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${him}, ${me}, now() - interval '1 hour')`,
  )
  expect([await listed(me), await listed(host)]).toEqual([[], [chatId]])
  await expect(byId(db, chatId, reader(await aUser(db, 'stranger')), days)).rejects.toThrow('chat.unknown')
})

test('only a chat in which nobody can write goes, and only with its last message and in a quiet moment', async () => {
  const { db, host, me, him, chatId, say } = await aThread()
  await say(host)
  const pair = async (one: number, other: number, secondsAgo: number) => {
    const made = await db.one(
      Id,
      sql`insert into chats (first_member, second_member, active_at)
          values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int),
                  now() - make_interval(secs => ${secondsAgo}::float8)) returning id`,
    )
    for (const user of [one, other])
      await db.run(sql`insert into memberships (chat_id, user_id) values (${made?.id}, ${user})`)
    return made?.id ?? 0
  }
  const gone = await aUser(db, 'gone')
  const [alive, empty, busy, full] = [
    await pair(host, me, 60),
    await pair(host, gone, 12),
    await pair(me, gone, 8),
    await pair(him, gone, 60),
  ]
  await db.run(
    sql`insert into messages (chat_id, seq, sender_id, content, sent_at) values (${full}, 1, ${him}, 'Hoi', now())`,
  )
  await db.run(sql`delete from users where id = ${gone}`)
  await forget(db, days)
  const left = await db.many(Id, sql`select id from chats order by id`)
  expect(left.map(({ id }) => id)).toEqual([chatId, alive, busy, full])
  expect(left.map(({ id }) => id)).not.toContain(empty)
})

const outbox = async (db: Db) =>
  (await db.many(z.object({ key: z.string() }), sql`select dedupe_key as key from outbox order by dedupe_key`)).map(
    ({ key }) => key,
  )
const wait = (db: Db, kind: string, keys: readonly string[]) =>
  db.run(sql`insert into outbox (kind, dedupe_key, due_at)
             select ${kind}, key, now() + interval '1 hour' from unnest(${keys}::text[]) as k (key)`)

test('reading a thread ends the notice that waits for its reader there, and no other', async () => {
  const { db, host, me, him, chatId, say } = await aThread()
  await say(host)
  await say(host)
  const own = `message:${chatId}:${me}`
  const others = [`message:${chatId}:${him}`, `message:${chatId + 1}:${me}`].sort()
  await wait(db, 'thread.message', [own, ...others])
  expect(await mark(db, 'delivered', { chatId, seq: 1 }, me)).toBeUndefined()
  expect(await db.count(sql`from memberships where delivered_seq > 0`)).toBe(0)
  expect(await outbox(db)).toEqual([own, ...others].sort())
  expect(await mark(db, 'read', { chatId, seq: 1 }, me)).toMatchObject({ seq: 1, seenBy: [] })
  expect(await outbox(db)).toEqual(others)
  // What he has read before ends nothing.
  await wait(db, 'thread.message', [own])
  expect(await mark(db, 'read', { chatId, seq: 1 }, me)).toBeUndefined()
  expect(await outbox(db)).toContain(own)
})

test('reading a part of a pair’s chat leaves the notice of the rest', async () => {
  const { db, me, him } = await aThread()
  const made = await db.one(
    Id,
    sql`insert into chats (first_member, second_member, last_seq) values (${me}, ${him}, 2) returning id`,
  )
  const chatId = made?.id ?? 0
  await db.run(sql`insert into memberships (chat_id, user_id) values (${chatId}, ${me}), (${chatId}, ${him})`)
  await wait(db, 'message', [`message:${chatId}:${me}`])
  expect(await mark(db, 'read', { chatId, seq: 1 }, me)).toMatchObject({ seq: 1 })
  expect(await outbox(db)).toEqual([`message:${chatId}:${me}`])
})

test('a notice of a thread names who wrote last of those he hears', async () => {
  const { db, host, me, him, chatId, say } = await aThread()
  await say(host)
  await say(him)
  const row = { id: 1, kind: 'thread.message', userId: me, playdateId: null, payload: { chatId }, attempts: 1 }
  const news = async () => (await threadNotice(days).contentOf(db, [{ ...row, onWire() {} }]))[0]
  expect(await news()).toMatchObject({ name: 'him', path: `/chat/${chatId}` })
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${him}, ${me})`)
  expect(await news()).toMatchObject({ name: 'host' })
  await mark(db, 'read', { chatId, seq: 2 }, me)
  expect(await news()).toBeUndefined()
})

test('a father who is alone on a playdate finds its thread once something is written there', async () => {
  const { db, host, me, him, playdateId, chatId, say } = await aThread()
  await db.run(sql`delete from participants where user_id in (${me}, ${him})`)
  await expect(openThread(db, playdateId, host)).rejects.toThrow('chat.unknown')
  await say(host)
  expect(await openThread(db, playdateId, host)).toBe(chatId)
})

const another = (db: Db, host: number) =>
  db.one(
    Id,
    sql`with made as (
          insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
          values (${host}, 'Vlotten', 'Dam 1', now() + interval '1 hour', now() + interval '2 hours', 9) returning id, creator_id),
        seat as (insert into participants (playdate_id, user_id) select id, creator_id from made)
        select id from made`,
  )

test('opening a thread opens no other, and only for those on its playdate', async () => {
  const { db, host, me, him } = await aThread()
  const [one, other] = [(await another(db, host))?.id ?? 0, (await another(db, him))?.id ?? 0]
  await db.run(sql`insert into participants (playdate_id, user_id) values (${one}, ${me}), (${other}, ${host})`)
  const chatId = await openThread(db, one, host)
  expect(await db.count(sql`from chats where playdate_id in (${one}, ${other})`)).toBe(1)
  const members = await db.many(Id, sql`select user_id as id from memberships where chat_id = ${chatId} order by 1`)
  expect(members.map(({ id }) => id)).toEqual([host, me])
  await db.run(sql`update playdates set hidden_at = now() where id = ${other}`)
  await expect(openThread(db, other, host)).rejects.toThrow('chat.unknown')
  expect(await db.count(sql`from chats where playdate_id = ${other}`)).toBe(0)
})

test.skipIf(postgresUrl === undefined)('whoever joins while a thread is being opened is in it', async () => {
  const { db, host, me, him } = await aThread()
  const id = (await another(db, host))?.id ?? 0
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${me})`)
  let opening: Promise<number> | undefined
  await db.transaction(async tx => {
    await tx.run(sql`select from playdates where id = ${id} for update`)
    await tx.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${him})`)
    opening = openThread(db, id, host)
    await vi.waitFor(async () =>
      expect(
        await db.count(sql`from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`),
      ).toBe(1),
    )
  })
  expect(await db.count(sql`from memberships where chat_id = ${await opening}`)).toBe(3)
})
