import { favoritePlaces, nearbyPlaces, onePlace, places, savePlace } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { aPlayground, here, saysOpenData } from '../../../testing/places.ts'
import { world } from '../../../testing/world.ts'

test('every list and the page of a playground show what is known of it, and nothing where nothing is known', async () => {
  const { db, host } = await world()
  const known = await aPlayground(host)
  const other = await aPlayground(host)
  await host.call(savePlace, { params: { id: known.id } })
  await saysOpenData(db, known.id, { fence: 'whole', equipment: ['swing', 'slide'], ages: { from: 2, to: null } })

  const said = { source: 'osm', agreed: 0, at: '2026-11-29' }
  const facts = {
    fence: { value: 'whole', ...said },
    equipment: { value: ['swing', 'slide'], ...said },
    ages: { value: { from: 2, to: null }, ...said },
  }
  for (const list of [places, nearbyPlaces] as const) {
    const read = await host.call(list, { query: here })
    expect(read.map(place => [place.id, place.facts])).toEqual([
      [known.id, facts],
      [other.id, {}],
    ])
  }
  expect((await host.call(places)).map(place => place.facts)).toEqual([{}, facts])
  expect((await host.call(favoritePlaces)).map(place => place.facts)).toEqual([facts])
  expect((await host.call(onePlace, { params: { id: known.id } })).facts).toEqual(facts)
})
