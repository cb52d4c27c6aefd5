import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { fathersWithDates } from '../../testing/domain/rows.ts'
import { moveReminders, planReminders, replanReminders, withdrawReminders } from './reminders.ts'

const Reminder = z.object({ userId: z.int(), playdateId: z.int(), hoursBefore: z.number() })
const reminders = (db: Db) =>
  db.many(
    Reminder,
    sql`select o.user_id as "userId", o.playdate_id as "playdateId",
               extract(epoch from p.start_time - o.due_at)::float8 / 3600 as "hoursBefore"
          from outbox o join playdates p on p.id = o.playdate_id where o.kind = 'reminder'
         order by o.user_id, o.playdate_id, o.due_at`,
  )
const listed = async (db: Db) =>
  (await reminders(db)).map(({ userId, playdateId, hoursBefore }) => [userId, playdateId, Math.round(hoursBefore)])

/** Fathers with reminders a day and an hour before, on several playdates. */
async function reminding() {
  const all = await fathersWithDates()
  const { db, tom, jan, one, two, third } = all
  const remind = (minutes: number[], who: Sql) =>
    db.run(
      sql`update users set notification_settings = jsonb_set(coalesce(notification_settings, '{}'), '{remindBeforeMin}', ${JSON.stringify(minutes)}::jsonb) where ${who}`,
    )
  await remind([], sql`true`)
  await remind([60, 1440], sql`id in (${tom}, ${jan})`)
  for (const playdateId of [one, two, third])
    for (const userId of [tom, jan])
      await db.run(sql`insert into participants (playdate_id, user_id) values (${playdateId}, ${userId})`)
  await db.run(sql`delete from outbox`)
  return { ...all, remind }
}

test('reminders are planned for these participants of these playdates, at the times they have chosen', async () => {
  const { db, tom, jan, one, two } = await reminding()
  await planReminders(db, sql`p.id = ${one} and x.user_id = ${tom}`)
  await planReminders(db, sql`p.id = ${one} and x.user_id = ${tom}`)
  expect(await listed(db)).toEqual([
    [tom, one, 24],
    [tom, one, 1],
  ])
  await planReminders(db, sql`p.id in (${one}, ${two})`)
  expect(await listed(db)).toEqual(
    [tom, jan].flatMap(user => [one, two].flatMap(playdate => [24, 1].map(hours => [user, playdate, hours]))),
  )
})

test('no reminder is planned for a moment that is past or too soon, or for a cancelled playdate', async () => {
  const { db, tom, one, two, third } = await reminding()
  await db.run(
    sql`update playdates set start_time = now() + interval '23 hours', end_time = now() + interval '24 hours' where id = ${one}`,
  )
  await db.run(sql`update playdates set cancelled_at = now() where id = ${two}`)
  await db.run(
    sql`update playdates set start_time = now() + interval '70 minutes', end_time = now() + interval '3 hours' where id = ${third}`,
  )
  await planReminders(db, sql`x.user_id = ${tom}`, 15 * 60_000)
  expect(await listed(db)).toEqual([[tom, one, 1]])
  await planReminders(db, sql`x.user_id = ${tom}`)
  expect(await listed(db)).toEqual([
    [tom, one, 1],
    [tom, third, 1],
  ])
})

test('withdrawing reminders deletes those of moved and cancelled playdates and of fathers who have left, and no others', async () => {
  const { db, tom, jan, one, two, third } = await reminding()
  await planReminders(db, sql`true`)
  await db.run(
    sql`insert into outbox (kind, user_id, playdate_id, payload, dedupe_key) values ('other', ${tom}, ${one}, '{"startTime": "x"}', 'a')`,
  )
  const all = await listed(db)
  await withdrawReminders(db, sql`true`)
  expect(await listed(db)).toEqual(all)
  await db.run(sql`delete from participants where playdate_id = ${one} and user_id = ${tom}`)
  await db.run(sql`update playdates set cancelled_at = now() where id = ${two}`)
  await db.run(sql`update playdates set start_time = start_time + interval '1 minute' where id = ${third}`)
  await withdrawReminders(db, sql`p.id = ${one}`)
  expect(await listed(db)).toEqual(all.filter(([user, playdate]) => !(user === tom && playdate === one)))
  await withdrawReminders(db, sql`o.user_id = ${jan}`)
  expect(await listed(db)).toEqual([
    ...all.filter(([user, playdate]) => user === tom && playdate !== one),
    ...all.filter(([user, playdate]) => user === jan && playdate === one),
  ])
  await withdrawReminders(db, sql`true`)
  expect((await listed(db)).map(([user, playdate]) => [user, playdate])).toEqual([
    [jan, one],
    [jan, one],
  ])
  expect(await db.count(sql`from outbox where kind = 'other'`)).toBe(1)
})

test('after a move, the reminders for the new time come, and none within a quarter of an hour', async () => {
  const { db, tom, jan, one, two } = await reminding()
  await planReminders(db, sql`true`)
  await db.run(
    sql`update playdates set start_time = now() + interval '70 minutes', end_time = now() + interval '3 hours' where id = ${one}`,
  )
  await moveReminders(db, one)
  expect((await listed(db)).filter(([, playdate]) => playdate === one)).toEqual([])
  await db.run(sql`update playdates set start_time = now() + interval '80 minutes' where id = ${one}`)
  await moveReminders(db, one)
  expect((await listed(db)).filter(([, playdate]) => playdate !== two).slice(0, 2)).toContainEqual([tom, one, 1])
  expect((await listed(db)).filter(([user, playdate]) => user === jan && playdate === one)).toEqual([[jan, one, 1]])
})

test('a father who chooses other reminders replaces only his own, and only for playdates that have not begun', async () => {
  const { db, tom, jan, one, third, remind } = await reminding()
  await planReminders(db, sql`true`)
  const before = await listed(db)
  await db.run(sql`update playdates set start_time = now() - interval '1 minute' where id = ${one}`)
  await db.run(sql`insert into outbox (kind, user_id, dedupe_key) values ('other', ${tom}, 'a')`)
  await remind([120], sql`id = ${tom}`)
  await replanReminders(db, tom)
  const now = await listed(db)
  expect(now.filter(([user]) => user === tom).map(([, playdate, hours]) => [playdate, hours])).toEqual(
    expect.arrayContaining([[third, 2]]),
  )
  expect(now.filter(([user, playdate]) => user === tom && playdate === one)).toEqual([])
  expect(now.filter(([user]) => user === jan)).toHaveLength(before.filter(([user]) => user === jan).length)
  expect(await db.count(sql`from outbox where kind = 'other'`)).toBe(1)
})
