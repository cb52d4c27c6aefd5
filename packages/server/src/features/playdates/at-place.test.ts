import { addPlayground } from '@papadag/contract/places/places'
import { createPlaydate, editPlaydate, onePlaydate, playdatesAtPlace } from '@papadag/contract/playdates'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlaydate, endPlaydate, world } from '../../testing/world.ts'

const westerpark = { latitude: 52.3887, longitude: 4.8706 }

test('a playdate at a place has its position, and the place lists its playdates', async () => {
  const {
    db,
    host,
    fathers: [father],
  } = await world({ fathers: 1 })
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

test('a playdate keeps its location text when the place is hidden, and a missing place cannot be chosen', async () => {
  const { db, host } = await world()
  const place = await host.call(addPlayground, { body: { name: 'Het Woeste Westen', ...westerpark } })
  const { id } = await host.call(createPlaydate, { body: aPlaydate({ placeId: place.id }) })
  await db.run(sql`update places set hidden_at = now() where id = ${place.id}`)
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
