import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { notificationDefinitions } from '../../app/notification-kinds.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Due } from '../../platform/outbox/outbox.ts'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { outgoingSenders } from './senders.ts'

const Id = z.object({ id: z.int() })
const idOf = async (db: Db, statement: Sql) => (await db.one(Id, statement))?.id ?? 0

/** A father who is notified of everything at once, by push and by mail. */
const aListener = (db: Db, name: string) => {
  const all = { playdates: true, messages: true, reminders: true, nearby: true, evening: true }
  const settings = { quietHours: null, push: all, mail: all, remindBeforeMin: [], eveningHour: 20, timeZone: 'UTC' }
  return aUser(db, name, sql`notification_settings = ${JSON.stringify(settings)}::jsonb`)
}

/** A host’s playdate with a guest, and another in which the guest does not take part. */
async function scene() {
  const db = await testDb()
  const [host, guest] = [await aListener(db, 'Bram'), await aListener(db, 'Tom')]
  const plan = () =>
    idOf(
      db,
      sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
          values (${host}, 'Hutten', 'Dam 1', now() + interval '1 day', now() + interval '25 hours', 5) returning id`,
    )
  const [id, other] = [await plan(), await plan()]
  await db.run(
    sql`insert into participants (playdate_id, user_id) values (${id}, ${host}), (${id}, ${guest}), (${other}, ${host})`,
  )
  const pushed: { title: string; body: string; tag: string; navigate: string; playdateId: unknown }[] = []
  const deliver = async (
    _: number,
    {
      message,
    }: { message: { notification: { title: string; body: string; tag: string; navigate: string; data: object } } },
  ) => {
    const { title, body, tag, navigate, data } = message.notification
    pushed.push({ title, body, tag, navigate, playdateId: 'playdateId' in data ? data.playdateId : undefined })
    return { sent: 1, silent: 0, failed: [] }
  }
  const senders = outgoingSenders(
    { db, push: { deliver }, mailer: undefined, publicUrl: undefined, retentionDays: 7 },
    { definitions: notificationDefinitions, outgoingKinds: [], jobs: [] },
  )
  const notice = (
    kind: string,
    to = guest,
    details: object = { playdateId: id, title: 'Hutten', relation: 'onIt' },
    actor: number | null = null,
  ) =>
    idOf(
      db,
      sql`insert into notifications (user_id, kind, details, actor_id)
          values (${to}, ${kind}, ${JSON.stringify(details)}::jsonb, ${actor}::int) returning id`,
    )
  const due: Due = { id: 1, kind: 'notice', userId: guest, playdateId: null, payload: {}, attempts: 1, onWire() {} }
  const send = (notificationId: number, differences: Partial<Due> = {}) =>
    senders.notice?.send({ ...due, payload: { notificationId }, ...differences })
  return { db, host, guest, id, other, notice, send, pushed }
}
type Scene = Awaited<ReturnType<typeof scene>>
const quarter = { afterMs: 900_000, payload: { notificationId: 1, isSent: true } }

test('a notice that still applies is sent, about its playdate, and holds others back for a quarter of an hour', async () => {
  const { notice, send, pushed, id } = await scene()
  expect(await send(await notice('playdate.changed'))).toEqual(quarter)
  expect(pushed).toEqual([
    {
      title: expect.any(String),
      body: expect.any(String),
      tag: `playdate-${id}`,
      navigate: `/playdates?open=${id}`,
      playdateId: id,
    },
  ])
})

test.each<[string, (all: Scene, notificationId: number) => Promise<unknown>]>([
  ['has been read', ({ db }) => db.run(sql`update notifications set read_at = now()`)],
  ['is gone', ({ db }) => db.run(sql`delete from notifications`)],
  ['is another father’s', ({ db, host }) => db.run(sql`update notifications set user_id = ${host}`)],
  ['is of a kind that stays in the app', ({ db }) => db.run(sql`update notifications set kind = 'report.decided'`)],
  [
    'is about a playdate that he has left',
    ({ db, guest }) => db.run(sql`delete from participants where user_id = ${guest}`),
  ],
  ['is about a cancelled one', ({ db }) => db.run(sql`update playdates set cancelled_at = now()`)],
  [
    'is about one that is over',
    ({ db }) =>
      db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 minute'`),
  ],
  ['is about a hidden one', ({ db }) => db.run(sql`update playdates set hidden_at = now()`)],
  [
    'is about one across a block',
    ({ db, host, guest }) => db.run(sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${guest})`),
  ],
])('a notice that %s when it is due is not sent', async (_, change) => {
  const all = await scene()
  const id = await all.notice('playdate.changed')
  await change(all, id)
  expect(await all.send(id)).toBe('done')
  expect(all.pushed).toEqual([])
})

test('a notice that was sent before, or whose reader is gone, is not sent again', async () => {
  const { notice, send, pushed } = await scene()
  const notificationId = await notice('playdate.changed')
  expect(await send(notificationId, { payload: { notificationId, isSent: true } })).toBe('done')
  expect(await send(notificationId, { userId: null })).toBe('done')
  expect(await send(0)).toBe('done')
  expect(pushed).toEqual([])
})

test('a notice about no playdate has a tag of its own', async () => {
  const { notice, send, pushed, guest, host } = await scene()
  const id = await notice('poll.asked', guest, { pollId: 7, title: 'Hutten' }, host)
  expect(await send(id)).toEqual(quarter)
  expect(pushed).toMatchObject([
    { title: 'Bram vraagt welke dag jou past', tag: `notice-${id}`, navigate: '/polls/7', playdateId: undefined },
  ])
})

test('a notice names the father who did it, unless a block is between them', async () => {
  const { db, notice, send, pushed, guest, host } = await scene()
  const id = await notice('poll.asked', guest, { pollId: 7, title: 'Hutten' }, host)
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${guest}, ${host})`)
  expect([await send(id), pushed]).toEqual(['done', []])
})

test.each<[string, (all: Scene) => Promise<unknown>, 'asked' | 'onIt', 'as invited' | 'as a participant' | undefined]>([
  ['was invited and does not take part', async () => {}, 'asked', 'as invited'],
  [
    'was invited and has joined',
    ({ db, guest, other }) => db.run(sql`insert into participants (playdate_id, user_id) values (${other}, ${guest})`),
    'asked',
    'as a participant',
  ],
  ['was not invited', async () => {}, 'onIt', undefined],
])('a father who %s hears of a change in the words meant for him', async (_, change, relation, how) => {
  const all = await scene()
  const { other, guest, send, pushed, notice } = all
  await change(all)
  await send(await notice('playdate.changed'))
  await send(await notice('playdate.changed', guest, { playdateId: other, title: 'Hutten', relation }))
  const [plain, told] = pushed.map(({ body }) => body.includes('waarvoor je gevraagd bent'))
  expect([plain, told]).toEqual([false, how && how === 'as invited'])
})

test.each<[string, string, (all: Scene) => Promise<unknown>, boolean]>([
  ['playdate.joined', 'its creator', async () => {}, true],
  [
    'playdate.joined',
    'another father',
    ({ db, guest }) => db.run(sql`update notifications set user_id = ${guest}`),
    false,
  ],
  [
    'playdate.hasRoom',
    'a father who waits for as many places as are free',
    ({ db, host, other }) =>
      db.run(sql`insert into waiting (playdate_id, user_id, children) values (${other}, ${host}, 3)`),
    true,
  ],
  [
    'playdate.hasRoom',
    'a father who waits for more places',
    ({ db, host, other }) =>
      db.run(sql`insert into waiting (playdate_id, user_id, children) values (${other}, ${host}, 4)`),
    true,
  ],
  ['playdate.hasRoom', 'a father who does not wait', async () => {}, false],
  [
    'playdate.confirm',
    'a regular who has not answered',
    ({ db, host }) => db.run(sql`update participants set is_confirmed = false where user_id = ${host}`),
    true,
  ],
  ['playdate.confirm', 'a regular who has answered', async () => {}, false],
  [
    'playdate.tooFew',
    'a creator with too few',
    ({ db }) => db.run(sql`update playdates set minimum_fathers = 2`),
    true,
  ],
  [
    'playdate.tooFew',
    'a creator with enough',
    ({ db }) => db.run(sql`update playdates set minimum_fathers = 1`),
    false,
  ],
])('a notice of %s is sent to %s only if it still concerns him', async (kind, _, change, isSent) => {
  const all = await scene()
  const { db, host, guest, other, notice, send, pushed } = all
  const id = await notice(kind, host, { playdateId: other, title: 'Hutten', relation: 'creator' })
  await change(all)
  const to = await db.count(sql`from notifications where user_id = ${guest}`)
  await send(id, { userId: to > 0 ? guest : host })
  expect(pushed).toHaveLength(isSent ? 1 : 0)
})
