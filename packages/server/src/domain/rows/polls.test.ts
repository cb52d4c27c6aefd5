import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Change } from '../../platform/change.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aDate, aUser } from '../../testing/domain/rows.ts'
import { tellAnswered } from '../consequences/notifications/polls/poll-answered.ts'
import { tellAsked } from '../consequences/notifications/polls/poll-asked.ts'
import { announcePoll } from '../consequences/screens/announce-said.ts'
import { cancel } from '../playdates/seats.ts'
import { erasePoll } from '../polls.ts'

const Id = z.object({ id: z.int() })

async function aPoll(db: Db, creatorId: number, title: string, fathers: readonly number[]): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into polls (creator_id, title, location, location_visibility, max_participants, salt, token_hash, ends_at)
        values (${creatorId}, ${title}, 'Dam 1', 'public', 5, ${title}, sha256(${title}::text::bytea), now() + interval '9 days') returning id`,
  )
  for (const father of fathers)
    await db.run(sql`insert into poll_fathers (poll_id, user_id) values (${made?.id}, ${father})`)
  return made?.id ?? 0
}

async function scene() {
  const db = await testDb()
  const [host, other, tom, jan, hidden, suspended, free, foe] = [
    await aUser(db, 'bas'),
    await aUser(db, 'kwame'),
    await aUser(db, 'tom'),
    await aUser(db, 'jan'),
    await aUser(db, 'hidden', sql`hidden_at = now()`),
    await aUser(db, 'suspended', sql`suspended_until = now() + interval '1 day'`),
    await aUser(db, 'free', sql`suspended_until = now() - interval '1 day'`),
    await aUser(db, 'foe'),
  ]
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${foe}, ${host})`)
  const one = await aPoll(db, host, 'Hutten', [tom, hidden, suspended, free, foe])
  const two = await aPoll(db, other, 'Zwemmen', [tom, jan])
  const third = await aPoll(db, host, 'Fietsen', [jan])
  return { db, host, other, tom, jan, free, one, two, third }
}

const Row = z.object({ userId: z.int(), kind: z.string(), pollId: z.int() })
const notices = async (db: Db) =>
  (
    await db.many(
      Row,
      sql`select user_id as "userId", kind, (details ->> 'pollId')::int as "pollId" from notifications order by id`,
    )
  ).map(({ userId, kind, pollId }) => [userId, kind, pollId])

test('a change to a poll is announced only to its creator and the fathers in it', async () => {
  const { db, host, tom, free, one } = await scene()
  const told = async () => {
    const changes: Change[] = []
    await db.for(undefined, some => changes.push(...some)).transaction(tx => announcePoll(tx, one))
    return changes.flatMap(change => ('users' in change ? change.users : [])).sort((a, b) => a - b)
  }
  expect(await told()).toEqual([host, tom, free])
  await db.run(sql`update users set hidden_at = now() where id = ${host}`)
  expect(await told()).toEqual([host, tom, free])
})

test('for each poll, the creator is told that there are answers, once until he has read it', async () => {
  const { db, host, other, one, two, third } = await scene()
  const put = (userId: number, kind: string, pollId: number, isRead: boolean) =>
    db.run(sql`
      insert into notifications (user_id, kind, details, read_at)
      values (${userId}, ${kind}, jsonb_build_object('pollId', ${pollId}::int), case when ${isRead} then now() end)`)
  await put(host, 'poll.answered', one, true)
  await put(host, 'poll.asked', one, false)
  await put(other, 'poll.answered', one, false)
  for (let time = 0; time < 2; time += 1) for (const poll of [one, two, third]) await tellAnswered(db, poll)
  expect((await notices(db)).slice(3)).toEqual([
    [host, 'poll.answered', one],
    [other, 'poll.answered', two],
    [host, 'poll.answered', third],
  ])
})

test('fathers whom an acquaintance invites to a poll are told in the app and outside it', async () => {
  const { db, host, other, tom, jan, one, third } = await scene()
  const date = await aDate(db, { seriesId: null, hours: 10, by: host })
  for (const father of [tom, jan])
    await db.run(sql`insert into participants (playdate_id, user_id) values (${date}, ${father})`)
  await db.run(sql`delete from poll_fathers where poll_id = ${one} and user_id <> ${tom}`)
  const put = (userId: number, kind: string, by: number | null, isRead: boolean) =>
    db.run(sql`
      insert into notifications (user_id, kind, actor_id, details, read_at)
      values (${userId}, ${kind}, ${by}::int, '{"pollId": 0}', case when ${isRead} then now() end)`)
  await put(tom, 'poll.asked', other, false)
  await put(tom, 'poll.asked', host, true)
  await put(tom, 'playdate.left', host, false)
  await put(jan, 'poll.asked', host, false)
  await tellAsked(db, one, host)
  await tellAsked(db, third, host)
  expect((await notices(db)).slice(4)).toEqual([
    [tom, 'poll.asked', one],
    [jan, 'poll.asked', third],
  ])
  const outside = await db.many(Id, sql`select user_id as id from outbox where kind = 'notice' order by id`)
  expect(outside.map(({ id }) => id)).toEqual([tom, jan])
})

test('deleting a poll deletes its own notices, and leaves those of others', async () => {
  const { db, host, other, tom, one, two, third } = await scene()
  for (const poll of [one, two, third]) {
    await tellAsked(db, poll, poll === two ? other : host)
    await tellAnswered(db, poll)
  }
  await db.transaction(tx => erasePoll(tx, one))
  const left = await notices(db)
  expect(left.filter(([, , poll]) => poll === one)).toEqual([])
  expect(left).toContainEqual([tom, 'poll.asked', two])
  expect(left).toContainEqual([other, 'poll.answered', two])
  expect(left).toContainEqual([host, 'poll.answered', third])
  expect(await db.count(sql`from polls`)).toBe(2)
})

const Cancelled = z.object({
  id: z.int(),
  isCancelled: z.boolean(),
  canUndo: z.boolean(),
  reason: z.nullable(z.string()),
})

test.each([
  [0, { reason: 'Koorts.' }, true],
  [2, { reason: 'Koorts.' }, true],
  [3, { reason: 'Koorts.' }, false],
  [0, undefined, false],
])('after %i times, whether a cancellation with %j can be taken back: %s', async (undos, own, canUndo) => {
  const { db, host } = await scene()
  const [one, two, over] = [
    await aDate(db, { seriesId: null, hours: 10, by: host }),
    await aDate(db, { seriesId: null, hours: 10, by: host }),
    await aDate(db, { seriesId: null, hours: -10, by: host }),
  ]
  await db.run(sql`update playdates set undos = ${undos}`)
  await db.transaction(tx => cancel(tx, sql`p.id in (${one}, ${over})`, own))
  const found = await db.many(
    Cancelled,
    sql`select id, cancelled_at is not null as "isCancelled", cancel_reason as reason,
               coalesce(undo_until > now() + interval '9 minutes' and undo_until <= now() + interval '10 minutes', false) as "canUndo"
          from playdates order by id`,
  )
  expect(found).toEqual([
    { id: one, isCancelled: true, canUndo, reason: own?.reason ?? null },
    { id: two, isCancelled: false, canUndo: false, reason: null },
    { id: over, isCancelled: false, canUndo: false, reason: null },
  ])
})
