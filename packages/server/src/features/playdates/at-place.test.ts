import { addPlayground } from '@papadag/contract/places/places'
import { createPlaydate, editPlaydate, onePlaydate, playdatesAtPlace } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, endPlaydate, world } from '../../testing/world.ts'

const westerpark = { latitude: 52.3887, longitude: 4.8706 }

test('a playdate at a place has its position, and the place lists its playdates', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const place = await host.call(addPlayground, { body: { name: 'Het Woeste Westen', ...westerpark } })
  const there = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  const over = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  await endPlaydate(db, over.id)
  await host.call(createPlaydate, { body: aPlaydate() })

  expect(there).toMatchObject({ placeId: place.id, ...westerpark })
  const planned = await father.call(playdatesAtPlace, { params: { id: place.id } })
  expect(planned.map(({ id }) => id)).toEqual([there.id])

  await host.call(editPlaydate, { params: { id: there.id }, body: aPlaydate() })
  expect(await father.call(playdatesAtPlace, { params: { id: place.id } })).toEqual([])
})

test('a playdate keeps its location text when a moderator hides the place, and a missing place cannot be chosen', async () => {
  const { db, host } = await world()
  const place = await host.call(addPlayground, { body: { name: 'Het Woeste Westen', ...westerpark } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  await db.run(sql`update places set hidden_at = now(), taken_down_at = now() where id = ${place.id}`)
  expect(await host.call(onePlaydate, { params: { id } })).toMatchObject({
    placeId: null,
    latitude: null,
    location: 'Westerpark, Amsterdam',
  })
  const gone = { params: { id: place.id } }
  await expect(host.call(playdatesAtPlace, gone)).rejects.toMatchObject({ code: 'place.unknown' })
  const body = aPlaydate({ placeId: place.id })
  await expect(host.call(createPlaydate, { body })).rejects.toMatchObject({ code: 'place.unknown' })
})

test('each home is listed only near its own place, and stays there while another is planned or moved', async () => {
  const { host, father } = await world({ fathers: 1 })
  const home = async (name: string, latitude: number) => {
    const { id: placeId } = await host.call(addPlayground, { body: { name, ...westerpark, latitude } })
    const body = aPlaydate({ placeId, locationVisibility: 'participants', area: name })
    const params = { id: (await host.call(createPlaydate, { body })).id }
    const seen = async () => {
      const { latitude, longitude } = await father.call(onePlaydate, { params })
      return { latitude, longitude }
    }
    return { params, body, seen }
  }
  const oost = await home('Oost', westerpark.latitude)
  const before = await oost.seen()
  const noord = await home('Noord', westerpark.latitude + 0.2)
  expect(await oost.seen()).toEqual(before)
  expect(Math.abs((before.latitude ?? 0) - westerpark.latitude)).toBeLessThan(0.02)
  expect(Math.abs(((await noord.seen()).latitude ?? 0) - westerpark.latitude - 0.2)).toBeLessThan(0.02)

  // Another text leaves it where it is; another place moves it.
  await host.call(editPlaydate, { params: oost.params, body: { ...oost.body, title: 'Anders' } })
  expect(await oost.seen()).toEqual(before)
  await host.call(editPlaydate, { params: oost.params, body: { ...oost.body, placeId: noord.body.placeId } })
  expect(await oost.seen()).toEqual(await noord.seen())
  await host.call(editPlaydate, { params: oost.params, body: oost.body })
  expect(await oost.seen()).toEqual(before)
  // A playdate without a place has no position, and one at a public place has that place's.
  await host.call(editPlaydate, { params: oost.params, body: { ...oost.body, placeId: null } })
  expect(await oost.seen()).toEqual({ latitude: null, longitude: null })
  await host.call(editPlaydate, { params: noord.params, body: { ...noord.body, locationVisibility: 'public' } })
  expect((await noord.seen()).latitude).toBeCloseTo(westerpark.latitude + 0.2, 6)
})
