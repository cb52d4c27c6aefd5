import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { testDb } from '../testing/database.ts'
import { aUser } from '../testing/domain/rows.ts'
import { isNewcomer, isStrangerTo, takesMessagesFrom } from './chats/reach.ts'
import { wasEstablished } from './established.ts'
import { lastNameSeenBy } from './people.ts'
import * as state from './playdates/state.ts'
import { bandOf, hasSettled } from './position/closeness.ts'
import { chosenHome, homeFor, homeOf } from './position/home.ts'
import { metresBetween } from './position/metres.ts'
import { blockedWith, hiddenBecause } from './visibility.ts'

// The conditions that statements are made of, on rows that differ in one thing.

const Is = z.object({ is: z.nullable(z.unknown()) })
const ask = async (db: Db, what: Sql, from: Sql = sql`(select) nothing`) =>
  (await db.one(Is, sql`select ${what} as is from ${from}`))?.is

async function aPlaydate(db: Db, creatorId: number, differences: Sql = sql``): Promise<number> {
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        values (${creatorId}, 'Hutten', 'Dam 1', now() + interval '1 day', now() + interval '25 hours', 5) returning id`,
  )
  const id = made?.id ?? 0
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${creatorId})`)
  if (differences.text !== '') await db.run(sql`update playdates set ${differences} where id = ${id}`)
  return id
}

const atTimes = (start: string, end: string) =>
  sql`start_time = now() + ${start}::interval, end_time = now() + ${end}::interval`

const times = {
  ahead: atTimes('1 minute', '1 hour'),
  begun: atTimes('-1 minute', '1 hour'),
  over: atTimes('-2 hours', '-1 minute'),
  dayOver: atTimes('-26 hours', '-24 hours -1 minute'),
  almostDayOver: atTimes('-26 hours', '-24 hours 1 minute'),
  weekOver: atTimes('-8 days', '-7 days -1 minute'),
  almostWeekOver: atTimes('-8 days', '-7 days 1 minute'),
}
const cancelled = sql`cancelled_at = now()`

const conditions = {
  isAhead: state.isAhead,
  isComing: state.isComing,
  tookPlace: state.tookPlace,
  isNotLongOver: state.isNotLongOver,
  isTalkedAbout: state.isTalkedAbout,
}
test.each<[string, Sql, (keyof typeof conditions)[]]>([
  ['is ahead', times.ahead, ['isAhead', 'isComing', 'isNotLongOver', 'isTalkedAbout']],
  ['has begun', times.begun, ['isComing', 'isNotLongOver', 'isTalkedAbout']],
  ['is over', times.over, ['tookPlace', 'isNotLongOver', 'isTalkedAbout']],
  ['has been over for almost a day', times.almostDayOver, ['tookPlace', 'isNotLongOver', 'isTalkedAbout']],
  ['has been over for a day', times.dayOver, ['tookPlace', 'isNotLongOver']],
  ['has been over for almost a week', times.almostWeekOver, ['tookPlace', 'isNotLongOver']],
  ['has been over for a week', times.weekOver, ['tookPlace']],
  ['is ahead and cancelled', sql`${times.ahead}, ${cancelled}`, ['isNotLongOver']],
  ['is over and cancelled', sql`${times.over}, ${cancelled}`, ['isNotLongOver']],
  ['is ahead and hidden', sql`${times.ahead}, hidden_at = now()`, ['isAhead', 'isComing', 'isNotLongOver']],
])('the conditions for a playdate that %s are exactly %s', async (_, differences, true_) => {
  const db = await testDb()
  await aPlaydate(db, await aUser(db, 'bas'), differences)
  const found: string[] = []
  for (const [name, condition] of Object.entries(conditions))
    if (await ask(db, condition, sql`playdates p`)) found.push(name)
  expect(found).toEqual(Object.keys(conditions).filter(name => true_.some(one => one === name)))
})

test.each<[string, Sql, boolean]>([
  ['within ten minutes', sql`undo_until = now() + interval '1 minute'`, true],
  ['after ten minutes', sql`undo_until = now() - interval '1 minute'`, false],
  ['that never happened', sql`undo_until = null`, false],
  [
    'within ten minutes, of a playdate that is over,',
    sql`undo_until = now() + interval '1 minute', ${times.over}`,
    false,
  ],
])('whether a cancellation %s can be taken back: %s', async (_, differences, is) => {
  const db = await testDb()
  await aPlaydate(db, await aUser(db, 'bas'), differences)
  expect(Boolean(await ask(db, state.isRevocable, sql`playdates p`))).toBe(is)
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
    const id = await aPlaydate(db, host, sql`minimum_fathers = ${minimum}::int, goes_on = ${goesOn}`)
    const other = await aPlaydate(db, host)
    for (let more = 1; more < fathers; more += 1)
      await db.run(
        sql`insert into participants (playdate_id, user_id, children) values (${id}, ${await aUser(db, `x${more}`)}, 3)`,
      )
    for (const name of ['y1', 'y2'])
      await db.run(sql`insert into participants (playdate_id, user_id) values (${other}, ${await aUser(db, name)})`)
    expect(await ask(db, state.hasTooFew, sql`playdates p where p.id = ${id}`)).toBe(is)
  },
)

test('places taken, free places and waiting lists are counted for this playdate and this father only', async () => {
  const db = await testDb()
  const [host, guest, other] = [await aUser(db, 'bas'), await aUser(db, 'tom'), await aUser(db, 'jan')]
  const [id, elsewhere] = [await aPlaydate(db, host), await aPlaydate(db, host)]
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
  const of = (playdate: number, what: Sql) => ask(db, what, sql`playdates p where p.id = ${playdate}`)
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
  const [host, guest, waiter, stranger] = [
    await aUser(db, 'bas'),
    await aUser(db, 'tom'),
    await aUser(db, 'jan'),
    await aUser(db, 'piet'),
  ]
  const id = await aPlaydate(db, host)
  const other = await aPlaydate(db, stranger)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest}), (${other}, ${waiter})`)
  await db.run(sql`insert into waiting (playdate_id, user_id) values (${id}, ${waiter})`)
  const seen = async (what: (viewer: number) => Sql) =>
    Promise.all(
      [host, guest, waiter, stranger].map(viewer => ask(db, what(viewer), sql`playdates p where p.id = ${id}`)),
    )
  const set = (differences: Sql) => db.run(sql`update playdates set ${differences} where id = ${id}`)
  expect(await seen(state.isShownTo)).toEqual([true, true, true, true])
  await set(cancelled)
  expect(await seen(state.isShownTo)).toEqual([false, true, true, false])
  await set(sql`cancelled_at = null, hidden_at = now()`)
  expect(await seen(state.isShownTo)).toEqual([true, false, false, false])
  await set(sql`hidden_at = null, ${times.over}`)
  expect(await seen(state.isReadableBy)).toEqual([true, true, false, false])
  await set(times.ahead)
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${host}, ${guest}), (${waiter}, ${host})`)
  expect(await seen(state.isReadableBy)).toEqual([true, false, false, true])
})

test.each<[string, Sql, boolean[]]>([
  ['public', sql`location_visibility = 'public'`, [true, true, true]],
  ['for participants', sql`location_visibility = 'participants'`, [true, true, false]],
  ['for participants, cancelled', sql`location_visibility = 'participants', ${cancelled}`, [true, false, false]],
  [
    'for participants, almost a week ago',
    sql`location_visibility = 'participants', ${times.almostWeekOver}`,
    [true, true, false],
  ],
  ['for participants, a week ago', sql`location_visibility = 'participants', ${times.weekOver}`, [true, false, false]],
])('whether an address that is %s is known to creator, participant and others: %j', async (_, differences, known) => {
  const db = await testDb()
  const [host, guest, other] = [await aUser(db, 'bas'), await aUser(db, 'tom'), await aUser(db, 'jan')]
  const id = await aPlaydate(db, host, differences)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest})`)
  const found = [host, guest, other].map(viewer =>
    ask(db, state.mayLocate(viewer, state.isOn(viewer)), sql`playdates p where p.id = ${id}`),
  )
  expect(await Promise.all(found)).toEqual(known)
})

test('a cancelled playdate is shown until the end of its day in the Netherlands', async () => {
  const db = await testDb()
  const [host, guest] = [await aUser(db, 'bas'), await aUser(db, 'tom')]
  const id = await aPlaydate(db, host, cancelled)
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${guest})`)
  const shown = async (day: Sql) => {
    // Noon there is always in the middle of its day.
    await db.run(sql`
      update playdates set start_time = ${day} - interval '1 hour', end_time = ${day} where id = ${id}`)
    return ask(db, state.isShownTo(guest), sql`playdates p where p.id = ${id}`)
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
  expect(await ask(await testDb(), bandOf(sql`${metres}::float8`))).toBe(band)
})

const home = sql`neighbourhood_latitude = 52, neighbourhood_longitude = 5`
test.each<[string, Sql, boolean]>([
  ['no neighbourhood', sql`neighbourhood_since = null`, false],
  ['a neighbourhood from before dates were kept', sql`${home}, neighbourhood_since = null`, true],
  ['a neighbourhood for three days', sql`${home}, neighbourhood_since = now() - interval '3 days 1 minute'`, true],
  [
    'a neighbourhood for less than three days',
    sql`${home}, neighbourhood_since = now() - interval '3 days' + interval '1 minute'`,
    false,
  ],
])('a father with %s counts as settled: %s', async (_, differences, is) => {
  const db = await testDb()
  await aUser(db, 'bas', differences)
  expect(await ask(db, hasSettled, sql`users me`)).toBe(is)
})

test.each<[string, boolean, boolean]>([
  ['3 days 1 minute', true, false],
  ['3 days -1 minute', false, false],
  ['24 hours 1 minute', false, false],
  ['24 hours -1 minute', false, true],
])('an account that is %s old is established: %s, and new: %s', async (age, isEstablished, isNew) => {
  const db = await testDb()
  await aUser(db, 'old', sql`created_at = now() - interval '1 year'`)
  const id = await aUser(db, 'bas', sql`created_at = now() - ${age}::interval`)
  expect(await ask(db, wasEstablished(sql`${id}::int`))).toBe(isEstablished)
  expect(await ask(db, wasEstablished(sql`${id}::int`, sql`now() + interval '10 days'`))).toBe(true)
  expect(await isNewcomer(db, id)).toBe(isNew)
})

test('a father cannot see hidden members, nor those with a block between them and him', async () => {
  const db = await testDb()
  const [me, blocked, blocker, hidden, other] = [
    await aUser(db, 'a'),
    await aUser(db, 'b'),
    await aUser(db, 'c'),
    await aUser(db, 'd', sql`hidden_at = now()`),
    await aUser(db, 'e'),
  ]
  await db.run(
    sql`insert into blocks (blocker_id, blocked_id) values (${me}, ${blocked}), (${blocker}, ${me}), (${other}, ${blocked})`,
  )
  const unseen = async (viewer: number) =>
    z
      .array(z.number())
      .parse(await ask(db, blockedWith(viewer)))
      .toSorted((a, b) => a - b)
  expect(await unseen(me)).toEqual([blocked, blocker, hidden])
  expect([await unseen(hidden), await unseen(other)]).toEqual([[], [blocked, hidden]])
})

test('a hidden item names the latest decision that hid it', async () => {
  const db = await testDb()
  const [one, other] = [await aUser(db, 'a', sql`hidden_at = now()`), await aUser(db, 'b')]
  const decide = (type: string, id: number, decision: string, reason: string) =>
    db.run(sql`insert into moderation_decisions (target_type, target_id, decision, reason, rule)
               values (${type}, ${String(id)}, ${decision}, ${reason}, '')`)
  await decide('user', one, 'hide', 'eerst')
  await decide('user', one, 'hide', 'laatst')
  await decide('user', one, 'warn', 'gewaarschuwd')
  await decide('user', other, 'hide', 'een ander')
  await decide('playdate', one, 'hide', 'iets anders')
  const why = (id: number) => ask(db, hiddenBecause('user', sql`u`), sql`users u where u.id = ${id}`)
  expect(await why(one)).toEqual({ reason: 'laatst', rule: null, isAutomatic: false, reference: 'B2' })
  expect(await why(other)).toBeNull()
})

test('a last name is shown in full to its owner, and to others if he allows it', async () => {
  const db = await testDb()
  const [open, closed] = [await aUser(db, 'a'), await aUser(db, 'b', sql`last_name_initial_only = true`)]
  const name = (id: number, viewer: number) => ask(db, lastNameSeenBy(viewer), sql`users u where u.id = ${id}`)
  expect([await name(open, closed), await name(closed, open), await name(closed, closed)]).toEqual([
    'Vries',
    'V.',
    'Vries',
  ])
})

test.each<[string, string, boolean, boolean]>([
  ['everyone', 'nothing', true, true],
  ['co', 'nothing', false, true],
  ['co', 'a playdate', true, false],
  ['co', 'a chat', true, true],
  ['nobody', 'a playdate', false, false],
  ['nobody', 'a chat', true, true],
  ['nobody', 'a chat in which both wrote', true, false],
  ['nobody', 'a chat with another', false, true],
])(
  'a father who hears from %s, and shares %s with a member, can be written to by him: %s, and by a stranger: %s',
  async (from, shared, takesMessages, isStranger) => {
    const db = await testDb()
    const other = await aUser(db, 'other')
    const [me, him] = [await aUser(db, 'me'), await aUser(db, 'him', sql`messages_from = ${from}`)]
    if (shared === 'a playdate') {
      const id = await aPlaydate(db, me, times.begun)
      await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${him})`)
    }
    if (shared.startsWith('a chat')) {
      const partner = shared === 'a chat with another' ? other : me
      await db.run(sql`insert into chats (id, first_member, second_member) overriding system value
                     values (1, least(${partner}::int, ${him}), greatest(${partner}::int, ${him}))`)
      const writers = shared.includes('both') ? [him, me] : [him]
      for (const [at, writer] of writers.entries())
        await db.run(
          sql`insert into messages (chat_id, seq, sender_id, content, sent_at) values (1, ${at + 1}, ${writer}, 'x', now())`,
        )
    }
    const is = (what: Sql) => ask(db, what, sql`users u where u.id = ${him}`)
    expect([await is(takesMessagesFrom(me)), await is(isStrangerTo(me))]).toEqual([takesMessages, isStranger])
  },
)

const utrecht = homeFor(null, 'Utrecht')
const zwolle = homeFor(null, 'Zwolle')
const near = { latitude: 52.14, longitude: 5.12 }

test('a home is the town’s centre until he chooses another nearby, and moves with him to another town', () => {
  expect([homeFor(null, null), homeFor(null, 'Nergenshuizen'), homeFor(near, null)]).toEqual([null, null, near])
  expect([homeFor(near, 'Utrecht'), homeFor(near, 'Zwolle'), homeFor(near, 'Nergenshuizen')]).toEqual([
    near,
    zwolle,
    near,
  ])
  const north = (metres: number) => ({
    latitude: (utrecht?.latitude ?? 0) + metres / 111_320,
    longitude: utrecht?.longitude ?? 0,
  })
  expect([homeFor(north(14_990), 'Utrecht'), homeFor(north(15_010), 'Utrecht')]).toEqual([north(14_990), utrecht])
  expect([homeOf({ stored: null, city: null }), homeOf({ stored: near, city: null })]).toEqual([
    undefined,
    { ...near, isCity: false },
  ])
  expect([homeOf({ stored: null, city: 'Utrecht' }), homeOf({ stored: utrecht, city: 'Utrecht' })]).toMatchObject([
    { isCity: true },
    { isCity: true },
  ])
  expect(homeOf({ stored: near, city: 'Utrecht' })).toEqual({ ...near, isCity: false })
  expect([
    chosenHome({ stored: utrecht, city: 'Utrecht' }),
    chosenHome({ stored: near, city: 'Utrecht' }),
    chosenHome({ stored: null, city: 'Utrecht' }),
  ]).toEqual([null, near, null])
  expect(chosenHome({ stored: null, city: null })).toBeNull()
  const [a, b] = [
    { latitude: 52, longitude: 5 },
    { latitude: 52, longitude: 6 },
  ]
  expect([Math.round(metresBetween(a, b)), Math.round(metresBetween(a, { latitude: 53, longitude: 5 }))]).toEqual([
    68_535, 111_320,
  ])
})
