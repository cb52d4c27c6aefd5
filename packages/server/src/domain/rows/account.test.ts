import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aUser, users } from '../../testing/domain/rows.ts'
import {
  admitted,
  isHidden,
  isModerator,
  isOperator,
  mustBeFreeToStart,
  ownUser,
  refuseSession,
  replaceChildren,
} from '../account.ts'
import { countingDays, countingDaysOf, fallsOn } from '../papa-days/papa-days.ts'

test('nobody can read an account that is gone', async () => {
  const db = await testDb()
  expect(await ownUser(db, (await aUser(db, 'bas')) + 1)).toBeUndefined()
})

test.each([
  ['a moderator', sql`is_moderator = true`, { isModerator: true }],
  ['an operator', sql`is_operator = true`, { isOperator: true }],
  ['a father with a town', sql`city = 'Utrecht'`, { city: 'Utrecht', home: { isCity: true } }],
  [
    'a father with a neighbourhood',
    sql`neighbourhood_latitude = 52.1, neighbourhood_longitude = 5.2`,
    { home: { latitude: 52.1, longitude: 5.2, isCity: false } },
  ],
  ['a hidden father', sql`hidden_at = now()`, { hidden: { reason: 'Reclame.', isAutomatic: false } }],
])('%s can read so in his account, and another father cannot', async (_, differences, shown) => {
  const db = await testDb()
  const [id, other] = [await aUser(db, 'bas', differences), await aUser(db, 'tom')]
  for (const subject of [id, other])
    await db.run(sql`
      insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule)
      values ('user', ${String(subject)}, ${subject}, 'hide', 'Reclame.', '')`)
  expect(await ownUser(db, id)).toMatchObject(shown)
  for (const field of ['isModerator', 'isOperator', 'home', 'hidden'])
    expect(await ownUser(db, other)).not.toHaveProperty(field)
  expect(await Promise.all([id, other].map(one => isModerator(db, one)))).toEqual(['isModerator' in shown, false])
  expect(await Promise.all([id, other].map(one => isOperator(db, one)))).toEqual(['isOperator' in shown, false])
  expect(await Promise.all([id, other].map(one => isHidden(db, one)))).toEqual(['hidden' in shown, false])
})

test('a father whom moderators stopped may not start anything, and every other father may', async () => {
  const db = await testDb()
  const [stopped, other] = [await aUser(db, 'bas', sql`may_not_start = true`), await aUser(db, 'tom')]
  await expect(mustBeFreeToStart(db, stopped)).rejects.toMatchObject({ code: 'user.stopped' })
  await mustBeFreeToStart(db, other)
})

const Child = z.object({ name: z.string(), month: z.string() })
const monthAgo = (months: number) => {
  const month = Temporal.Now.plainDateISO('UTC').with({ day: 1 }).subtract({ months })
  return month.toString().slice(0, 7)
}

test('replacing a father’s children stores them in order, and leaves everybody else’s', async () => {
  const db = await testDb()
  const [bas, tom] = await users(db, 'bas', 'tom')
  for (const id of [bas, tom]) await replaceChildren(db, [{ name: 'Eerst', age: 7, birthMonth: '2020-05' }], id)
  await replaceChildren(
    db,
    [
      { name: 'Zoë', age: 6, birthMonth: '2021-07' },
      { name: 'Ama', age: 3 },
    ],
    bas,
  )
  const children = (id: number) =>
    db.many(
      Child,
      sql`select name, to_char(birth_month, 'YYYY-MM') as month from children where user_id = ${id} order by position`,
    )
  // An age without a month is the middle of that year.
  expect(await children(bas)).toEqual([
    { name: 'Zoë', month: '2021-07' },
    { name: 'Ama', month: monthAgo(42) },
  ])
  expect(await children(tom)).toEqual([{ name: 'Eerst', month: '2020-05' }])
  expect((await ownUser(db, bas))?.childrenInfo).toMatchObject([
    { name: 'Zoë', birthMonth: '2021-07' },
    { name: 'Ama', age: 3 },
  ])
})

const lets = async (db: Db, id: number, proven?: string) =>
  (await db.count(sql`from (${admitted(id, proven)}) one`)) > 0

test.each([
  ['nobody has suspended', sql`suspended_until = null`, true],
  ['who was suspended until a minute ago', sql`suspended_until = now() - interval '1 minute'`, true],
  ['who is suspended for a minute', sql`suspended_until = now() + interval '1 minute'`, false],
  ['who is suspended for good', sql`suspended_until = 'infinity'`, false],
])('whether a father %s may have a session: %s', async (_, differences, may) => {
  const db = await testDb()
  const id = await aUser(db, 'bas', differences)
  expect(await lets(db, id)).toBe(may)
  expect(await lets(db, id, 'hash of bas')).toBe(may)
  expect(await lets(db, id, 'hash of tom')).toBe(false)
  if (may) await refuseSession(db, id, undefined)
  else
    await expect(refuseSession(db, id, undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^auth\.suspended/),
    })
})

test('an account that is gone, or whose password has changed since, gets no session', async () => {
  const db = await testDb()
  const id = await aUser(db, 'bas')
  await expect(refuseSession(db, id + 1, undefined)).rejects.toMatchObject({ code: 'auth.wrong' })
  await expect(refuseSession(db, id, 'another hash')).rejects.toMatchObject({ code: 'auth.wrong' })
  await refuseSession(db, id, 'hash of bas')
})

test('a suspended father reads until when he is suspended, and why his longest suspension was given', async () => {
  const db = await testDb()
  const [id, other] = await users(db, 'bas', 'tom')
  const suspend = (subject: number, days: number | 'for good', reason: string, more = sql`null`) =>
    db.run(sql`
      insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule, until, lifted_at)
      values ('user', ${String(subject)}, ${subject}, 'suspend', ${reason}, '', ${days === 'for good' ? sql`'infinity'` : sql`now() + make_interval(days => ${days}::int)`}, ${more})`)
  await suspend(id, 3, 'Schelden.')
  await suspend(id, 5, 'Reclame.')
  await suspend(id, 4, 'Nog eens.')
  await suspend(id, 9, 'Vergissing.', sql`now()`)
  await suspend(other, 9, 'Een ander.')
  await db.run(sql`
    insert into moderation_decisions (target_type, target_id, subject_id, decision, reason, rule, until)
    values ('user', ${String(id)}, ${id}, 'hide', 'Iets anders.', '', now() + interval '20 days')`)
  await db.run(sql`update users set suspended_until = date_trunc('day', now()) + interval '5 days' where id = ${id}`)
  const until = expect.stringMatching(/T00:00:00\.000Z$/)
  await expect(refuseSession(db, id, undefined)).rejects.toMatchObject({
    code: 'auth.suspendedForNow',
    detail: { words: { reason: 'Reclame.', until: expect.any(Date) }, also: { until } },
  })
  await suspend(id, 'for good', 'Voorgoed.')
  await db.run(sql`update users set suspended_until = 'infinity' where id = ${id}`)
  await expect(refuseSession(db, id, undefined)).rejects.toMatchObject({
    code: 'auth.suspended',
    detail: { words: { reason: 'Voorgoed.' } },
  })
})

test.each([
  ['23 hours', false],
  ['25 hours', true],
])('whether the papa days of an account that is %s old count: %s', async (age, count) => {
  const db = await testDb()
  const id = await aUser(db, 'bas', sql`papa_days = 3, papa_days_counting = 3, created_at = now() - ${age}::interval`)
  const other = await aUser(
    db,
    'tom',
    sql`papa_days = 12, papa_days_counting = 12, created_at = now() - interval '1 year'`,
  )
  expect([await countingDays(db, id), await countingDays(db, other)]).toEqual([count ? 3 : 0, 12])
  expect(await countingDaysOf(db, sql`true`)).toEqual([
    { id, days: count ? 3 : 0 },
    { id: other, days: 12 },
  ])
  expect(await countingDaysOf(db, sql`me.id = ${other}`)).toEqual([{ id: other, days: 12 }])
})

test.each([
  // Wednesday is the third day: its morning is bit 4, its afternoon bit 5.
  ['2027-07-07T09:59:00Z', 4],
  ['2027-07-07T10:00:00Z', 5],
  ['2027-01-06T10:59:00Z', 4],
  ['2027-01-06T11:00:00Z', 5],
  // Just after midnight in the Netherlands.
  ['2027-07-06T22:01:00Z', 4],
  ['2027-07-06T21:59:00Z', 3],
  ['2027-07-05T08:00:00Z', 0],
  ['2027-07-11T18:00:00Z', 13],
])('%s falls in the half day with bit %i, by the clock in the Netherlands', async (at, bit) => {
  const db = await testDb()
  const is = async (days: number) =>
    (await db.count(sql`from (select) one where ${fallsOn(days, sql`${at}::timestamptz`, sql`'Europe/Amsterdam'`)}`)) >
    0
  expect([await is(1 << bit), await is((2 ** 14 - 1) & ~(1 << bit)), await is(0)]).toEqual([true, false, false])
})
