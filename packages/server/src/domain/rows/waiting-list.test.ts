import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aDate, users } from '../../testing/domain/rows.ts'
import {
  bringToWaiting,
  decide,
  enter,
  enterRegular,
  isListFull,
  removeFromWaitingLists,
  theseOf,
} from '../playdates/waiting-list.ts'

/** Two playdates of two fathers, with five places each, and three fathers who may wait. */
async function scene(hours = 100) {
  const db = await testDb()
  const [host, other, tom, jan, wim] = await users(db, 'bas', 'kwame', 'tom', 'jan', 'wim')
  const [one, two] = [
    await aDate(db, { seriesId: null, hours, by: host }),
    await aDate(db, { seriesId: null, hours, by: other }),
  ]
  const wait = (playdateId: number, userId: number, children: number, freeThen: number, isStanding = false) =>
    db.run(sql`
      insert into waiting (playdate_id, user_id, children, free_then, by_standing)
      values (${playdateId}, ${userId}, ${children}, ${freeThen}, ${isStanding})`)
  const places = (playdateId: number, count: number) =>
    db.run(sql`update playdates set max_participants = ${count} where id = ${playdateId}`)
  return { db, host, other, tom, jan, wim, one, two, wait, places }
}

const Row = z.object({
  playdateId: z.int(),
  userId: z.int(),
  children: z.int(),
  freeThen: z.int(),
  isStanding: z.boolean(),
})
const rows = async (db: Db) =>
  (
    await db.many(
      Row,
      sql`select playdate_id as "playdateId", user_id as "userId", children, free_then as "freeThen", by_standing as "isStanding"
            from waiting order by turn`,
    )
  ).map(({ playdateId, userId, children, freeThen, isStanding }) => [
    playdateId,
    userId,
    children,
    freeThen,
    isStanding,
  ])

test('a father who starts waiting is last, and one who changes his number of children keeps his turn', async () => {
  const { db, tom, jan, one, two } = await scene()
  const put = (userId: number, children: number | undefined, free = 0, playdateId = one) =>
    enter(db, { playdateId, userId, children, free })
  expect(await put(tom, 2)).toBe(true)
  expect(await put(jan, undefined, 1)).toBe(true)
  expect(await put(tom, 3, 0, two)).toBe(true)
  expect(await rows(db)).toEqual([
    [one, tom, 2, 0, false],
    [one, jan, 0, 1, false],
    [two, tom, 3, 0, false],
  ])
  // The same number, or none, changes nothing.
  expect([await put(tom, 2, 1), await put(tom, undefined, 1)]).toEqual([false, false])
  expect(await put(tom, 1, 1)).toBe(true)
  expect(await rows(db)).toEqual([
    [one, tom, 1, 1, false],
    [one, jan, 0, 1, false],
    [two, tom, 3, 0, false],
  ])
})

test('a regular who waits because of his standing place waits for himself once he says so', async () => {
  const { db, tom, jan, one, wait } = await scene()
  await wait(one, tom, 2, 0, true)
  await wait(one, jan, 2, 0, true)
  expect(await enter(db, { playdateId: one, userId: tom, children: undefined, free: 1 })).toBe(true)
  expect(await rows(db)).toEqual([
    [one, tom, 2, 1, false],
    [one, jan, 2, 0, true],
  ])
})

test('a regular without a place goes to the end of the waiting list once, unless the list is full', async () => {
  const { db, tom, jan, one, two, wait } = await scene()
  const put = (userId: number, playdateId = one) => enterRegular(db, { playdateId, userId, children: 1, free: 0 })
  await wait(one, jan, 3, 2)
  expect([await put(tom), await put(tom), await put(jan)]).toEqual([true, false, false])
  expect(await rows(db)).toEqual([
    [one, jan, 3, 2, false],
    [one, tom, 1, 0, true],
  ])
  const fill = (count: number) =>
    db.run(sql`
      with made as (
        insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        select n, n, n, n, '', 'Vader', 'X' from (
          select ${'x'} || n as n from generate_series(${count}::int * 1000 + 1, ${count}::int * 1000 + ${count}::int) n) names returning id)
      insert into waiting (playdate_id, user_id, free_then) select ${two}, id, 0 from made`)
  await fill(99)
  expect([await isListFull(db, two, tom), await isListFull(db, one, tom)]).toEqual([false, false])
  await fill(1)
  expect([await isListFull(db, two, tom), await isListFull(db, one, tom)]).toEqual([true, false])
  expect(await put(tom, two)).toBe(false)
  // A father who already takes part is not counted twice.
  const [last] = await db.many(
    z.object({ id: z.int() }),
    sql`select max(user_id) as id from waiting where playdate_id = ${two}`,
  )
  expect(await isListFull(db, two, last?.id ?? 0)).toBe(false)
})

test('a regular’s other children count on the waiting lists where his standing place has put him', async () => {
  const { db, tom, jan, one, two, wait } = await scene()
  const third = await aDate(db, { seriesId: null, hours: 300, by: jan })
  const fourth = await aDate(db, { seriesId: null, hours: 400, by: jan })
  await wait(one, tom, 1, 0, true)
  await wait(two, tom, 1, 0, false)
  await wait(third, tom, 2, 0, true)
  await wait(fourth, tom, 1, 0, true)
  await wait(one, jan, 1, 0, true)
  expect(await bringToWaiting(db, [one, two, third], tom, 2)).toEqual([{ playdateId: one, userId: tom }])
  expect((await rows(db)).map(([playdate, user, children]) => [playdate, user, children])).toEqual([
    [one, tom, 2],
    [two, tom, 1],
    [third, tom, 2],
    [fourth, tom, 1],
    [one, jan, 1],
  ])
})

test('fathers who are taken off the waiting lists leave every list they were on', async () => {
  const { db, tom, jan, wim, one, two, wait } = await scene()
  for (const userId of [tom, jan, wim]) for (const playdate of [one, two]) await wait(playdate, userId, 0, 0)
  expect(await removeFromWaitingLists(db, sql`p.id = ${one} and w.user_id in (${tom}, ${jan})`)).toEqual([one])
  expect(
    await removeFromWaitingLists(db, sql`(w.playdate_id, w.user_id) in ${theseOf([{ playdateId: two, userId: wim }])}`),
  ).toEqual([two])
  expect(await removeFromWaitingLists(db, sql`false`)).toEqual([])
  expect((await rows(db)).map(([playdate, user]) => [playdate, user])).toEqual([
    [two, tom],
    [two, jan],
    [one, wim],
  ])
})

const named = (waiters: readonly { playdateId: number; userId: number }[]) =>
  waiters.map(({ playdateId, userId }) => [playdateId, userId])

test('until a day before the start, those who fit move up in order, and the others hear how many places are left', async () => {
  const { db, tom, jan, wim, one, two, wait, places } = await scene(25)
  await places(one, 4)
  await places(two, 2)
  await wait(one, tom, 3, 0)
  await wait(one, jan, 1, 0)
  await wait(one, wim, 0, 0)
  await wait(two, tom, 0, 0)
  // Three places: Tom wants four, Jan takes two and Wim the last.
  const decided = await decide(db, [one])
  expect([named(decided.up), named(decided.asked), named(decided.tooMany), named(decided.concerned)]).toEqual([
    [
      [one, jan],
      [one, wim],
    ],
    [],
    [],
    [],
  ])
  expect(named((await decide(db, [two])).up)).toEqual([[two, tom]])
})

test('a father for whom there is too little room hears of it once, and again when there is more', async () => {
  const { db, tom, jan, one, wait, places } = await scene(25)
  await wait(one, tom, 4, 0)
  await wait(one, jan, 5, 2)
  await places(one, 3)
  const first = await decide(db, [one])
  expect([named(first.tooMany), named(first.concerned)]).toEqual([[[one, tom]], [[one, tom]]])
  expect(await decide(db, [one])).toEqual({ up: [], asked: [], tooMany: [], concerned: [] })
  await places(one, 4)
  expect(named((await decide(db, [one])).tooMany)).toEqual([
    [one, tom],
    [one, jan],
  ])
  // Fewer places are recorded, and nobody is notified.
  await places(one, 2)
  const fewer = await decide(db, [one])
  expect([named(fewer.tooMany), fewer.concerned.length]).toEqual([[], 2])
  expect((await rows(db)).map(row => row[3])).toEqual([1, 1])
})

test('on the last day, everybody who fits is asked, and nobody moves up automatically', async () => {
  const { db, tom, jan, wim, one, wait, places } = await scene(23)
  await places(one, 3)
  await wait(one, tom, 1, 0)
  await wait(one, jan, 2, 0)
  await wait(one, wim, 0, 2)
  const { up, asked, tooMany, concerned } = await decide(db, [one])
  expect([named(up), named(asked), named(tooMany), named(concerned)]).toEqual([
    [],
    [[one, tom]],
    [[one, jan]],
    [
      [one, tom],
      [one, jan],
    ],
  ])
})

test('a father who gets a place in another way leaves only that playdate’s waiting list', async () => {
  const { db, tom, one, two, wait } = await scene()
  await wait(one, tom, 0, 0)
  await wait(two, tom, 0, 0)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${one}, ${tom})`)
  expect(named((await decide(db, [one, two])).up)).toEqual([[two, tom]])
  expect((await rows(db)).map(([playdate]) => playdate)).toEqual([two])
})

test.each<[what: string, change: (ids: { tom: number; host: number; one: number }) => Sql, isPassed: boolean]>([
  ['nothing', () => sql`select 1`, false],
  ['the waiting father hidden', ({ tom }) => sql`update users set hidden_at = now() where id = ${tom}`, true],
  [
    'him suspended',
    ({ tom }) => sql`update users set suspended_until = now() + interval '1 day' where id = ${tom}`,
    true,
  ],
  [
    'his suspension over',
    ({ tom }) => sql`update users set suspended_until = now() - interval '1 day' where id = ${tom}`,
    false,
  ],
  [
    'the creator suspended',
    ({ host }) => sql`update users set suspended_until = now() + interval '1 day' where id = ${host}`,
    true,
  ],
  [
    'the creator’s suspension over',
    ({ host }) => sql`update users set suspended_until = now() - interval '1 day' where id = ${host}`,
    false,
  ],
  [
    'a block between them',
    ({ tom, host }) => sql`insert into blocks (blocker_id, blocked_id) values (${tom}, ${host})`,
    true,
  ],
  ['the playdate hidden', ({ one }) => sql`update playdates set hidden_at = now() where id = ${one}`, true],
  ['it cancelled', ({ one }) => sql`update playdates set cancelled_at = now() where id = ${one}`, true],
  [
    'it over',
    ({ one }) =>
      sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour' where id = ${one}`,
    true,
  ],
])('with %s, a waiting father is passed over: %s', async (_, changeOf, isPassed) => {
  const { db, host, tom, jan, one, two, wait } = await scene()
  await wait(one, tom, 0, 0)
  await wait(two, jan, 0, 0)
  await db.run(changeOf({ tom, host, one }))
  expect(named((await decide(db, [one, two])).up)).toEqual(
    isPassed
      ? [[two, jan]]
      : [
          [one, tom],
          [two, jan],
        ],
  )
  expect(await db.count(sql`from waiting where user_id = ${tom}`)).toBe(1)
})
