import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { playdateJoined } from '../../../features/playdates/notifications/seats.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { aUser, fathersWithDates, users } from '../../../testing/domain/rows.ts'
import { askedAlong } from '../../playdates/invited-in-chat.ts'
import { markAnnouncedRead, tellAnnounced } from './playdates/playdate-announced.ts'
import { withdrawChanges } from './playdates/playdate-changed.ts'
import { tellJoined } from './playdates/playdate-joined.ts'
import { change, isAbout, markRead, notify } from './tell.ts'
import { tellHasRoom, tellMovedUp, withdrawPlaces } from './waiting.ts'

// Notices of several fathers about several playdates, of which each act concerns some.

const Row = z.object({ userId: z.int(), kind: z.string(), playdateId: z.nullable(z.int()) })
const notices = (db: Db) =>
  db.many(
    Row,
    sql`select user_id as "userId", kind, (details ->> 'playdateId')::int as "playdateId" from notifications order by id`,
  )
/** `what` is its kind, and after that the reader’s relation, if any. */
const notice = (db: Db, userId: number, what: string, playdateId: number, isRead = false) => {
  const [kind, relation] = what.split(' ')
  return db.run(sql`
    insert into notifications (user_id, kind, details, read_at)
    values (${userId}, ${kind}, jsonb_strip_nulls(jsonb_build_object('playdateId', ${playdateId}::int, 'relation', ${relation ?? null}::text)),
            case when ${isRead} then now() end)`)
}
const outside = (db: Db) => db.count(sql`from outbox where kind = 'notice'`)

test('for each playdate, the creator is told that somebody joined, once until he has read it', async () => {
  const { db, host, other, one, two, third } = await fathersWithDates()
  await notice(db, host, 'playdate.left', one)
  await notice(db, host, 'playdate.joined', one, true)
  await notice(db, other, 'playdate.joined', one)
  await db.run(sql`delete from outbox`)
  for (let time = 0; time < 2; time += 1) for (const playdate of [one, two, third]) await tellJoined(db, playdate)
  expect((await notices(db)).slice(3)).toEqual([
    { userId: host, kind: 'playdate.joined', playdateId: one },
    { userId: other, kind: 'playdate.joined', playdateId: two },
    { userId: host, kind: 'playdate.joined', playdateId: third },
  ])
  expect(await outside(db)).toBe(3)
})

test('the notice names those who joined this playdate while it was unread, in order, and nobody hidden or blocked', async () => {
  const { db, host, tom, jan, one, two } = await fathersWithDates()
  const [early, late, hidden, blocked, elsewhere] = await users(db, 'early', 'late', 'hidden', 'blocked', 'elsewhere')
  await db.run(sql`update users set hidden_at = now() where id = ${hidden}`)
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${blocked}, ${host})`)
  await db.run(sql`
    insert into notifications (user_id, kind, details, created_at, read_at)
    values (${host}, 'playdate.joined', jsonb_build_object('playdateId', ${one}::int), now() - interval '2 hours', now() - interval '1 hour')`)
  const join = (userId: number, minutesAgo: number, playdateId = one, children = 0) =>
    db.run(sql`
      insert into participants (playdate_id, user_id, children, joined_at)
      values (${playdateId}, ${userId}, ${children}, now() - make_interval(mins => ${minutesAgo}::int))`)
  await join(jan, 70, one, 2)
  await join(tom, 110)
  await join(early, 121)
  await join(late, 59)
  await join(hidden, 90)
  await join(blocked, 90)
  await join(elsewhere, 90, two)
  await db.run(sql`update participants set joined_at = now() - interval '100 minutes' where user_id = ${host}`)
  const People = z.object({ extras: z.object({ people: z.array(z.object({ id: z.int(), children: z.int() })) }) })
  const named = async () =>
    (await db.one(People, sql`select ${playdateJoined.extras?.(host)} as extras from notifications n`))?.extras.people
  expect((await named())?.map(({ id, children }) => [id, children])).toEqual([
    [tom, 0],
    [jan, 2],
  ])
  // While it is unread everybody since then is named.
  await db.run(sql`update notifications set read_at = null`)
  expect((await named())?.map(({ id }) => id)).toEqual([tom, jan, late])
})

test('each waiting father is told about his playdate, in place of an unread notice of the same kind', async () => {
  const { db, tom, jan, one, two } = await fathersWithDates()
  await notice(db, tom, 'playdate.hasRoom waiting', one)
  await notice(db, tom, 'playdate.hasRoom waiting', one, true)
  await notice(db, tom, 'playdate.hasRoom waiting', two)
  await notice(db, tom, 'playdate.changed waiting', one)
  await notice(db, jan, 'playdate.hasRoom waiting', one)
  await tellHasRoom(db, [])
  await tellHasRoom(db, [
    { playdateId: one, userId: tom },
    { playdateId: two, userId: jan },
  ])
  expect(await notices(db)).toEqual([
    { userId: tom, kind: 'playdate.hasRoom', playdateId: one },
    { userId: tom, kind: 'playdate.hasRoom', playdateId: two },
    { userId: tom, kind: 'playdate.changed', playdateId: one },
    { userId: jan, kind: 'playdate.hasRoom', playdateId: one },
    { userId: tom, kind: 'playdate.hasRoom', playdateId: one },
    { userId: jan, kind: 'playdate.hasRoom', playdateId: two },
  ])
})

const whileWaiting = async () => {
  const all = await fathersWithDates()
  const { db, tom, jan, one, two } = all
  await notice(db, tom, 'playdate.hasRoom waiting', one)
  await notice(db, tom, 'playdate.restored waiting', one, true)
  await notice(db, tom, 'playdate.joined waiting', one)
  await notice(db, tom, 'playdate.changed waiting', one)
  await notice(db, tom, 'playdate.cancelled waiting', one)
  await notice(db, tom, 'playdate.changed onIt', one)
  await notice(db, tom, 'playdate.hasRoom waiting', two)
  await notice(db, jan, 'playdate.hasRoom waiting', one)
  return { ...all, seat: { playdateId: one, userId: tom } }
}

test('a father who stops waiting reads no more about the place he waited for, except that the playdate was cancelled', async () => {
  const { db, tom, jan, one, two, seat } = await whileWaiting()
  await withdrawPlaces(db, [seat])
  expect(await notices(db)).toEqual([
    { userId: tom, kind: 'playdate.cancelled', playdateId: one },
    { userId: tom, kind: 'playdate.changed', playdateId: one },
    { userId: tom, kind: 'playdate.hasRoom', playdateId: two },
    { userId: jan, kind: 'playdate.hasRoom', playdateId: one },
  ])
})

test('a father who moves up reads that in place of the room there was, and still reads what has changed', async () => {
  const { db, tom, jan, one, two, seat } = await whileWaiting()
  await tellMovedUp(db, [seat])
  expect(await notices(db)).toEqual([
    { userId: tom, kind: 'playdate.changed', playdateId: one },
    { userId: tom, kind: 'playdate.cancelled', playdateId: one },
    { userId: tom, kind: 'playdate.changed', playdateId: one },
    { userId: tom, kind: 'playdate.hasRoom', playdateId: two },
    { userId: jan, kind: 'playdate.hasRoom', playdateId: one },
    { userId: tom, kind: 'playdate.joined', playdateId: one },
  ])
})

test('a playdate’s changes and announcements, and the waiting list’s news, are withdrawn only for those affected', async () => {
  const { db, tom, jan, one, two } = await fathersWithDates()
  for (const kind of [
    'playdate.changed',
    'playdate.announced',
    'playdate.hasRoom waiting',
    'playdate.left',
    'playdate.cancelled',
  ])
    await notice(db, tom, kind, one)
  await notice(db, tom, 'playdate.changed', two)
  await notice(db, jan, 'playdate.changed', one)
  await withdrawChanges(db, sql`p.id = ${one} and n.user_id = ${tom}`)
  expect((await notices(db)).map(({ userId, kind, playdateId }) => [userId, kind, playdateId])).toEqual([
    [tom, 'playdate.left', one],
    [tom, 'playdate.cancelled', one],
    [tom, 'playdate.changed', two],
    [jan, 'playdate.changed', one],
  ])
})

/** A playdate's thread with these messages, numbered from 1, by its creator. */
async function threadOf(
  db: Db,
  playdateId: number,
  creator: number,
  messages: readonly ('news' | 'hidden' | 'words')[],
) {
  const Id = z.object({ id: z.int() })
  const made = await db.one(
    Id,
    sql`insert into chats (first_member, second_member, playdate_id, last_seq)
        values (${-playdateId}, 0, ${playdateId}, ${messages.length}) returning id`,
  )
  const id = made?.id ?? 0
  for (const [at, kind] of messages.entries())
    await db.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at, announcement, hidden_at)
      values (${id}, ${at + 1}, ${creator}, 'hoi', now(), ${kind !== 'words'}, case when ${kind === 'hidden'} then now() end)`)
  const has = (userId: number, { since = 0, read = 0 } = {}) =>
    db.run(
      sql`insert into memberships (chat_id, user_id, since_seq, read_seq) values (${id}, ${userId}, ${since}, ${read})`,
    )
  return { id, has }
}

test('an announcement is sent to those in the thread who have not read it, in place of an earlier unread one', async () => {
  const { db, host, other, tom, jan, one, two, third } = await fathersWithDates()
  const late = await aUser(db, 'late')
  const talk = await threadOf(db, one, host, ['hidden', 'news', 'words', 'news', 'words'])
  await talk.has(host)
  await talk.has(tom, { read: 1 })
  await talk.has(jan, { read: 2 })
  await talk.has(late, { since: 2 })
  const elsewhere = await threadOf(db, two, other, ['news', 'news', 'news', 'news', 'news'])
  await elsewhere.has(tom)
  const off = await threadOf(db, third, host, ['news'])
  await off.has(tom)
  await db.run(sql`update playdates set cancelled_at = now() where id = ${third}`)
  await notice(db, tom, 'playdate.announced', one)
  await notice(db, tom, 'playdate.announced', one, true)
  await notice(db, tom, 'playdate.announced', two)
  await notice(db, tom, 'playdate.left', one)
  await notice(db, jan, 'playdate.announced', one)
  const before = await notices(db)
  // Hidden since, not an announcement, and of a playdate that is off.
  for (const [chatId, seq] of [
    [talk.id, 1],
    [talk.id, 3],
    [off.id, 1],
  ] as const)
    await tellAnnounced(db, chatId, seq)
  expect(await notices(db)).toEqual(before)
  await tellAnnounced(db, talk.id, 2)
  expect(await notices(db)).toEqual([...before.slice(1), { userId: tom, kind: 'playdate.announced', playdateId: one }])

  // A father who has read the thread's last announcement needs no notice of it.
  const unread = async () =>
    (
      await db.many(
        Row,
        sql`select user_id as "userId", kind, (details ->> 'playdateId')::int as "playdateId"
                                 from notifications where read_at is null order by id`,
      )
    ).map(one => Object.values(one))
  const left = await unread()
  await markAnnouncedRead(db, { chatId: talk.id, seq: 3 }, tom)
  expect(await unread()).toEqual(left)
  await markAnnouncedRead(db, { chatId: talk.id, seq: 4 }, tom)
  expect(await unread()).toEqual(left.slice(0, -1))
})

test('an invited father counts as a stranger until he answers the request of the father who invited him, and not another’s', async () => {
  const { db, host, other, tom, jan, one } = await fathersWithDates()
  const Id = z.object({ id: z.int() })
  for (const [user, isPostponed] of [
    [tom, true],
    [jan, false],
  ] as const) {
    const chat = await db.one(
      Id,
      sql`insert into chats (first_member, second_member, requested_by)
          values (least(${host}::int, ${user}::int), greatest(${host}::int, ${user}::int), ${host}) returning id`,
    )
    await db.run(sql`
      insert into memberships (chat_id, user_id, put_off)
      values (${chat?.id}, ${host}, false), (${chat?.id}, ${user}, ${isPostponed})`)
  }
  for (const user of [tom, jan, other])
    await db.run(sql`insert into asked (playdate_id, user_id, asked_by) values (${one}, ${user}, ${host})`)
  const found = await db.many(
    z.object({ userId: z.int(), knows: z.boolean() }),
    sql`select x.user_id as "userId", x.knows from playdates p join ${askedAlong} where p.id = ${one} order by x.knows`,
  )
  // Tom postponed the request, and the third father has none.
  expect(found).toEqual([
    { userId: jan, knows: false },
    { userId: other, knows: true },
  ])
})

test('notices are marked as read once, and those concerned hear of the change', async () => {
  const { db, tom, jan, one, two } = await fathersWithDates()
  await notice(db, tom, 'playdate.left', one)
  await notice(db, jan, 'playdate.left', two)
  await notice(db, jan, 'playdate.left', one, true)
  const heard: unknown[] = []
  const telling = db.for(undefined, changes => heard.push(...changes))
  const Id = z.object({ id: z.int() })
  const unread = async () =>
    (await db.many(Id, sql`select user_id as id from notifications where read_at is null`)).map(({ id }) => id)
  await telling.transaction(tx => markRead(tx, isAbout(one)))
  expect(await unread()).toEqual([jan])
  expect(heard).toMatchObject([{ what: 'notices', users: [tom] }])
  await telling.transaction(tx => markRead(tx, isAbout(one)))
  await telling.transaction(tx => change(tx, sql`delete from notifications where false returning user_id as "userId"`))
  expect(heard).toHaveLength(1)
  await telling.transaction(tx => notify(tx, jan, 'moderation.decided', {}))
  expect(heard.slice(1)).toMatchObject([{ what: 'notices', users: [jan] }])
})
