import { mapTile } from '@papadag/contract/places/map'
import { addPlace, addPlayground, nearbyPlaces, places, searchPlaces } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

const inVondelpark = { latitude: 52.358, longitude: 4.8686 }

test('a new playground is found nearby, by search and on the map', async () => {
  const { host, father } = await world({ fathers: 1 })
  const added = await host.call(addPlayground, {
    body: { name: 'Het Groot Melkhuis', ...inVondelpark, features: ['sandbox', 'benches'] },
  })
  await host.call(addPlace, {
    body: {
      type: 'restaurant',
      name: 'Pannenkoekenboot',
      address: 'Ms. van Riemsdijkweg',
      latitude: 52.4,
      longitude: '4.9',
      features: ['highChairs'],
    },
  })
  const near = await father.call(nearbyPlaces, { query: { ...inVondelpark, type: 'playground' } })
  expect(near).toMatchObject([
    { id: added.id, distance: 0, isSaved: false, status: 'new', rating: null, reviewCount: 0 },
  ])
  const found = await father.call(searchPlaces, { query: { q: 'kinderstoel' } })
  expect(found).toMatchObject([{ name: 'Pannenkoekenboot', distance: null }])
  expect(await father.call(searchPlaces, { query: { q: 'MELK', ...inVondelpark } })).toHaveLength(1)
  expect(await father.call(searchPlaces, { query: { q: 'me' } })).toHaveLength(1)
  expect(await father.call(searchPlaces, { query: { q: '%' } })).toHaveLength(0)
  expect(await father.call(places, { query: inVondelpark })).toMatchObject([
    { id: added.id },
    { name: 'Pannenkoekenboot' },
  ])
  const far = await father.call(mapTile, { params: { z: '5', x: '16', y: '10' } })
  expect(far).toMatchObject({ cells: [{ count: 2 }], places: [] })
  const [z, x, y] = ['13', '4206', '2692']
  expect(await father.call(mapTile, { params: { z, x, y } })).toMatchObject({ cells: [], places: [{ id: added.id }] })
})

test('a father can add, change and save only so many places', async () => {
  const { server } = await world()
  expect(limitsOf(server, /(places|playgrounds)/)).toEqual({
    'POST /api/places': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/playgrounds': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/playgrounds/with-image': ['20 in 60 s', '100 in 86400 s'],
    'PATCH /api/places/:id': ['20 in 60 s', '100 in 86400 s'],
    'GET /api/places/for': ['120 in 60 s'],
    'POST /api/places/:id/favorite': ['120 in 60 s'],
    'DELETE /api/places/:id/favorite': ['120 in 60 s'],
    'PUT /api/places/:id/reviews': ['20 in 60 s', '100 in 86400 s'],
    'DELETE /api/places/:id/reviews': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/revert': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/apply': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/confirm': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/proposals': ['20 in 60 s', '100 in 86400 s'],
    'PUT /api/places/:id/facts/:key': ['20 in 60 s', '100 in 86400 s'],
    'DELETE /api/places/:id/facts/:key': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/states': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/states/:state/picture': ['30 in 3600 s'],
    'PUT /api/places/:id/states/:state/still': ['20 in 60 s', '100 in 86400 s'],
    'PUT /api/places/:id/states/:state/mended': ['20 in 60 s', '100 in 86400 s'],
  })
})
