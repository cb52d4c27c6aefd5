import { createPlaydate, deletePlaydate, joinPlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/db/db.ts'
import { here } from '../../../testing/places.ts'
import { kmNorth, type Listing, planNorth, titlesOf } from '../../../testing/scenes/nearby.ts'
import { aPlaydate, type Father, settle, world } from '../../../testing/world.ts'

const day = 86_400_000

/** The list in two parts, by title and the radius of its part. */
async function parts(father: Father, query: Listing = {}) {
  const found = await father.call(upcomingPlaydates, { query: { order: 'parts', ...query } as object })
  return found.map(({ title, nearKm }) => [title, nearKm])
}

test('the list in two parts starts with what is near, orders each part by time, and hides nothing', async () => {
  const { host, father } = await world({ fathers: 1 })
  const inDays = (days: number) => ({
    startTime: new Date(Date.now() + days * day).toISOString(),
    endTime: new Date(Date.now() + days * day + 3_600_000).toISOString(),
  })
  await planNorth(host, 60, inDays(1))
  for (const [index, km] of [9, 1, 3, 5, 7].entries()) await planNorth(host, km, inDays(6 - index))
  await planNorth(host, 12, inDays(1.5))
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens', ...inDays(7) }) })
  const own = await planNorth(host, 80, { title: 'waar hij komt', ...inDays(8) })
  await father.call(joinPlaydate, { params: { id: own.id }, body: {} })
  const near = ['7 km', '5 km', '3 km', '1 km', '9 km', 'waar hij komt']
  const expected = [...near.map(title => [title, 10]), ['ergens', null], ['60 km', null], ['12 km', null]]
  expect(await parts(father, here)).toEqual(expected)
  expect(await parts(father, { ...here, limit: 7 })).toEqual(expected.slice(0, 7))
  expect(await parts(father, { ...here, limit: 8 })).toEqual(expected.slice(0, 8))
  expect(await parts(father, { ...here, limit: 3 })).toEqual(expected.slice(0, 3))
  // From his home, without a position.
  await father.call(editSettings, { body: { neighbourhood: here } })
  expect(await parts(father)).toEqual(expected)
  // Two parts of what he searches for, but none within a radius that he has chosen.
  expect(await parts(father, { to: inDays(2.5).startTime })).toEqual([
    ['12 km', 15],
    ['7 km', 15],
    ['60 km', null],
  ])
  expect(await parts(father, { withinKm: 2 })).toEqual([['1 km', undefined]])
  expect(await parts(father, { room: 50 })).toEqual([['waar hij komt', 10]])
})

test('playdates that began without him come last in their part and on the home screen, and those he takes part in keep their position', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const running = await planNorth(host, 1, { title: 'bezig' })
  const his = await planNorth(host, 2, { title: 'bezig met hem' })
  await planNorth(host, 3, { title: 'straks' })
  const far = await planNorth(host, 90, { title: 'ver en bezig' })
  await planNorth(host, 90, { title: 'ver' })
  await father.call(joinPlaydate, { params: { id: his.id }, body: {} })
  await db.run(sql`update playdates set start_time = now() - interval '1 hour' where id in (${running.id}, ${far.id})`)
  await db.run(sql`update playdates set start_time = now() - interval '30 minutes' where id = ${his.id}`)
  expect(await titlesOf(father, { ...here, order: 'parts' })).toEqual([
    ...['bezig met hem', 'straks', 'bezig'],
    ...['ver', 'ver en bezig'],
  ])
  expect(await titlesOf(father, { ...here, order: 'parts', withinKm: 5 })).toEqual(['bezig met hem', 'straks', 'bezig'])
  expect(await titlesOf(father, { ...here, order: 'near', limit: 2 })).toEqual(['bezig met hem', 'straks'])
  // The call without parameters stays as it is.
  expect((await titlesOf(father))[0]).toBe('bezig')
})

test('nearby reaches further until it has five playdates, and stops where a wider reach finds no more', async () => {
  const { host, father } = await world({ fathers: 1 })
  const reach = async () => (await parts(father, here)).find(([, km]) => km)?.[1]
  await planNorth(host, 60)
  expect(await parts(father, here)).toEqual([['60 km', null]])
  await planNorth(host, 4)
  expect(await reach()).toBe(10)
  await planNorth(host, 30)
  expect(await reach()).toBe(50)
  for (const km of [12, 13, 14]) await planNorth(host, km)
  expect(await reach()).toBe(50)
  const { id } = await planNorth(host, 11)
  expect(await reach()).toBe(15)
  await host.call(deletePlaydate, { params: { id }, body: {} })
  expect(await reach()).toBe(50)
  for (const km of [1, 2, 3, 9]) await planNorth(host, km)
  expect(await reach()).toBe(10)
})

test('the part of nearby playdates reveals no more about a hidden address or a home than its distance band', async () => {
  const { db, host, father, other } = await world({ fathers: 2 })
  await father.call(editSettings, { body: { neighbourhood: here } })
  await host.call(editSettings, { body: { neighbourhood: kmNorth(12), showDistance: true } })
  await settle(db)
  // Only places are found within 15 km.
  for (const _ of [1, 2, 3, 4, 5]) await planNorth(other, 12)
  const hidden = { locationVisibility: 'participants' as const }
  await planNorth(host, 12, { title: 'adres', ...hidden })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'thuis', ...hidden }) })
  await host.call(createPlaydate, { body: aPlaydate({ title: 'ergens' }) })
  const near = async () => Object.fromEntries(await parts(father))
  expect(await near()).toEqual({ '12 km': 15, adres: null, thuis: null, ergens: null })
  await host.call(editSettings, { body: { showDistance: false } })
  expect(await near()).toMatchObject({ adres: null, thuis: null })
  await host.call(editSettings, { body: { neighbourhood: kmNorth(5), showDistance: true } })
  await settle(db)
  expect(await near()).toMatchObject({ adres: null, thuis: 15 })
})

test('without a position the list has no parts, and without parameters it is ordered by time', async () => {
  const { host, father } = await world({ fathers: 1 })
  await planNorth(host, 60)
  await planNorth(host, 1)
  const all = [
    ['60 km', undefined],
    ['1 km', undefined],
  ]
  expect(await parts(father)).toEqual(all)
  await father.call(editSettings, { body: { neighbourhood: here } })
  expect(await titlesOf(father)).toEqual(['60 km', '1 km'])
  expect((await father.call(upcomingPlaydates)).map(({ nearKm }) => nearKm)).toEqual([undefined, undefined])
})
