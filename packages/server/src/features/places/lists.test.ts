import { fallbackLocation, limits } from '@papadag/contract/limits'
import { reviewPlace } from '@papadag/contract/places/place-reviews'
import {
  favoritePlaces,
  nearbyPlaces,
  onePlace,
  Place,
  places,
  savePlace,
  unsavePlace,
} from '@papadag/contract/places/places'
import { block } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { areaAround } from '../../platform/live/watching/area.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { aPlayground, aRestaurant, everyPage, here } from '../../testing/places.ts'
import { greatCircle } from '../../testing/scenes/nearby.ts'
import { world } from '../../testing/world.ts'
import { nearbyShown, nearestShown } from './shown.ts'

const PlaceList = z.array(Place)

const names = (list: readonly Place[]) => list.map(({ name }) => name)

test('places come newest first, or nearest first with a position, and those without a position come last, without a distance', async () => {
  const { host } = await world()
  await aPlayground(host, { name: 'Ver', latitude: 52.5 })
  await aPlayground(host, { name: 'Nergens', latitude: 0, longitude: 0 })
  await aPlayground(host, { name: 'Dichtbij', latitude: 52.371 })
  await aRestaurant(host, { name: 'Midden', latitude: 52.4 })
  const newest = await host.call(places)
  expect(names(newest)).toEqual(['Midden', 'Dichtbij', 'Nergens', 'Ver'])
  expect(newest.map(({ distance }) => distance)).toEqual([null, null, null, null])
  const nearest = await host.call(places, { query: here })
  expect(names(nearest)).toEqual(['Dichtbij', 'Midden', 'Ver', 'Nergens'])
  expect(nearest.map(({ distance }) => distance)).toEqual([
    expect.closeTo(greatCircle(here, { latitude: 52.371, longitude: 4.9 }), 3),
    expect.closeTo(greatCircle(here, { latitude: 52.4, longitude: 4.9 }), 3),
    expect.closeTo(greatCircle(here, { latitude: 52.5, longitude: 4.9 }), 3),
    null,
  ])
})

test('without a position, nearby measures from Amsterdam, up to 50 km or the given radius, and shows every distance', async () => {
  const { host } = await world()
  await aPlayground(host, { name: 'Utrecht', latitude: 52.09, longitude: 5.12 })
  await aPlayground(host, { name: 'Groningen', latitude: 53.22, longitude: 6.57 })
  await aPlayground(host, { name: 'Nergens', latitude: 0, longitude: 0 })
  const [utrecht] = await host.call(nearbyPlaces)
  expect(utrecht).toMatchObject({ name: 'Utrecht' })
  const fromAmsterdam = greatCircle({ latitude: 52.3676, longitude: 4.9041 }, { latitude: 52.09, longitude: 5.12 })
  expect(utrecht?.distance).toBeCloseTo(fromAmsterdam, 3)
  expect(names(await host.call(nearbyPlaces))).toEqual(['Utrecht'])
  for (const radius of [utrecht?.distance ?? 0, fromAmsterdam + 1])
    expect(names(await host.call(nearbyPlaces, { query: { radius } }))).toEqual(['Utrecht'])
  expect(names(await host.call(nearbyPlaces, { query: { radius: fromAmsterdam - 1 } }))).toEqual([])
  expect(names(await host.call(nearbyPlaces, { query: { radius: 1e7 } }))).toEqual(['Utrecht', 'Groningen'])
  expect(names(await host.call(nearbyPlaces, { query: { radius: 1e300 } }))).toEqual(['Utrecht', 'Groningen'])
})

test('paging through a list yields every place once, in order, anywhere on earth', async () => {
  const { db, host } = await world()
  // Spread over the globe by the golden angle, so that the projection's order is not the globe's.
  await db.run(sql`
    insert into places (type, name, latitude, longitude, created_by)
    select case when n % 3 = 0 then 'restaurant' else 'playground' end, 'Plek ' || n, degrees(asin(2 * n / 301.0 - 1)),
           mod((n * 137.50776)::numeric, 360)::float8 - 180, ${host.id}
      from generate_series(1, 300) n`)
  await db.run(sql`
    insert into places (type, name, latitude, longitude) select 'playground', 'Nergens ' || n, 0, 0 from generate_series(1, 5) n`)
  for (const position of [here, { latitude: -60, longitude: 179.9 }, { latitude: 89.5, longitude: 0 }]) {
    const query = `latitude=${position.latitude}&longitude=${position.longitude}`
    const pages = await everyPage<Place>(host, `/api/places?${query}&limit=40`)
    expect(pages.map(page => page.length)).toEqual([40, 40, 40, 40, 40, 40, 40, 25])
    const all = pages.flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(305)
    const distances = all.map(place =>
      place.latitude === 0 && place.longitude === 0 ? null : greatCircle(position, place),
    )
    expect(all.map(({ distance }) => distance && Math.round(distance))).toEqual(
      distances.map(distance => distance && Math.round(distance)),
    )
    const known = distances.slice(0, 300).map(Number)
    expect(known).toEqual(known.toSorted((a, b) => a - b))
    const near = (await everyPage<Place>(host, `/api/places/nearby?${query}&radius=5000000&limit=7`)).flat()
    expect(near.map(({ id }) => id)).toEqual(all.filter(({ distance }) => (distance ?? 1e9) <= 5e6).map(({ id }) => id))
  }
  const newest = (await everyPage<Place>(host, '/api/places?limit=99')).flat().map(({ id }) => id)
  expect(newest).toEqual(newest.toSorted((a, b) => b - a))
  expect(new Set(newest).size).toBe(305)
  const found = (await everyPage<Place>(host, '/api/places/search?q=nergens&limit=2')).map(page => page.length)
  expect(found).toEqual([2, 2, 1])
  const filtered = (await everyPage<Place>(host, '/api/places?type=restaurant&limit=33&latitude=1&longitude=2')).flat()
  expect(filtered).toHaveLength(100)
  // A page's address keeps what was requested.
  expect(filtered.every(({ type, distance }) => type === 'restaurant' && distance !== null)).toBe(true)
})

test('a page contains at most 500 places', async () => {
  const { db, host } = await world()
  await db.run(sql`
    insert into places (type, name, latitude, longitude)
    select 'playground', 'Plek ' || n, 52 + n / 10000.0, 5 from generate_series(1, 1100) n`)
  for (const list of ['/api/places?', '/api/places?latitude=52&longitude=5&', '/api/places/search?q=plek&']) {
    expect((await everyPage(host, `${list}limit=9999`)).map(page => page.length)).toEqual([500, 500, 100])
  }
  await host.fetch('GET', '/api/places?cursor=2147483647')
  expect((await host.fetch('GET', '/api/places?cursor=2147483648')).status).toBe(400)
  expect((await host.fetch('GET', '/api/places?latitude=1&longitude=1&cursor=99999999')).status).toBe(400)
})

const positions: [query: string, isTaken: boolean][] = [
  ['latitude=52.37&longitude=4.9', true],
  ['latitude=%2052.37%20&longitude=%2B4.9', true],
  ['latitude=5.237e1&longitude=.49e1', true],
  ['latitude=-90&longitude=180', true],
  ['latitude=&longitude=', true],
  ['latitude=52.37', false],
  ['longitude=4.9', false],
  ['latitude=&longitude=4.9', false],
  ['latitude=52,37&longitude=4,9', false],
  ['latitude=x&longitude=4.9', false],
  ['latitude=0x10&longitude=4.9', false],
  ['latitude=NaN&longitude=4.9', false],
  ['latitude=1e999&longitude=4.9', false],
  ['latitude=90.0001&longitude=4.9', false],
  ['latitude=52&longitude=-180.0001', false],
  ['latitude=1&latitude=2&longitude=4.9', false],
]

test('every list accepts a position in degrees, in two parts, and refuses any other', async () => {
  const { host } = await world()
  const { id } = await aPlayground(host)
  for (const [query, isTaken] of positions)
    for (const list of ['places', 'places/nearby', 'places/search', 'users/me/favorite-places', `places/${id}`]) {
      const response = await host.fetch('GET', `/api/${list}?${query}`)
      expect([list, query, response.status]).toEqual([list, query, isTaken ? 200 : 400])
      if (!isTaken) expect(await response.json()).toMatchObject({ code: 'request.invalid' })
    }
})

const types: [query: string, shown: string[] | undefined][] = [
  ['', ['restaurant', 'playground']],
  ['type=', ['restaurant', 'playground']],
  ['type=all', ['restaurant', 'playground']],
  ['tab=all', ['restaurant', 'playground']],
  ['type=restaurant', ['restaurant']],
  ['type=playground', ['playground']],
  ['tab=restaurants', ['restaurant']],
  ['tab=playgrounds', ['playground']],
  ['tab=playground', ['playground']],
  ['type=&tab=restaurant', ['restaurant']],
  ['type=museum', undefined],
  ['tab=toString', undefined],
  ['type=__proto__', undefined],
  ['type=Restaurant', undefined],
  ['type=restaurant&type=playground', undefined],
]

test('a list of places shows the types that were asked for, and refuses one that it does not know', async () => {
  const { host } = await world()
  await aPlayground(host)
  await aRestaurant(host)
  for (const [query, shown] of types)
    for (const list of ['places', 'places/nearby', 'places/search']) {
      const response = await host.fetch('GET', `/api/${list}?${query}`)
      expect([list, query, response.status]).toEqual([list, query, shown ? 200 : 400])
      if (shown)
        expect(
          PlaceList.parse(await response.json())
            .map(({ type }) => type)
            .sort(),
        ).toEqual([...shown].sort())
    }
})

test('a place must have all requested features, and an unknown feature is refused', async () => {
  const { host } = await world()
  await aPlayground(host, { name: 'Zand', features: ['sandbox'] })
  await aPlayground(host, { name: 'Zand en bank', features: ['benches', 'sandbox'] })
  await aRestaurant(host, { name: 'Menu', features: ['kidsMenu'] })
  const with_ = async (features: string) => names(await host.call(places, { query: { features } })).sort()
  expect(await with_('sandbox')).toEqual(['Zand', 'Zand en bank'])
  expect(await with_('sandbox,benches')).toEqual(['Zand en bank'])
  expect(await with_('kidsMenu')).toEqual(['Menu'])
  expect(await with_('kidsMenu,sandbox')).toEqual([])
  expect(await with_('')).toHaveLength(3)
  await expect(with_('swing')).rejects.toMatchObject({ status: 400 })
  await expect(with_('sandbox,')).rejects.toMatchObject({ status: 400 })
})

test.each(['0', '-1', 'x', '1e999', '%20'])('a radius of %s is refused', async radius => {
  const { host } = await world()
  expect((await host.fetch('GET', `/api/places/nearby?radius=${radius}`)).status).toBe(400)
})

test('a father can save or unsave a place twice, and this affects nobody else', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const first = await aPlayground(host, { name: 'Eerst' })
  const second = await aRestaurant(host, { name: 'Tweede' })
  const save = (id: number) => host.call(savePlace, { params: { id } })
  await Promise.all([save(first.id), save(first.id), save(first.id)])
  await save(second.id)
  const saved = await host.call(favoritePlaces)
  expect(names(saved)).toEqual(['Tweede', 'Eerst'])
  expect(saved.every(({ isSaved, distance }) => isSaved && distance === null)).toBe(true)
  expect((await host.call(favoritePlaces, { query: here })).map(({ distance }) => distance)).toEqual([0, 0])
  expect(names(await host.call(favoritePlaces, { query: { tab: 'playgrounds' } }))).toEqual(['Eerst'])
  expect((await everyPage<Place>(host, '/api/users/me/favorite-places?limit=1')).map(names)).toEqual([
    ['Tweede'],
    ['Eerst'],
  ])
  expect(await father.call(favoritePlaces)).toEqual([])
  expect((await father.call(places)).some(({ isSaved }) => isSaved)).toBe(false)

  for (let time = 0; time < 2; time += 1) await host.call(unsavePlace, { params: { id: second.id } })
  expect(names(await host.call(favoritePlaces))).toEqual(['Eerst'])
  expect(await host.call(onePlace, { params: { id: first.id } })).toMatchObject({ isSaved: true })
  await expect(save(999)).rejects.toMatchObject({ status: 404, code: 'place.unknown' })
  await db.run(sql`update places set hidden_at = now() where id = ${first.id}`)
  expect(await host.call(favoritePlaces)).toEqual([])
})

test('saved places come in the order in which they were saved, and only with the requested features', async () => {
  const { db, host } = await world()
  const first = await aPlayground(host, { name: 'Eerst', features: ['sandbox'] })
  const second = await aPlayground(host, { name: 'Tweede', features: ['benches'] })
  for (const { id } of [second, first]) await host.call(savePlace, { params: { id } })
  await db.run(sql`update place_favorites set created_at = now() - interval '1 hour' where place_id = ${second.id}`)
  expect(names(await host.call(favoritePlaces))).toEqual(['Eerst', 'Tweede'])
  expect(names(await host.call(favoritePlaces, { query: { features: 'benches' } }))).toEqual(['Tweede'])
})

test('a generated name is shown in the reader’s language', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  await db.run(sql`update places set named_after = 'Kerkstraat' where id = ${id}`)
  const says = async (language: string) => {
    host.cookies.set('language', language)
    return host.call(onePlace, { params: { id } })
  }
  expect(await says('nl')).toMatchObject({ name: 'Speeltuin Kerkstraat', isNameDerived: true })
  expect(await says('fr')).toMatchObject({ name: 'Aire de jeux Kerkstraat' })
})

test('the nearest places are described like the newest ones', async () => {
  const { db, host, father: reader, other: blocked } = await world({ fathers: 2 })
  const plain = await aPlayground(host)
  const odd = await aRestaurant(host, { name: 'De "Gouden\\ Lepel" 🥄' })
  await db.run(sql`update places set description = ${'Regel één\n\tregel twee \u2028'} where id = ${odd.id}`)
  const derived = await aPlayground(host, { features: ['benches', 'sandbox'] })
  await db.run(sql`update places set named_after = 'Laan van "Meerdervoort"', changing_table = 'womenOnly',
                                     image_url = '/uploads/x.webp', source = 'osm' where id = ${derived.id}`)
  for (const [father, rating] of [
    [host, 5],
    [reader, 4],
    [blocked, 1],
  ] as const) {
    await father.call(reviewPlace, { params: { id: odd.id }, body: { rating } })
  }
  await blocked.call(reviewPlace, { params: { id: plain.id }, body: { rating: 1 } })
  await host.call(block, { params: { id: blocked.id } })
  await host.call(savePlace, { params: { id: plain.id } })

  for (const language of ['nl', 'fr']) {
    host.cookies.set('language', language)
    const newest = await host.call(places)
    const nearest = await host.call(places, { query: here })
    expect(newest).toHaveLength(3)
    expect(nearest.map(place => ({ ...place, distance: null })).toSorted((a, b) => b.id - a.id)).toEqual(newest)
  }
})

test('a list of the nearest places is updated for places within twenty kilometres, and one without a position for all', () => {
  /** Whether a list is updated for nothing beyond this many metres around Amsterdam. */
  const isWithin = ({ area }: Shows, metres: number) => {
    const { north, south, west, east } = areaAround(fallbackLocation, metres)
    return area && area.north >= north && area.south <= south && area.west >= west && area.east <= east
  }
  const { latitude, longitude } = fallbackLocation
  const near = nearestShown({ query: { latitude, longitude } })
  expect([isWithin(near, 20_000), isWithin(near, 19_999)]).toEqual([true, false])
  expect(nearestShown({ query: {} })).toEqual({ kind: 'place', area: undefined })
  // Amsterdam is its default position too.
  for (const query of [{ latitude, longitude }, {}]) {
    const around = nearbyShown({ query: { ...query, radius: 3000 } })
    expect([isWithin(around, 3000), isWithin(around, 2999)]).toEqual([true, false])
    const usual = nearbyShown({ query })
    expect([isWithin(usual, limits.nearbyRadiusM), isWithin(usual, limits.nearbyRadiusM - 1)]).toEqual([true, false])
  }
})
