import { addPlayground, editPlace, onePlace } from '@papadag/contract/places/places'
import { createPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { at } from '../../testing/drawn-data.ts'
import { area, points } from '../../testing/scenes/facts.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import {
  bringIn,
  playground,
  readData,
  shownPlaces,
  threePlaygrounds,
  without,
} from '../../testing/scenes/open-data.ts'
import { aPlaydate, world } from '../../testing/world.ts'
import { geoJson, type OsmData, overpass } from '../../testing/write-pbf.ts'
import { exportPlaces } from './export-places.ts'

test('an import records which playgrounds have a roof, including known ones', async () => {
  const db = await testDb()
  const Names = z.object({ names: z.nullable(z.array(z.string())) })
  const withRoof = () => db.one(Names, sql`select array_agg(name order by name) as names from places where indoor`)
  const both = (second: object) => ({
    nodes: [
      playground(1, { name: 'Ballorig', leisure: 'indoor_play' }),
      playground(2, { north: 200, name: 'De Wip', ...second }),
    ],
  })
  await bringIn(db, both({}))
  expect(await withRoof()).toEqual({ names: ['Ballorig'] })
  await bringIn(db, both({ indoor: 'yes' }))
  expect(await withRoof()).toEqual({ names: ['Ballorig', 'De Wip'] })
  await bringIn(db, both({ indoor: 'no' }))
  expect(await withRoof()).toEqual({ names: ['Ballorig'] })
})

test.each<[string, object | undefined, number]>([
  ['moves it', { north: 60 }, 1],
  ['renames it', { name: 'De Glijbaan' }, 1],
  ['gives it an address', { 'addr:street': 'Dam', 'addr:housenumber': 1 }, 1],
  ['moves it by a metre', { north: 1 }, 0],
  ['adds a bench', { bench: 'yes' }, 0],
  ['misses it for the second time', undefined, 1],
])(
  'when an import changes a place (%s), a playdate there stays as planned, and its creator is told if it matters',
  async (_, then, times) => {
    const { db, host } = await world()
    await bringIn(db, threePlaygrounds)
    const placeId = (await shownPlaces(db)).find(({ name }) => name === 'De Wip')?.id ?? 0
    const planned = await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
    const rest = without(threePlaygrounds, 1).nodes ?? []
    const after = { nodes: then ? [playground(1, { name: 'De Wip', ...then }), ...rest] : rest }
    for (let time = 0; time < 3; time += 1) await bringIn(db, after)
    const { latitude, longitude } = await host.call(onePlaydate, { params: planned })
    expect({ latitude, longitude }).toEqual({ latitude: planned.latitude, longitude: planned.longitude })
    const kinds = await kindsOf(host)
    expect(kinds).toEqual(times === 0 ? [] : ['playdate.placeChanged'])
  },
)

test('imported places are confirmed, carry their source, and are counted', async () => {
  const db = await testDb()
  const { counts, said } = await bringIn(db, {
    nodes: [
      playground(1, {
        name: 'De Wip',
        bench: 'yes',
        'addr:street': 'Kerkstraat',
        'addr:housenumber': '2',
        phone: '030 1',
      }),
      playground(2, { north: 100, access: 'private' }),
    ],
  })
  expect(counts).toMatchObject({ new: 1, changed: 0, same: 0 })
  expect(said).toBe(
    'Read 2 playgrounds and 0 restaurants; left out 1 private.\nOf 1 place 1 new, 0 changed, 0 the same.\n' +
      'Known of 1 playground: ages 0 %, equipment 0 %, fence 0 %, openWater 0 %, shade 0 %, surface 0 %, toilet 0 %, wheelchair 0 %, ' +
      'drinkingWater 0 %, lit 0 %, dogs 0 %, indoor 100 %, fee 0 %, openingHours 0 %, bicycleParking 0 %, coffee 0 %.\n' +
      'What is known of 1 playground is new or has changed.',
  )
  const row = await db.one(
    z.unknown(),
    sql`select type, name, address, features, status, source, source_id, source_tags from places`,
  )
  expect(row).toEqual({
    type: 'playground',
    name: 'De Wip',
    address: 'Kerkstraat 2',
    features: ['benches'],
    status: 'confirmed',
    source: 'osm',
    source_id: 'node/1',
    source_tags: {
      leisure: 'playground',
      name: 'De Wip',
      bench: 'yes',
      'addr:street': 'Kerkstraat',
      'addr:housenumber': '2',
    },
  })
  const run = await db.one(
    z.unknown(),
    sql`select files, counts, finished_at is not null as "isFinished" from import_runs`,
  )
  expect(run).toMatchObject({ files: ['file-0'], counts: { new: 1, skipped: { private: 1 } }, isFinished: true })
})

test('an import stores what the data say of a playground, shows it, and drops what they no longer say', async () => {
  const { db, host: father } = await world()
  const own = await father.call(addPlayground, { body: { name: 'De Schommel', latitude: 52.0918, longitude: 5.12 } })
  const both = (tags: object): OsmData => ({
    nodes: [playground(1, { name: 'De Wip', ...tags }), playground(2, { north: 200, name: 'De Schommel', lit: 'no' })],
  })
  const facts = async () => {
    const id = (await shownPlaces(db)).find(({ name }) => name === 'De Wip')?.id ?? 0
    return (await father.call(onePlace, { params: { id } })).facts
  }
  const said = { source: 'osm', agreed: 0, at: expect.any(String) }
  expect((await bringIn(db, both({ max_age: '12', dog: 'yes;no' }))).said).toContain(
    'Skipped, as contradictory or too much to be true: dogs of 1 playground, such as node/1.',
  )
  expect(await facts()).toEqual({ ages: { ...said, value: { from: null, to: 12 } }, indoor: { ...said, value: 'no' } })
  expect((await father.call(onePlace, { params: { id: own.id } })).facts.lit).toEqual({ ...said, value: 'no' })
  expect((await bringIn(db, both({ 'playground:slide': 'yes' }))).counts).toMatchObject({ changed: 1, factsChanged: 1 })
  expect(await facts()).toEqual({ equipment: { ...said, value: ['slide'] }, indoor: { ...said, value: 'no' } })
  expect((await bringIn(db, both({ 'playground:slide': 'yes' }))).counts).toMatchObject({ changed: 0, factsChanged: 0 })
})

test('when one of several files is incomplete, nothing is imported', async () => {
  const db = await testDb()
  await expect(
    bringIn(db, threePlaygrounds, '{"elements": [], "remark": "runtime error: out of memory"}'),
  ).rejects.toThrow('is not complete')
  await expect(bringIn(db, threePlaygrounds, overpass(threePlaygrounds).slice(0, -20))).rejects.toThrow(
    'ends in the middle',
  )
  expect(await shownPlaces(db)).toEqual([])
  expect(await db.count(sql`from import_runs`)).toBe(0)
})

test('thousands of places are imported, each counted on the map', async () => {
  const db = await testDb()
  const nodes = Array.from({ length: 2500 }, (_, index) => playground(index + 1, { north: index * 50 }))
  expect((await bringIn(db, { nodes })).counts).toMatchObject({ new: 2500 })
  const Sum = z.object({ places: z.number() })
  expect(await db.one(Sum, sql`select sum(places) as places from place_cells where zoom = 4`)).toEqual({ places: 2500 })
})

test('open data is exported as GeoJSON with its licence, without fathers’ contributions', async () => {
  const { db, host: father } = await world()
  await bringIn(db, threePlaygrounds)
  await father.call(addPlayground, { body: { name: 'Eigen speeltuin', latitude: 52.2, longitude: 5.1 } })
  const [wip, swing] = await shownPlaces(db)
  const form = { name: 'De Wipkip', description: 'Bel Piet: 06 12345678' }
  await father.call(editPlace, { params: { id: wip?.id ?? 0 }, form })
  await db.run(sql`update places set hidden_at = now() where id = ${swing?.id}`)

  let text = ''
  for await (const piece of exportPlaces(db)) text += piece
  expect(JSON.parse(text)).toEqual({
    type: 'FeatureCollection',
    license: 'Open Data Commons Open Database License (ODbL) 1.0',
    licenseUrl: 'https://opendatacommons.org/licenses/odbl/1-0/',
    attribution: '© OpenStreetMap contributors',
    attributionUrl: 'https://www.openstreetmap.org/copyright',
    features: [
      {
        type: 'Feature',
        id: 'node/1',
        geometry: { type: 'Point', coordinates: [5.12, 52.09] },
        properties: { source: 'osm', type: 'playground', name: 'De Wipkip', nameDerived: false, features: [] },
      },
      expect.objectContaining({ id: 'node/3' }),
    ],
  })
})

test('facts come from all files that are imported together', async () => {
  const { places } = await readData(geoJson(area()), geoJson(points(at(9, 5, 5, { playground: 'slide' }))))
  expect(places[0]?.facts?.equipment).toEqual(['slide'])
})
