import { notifications } from '@papadag/contract/notifications'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { block, editProfile, editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { aPlayground } from '../../../testing/places.ts'
import {
  answer,
  askedOf,
  free,
  middle,
  neighbours,
  nextWeek,
  onlyOne,
  round,
  setFather,
} from '../../../testing/proposals.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { aPlaydate, type Father, settle, world } from '../../../testing/world.ts'
import { beginRound } from './round.ts'

test('three fathers in a neighbourhood who are free at the same time are each invited to the playground in its middle', async () => {
  const { db, host, everybody, place, visitor } = await neighbours(2)
  const further = await aPlayground(host, { latitude: 52.37, longitude: 4.9275, name: 'Verder weg' })
  await db.run(sql`update places set status = 'confirmed'`)
  await round(db)
  for (const father of everybody) {
    const proposal = await onlyOne(father)
    const local = Temporal.Instant.from(proposal.startTime).toZonedDateTimeISO('Europe/Amsterdam')
    expect([local.dayOfWeek, local.hour, local.minute]).toEqual([3, 14, 30])
    expect(proposal).toMatchObject({
      accepted: 0,
      minimum: 3,
      mine: null,
      children: null,
      state: 'open',
      playdateId: null,
    })
    expect(proposal.place).toMatchObject({ id: place.id, name: 'De Zandkuil' })
    expect(proposal.place.id).not.toBe(further.id)
    const [notice, ...others] = await father.call(notifications)
    expect(others).toEqual([])
    expect(notice).toMatchObject({ kind: 'proposal.asked', person: null, details: { proposalId: proposal.id } })
  }
  expect(await db.count(sql`from playdates`)).toBe(0)
  await expect(visitor.fetch('GET', '/api/proposals')).resolves.toMatchObject({ status: 401 })
})

test('fathers who show no distance are invited in the town of their profiles', async () => {
  const { db, fathers } = await world({ fathers: 4 })
  const [one, two, three, elsewhere] = fathers
  await aPlayground(one, { latitude: 52.0907, longitude: 5.1214 })
  await db.run(sql`update places set status = 'confirmed'`)
  for (const father of [one, two, three, elsewhere]) {
    const city = father === elsewhere ? 'Zwolle' : 'Utrecht'
    await father.call(editProfile, {
      body: {
        firstName: 'Vader',
        lastName: 'Tester',
        email: `${father.username}@papadag.test`,
        city,
        childrenInfo: [],
      },
    })
    await father.call(editSettings, { body: { papaDays: ['fri-am'] } })
  }
  await settle(db)
  await round(db)
  expect((await Promise.all(fathers.map(askedOf))).map(({ length }) => length)).toEqual([1, 1, 1, 0])
})

test.each<[string, (all: Awaited<ReturnType<typeof neighbours<2>>>, third: Father) => Promise<unknown>]>([
  ['has switched proposals off', (_, third) => third.call(editSettings, { body: { proposals: false } })],
  ['does not show when he is free', (_, third) => third.call(editSettings, { body: { papaDaysVisible: false } })],
  ['cannot be found', (_, third) => third.call(editSettings, { body: { discoverable: false } })],
  ['is free at another time', (_, third) => third.call(editSettings, { body: { papaDays: ['wed-am'] } })],
  ['has blocked one of them', ({ host }, third) => third.call(block, { params: { id: host.id } })],
  ['is blocked by one of them', ({ host }, third) => host.call(block, { params: { id: third.id } })],
  ['is hidden', ({ db }, third) => setFather(db, third, sql`hidden_at = now()`)],
  ['is suspended', ({ db }, third) => setFather(db, third, sql`suspended_until = now() + interval '1 day'`)],
  ['may start nothing', ({ db }, third) => setFather(db, third, sql`may_not_start = true`)],
  ['is an organisation', ({ db }, third) => setFather(db, third, sql`is_host = true`)],
  ['has just registered', ({ db }, third) => setFather(db, third, sql`created_at = now() - interval '23 hours'`)],
  [
    'has not been here for a month',
    ({ db }, third) => setFather(db, third, sql`last_active_at = now() - interval '31 days'`),
  ],
  ['has just moved', ({ db }, third) => setFather(db, third, sql`neighbourhood_since = now() - interval '2 days'`)],
  ['lives elsewhere', ({ db }, third) => setFather(db, third, sql`neighbourhood_latitude = 53.1`)],
  [
    'has changed his days too often',
    ({ db }, third) =>
      setFather(
        db,
        third,
        sql`papa_days_counting = 0,
      papa_days_changed = array_fill(now(), array[4])`,
      ),
  ],
])('nobody is invited if the third father %s', async (_, change) => {
  const all = await neighbours(2)
  await change(all, all.fathers[1])
  await round(all.db)
  expect(await all.db.count(sql`from polls where creator_id is null`)).toBe(0)
  expect(await askedOf(all.host)).toEqual([])
})

/** Wednesday afternoon of the week for which the round looks, or another moment of it. */
function wednesday(plainTime: string) {
  const today = Temporal.Now.zonedDateTimeISO('Europe/Amsterdam').toPlainDate()
  const date = [3, 4, 5, 6, 7, 8, 9].map(days => today.add({ days })).find(({ dayOfWeek }) => dayOfWeek === 3) ?? today
  const start = date.toZonedDateTime({ timeZone: 'Europe/Amsterdam', plainTime }).toInstant()
  return { startTime: start.toString(), endTime: start.add({ hours: 1 }).toString() }
}

test.each([
  ['a playdate of one of them that half day', '15:00', 'far', 0],
  ['a playdate of one of them in the morning', '10:00', 'far', 1],
  ['a playdate of somebody else in the neighbourhood', '15:00', 'near', 0],
  ['a playdate of somebody else in the morning', '10:00', 'near', 1],
] as const)('with %s, this many meetings are proposed: %s', async (_, at, where, many) => {
  const { db, host, newFather, place } = await neighbours(2)
  const creator = where === 'far' ? host : await newFather()
  await creator.call(createPlaydate, {
    body: aPlaydate({ ...wednesday(at), ...(where === 'near' && { placeId: place.id }) }),
  })
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(many)
})

test('no meeting is proposed without a playground near enough, or at one that nobody has confirmed', async () => {
  const { db, host } = await neighbours(2)
  await db.run(sql`update places set status = 'new'`)
  await round(db)
  await aPlayground(host, { ...middle, latitude: middle.latitude + 0.05 })
  await db.run(sql`update places set status = case when latitude > 52.4 then 'confirmed' else 'new' end`)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(0)
  await db.run(sql`update places set status = 'confirmed'`)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
})

test('two nodes look at each neighbourhood once a week, and no father is invited twice within two weeks', async () => {
  const { db, host } = await neighbours(2)
  await Promise.all([beginRound(db), beginRound(db), round(db)])
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await round(db)
  await nextWeek(db)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await nextWeek(db, 6)
  await round(db)
  expect(await db.count(sql`from polls where creator_id is null`)).toBe(1)
  await nextWeek(db, 2)
  await round(db)
  expect((await askedOf(host)).length).toBe(2)
})

/** What an account learns: its proposals, without their numbers, and its notices. */
const learned = async (father: Father) => ({
  proposals: (await askedOf(father)).map(({ id: _, ...proposal }) => proposal),
  notices: await kindsOf(father),
})

test('neither one account nor three learn anything about a father beside them until he accepts', async () => {
  const { db, host, fathers, newFather } = await neighbours(3)
  const [second, third, victim] = fathers
  const mine = [host, second, third]
  await round(db)
  const withHim = await Promise.all(mine.map(learned))
  const text = JSON.stringify(await Promise.all(mine.map(askedOf)))
  for (const secret of [victim.username, 'Vader 4']) expect(text).not.toContain(secret)
  expect((await onlyOne(victim)).accepted).toBe(0)
  await answer(victim, await onlyOne(victim), false)
  expect(await Promise.all(mine.map(learned))).toEqual(withHim)
  await db.run(sql`delete from notifications`)
  await db.run(sql`delete from polls where creator_id is null`)
  await nextWeek(db)
  await victim.call(editSettings, { body: { papaDays: [] } })
  await round(db)
  expect(await Promise.all(mine.map(learned))).toEqual(withHim)
  // One account alone, and two who tick every day of a neighbour who shows his days to nobody.
  await db.run(sql`delete from notifications`)
  await db.run(sql`delete from polls where creator_id is null`)
  await nextWeek(db)
  await free(victim, 'wed-pm')
  await victim.call(editSettings, { body: { papaDaysVisible: false } })
  for (const away of [third]) await away.call(editSettings, { body: { papaDays: [] } })
  await round(db)
  expect(await Promise.all([host, second].map(learned))).toEqual([
    { proposals: [], notices: [] },
    { proposals: [], notices: [] },
  ])
  expect((await newFather()).id).toBeGreaterThan(victim.id)
})
