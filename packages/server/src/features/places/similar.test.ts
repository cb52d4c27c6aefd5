import { similarPlaces } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground, aRestaurant, here } from '../../testing/places.ts'
import { world } from '../../testing/world.ts'

test('a similar place nearby is reported before it is added twice', async () => {
  const { db, host } = await world()
  await aPlayground(host, { name: 'Speeltuin De Zandkuil' })
  await aPlayground(host, { name: 'Speeltuin De Zandkuil', latitude: 52.3718 })
  const { id: hidden } = await aPlayground(host, { name: 'De Zandkuil' })
  await db.run(sql`update places set hidden_at = now() where id = ${hidden}`)
  await aPlayground(host, { name: 'Kinderboerderij', latitude: 52.3701 })
  await aRestaurant(host, { name: 'De Zandkuil' })
  const like = (name: string, latitude = 52.3704) =>
    host.call(similarPlaces, { query: { name, type: 'playground', latitude, longitude: 4.9 } })
  expect(await like('de zandkuil')).toMatchObject([{ id: 1, distance: expect.closeTo(44.5, 0) }])
  expect(await like('Iets heel anders')).toEqual([])
  expect(await like('De Zandkuil', 52.38)).toEqual([])
})

test('a place counts as similar if one name contains the other or is generated, and the nearest comes first', async () => {
  const { db, host } = await world()
  const nearby = (name: string) =>
    host.call(similarPlaces, { query: { name, type: 'playground', ...here } }).then(found => found.map(({ id }) => id))
  const { id: far } = await aPlayground(host, { name: 'Zon', latitude: 52.3705 })
  const { id: near } = await aPlayground(host, { name: 'Zon', latitude: 52.3702 })
  const { id: long } = await aPlayground(host, { name: 'Grote overdekte kinderboerderij bij de Vijver' })
  expect(await nearby('Prachtige verborgen klimplaats achter de Zon')).toEqual([near, far])
  expect(await nearby('Vijver')).toEqual([long])
  await db.run(sql`update places set named_after = 'Kerkstraat' where id = ${far}`)
  expect(await nearby('Vijver')).toEqual([long, far])
})
