import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import { createTownCache, hasPlaces, readTown } from './town-view.ts'

const utrecht = { name: 'Utrecht', slug: 'utrecht', latitude: 52.0907, longitude: 5.1213 }
const perDegreeM = 111_195

/** A place so many metres north of the town's centre. */
const aPlace = (db: Db, metres: number, { type = 'playground', isConfirmed = true, isHidden = false } = {}) =>
  db.run(sql`
    insert into places (type, name, latitude, longitude, status, hidden_at)
    values (${type}, ${`${metres} m`}, ${utrecht.latitude + metres / perDegreeM}, ${utrecht.longitude},
            ${isConfirmed ? 'confirmed' : 'new'}, case when ${isHidden} then now() end)`)

test('a visitor sees the confirmed places within five kilometres, nearest first', async () => {
  const db = await testDb()
  for (const metres of [4990, 5010, 100, -300]) await aPlace(db, metres)
  await aPlace(db, 200, { isConfirmed: false })
  await aPlace(db, 250, { isHidden: true })
  await aPlace(db, 150, { type: 'restaurant' })
  const { places } = await readTown(db, utrecht)
  expect(places.playground.map(({ name }) => name)).toEqual(['100 m', '-300 m', '4990 m'])
  expect(places.restaurant.map(({ name, total }) => [name, total])).toEqual([['150 m', 1]])
  for (let more = 0; more < 70; more += 1) await aPlace(db, 1000 + more)
  const full = (await readTown(db, utrecht)).places.playground
  expect([full.length, full[0]?.total, full[0]?.name]).toEqual([60, 73, '100 m'])
})

test('a town’s figures are kept until the next full hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T10:40:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const db = await testDb()
  const cached = createTownCache()
  const seen = async (town = utrecht) => (await cached(db, town)).places.playground.length
  const elsewhere = { ...utrecht, name: 'Zeist', slug: 'zeist' }
  expect([await seen(), hasPlaces(await cached(db, utrecht))]).toEqual([0, false])
  await aPlace(db, 100)
  vi.setSystemTime(new Date('2026-11-25T10:59:59.999Z'))
  expect([await seen(), await seen(elsewhere)]).toEqual([0, 1])
  vi.setSystemTime(new Date('2026-11-25T11:00:00Z'))
  expect([await seen(), hasPlaces(await cached(db, utrecht))]).toEqual([1, true])
})

/** A playdate of a creator of his own, at the last midnight of the Netherlands plus so much. */
async function aPlaydate(
  db: Db,
  name: string,
  { starts = '1 day', metres = 0, set = sql`` }: { starts?: string; metres?: number; set?: ReturnType<typeof sql> },
  creator = name,
) {
  await db.run(sql`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
    values (${creator}, ${creator}, ${creator}, ${creator}, '', ${creator}, 'Vries') on conflict do nothing`)
  const midnight = sql`(date_trunc('day', now() at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam')`
  await db.run(sql`
    insert into playdates (creator_id, title, location, start_time, end_time, max_participants, created_at)
    select id, ${name}, 'Park', ${midnight} + ${starts}::interval, ${midnight} + ${starts}::interval + interval '1 hour', 5,
           ${midnight} - interval '1 minute' from users where username = ${creator}`)
  await db.run(sql`
    update playdates set spot_latitude = ${utrecht.latitude + metres / perDegreeM}, spot_longitude = ${utrecht.longitude}
     where title = ${name}`)
  if (set.text !== '') await db.run(sql`update playdates set ${set} where title = ${name}`)
}

const midnight = sql`(date_trunc('day', now() at time zone 'Europe/Amsterdam') at time zone 'Europe/Amsterdam')`
const weekEnd = sql`((date_trunc('day', now() at time zone 'Europe/Amsterdam') + interval '7 days') at time zone 'Europe/Amsterdam')`
test.each<[string, Parameters<typeof aPlaydate>[2] & { creator?: string }, boolean]>([
  ['in the week', {}, true],
  ['at the last midnight', { starts: '0 hours' }, true],
  ['before the last midnight', { starts: '-1 minute' }, false],
  ['in six days', { starts: '6 days' }, true],
  ['in eight days', { starts: '8 days' }, false],
  ['almost five kilometres away', { metres: 4990 }, true],
  ['further away', { metres: 5010 }, false],
  ['at the end of the week', { set: sql`start_time = ${weekEnd}, end_time = ${weekEnd} + interval '1 hour'` }, false],
  ['planned at midnight', { set: sql`created_at = ${midnight}` }, false],
  ['planned since midnight', { set: sql`created_at = ${midnight} + interval '1 minute'` }, false],
  ['cancelled before midnight', { set: sql`cancelled_at = ${midnight} - interval '1 minute'` }, false],
  ['cancelled at midnight', { set: sql`cancelled_at = ${midnight}` }, true],
  ['cancelled since', { set: sql`cancelled_at = ${midnight} + interval '1 second'` }, true],
  ['hidden before midnight', { set: sql`hidden_at = ${midnight} - interval '1 minute'` }, false],
  ['hidden at midnight', { set: sql`hidden_at = ${midnight}` }, true],
  ['hidden since', { set: sql`hidden_at = ${midnight} + interval '1 second'` }, true],
  ['at home', { set: sql`location_visibility = 'participants', grid_latitude = 52.09, grid_longitude = 5.12` }, false],
  ['of a father counted before', { creator: 'a' }, false],
])(
  'whether a visitor sees three playdates announced if one of them is %s: %s',
  async (_, { creator, ...third }, isTold) => {
    const db = await testDb()
    for (const name of ['a', 'b']) await aPlaydate(db, name, {})
    await aPlaydate(db, 'c', third, creator ?? 'c')
    expect((await readTown(db, utrecht)).playdates).toBe(isTold ? 3 : undefined)
  },
)

test.each([
  [4, 3],
  [5, 5],
  [9, 5],
  [10, 10],
  [20, 20],
])('to a visitor, %i playdates are announced as %i', async (count, told) => {
  const db = await testDb()
  for (let at = 0; at < count; at += 1) await aPlaydate(db, `p${at}`, {}, `u${at % 4}`)
  expect((await readTown(db, utrecht)).playdates).toBe(told)
})

test('the playdates of a father hidden before midnight are not announced', async () => {
  const db = await testDb()
  for (const name of ['a', 'b', 'c']) await aPlaydate(db, name, {})
  for (const moment of [sql`${midnight}`, sql`${midnight} + interval '1 second'`]) {
    await db.run(sql`update users set hidden_at = ${moment} where username = 'a'`)
    expect((await readTown(db, utrecht)).playdates).toBe(3)
  }
  await db.run(sql`update users set hidden_at = ${midnight} - interval '1 minute' where username = 'a'`)
  expect((await readTown(db, utrecht)).playdates).toBeUndefined()
})
