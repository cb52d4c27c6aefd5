import { limits } from '@papadag/contract/limits'
import { addPlayground, editPlace } from '@papadag/contract/places/places'
import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  pastPlaydates,
  playdatesAtPlace,
  safeMeeting,
  safeMeetingSeen,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, endPlaydate, type Father, world } from '../../testing/world.ts'

const here = { latitude: 52.3887, longitude: 4.8706 }
const address = 'Merelhof 12, Amsterdam'
const atHome = aPlaydate({ location: address, locationVisibility: 'participants', area: 'Westerpark' })

/** Metres between two points this close to each other. */
function metres(a: typeof here, b: typeof here) {
  const north = (a.latitude - b.latitude) * 111_320
  return Math.hypot(north, (a.longitude - b.longitude) * 111_320 * Math.cos((a.latitude * Math.PI) / 180))
}

/** The location in the reply of one playdate and in the list. */
async function whereFor(father: Father, id: number) {
  // Only a playdate read on its own shows the range of ages.
  const { ages: _, declines: __, unanswered: ___, ...one } = await father.call(onePlaydate, { params: { id } })
  const listed = (await father.call(upcomingPlaydates)).find(playdate => playdate.id === id)
  expect(listed).toMatchObject(one)
  const { location, placeId, latitude, longitude } = one
  return { location, placeId, latitude, longitude }
}

test('participants see a private address while they are coming, and everybody else sees the area', async () => {
  const { host, father, other } = await world({ fathers: 2 })
  const made = await host.call(createPlaydate, { body: atHome })
  const params = { id: made.id }
  expect(made).toMatchObject({ location: address, locationVisibility: 'participants', area: 'Westerpark' })

  expect((await whereFor(father, made.id)).location).toBe('Westerpark')
  expect(await father.call(joinPlaydate, { params, body: {} })).toMatchObject({ location: address })
  expect((await whereFor(father, made.id)).location).toBe(address)
  expect((await whereFor(other, made.id)).location).toBe('Westerpark')
  await father.call(leavePlaydate, { params })
  expect((await whereFor(father, made.id)).location).toBe('Westerpark')
  expect((await whereFor(host, made.id)).location).toBe(address)
})

test('without an area the location reads “Te bepalen”', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: { ...atHome, area: ' ' } })
  expect((await whereFor(father, id)).location).toBe('Te bepalen')
})

test('a block hides the address from a former participant', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: atHome })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(block, { params: { id: father.id } })
  await expect(whereFor(father, id)).rejects.toMatchObject({ status: 404 })
})

test('participants see a past address for a week, and its creator always does', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: atHome })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  await endPlaydate(db, id)
  const locations = async () =>
    Promise.all([host, father].map(async each => (await each.call(pastPlaydates))[0]?.location))
  expect(await locations()).toEqual([address, address])
  await db.run(sql`
    update playdates set start_time = now() - interval '8 days', end_time = now() - interval '169 hours' where id = ${id}`)
  expect(await locations()).toEqual([address, 'Westerpark'])
})

test('a private playdate reveals neither its place’s id nor its list, and keeps one nearby point through edits', async () => {
  const { host, father } = await world({ fathers: 1 })
  const place = await host.call(addPlayground, { body: { name: 'Achtertuin', ...here } })
  const body = { ...atHome, placeId: place.id }
  const { id, ...made } = await host.call(createPlaydate, { body })
  expect(made).toMatchObject({ placeId: place.id, ...here })

  const seen = await whereFor(father, id)
  expect(seen).toEqual({ location: 'Westerpark', placeId: null, ...gridPointOf(here, limits.playdateGridM) })
  const planned = async (who: Father) =>
    (await who.call(playdatesAtPlace, { params: { id: place.id } })).map(playdate => playdate.id)
  expect([await planned(host), await planned(father)]).toEqual([[id], []])

  await host.call(editPlace, { params: { id: place.id }, form: { latitude: '52.3999', longitude: '4.9' } })
  for (const title of ['Een', 'Twee']) await host.call(editPlaydate, { params: { id }, body: { ...body, title } })
  expect(await whereFor(father, id)).toEqual(seen)

  await father.call(joinPlaydate, { params: { id }, body: {} })
  expect(await planned(father)).toEqual([id])
  expect(await whereFor(father, id)).toMatchObject({ placeId: place.id, ...here })
})

test('all points of a 500 m cell are shown as its centre', () => {
  const middle = gridPointOf(here, limits.playdateGridM)
  expect(gridPointOf(middle, limits.playdateGridM)).toEqual(middle)
  const around = [-240, 0, 240].flatMap(north =>
    [-240, 0, 240].map(east => ({
      latitude: middle.latitude + north / 111_320,
      longitude: middle.longitude + east / (111_320 * Math.cos((middle.latitude * Math.PI) / 180)),
    })),
  )
  for (const point of around) expect(gridPointOf(point, limits.playdateGridM)).toEqual(middle)
  for (const point of [here, { latitude: -33.9, longitude: 18.4 }, { latitude: 0, longitude: -0.001 }]) {
    expect(metres(point, gridPointOf(point, limits.playdateGridM))).toBeLessThan(354)
  }
})

test('an edit without a visibility keeps the address private, and an edit to public reveals it', async () => {
  const { host, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: atHome })
  const { locationVisibility, area, ...older } = atHome
  const edited = await host.call(editPlaydate, { params: { id }, body: older })
  expect(edited).toMatchObject({ locationVisibility, area })
  expect((await whereFor(father, id)).location).toBe('Westerpark')
  await host.call(editPlaydate, { params: { id }, body: { ...older, locationVisibility: 'public' } })
  expect((await whereFor(father, id)).location).toBe(address)
})

test('the safety note is shown until it is read or other fathers have been met', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  const isDue = async (who: Father) => (await who.call(safeMeeting)).isDue
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  await father.call(joinPlaydate, { params: { id }, body: {} })
  expect([await isDue(host), await isDue(father), await isDue(other)]).toEqual([true, true, true])
  await host.call(safeMeetingSeen)
  expect([await isDue(host), await isDue(father)]).toEqual([false, true])
  await endPlaydate(db, id)
  expect([await isDue(father), await isDue(other)]).toEqual([false, true])
})
