import {
  createPlaydate,
  joinPlaydate,
  type UpcomingQuery,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { areaAround } from '../../platform/live/watching/area.ts'
import { acquainted, chatOf } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { aPlayground } from '../../testing/places.ts'
import { aPlaydate, beginPlaydate, endPlaydate, world } from '../../testing/world.ts'
import { nearbyPlan } from './nearby.ts'
import { safeMeetingOf, sawSafeMeeting } from './safe-meeting.ts'
import { areaShown, upcomingShows } from './shown.ts'

const here = { latitude: 52.37, longitude: 4.9 }
const perDegreeM = 111_195

test.each<[UpcomingQuery, number | undefined, boolean, boolean]>([
  [{}, undefined, true, false],
  [here, 10, true, false],
  [{ ...here, order: 'parts' }, 10, true, false],
  [{ ...here, order: 'near' }, 10, false, false],
  [{ ...here, withinKm: 2 }, 2, false, false],
  [{ ...here, withinKm: 5, order: 'parts' }, 5, false, false],
  [{ ...here, fits: 'children' }, 10, true, true],
  [{ ...here, room: 1 }, 10, true, true],
])(
  'a list for %j is updated for changes within %j km, for those farther away: %s, for all changes: %s',
  async (query, km, reachesFurther, isFiltered) => {
    const { db, host } = await world()
    const shown = await areaShown({ db, member: { id: host.id, sessionId: 1 }, query })
    expect(shown).toEqual({
      ...{ kind: 'playdate', reachesFurther, isFiltered },
      area: km === undefined ? undefined : areaAround(here, km * 1000),
    })
  },
)

test('a page full of nearby playdates is not updated for anything farther away, however far it was widened', async () => {
  const { db, host } = await world()
  const place = await aPlayground(host, { latitude: here.latitude + 12_000 / perDegreeM, longitude: here.longitude })
  for (let count = 0; count < 5; count += 1)
    await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id, title: `${count}` }) })
  const shows = (limit: number, order: 'parts' | 'near') =>
    upcomingShows({
      ...{ db, member: { id: host.id, sessionId: 1 }, query: { ...here, order } },
      page: { limit, cursor: undefined, more() {} },
    })
  const full = await shows(5, 'parts')
  expect(full).toMatchObject({ reachesFurther: false, isPage: true, kind: 'playdate' })
  expect([full.things?.length, full.area]).toEqual([5, areaAround(here, 15_000)])
  expect(await shows(6, 'parts')).toMatchObject({ reachesFurther: true })
  expect(await shows(3, 'near')).toMatchObject({ reachesFurther: false, area: areaAround(here, 10_000) })
})

test('a search around an unknown position shows nothing', async () => {
  const { db, host } = await world()
  await host.call(createPlaydate, { body: aPlaydate() })
  const shows = (query: UpcomingQuery) =>
    upcomingShows({
      ...{ db, member: { id: host.id, sessionId: 1 }, query },
      page: { limit: 5, cursor: undefined, more() {} },
    })
  expect((await shows({ withinKm: 5 })).things).toEqual([])
  expect((await shows({})).things).toHaveLength(1)
})

test('a father sees the advice on meeting until he has read it or has met somebody', async () => {
  const { db, host, father: guest, other } = await world({ fathers: 2 })
  const due = async () => Promise.all([host, guest, other].map(async ({ id }) => (await safeMeetingOf(db, id)).isDue))
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const alone = await other.call(createPlaydate, { body: aPlaydate() })
  await guest.call(joinPlaydate, { params: { id }, body: {} })
  expect(await due()).toEqual([true, true, true])
  await beginPlaydate(db, id)
  expect(await due()).toEqual([true, true, true])
  for (const playdate of [id, alone.id]) await endPlaydate(db, playdate)
  expect(await due()).toEqual([false, false, true])
  await db.run(sql`update playdates set cancelled_at = now() where id = ${id}`)
  expect(await due()).toEqual([true, true, true])
  const seenAt = () =>
    db.one(
      z.object({ at: z.nullable(z.string()) }),
      sql`select safe_meeting_seen_at::text as at from users where id = ${guest.id}`,
    )
  await sawSafeMeeting(db, guest.id)
  const first = await seenAt()
  await sawSafeMeeting(db, guest.id)
  expect([await seenAt(), await due()]).toEqual([first, [true, false, true]])
})

/** A father so many metres from the playground who wants to hear of new playdates by push, by mail or not at all. */
async function aFather(db: Db, name: string, metres: number | undefined, by: 'push' | 'mail' | 'nothing' = 'push') {
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name,
                           neighbourhood_latitude, neighbourhood_longitude)
        values (${name}, ${name}, ${name}, ${name}, '', ${name}, 'Vries',
                ${metres === undefined ? null : here.latitude + metres / perDegreeM}::float8,
                ${metres === undefined ? null : here.longitude}::float8) returning id`,
  )
  const id = made?.id ?? 0
  const set = (way: string) =>
    sql`notification_settings = jsonb_set(notification_settings, array[${way}, 'nearby'], 'true')`
  if (by !== 'nothing') await db.run(sql`update users set ${set(by)} where id = ${id}`)
  return id
}

test('fathers within five kilometres who want to hear of new playdates are notified, once a day', async () => {
  const db = await testDb()
  const host = await aFather(db, 'host', 0)
  const [near, byMail] = [await aFather(db, 'near', 4990), await aFather(db, 'by mail', -4990, 'mail')]
  await aFather(db, 'far', 5010)
  await aFather(db, 'unasked', 10, 'nothing')
  await aFather(db, 'homeless', undefined)
  await db.run(sql`update users set hidden_at = now() where id = ${await aFather(db, 'hidden', 20)}`)
  await db.run(sql`
    insert into places (type, name, latitude, longitude) values ('playground', 'Hier', ${here.latitude}, ${here.longitude}),
      ('playground', 'Nergens', 0, 0)`)
  const plan = async (start: string, { place = 'Hier', isCancelled = false } = {}) => {
    const made = await db.one(
      z.object({ id: z.int() }),
      sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants, place_id, cancelled_at)
          select ${host}, 'Hutten', 'Hier', now() + ${start}::interval, now() + interval '1 day', 5, id,
                 case when ${isCancelled} then now() end from places where name = ${place} returning id`,
    )
    const playdateId = made?.id ?? 0
    await nearbyPlan.run(db, {
      id: 1,
      kind: 'nearby.plan',
      userId: null,
      playdateId,
      payload: {},
      attempts: 1,
      onWire() {},
    })
    const told = await db.many(
      z.object({ user: z.int(), isThis: z.boolean() }),
      sql`select user_id as user, playdate_id = ${playdateId} as "isThis" from outbox where kind = 'nearby' order by user_id`,
    )
    return told.map(({ user, isThis }) => [user, isThis])
  }
  expect(await plan('-1 minute')).toEqual([])
  expect(await plan('1 hour', { isCancelled: true })).toEqual([])
  expect(await plan('1 hour', { place: 'Nergens' })).toEqual([])
  expect(await plan('1 hour')).toEqual([near, byMail].map(id => [id, true]))
  expect(await plan('2 hours')).toEqual([near, byMail].map(id => [id, false]))
})

test.each<[string, 'nothing' | 'his distance' | 'a playdate' | 'a chat' | 'a request', string | null]>([
  ['a stranger', 'nothing', null],
  ['anybody, as he shows it to all', 'his distance', '<2'],
  ['who meets him', 'a playdate', '<2'],
  ['who chats with him', 'a chat', '<2'],
  ['who has asked him for an answer', 'a request', null],
])('the distance to a father’s home is shown to %s: %j', async (_, shared, distance) => {
  const { db, host, father: viewer } = await world({ fathers: 1 })
  await db.run(sql`
    update users set neighbourhood_latitude = ${here.latitude}, neighbourhood_longitude = ${here.longitude},
           neighbourhood_since = now() - interval '4 days', show_distance = ${shared === 'his distance'} and id = ${host.id}`)
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ locationVisibility: 'participants' }) })
  if (shared === 'a playdate') {
    const met = await host.call(createPlaydate, { body: aPlaydate() })
    await viewer.call(joinPlaydate, { params: { id: met.id }, body: {} })
    await beginPlaydate(db, met.id)
  }
  if (shared === 'a chat') await acquainted(viewer, host)
  if (shared === 'a request') await chatOf(viewer, host)
  const seen = await viewer.call(upcomingPlaydates, { query: { withinKm: 10 } })
  expect(seen.map(({ id }) => id).includes(id)).toBe(distance !== null)
  const all = await viewer.call(upcomingPlaydates)
  expect(all.find(playdate => playdate.id === id)?.distance).toBe(distance)
  // His own home has no distance.
  expect((await host.call(upcomingPlaydates)).find(playdate => playdate.id === id)?.distance).toBeNull()
})
