import { type MapTile, mapTile } from '@papadag/contract/places/map'
import { allFeatureKeys, type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { aPlayground, aRestaurant } from '../../testing/places.ts'
import { type Father, world } from '../../testing/world.ts'

type Query = { type?: string; features?: string }

function tile(father: Father, z: number, x: number, y: number, query: Query = {}): Promise<MapTile> {
  return father.call(mapTile, { params: { z: String(z), x: String(x), y: String(y) }, query })
}

/** The slippy tile that contains a position. */
function tileOf(z: number, latitude: number, longitude: number) {
  const radians = (latitude * Math.PI) / 180
  const part = (1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(part * 2 ** z)] as const
}

/** How many places all tiles of this zoom show; the zoom must be a low one. */
async function counted(father: Father, z: number, query: Query = {}) {
  const side = Array.from({ length: 2 ** z }, (_, index) => index)
  const tiles = await Promise.all(side.flatMap(x => side.map(y => tile(father, z, x, y, query))))
  return tiles.flatMap(({ cells }) => cells).reduce((sum, { count }) => sum + count, 0)
}

/** A pseudo-random source that is the same in every run. */
function chance(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const Ids = z.object({ id: z.number() })

/** Changes places at random: adds, moves, hides, shows and deletes them, or changes features; many or few at once. */
async function shuffle(db: Db, random: () => number) {
  const id = async () => {
    const rows = await db.many(Ids, sql`select id from places order by id`)
    return rows[Math.floor(random() * rows.length)]?.id ?? 0
  }
  const add = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const type: PlaceType = random() < 0.5 ? 'restaurant' : 'playground'
      const features: FeatureKey[] = featureKeys[type].filter(() => random() < 0.4)
      const isNowhere = random() < 0.1
      const latitude = isNowhere ? 0 : random() < 0.1 ? 90 * Math.sign(random() - 0.5) : random() * 178 - 89
      const longitude = isNowhere ? 0 : random() < 0.1 ? 180 * Math.sign(random() - 0.5) : random() * 360 - 180
      await db.run(sql`
        insert into places (type, name, latitude, longitude, features)
        values (${type}, 'Plek', ${latitude}, ${longitude}, ${features}::text[])`)
    }
  }
  await add(60)
  for (let step = 0; step < 60; step += 1) {
    const what = Math.floor(random() * 7)
    if (what === 0) await add(2)
    if (what === 1) await db.run(sql`update places set hidden_at = now() where id = ${await id()}`)
    if (what === 2) await db.run(sql`update places set hidden_at = null where id = ${await id()}`)
    if (what === 3) await db.run(sql`delete from places where id = ${await id()}`)
    if (what === 4)
      await db.run(sql`update places set latitude = ${random() * 170 - 85}, longitude = 5 where id % 5 = ${step % 5}`)
    if (what === 5)
      await db.run(sql`
        update places set features = case type when 'playground' then '{sandbox,benches}'::text[] else '{kidsMenu}' end
         where id = ${await id()}`)
    if (what === 6) await db.run(sql`update places set type = 'playground', features = '{}' where id = ${await id()}`)
  }
}

test.each([1, 2, 3])('the map counts every visible place after any series of changes (series %i)', async seed => {
  const { db, host } = await world()
  await shuffle(db, chance(seed))
  const visible = sql`from places where hidden_at is null and location is not null`
  const all = await db.count(visible)
  expect(all).toBeGreaterThan(20)
  for (const z of [0, 1, 2, 3, 4]) expect([z, await counted(host, z)]).toEqual([z, all])
  for (const type of ['restaurant', 'playground'] as const) {
    expect(await counted(host, 1, { type })).toBe(await db.count(sql`${visible} and type = ${type}`))
    for (const features of [['sandbox'], ['kidsMenu'], ['benches', 'sandbox'], ['kidsMenu', 'highChairs']]) {
      const with_ = sql`${visible} and type = ${type} and features @> ${features}::text[]`
      const want = await db.count(with_)
      expect([type, features, await counted(host, 2, { type, features: features.join() })]).toEqual([
        type,
        features,
        want,
      ])
    }
  }
  // Every counted zoom level agrees, without requesting each of its tiles.
  const Sum = z.object({ zoom: z.number(), places: z.number() })
  const sums = await db.many(
    Sum,
    sql`select zoom, sum(places)::int as places from place_cells group by zoom order by zoom`,
  )
  expect(sums).toEqual([4, 6, 8, 10, 12, 14].map(zoom => ({ zoom, places: all })))
  expect(await db.count(sql`from place_cells where places < 0`)).toBe(0)
})

test.each([6, 9, 11])('at zoom %i each place is counted on exactly one tile', async zoom => {
  const { host } = await world()
  const [latitude, longitude] = [52.37, 4.9]
  await aPlayground(host, { latitude, longitude })
  await aRestaurant(host, { latitude, longitude })
  const [x, y] = tileOf(zoom, latitude, longitude)
  const { cells, places } = await tile(host, zoom, x, y)
  expect(places).toEqual([])
  expect(cells).toEqual([
    { latitude: expect.closeTo(latitude, 5), longitude: expect.closeTo(longitude, 5), count: 2, unknown: 0 },
  ])
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    expect(await tile(host, zoom, x + dx, y + dy)).toEqual({ cells: [], places: [] })
  }
})

test.each([12, 13, 16, 19])('at zoom %i a tile lists its places, and each place is on one tile only', async zoom => {
  const { db, host } = await world()
  const playground = await aPlayground(host, { features: ['sandbox'] })
  const restaurant = await aRestaurant(host)
  const [x, y] = tileOf(zoom, playground.latitude, playground.longitude)
  const expected = [playground, restaurant].map(({ id, name, type, latitude, longitude }) => ({
    id,
    name,
    type,
    latitude,
    longitude,
    status: 'new',
  }))
  expect(await tile(host, zoom, x, y)).toEqual({ cells: [], places: expected })
  expect((await tile(host, zoom, x, y, { type: 'restaurant' })).places).toEqual(expected.slice(1))
  expect((await tile(host, zoom, x, y, { features: 'sandbox' })).places).toEqual(expected.slice(0, 1))
  expect(await tile(host, zoom, x - 1, y)).toEqual({ cells: [], places: [] })
  // Exactly between two tiles counts as the eastern, southern one.
  await db.run(sql`update places set longitude = ${(x / 2 ** zoom) * 360 - 180}`)
  expect((await tile(host, zoom, x, y)).places).toHaveLength(2)
  expect((await tile(host, zoom, x - 1, y)).places).toHaveLength(0)
  const north = (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI
  // Slightly south of the edge belongs to this tile, and slightly north of it to the one above.
  for (const [nudge, here, above] of [
    [-1e-7, 2, 0],
    [1e-7, 0, 2],
  ] as const) {
    await db.run(sql`update places set latitude = ${north + nudge}`)
    expect((await tile(host, zoom, x, y)).places).toHaveLength(here)
    expect((await tile(host, zoom, x, y - 1)).places).toHaveLength(above)
  }
  await db.run(sql`update places set latitude = ${north - 1e-7}`)
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [-1, 0],
  ] as const) {
    expect(await tile(host, zoom, x + dx, y + dy)).toEqual({ cells: [], places: [] })
  }
  await db.run(sql`update places set hidden_at = now()`)
  expect(await tile(host, zoom, x, y)).toEqual({ cells: [], places: [] })
})

test('a crowded tile counts its places in cells', async () => {
  const { db, host } = await world()
  const [x, y] = tileOf(14, 52.37, 4.9)
  await db.run(sql`
    insert into places (type, name, latitude, longitude, features)
    select case when n % 4 = 0 then 'restaurant' else 'playground' end, 'Plek ' || n, 52.37, 4.9 + n / 1e7,
           case when n % 2 = 0 then '{sandbox}'::text[] else '{}' end
      from generate_series(1, 1501) n`)
  const { cells, places } = await tile(host, 14, x, y)
  expect(places).toEqual([])
  expect(cells.length).toBeLessThanOrEqual(256)
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(1501)
  for (const cell of cells) expect(cell.latitude).toBeCloseTo(52.37, 4)
  expect((await tile(host, 14, x, y, { features: 'sandbox' })).places).toHaveLength(750)
  await db.run(sql`delete from places where id = 1`)
  expect((await tile(host, 14, x, y)).places).toHaveLength(1500)
})

test('each cell of a crowded tile lies among its places, and counts only what was asked for', async () => {
  const { db, host } = await world()
  const [x, y] = tileOf(14, 52.37, 4.9)
  const west = { latitude: 52.37, longitude: 4.9 }
  const east = { latitude: 52.372, longitude: 4.905 }
  const other = { latitude: 52.37, longitude: 4.905 }
  for (const { latitude, longitude } of [west, east, other]) {
    expect(tileOf(14, latitude, longitude)).toEqual([x, y])
    await db.run(sql`
      insert into places (type, name, latitude, longitude, features)
      select 'playground', 'Plek', ${latitude}, ${longitude}, '{sandbox}' from generate_series(1, 600)`)
  }
  await db.run(sql`
    insert into places (type, name, latitude, longitude, hidden_at, features) values
      ('restaurant', 'Plek', ${west.latitude}, ${west.longitude}, null, '{}'),
      ('playground', 'Plek', ${west.latitude}, ${west.longitude}, null, '{}'),
      ('playground', 'Plek', ${west.latitude}, ${west.longitude}, now(), '{sandbox}')`)
  const cells = async (query: Query = {}) =>
    (await tile(host, 14, x, y, query)).cells.map(({ latitude, longitude, count }) => [
      latitude.toFixed(4),
      longitude.toFixed(4),
      count,
    ])
  const counts = (inWest: number) =>
    expect.arrayContaining([
      ['52.3700', '4.9000', inWest],
      ['52.3720', '4.9050', 600],
      ['52.3700', '4.9050', 600],
    ])
  expect(await cells()).toEqual(counts(602))
  expect(await cells()).toHaveLength(3)
  expect(await cells({ type: 'playground' })).toEqual(counts(601))
  expect(await cells({ features: 'sandbox' })).toEqual(counts(600))
})

test('a tile outside the map, or with an address that is no tile’s, does not exist', async () => {
  const { host } = await world()
  for (const path of [
    '0/0/1',
    '0/1/0',
    '1/2/0',
    '13/8192/1',
    '20/0/0',
    '-1/0/0',
    '1.5/0/0',
    'a/b/c',
    '1e1/0/0',
    '3/٣/1',
  ]) {
    const response = await host.fetch('GET', `/api/map/${path}`)
    expect([response.status, await response.json()], path).toMatchObject([404, { code: 'map.unknownTile' }])
  }
})

test('places at the poles and at the antimeridian lie on the edge of the map', async () => {
  const { host } = await world()
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [85.06, 0],
    [0, 180],
  ] as const) {
    await aPlayground(host, { latitude, longitude })
  }
  for (const z of [0, 1, 3]) expect(await counted(host, z)).toBe(4)
  const last = 2 ** 13 - 1
  expect((await tile(host, 13, last, 0)).places).toMatchObject([{ latitude: 90, longitude: 180 }])
  expect((await tile(host, 13, 0, last)).places).toMatchObject([{ latitude: -90, longitude: -180 }])
  expect((await tile(host, 13, last, 4096)).places).toMatchObject([{ latitude: 0, longitude: 180 }])
})

test('a tile is cached by the browser and sent again only when it has changed', async () => {
  const { host } = await world()
  await aPlayground(host)
  const [x, y] = tileOf(13, 52.37, 4.9)
  const path = `/api/map/13/${x}/${y}`
  const first = await host.fetch('GET', path)
  expect(first.headers.get('cache-control')).toBe('private, max-age=120')
  expect(first.headers.get('vary')).toMatch(/accept-language.*cookie/)
  const etag = first.headers.get('etag') ?? ''
  const again = await host.fetch('GET', path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  await aPlayground(host)
  const changed = await host.fetch('GET', path, { headers: { 'if-none-match': etag } })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(etag)
})

test.each(allFeatureKeys)('map and database count %s alike', async key => {
  const { host } = await world()
  const isOfRestaurants = (featureKeys.restaurant as readonly string[]).includes(key)
  await (isOfRestaurants ? aRestaurant(host, { features: [key] }) : aPlayground(host, { features: [key] }))
  await (isOfRestaurants ? aRestaurant(host) : aPlayground(host))
  expect(await counted(host, 0, { features: key })).toBe(1)
})
