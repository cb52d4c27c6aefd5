import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { aDate, aSeries, aUser, users } from '../../../testing/domain/rows.ts'
import { tellSeriesEnded } from '../../consequences/notifications/series/series-ended.ts'
import { closeSeries, endStandingBetween, noteAnswer } from './regulars.ts'
import { askAgain, bringToOpenDates, giveUpStanding, missedTooOften, release, seatRegulars } from './standing.ts'

/** Two series of different fathers with two dates each, and two fathers with a standing place in both. */
async function twoSeries() {
  const db = await testDb()
  const [host, other, tom, jan, guest] = await users(db, 'bas', 'kwame', 'tom', 'jan', 'guest')
  const [own, theirs] = [await aSeries(db, host, 'Hutten'), await aSeries(db, other, 'Zwemmen')]
  for (const seriesId of [own, theirs])
    for (const userId of [tom, jan])
      await db.run(sql`insert into series_regulars (series_id, user_id, missed) values (${seriesId}, ${userId}, 1)`)
  const dates = {
    first: await aDate(db, { seriesId: own, hours: 100, by: host }),
    second: await aDate(db, { seriesId: own, hours: 200, by: host }),
    begun: await aDate(db, { seriesId: own, hours: -1, by: host }),
    theirs: await aDate(db, { seriesId: theirs, hours: 100, by: other }),
    alone: await aDate(db, { seriesId: null, hours: 100, by: host }),
  }
  const sit = (playdateId: number, userId: number, isConfirmed: boolean, children = 0) =>
    db.run(
      sql`insert into participants (playdate_id, user_id, is_confirmed, children)
          values (${playdateId}, ${userId}, ${isConfirmed}, ${children})`,
    )
  return { db, host, other, tom, jan, guest, own, theirs, dates, sit }
}

const Seat = z.object({ playdateId: z.int(), userId: z.int(), isConfirmed: z.boolean(), children: z.int() })
/** The seats of fathers other than creators. */
const seats = (db: Db) =>
  db.many(
    Seat,
    sql`select x.playdate_id as "playdateId", x.user_id as "userId", x.is_confirmed as "isConfirmed", x.children
          from participants x join playdates p on p.id = x.playdate_id and p.creator_id <> x.user_id
         order by x.playdate_id, x.user_id`,
  )
const Regular = z.object({ seriesId: z.int(), userId: z.int(), missed: z.int() })
const regulars = (db: Db) =>
  db.many(
    Regular,
    sql`select series_id as "seriesId", user_id as "userId", missed from series_regulars order by series_id, user_id`,
  )

test('only the regulars of a moved date are asked again', async () => {
  const { db, tom, jan, guest, own, dates, sit } = await twoSeries()
  await db.run(sql`delete from series_regulars where series_id = ${own} and user_id = ${jan}`)
  for (const date of Object.values(dates)) for (const userId of [tom, jan, guest]) await sit(date, userId, true)
  await askAgain(db, dates.first)
  await askAgain(db, dates.begun)
  await askAgain(db, dates.alone)
  expect((await seats(db)).filter(({ isConfirmed }) => !isConfirmed)).toEqual([
    { playdateId: dates.first, userId: tom, isConfirmed: false, children: 0 },
  ])
})

test('unanswered places on a date are released, and each counts as missed only in its own series', async () => {
  const { db, tom, jan, guest, own, theirs, dates, sit } = await twoSeries()
  for (const date of [dates.first, dates.second, dates.theirs]) {
    await sit(date, tom, false)
    await sit(date, jan, true)
    await sit(date, guest, true)
  }
  await db.transaction(tx => release(tx, dates.first))
  expect((await seats(db)).filter(({ playdateId }) => playdateId === dates.first).map(({ userId }) => userId)).toEqual([
    jan,
    guest,
  ])
  expect(await seats(db)).toHaveLength(8)
  expect(await regulars(db)).toEqual([
    { seriesId: own, userId: tom, missed: 2 },
    { seriesId: own, userId: jan, missed: 1 },
    { seriesId: theirs, userId: tom, missed: 1 },
    { seriesId: theirs, userId: jan, missed: 1 },
  ])
  expect(await missedTooOften(db, dates.first)).toEqual([{ seriesId: own, userId: tom }])
  expect(await missedTooOften(db, dates.theirs)).toEqual([])
  // Nobody is left who has not answered.
  await db.transaction(tx => release(tx, dates.first))
  expect((await regulars(db))[0]?.missed).toBe(2)
})

test('an answer takes back only what its regular missed in this series', async () => {
  const { db, tom, own, dates } = await twoSeries()
  await db.transaction(tx => noteAnswer(tx, dates.first, tom))
  await db.transaction(tx => noteAnswer(tx, dates.alone, tom))
  expect((await regulars(db)).filter(({ missed }) => missed === 0)).toEqual([{ seriesId: own, userId: tom, missed: 0 }])
})

test('giving up a standing place frees only its unconfirmed places ahead', async () => {
  const { db, tom, jan, own, theirs, dates, sit } = await twoSeries()
  await sit(dates.first, tom, false)
  await sit(dates.second, tom, true)
  await sit(dates.begun, tom, false)
  await sit(dates.theirs, tom, false)
  await sit(dates.first, jan, false)
  const wait = (playdateId: number, userId: number, isStanding: boolean) =>
    db.run(
      sql`insert into waiting (playdate_id, user_id, children, free_then, by_standing) values (${playdateId}, ${userId}, 9, 3, ${isStanding})`,
    )
  const another = await aDate(db, { seriesId: own, hours: 300, by: await aUser(db, 'x') })
  const last = await aDate(db, { seriesId: own, hours: 400, by: await aUser(db, 'y') })
  await wait(another, tom, true)
  await wait(another, jan, true)
  await wait(last, tom, false)
  await wait(dates.alone, tom, true)
  expect(await db.transaction(tx => giveUpStanding(tx, own, tom))).toBe(true)
  expect((await seats(db)).map(({ playdateId, userId }) => [playdateId, userId])).toEqual([
    [dates.first, jan],
    [dates.second, tom],
    [dates.begun, tom],
    [dates.theirs, tom],
  ])
  const Wait = z.object({ playdateId: z.int(), userId: z.int() })
  expect(
    await db.many(
      Wait,
      sql`select playdate_id as "playdateId", user_id as "userId" from waiting order by playdate_id, user_id`,
    ),
  ).toEqual([
    { playdateId: dates.alone, userId: tom },
    { playdateId: another, userId: jan },
    { playdateId: last, userId: tom },
  ])
  expect((await regulars(db)).map(({ seriesId, userId }) => [seriesId, userId])).toEqual([
    [own, jan],
    [theirs, tom],
    [theirs, jan],
  ])
  expect(await db.transaction(tx => giveUpStanding(tx, own, tom))).toBe(false)
})

test('a regular’s additional children come only to dates he has not confirmed and where they fit', async () => {
  const { db, tom, jan, guest, dates, sit } = await twoSeries()
  await sit(dates.first, tom, false)
  await sit(dates.second, tom, true)
  await sit(dates.theirs, tom, false)
  await sit(dates.theirs, guest, true)
  await sit(dates.alone, tom, false)
  await sit(dates.first, jan, false)
  // Five places: the host, Jan, and Tom with two; on the other one the guest has one child too many.
  await db.run(sql`update participants set children = 1 where user_id = ${guest}`)
  await db.transaction(tx => bringToOpenDates(tx, [dates.first, dates.second, dates.theirs], tom, 2))
  const children = async () =>
    (await seats(db)).filter(({ userId }) => userId === tom).map(({ playdateId, children }) => [playdateId, children])
  expect(await children()).toEqual([
    [dates.first, 2],
    [dates.second, 0],
    [dates.theirs, 0],
    [dates.alone, 0],
  ])
  await db.transaction(tx => bringToOpenDates(tx, [dates.first], tom, 3))
  expect((await children())[0]).toEqual([dates.first, 2])
})

test('regulars get their places in the order of their standing places while they fit, and the others wait', async () => {
  const { db, host, tom, jan, own, dates } = await twoSeries()
  await db.run(sql`update series_regulars set children = 2, since = now() - interval '1 day' where user_id = ${jan}`)
  await db.run(sql`update series_regulars set children = 1, since = now() where user_id = ${tom}`)
  const [hidden, suspended, free, blocked] = [
    await aUser(db, 'hidden', sql`hidden_at = now()`),
    await aUser(db, 'suspended', sql`suspended_until = now() + interval '1 day'`),
    await aUser(db, 'free', sql`suspended_until = now() - interval '1 day'`),
    await aUser(db, 'blocked'),
  ]
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${blocked})`)
  for (const userId of [hidden, suspended, free, blocked])
    await db.run(sql`insert into series_regulars (series_id, user_id) values (${own}, ${userId})`)
  expect(await seatRegulars(db, dates.first)).toEqual({ isSeated: true, isWaiting: true })
  // The host, Jan with two children, and one who has one place; Tom comes with a child.
  expect((await seats(db)).map(({ userId, isConfirmed, children }) => [userId, isConfirmed, children])).toEqual([
    [jan, false, 2],
    [free, false, 0],
  ])
  const Wait = z.object({ userId: z.int(), children: z.int(), free: z.int(), isStanding: z.boolean() })
  const waiting = await db.many(
    Wait,
    sql`select user_id as "userId", children, free_then as free, by_standing as "isStanding" from waiting order by turn`,
  )
  expect(waiting).toEqual([
    { userId: tom, children: 1, free: 0, isStanding: true },
    { userId: hidden, children: 0, free: 0, isStanding: true },
    { userId: suspended, children: 0, free: 0, isStanding: true },
  ])
  // Nothing is done twice, and nothing on a date that has begun, is cancelled, open or of no series.
  expect(await seatRegulars(db, dates.first)).toEqual({ isSeated: false, isWaiting: false })
  await db.run(sql`update playdates set cancelled_at = now() where id = ${dates.second}`)
  for (const date of [dates.second, dates.begun, dates.alone])
    expect(await seatRegulars(db, date)).toEqual({ isSeated: false, isWaiting: false })
})

test.each([
  [47, true],
  [49, false],
])(
  'a father who takes a standing place %i hours before a date has confirmed that date: %s',
  async (hours, isConfirmed) => {
    const { db, host, tom, jan, own } = await twoSeries()
    const date = await aDate(db, { seriesId: own, hours, by: host })
    expect(await seatRegulars(db, date, tom)).toMatchObject({ isSeated: true })
    expect((await seats(db)).map(seat => [seat.userId, seat.isConfirmed])).toEqual([[tom, isConfirmed]])
    // A date that is made so late asks all of them.
    await seatRegulars(db, date)
    expect((await seats(db)).map(seat => [seat.userId, seat.isConfirmed])).toEqual([
      [tom, isConfirmed],
      [jan, false],
    ])
  },
)

test('nobody takes a place at an open hour', async () => {
  const { db, dates } = await twoSeries()
  await db.run(sql`update playdates set kind = 'open' where id = ${dates.first}`)
  expect(await seatRegulars(db, dates.first)).toEqual({ isSeated: false, isWaiting: false })
})

const Told = z.object({ userId: z.int(), kind: z.string(), title: z.nullable(z.string()) })
const told = (db: Db) =>
  db.many(Told, sql`select user_id as "userId", kind, details ->> 'title' as title from notifications order by id`)

test('each regular is told once that the series has ended', async () => {
  const { db, tom, jan, own, theirs } = await twoSeries()
  await tellSeriesEnded(db, [
    { seriesId: own, userId: tom },
    { seriesId: theirs, userId: jan },
  ])
  await tellSeriesEnded(db, [])
  expect(await told(db)).toEqual([
    { userId: tom, kind: 'series.ended', title: 'Hutten' },
    { userId: jan, kind: 'series.ended', title: 'Zwemmen' },
  ])
})

test('closing a series ends its standing places and makes no more dates, and leaves another series alone', async () => {
  const { db, tom, jan, own, theirs } = await twoSeries()
  await db.run(sql`update series set makes_at = now() + interval '1 day'`)
  await db.transaction(tx => closeSeries(tx, sql`s.id = ${own}`))
  expect((await regulars(db)).map(({ seriesId }) => seriesId)).toEqual([theirs, theirs])
  expect((await told(db)).map(({ userId }) => userId).sort()).toEqual([tom, jan].sort())
  expect(await db.count(sql`from series where ended_at is null and makes_at is not null and id = ${theirs}`)).toBe(1)
  const Ended = z.object({ at: z.string() })
  const ended = async () =>
    (await db.one(Ended, sql`select ended_at::text as at from series where id = ${own} and makes_at is null`))?.at
  const first = await ended()
  expect(first).toBeDefined()
  // It has ended once.
  await db.transaction(tx => closeSeries(tx, sql`s.id = ${own}`))
  expect(await ended()).toBe(first)
})

test('a block ends each father’s standing place in the other’s series, and notifies only the blocked one', async () => {
  const { db, host, other, tom, jan, own, theirs } = await twoSeries()
  const byTom = await aSeries(db, tom, 'Fietsen')
  await db.run(sql`insert into series_regulars (series_id, user_id) values (${byTom}, ${host}), (${byTom}, ${other})`)
  await db.transaction(tx => endStandingBetween(tx, tom, host))
  expect((await regulars(db)).map(({ seriesId, userId }) => [seriesId, userId])).toEqual([
    [own, jan],
    [theirs, tom],
    [theirs, jan],
    [byTom, other],
  ])
  expect(await told(db)).toEqual([{ userId: host, kind: 'series.ended', title: 'Fietsen' }])
})
