import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Sql, sql } from '../platform/db/db.ts'
import { testDb } from '../testing/database.ts'
import { aPlaydateOf, holds, moments } from '../testing/domain/conditions.ts'
import { aUser } from '../testing/domain/rows.ts'
import { isNewcomer, isStrangerTo, takesMessagesFrom } from './chats/reach.ts'
import { wasEstablished } from './established.ts'
import { lastNameSeenBy } from './people.ts'
import { hasSettled } from './position/closeness.ts'
import { chosenHome, homeFor, homeOf } from './position/home.ts'
import { metresBetween } from './position/metres.ts'
import { blockedWith, hiddenBecause } from './visibility.ts'

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
  expect(await holds(db, hasSettled, sql`users me`)).toBe(is)
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
  expect(await holds(db, wasEstablished(sql`${id}::int`))).toBe(isEstablished)
  expect(await holds(db, wasEstablished(sql`${id}::int`, sql`now() + interval '10 days'`))).toBe(true)
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
      .parse(await holds(db, blockedWith(viewer)))
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
  const why = (id: number) => holds(db, hiddenBecause('user', sql`u`), sql`users u where u.id = ${id}`)
  expect(await why(one)).toEqual({ reason: 'laatst', rule: null, isAutomatic: false, reference: 'B2' })
  expect(await why(other)).toBeNull()
})

test('a last name is shown in full to its owner, and to others if he allows it', async () => {
  const db = await testDb()
  const [open, closed] = [await aUser(db, 'a'), await aUser(db, 'b', sql`last_name_initial_only = true`)]
  const name = (id: number, viewer: number) => holds(db, lastNameSeenBy(viewer), sql`users u where u.id = ${id}`)
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
      const id = await aPlaydateOf(db, me, moments.begun)
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
    const is = (what: Sql) => holds(db, what, sql`users u where u.id = ${him}`)
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
