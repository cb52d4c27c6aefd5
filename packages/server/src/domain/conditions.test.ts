import { expect, test } from 'vitest'
import { type Sql, sql } from '../platform/db/db.ts'
import { testDb } from '../testing/database.ts'
import { aPlaydateOf, holds, moments } from '../testing/domain/conditions.ts'
import { aUser, users } from '../testing/domain/rows.ts'
import * as state from './playdates/state.ts'
import { bandOf } from './position/closeness.ts'

const cancelled = sql`cancelled_at = now()`

const conditions = {
  isAhead: state.isAhead,
  isComing: state.isComing,
  tookPlace: state.tookPlace,
  isNotLongOver: state.isNotLongOver,
  isTalkedAbout: state.isTalkedAbout,
}
test.each<[string, Sql, (keyof typeof conditions)[]]>([
  ['is ahead', moments.ahead, ['isAhead', 'isComing', 'isNotLongOver', 'isTalkedAbout']],
  ['has begun', moments.begun, ['isComing', 'isNotLongOver', 'isTalkedAbout']],
  ['is over', moments.over, ['tookPlace', 'isNotLongOver', 'isTalkedAbout']],
  ['has been over for almost a day', moments.almostDayOver, ['tookPlace', 'isNotLongOver', 'isTalkedAbout']],
  ['has been over for a day', moments.dayOver, ['tookPlace', 'isNotLongOver']],
  ['has been over for almost a week', moments.almostWeekOver, ['tookPlace', 'isNotLongOver']],
  ['has been over for a week', moments.weekOver, ['tookPlace']],
  ['is ahead and cancelled', sql`${moments.ahead}, ${cancelled}`, ['isNotLongOver']],
  ['is over and cancelled', sql`${moments.over}, ${cancelled}`, ['isNotLongOver']],
  ['is ahead and hidden', sql`${moments.ahead}, hidden_at = now()`, ['isAhead', 'isComing', 'isNotLongOver']],
])('the conditions for a playdate that %s are exactly %s', async (_, differences, true_) => {
  const db = await testDb()
  await aPlaydateOf(db, await aUser(db, 'bas'), differences)
  const found: string[] = []
  for (const [name, condition] of Object.entries(conditions))
    if (await holds(db, condition, sql`playdates p`)) found.push(name)
  expect(found).toEqual(Object.keys(conditions).filter(name => true_.some(one => one === name)))
})

test.each<[string, Sql, boolean]>([
  ['within ten minutes', sql`undo_until = now() + interval '1 minute'`, true],
  ['after ten minutes', sql`undo_until = now() - interval '1 minute'`, false],
  ['that never happened', sql`undo_until = null`, false],
  [
    'within ten minutes, of a playdate that is over,',
    sql`undo_until = now() + interval '1 minute', ${moments.over}`,
    false,
  ],
])('whether a cancellation %s can be taken back: %s', async (_, differences, is) => {
  const db = await testDb()
  await aPlaydateOf(db, await aUser(db, 'bas'), differences)
  expect(Boolean(await holds(db, state.isRevocable, sql`playdates p`))).toBe(is)
})

test.each<[number | null, boolean, number, boolean]>([
  [null, false, 1, false],
  [2, false, 1, true],
  [2, false, 2, false],
  [3, false, 2, true],
  [3, true, 2, false],
])(
  'with a minimum of %j, going ahead anyway: %s, and %i fathers, there are too few: %s',
  async (minimum, goesOn, fathers, is) => {
    const db = await testDb()
    const host = await aUser(db, 'bas')
    const id = await aPlaydateOf(db, host, sql`minimum_fathers = ${minimum}::int, goes_on = ${goesOn}`)
    const other = await aPlaydateOf(db, host)
    for (let more = 1; more < fathers; more += 1)
      await db.run(
        sql`insert into participants (playdate_id, user_id, children) values (${id}, ${await aUser(db, `x${more}`)}, 3)`,
      )
    for (const name of ['y1', 'y2'])
      await db.run(sql`insert into participants (playdate_id, user_id) values (${other}, ${await aUser(db, name)})`)
    expect(await holds(db, state.hasTooFew, sql`playdates p where p.id = ${id}`)).toBe(is)
  },
)

test('places taken, free places and waiting lists are counted for this playdate and this father only', async () => {
  const db = await testDb()
  const [host, guest, other] = await users(db, 'bas', 'tom', 'jan')
  const [id, elsewhere] = [await aPlaydateOf(db, host), await aPlaydateOf(db, host)]
  await db.run(
    sql`insert into participants (playdate_id, user_id, children, moved_up_at) values (${id}, ${guest}, 2, now())`,
  )
  await db.run(
    sql`insert into participants (playdate_id, user_id, is_confirmed) values (${elsewhere}, ${guest}, false)`,
  )
  for (const [father, at, children] of [
    [other, id, 1],
    [host, elsewhere, 0],
    [other, elsewhere, 3],
  ] as const)
    await db.run(sql`insert into waiting (playdate_id, user_id, children) values (${at}, ${father}, ${children})`)
  const of = (playdate: number, what: Sql) => holds(db, what, sql`playdates p where p.id = ${playdate}`)
  const all = async (what: (father: number) => Sql) =>
    Promise.all([id, elsewhere].map(one => Promise.all([host, guest, other].map(father => of(one, what(father))))))
  expect(await all(state.isOn)).toEqual([
    [true, true, false],
    [true, true, false],
  ])
  expect(await all(state.isOneOf)).toEqual([
    [true, true, false],
    [true, true, false],
  ])
  expect(await all(state.isSureOf)).toEqual([
    [true, true, false],
    [true, false, false],
  ])
  expect(await all(state.hasMovedUp)).toEqual([
    [false, true, false],
    [false, false, false],
  ])
  expect(await all(state.isWaitedForBy)).toEqual([
    [false, false, true],
    [true, false, true],
  ])
  expect(await all(state.placesWantedBy)).toEqual([
    [null, null, 2],
    [1, null, 4],
  ])
  expect(await all(father => state.isHeldInVain(sql`${father}::int`))).toEqual([
    [false, false, false],
    [false, true, false],
  ])
  expect([await of(id, state.freePlaces), await of(elsewhere, state.freePlaces)]).toEqual([1, 3])
  // A father who has got a seat does not wait any longer.
  expect(await all(state.waitingOf)).toEqual([
    [null, null, { children: 1, position: 1 }],
    [null, null, { children: 3, position: 2 }],
  ])
})

test('a playdate is shown unless a block or moderators hide it, and a cancelled one only to its participants', async () => {
  const db = await testDb()
  const [host, guest, waiter, stranger] = await users(db, 'bas', 'tom', 'jan', 'piet')
  const id = await aPlaydateOf(db, host)
  const other = await aPlaydateOf(db, stranger)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest}), (${other}, ${waiter})`)
  await db.run(sql`insert into waiting (playdate_id, user_id) values (${id}, ${waiter})`)
  const seen = async (what: (viewer: number) => Sql) =>
    Promise.all(
      [host, guest, waiter, stranger].map(viewer => holds(db, what(viewer), sql`playdates p where p.id = ${id}`)),
    )
  const set = (differences: Sql) => db.run(sql`update playdates set ${differences} where id = ${id}`)
  expect(await seen(state.isShownTo)).toEqual([true, true, true, true])
  await set(cancelled)
  expect(await seen(state.isShownTo)).toEqual([false, true, true, false])
  await set(sql`cancelled_at = null, hidden_at = now()`)
  expect(await seen(state.isShownTo)).toEqual([true, false, false, false])
  await set(sql`hidden_at = null, ${moments.over}`)
  expect(await seen(state.isReadableBy)).toEqual([true, true, false, false])
  await set(moments.ahead)
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${guest}), (${waiter}, ${host})`)
  expect(await seen(state.isReadableBy)).toEqual([true, false, false, true])
})

test.each<[string, Sql, boolean[]]>([
  ['public', sql`location_visibility = 'public'`, [true, true, true]],
  ['for participants', sql`location_visibility = 'participants'`, [true, true, false]],
  ['for participants, cancelled', sql`location_visibility = 'participants', ${cancelled}`, [true, false, false]],
  [
    'for participants, almost a week ago',
    sql`location_visibility = 'participants', ${moments.almostWeekOver}`,
    [true, true, false],
  ],
  [
    'for participants, a week ago',
    sql`location_visibility = 'participants', ${moments.weekOver}`,
    [true, false, false],
  ],
])('whether an address that is %s is known to creator, participant and others: %j', async (_, differences, known) => {
  const db = await testDb()
  const [host, guest, other] = await users(db, 'bas', 'tom', 'jan')
  const id = await aPlaydateOf(db, host, differences)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest})`)
  const found = [host, guest, other].map(viewer =>
    holds(db, state.mayLocate(viewer, state.isOn(viewer)), sql`playdates p where p.id = ${id}`),
  )
  expect(await Promise.all(found)).toEqual(known)
})

test('a cancelled playdate is shown until the end of its day in the Netherlands', async () => {
  const db = await testDb()
  const [host, guest] = await users(db, 'bas', 'tom')
  const id = await aPlaydateOf(db, host, cancelled)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest})`)
  const shown = async (day: Sql) => {
    // Noon there is always in the middle of its day.
    await db.run(sql`
      update playdates set start_time = ${day} - interval '1 hour', end_time = ${day} where id = ${id}`)
    return holds(db, state.isShownTo(guest), sql`playdates p where p.id = ${id}`)
  }
  const noon = sql`(date_trunc('day', now() at time zone 'Europe/Amsterdam') + interval '12 hours') at time zone 'Europe/Amsterdam'`
  const [first, last] = [sql`${noon} - interval '11 hours 59 minutes'`, sql`${noon} - interval '12 hours 1 minute'`]
  expect([await shown(noon), await shown(first), await shown(last)]).toEqual([true, true, false])
})

test.each<[number | null, string | null]>([
  [0, '<2'],
  [1999.9, '<2'],
  [2000, '<5'],
  [4999.9, '<5'],
  [5000, '<10'],
  [9999.9, '<10'],
  [10_000, '10+'],
  [null, null],
])('a distance of %j metres is shown as the band %j', async (metres, band) => {
  expect(await holds(await testDb(), bandOf(sql`${metres}::float8`))).toBe(band)
})
