import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { notifications } from '@papadag/contract/notifications'
import { addPlayground, editPlace, favoritePlaces, onePlace, savePlace } from '@papadag/contract/places/places'
import { createPlaydate, onePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { showProgress } from '../../platform/files/progress.ts'
import { testDb } from '../../testing/database.ts'
import { aPlaydate, world } from '../../testing/world.ts'
import { type OsmData, overpass } from '../../testing/write-pbf.ts'
import { exportPlaces } from './export-places.ts'
import { importPlaces } from './import-places.ts'
import { readPlaces } from './read-places.ts'
import { summary } from './summary.ts'

const quiet = showProgress({ isTTY: false, write: () => true })

async function bringIn(db: Db, ...contents: (OsmData | string)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'papadag-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const files = contents.map((_, index) => join(folder, `file-${index}.json`))
  for (const [index, content] of contents.entries()) {
    await writeFile(files[index] ?? '', typeof content === 'string' ? content : overpass(content))
  }
  const reading = await readPlaces(files, quiet)
  const counts = await importPlaces(db, reading, { files, progress: quiet })
  return { counts, said: summary(reading, counts) }
}

const Shown = z.object({ id: z.number(), name: z.string(), sourceId: z.nullable(z.string()) })
const shown = (db: Db) =>
  db.many(Shown, sql`select id, name, source_id as "sourceId" from places where hidden_at is null order by id`)
const Version = z.object({ version: z.string() })
/** Every row with the transaction that wrote it. */
const versions = (db: Db) =>
  db.many(
    Version,
    sql`select concat(p.xmin, p.ctid, to_jsonb(p), o.xmin, o.ctid, to_jsonb(o)) as version
          from places p left join place_open_facts o on o.place_id = p.id order by p.id`,
  )

const metres = (count: number) => count / 111_195
function playground(
  id: number,
  { north = 0, ...tags }: { north?: number; [tag: string]: string | number | undefined } = {},
) {
  const given = Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, String(value)]))
  return { id, lat: 52.09 + metres(north), lon: 5.12, tags: { leisure: 'playground', ...given } }
}
const three: OsmData = {
  nodes: [
    playground(1, { name: 'De Wip' }),
    playground(2, { north: 200, name: 'De Schommel' }),
    playground(3, { north: 400 }),
  ],
}
const without = (data: OsmData, id: number): OsmData => ({
  ...data,
  nodes: (data.nodes ?? []).filter(node => node.id !== id),
})

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
    await bringIn(db, three)
    const placeId = (await shown(db)).find(({ name }) => name === 'De Wip')?.id ?? 0
    const planned = await host.call(createPlaydate, { body: aPlaydate({ placeId }) })
    const rest = without(three, 1).nodes ?? []
    const after = { nodes: then ? [playground(1, { name: 'De Wip', ...then }), ...rest] : rest }
    for (let time = 0; time < 3; time += 1) await bringIn(db, after)
    const { latitude, longitude } = await host.call(onePlaydate, { params: planned })
    expect({ latitude, longitude }).toEqual({ latitude: planned.latitude, longitude: planned.longitude })
    const kinds = (await host.call(notifications)).map(({ kind }) => kind)
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
  expect(run).toMatchObject({ files: ['file-0.json'], counts: { new: 1, skipped: { private: 1 } }, isFinished: true })
})

test('an import stores what the data say of a playground, shows it, and drops what they no longer say', async () => {
  const { db, host: father } = await world()
  const own = await father.call(addPlayground, { body: { name: 'De Schommel', latitude: 52.0918, longitude: 5.12 } })
  const both = (tags: object): OsmData => ({
    nodes: [playground(1, { name: 'De Wip', ...tags }), playground(2, { north: 200, name: 'De Schommel', lit: 'no' })],
  })
  const facts = async () => {
    const id = (await shown(db)).find(({ name }) => name === 'De Wip')?.id ?? 0
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

test('importing the same data again writes nothing', async () => {
  const db = await testDb()
  await bringIn(db, three)
  const before = await versions(db)
  expect((await bringIn(db, three)).counts).toMatchObject({ new: 0, changed: 0, same: 3, missing: 0 })
  expect(await versions(db)).toEqual(before)
})

test('data without places writes nothing and says so', async () => {
  const db = await testDb()
  await bringIn(db, three)
  const before = await versions(db)
  expect((await bringIn(db, { nodes: [] })).said).toContain('Nothing to import')
  expect(await versions(db)).toEqual(before)
})

test('an import keeps what fathers edited or saved, and updates the rest', async () => {
  const { db, host: father } = await world()
  await bringIn(db, three)
  const id = (await shown(db))[0]?.id ?? 0
  await father.call(editPlace, { params: { id }, form: { name: 'De Wipkip', features: '["sandbox"]' } })
  await father.call(savePlace, { params: { id } })

  const changed = playground(1, { north: 5, name: 'De Wipwap', bench: 'yes', toilets: 'yes', description: 'Klein.' })
  const { counts } = await bringIn(db, { nodes: [changed, ...(without(three, 1).nodes ?? [])] })
  expect(counts).toMatchObject({ new: 0, changed: 1, same: 2 })
  expect(await father.call(onePlace, { params: { id } })).toMatchObject({
    name: 'De Wipkip',
    features: ['sandbox'],
    description: 'Klein.',
    latitude: 52.090045,
    isSaved: true,
  })
  expect((await bringIn(db, { nodes: [changed, ...(without(three, 1).nodes ?? [])] })).counts.same).toBe(3)
})

test('a place missing from two imports in a row is hidden, and shown again when it returns', async () => {
  const { db, host: father } = await world()
  await bringIn(db, three)
  const [wip] = await shown(db)
  await father.call(savePlace, { params: { id: wip?.id ?? 0 } })
  const names = async () => (await shown(db)).map(({ name }) => name).slice(0, 2)

  expect((await bringIn(db, without(three, 1))).said).toContain('1 missing for the first time')
  expect(await names()).toContain('De Wip')
  await bringIn(db, three)
  expect((await bringIn(db, without(three, 1))).counts).toMatchObject({ missing: 1, hidden: 0 })
  expect((await bringIn(db, without(three, 1))).said).toContain('1 missing for the second time and hidden now')
  expect(await names()).not.toContain('De Wip')
  expect((await bringIn(db, without(three, 1))).counts).toMatchObject({ missing: 0, hidden: 0, same: 2 })
  await bringIn(db, three)
  expect((await shown(db))[0]).toEqual(wip)
  expect((await father.call(favoritePlaces)).map(({ name }) => name)).toEqual(['De Wip'])
})

test('a place hidden by a moderator stays hidden', async () => {
  const db = await testDb()
  await bringIn(db, three)
  await db.run(sql`update places set hidden_at = now() where source_id = 'node/1'`)
  await bringIn(db, without(three, 1))
  await bringIn(db, without(three, 1))
  const renamed = { nodes: [playground(1, { name: 'Nieuwe naam' }), ...(without(three, 1).nodes ?? [])] }
  await bringIn(db, renamed)
  expect((await shown(db)).map(({ sourceId }) => sourceId)).toEqual(['node/2', 'node/3'])
})

test('an import leaves places outside its area, of another type or of a neighbouring import alone', async () => {
  const db = await testDb()
  const far = { nodes: [playground(11, { north: 50_000 }), playground(12, { north: 50_200 })] }
  const cafe = { id: 21, lat: 52.0901, lon: 5.12, tags: { amenity: 'cafe', name: 'Koffie', highchair: 'yes' } }
  const neighbours = [31, 32, 33, 34].map((id, index) =>
    playground(id, { north: 100 + index * 40, name: `Buur ${id}` }),
  )
  await bringIn(db, far)
  await bringIn(db, { nodes: neighbours })
  await bringIn(db, { nodes: [cafe] })
  await bringIn(db, three)
  for (let time = 0; time < 2; time += 1) {
    expect((await bringIn(db, { nodes: [...(three.nodes ?? []), neighbours[0] ?? cafe] })).counts).toMatchObject({
      missing: 0,
      hidden: 0,
    })
  }
  expect(await shown(db)).toHaveLength(10)
})

test('only places in the part that a later import covers can count as missing', async () => {
  const db = await testDb()
  const cafe = { id: 21, lat: 52.0901, lon: 5.12, tags: { amenity: 'cafe', name: 'Koffie', highchair: 'yes' } }
  const far = [playground(11, { north: 50_000 }), playground(12, { north: 50_200 })]
  await bringIn(db, { nodes: [...(three.nodes ?? []), ...far, cafe] })
  for (let time = 0; time < 2; time += 1) {
    expect((await bringIn(db, without(three, 1))).counts).toMatchObject({ missing: 1 - time, hidden: time })
  }
  expect((await shown(db)).map(({ sourceId }) => sourceId)).toEqual(
    expect.arrayContaining(['node/2', 'node/3', 'node/11', 'node/12', 'node/21']),
  )
})

test('a point redrawn as an area stays the same place, with its favourites', async () => {
  const { db, host: father } = await world()
  await bringIn(db, three)
  const [wip] = await shown(db)
  await father.call(savePlace, { params: { id: wip?.id ?? 0 } })
  const corners = [
    [-8, -8],
    [-8, 8],
    [8, 8],
    [8, -8],
  ].map(([y = 0, x = 0], index) => ({ id: 90 + index, lat: 52.09 + metres(y + 5), lon: 5.12 + metres(x) }))
  const redrawn: OsmData = {
    nodes: [...(without(three, 1).nodes ?? []), ...corners],
    ways: [{ id: 9, nodes: [90, 91, 92, 93, 90], tags: { leisure: 'playground', name: 'De Wip' } }],
  }
  expect((await bringIn(db, redrawn)).counts).toMatchObject({ new: 0, changed: 1, same: 2, missing: 0 })
  expect((await shown(db))[0]).toEqual({ ...wip, sourceId: 'way/9' })
  expect(await db.count(sql`from places where source_id = 'way/9' and source_aliases = '{node/1}'`)).toBe(1)
  expect((await father.call(favoritePlaces)).map(({ id }) => id)).toEqual([wip?.id])
  expect((await bringIn(db, redrawn)).counts).toMatchObject({ changed: 0, same: 3 })
  // The same holds when an older extract is read by mistake.
  expect((await bringIn(db, three)).counts).toMatchObject({ new: 0 })
  expect((await shown(db))[0]?.id).toBe(wip?.id)
})

test('a playground at the same spot with a different name is another place', async () => {
  const db = await testDb()
  await bringIn(db, three)
  const other = {
    nodes: [playground(7, { north: 10, name: 'Natuurspeelplek Oog in Al' }), ...(without(three, 1).nodes ?? [])],
  }
  expect((await bringIn(db, other)).counts).toMatchObject({ new: 1, same: 2, missing: 1 })
})

test('a place that a father added is not imported twice, and stays as he wrote it', async () => {
  const { db, host: father } = await world()
  const own = await father.call(addPlayground, {
    body: { name: 'Speeltuin De Wip', latitude: 52.0901, longitude: 5.12 },
  })
  expect((await bringIn(db, three)).counts).toMatchObject({ new: 2, alreadyAdded: 1 })
  const before = await versions(db)
  expect((await bringIn(db, three)).counts).toMatchObject({ new: 0, same: 2, alreadyAdded: 1 })
  expect(await versions(db)).toEqual(before)
  expect(await father.call(onePlace, { params: { id: own.id } })).toMatchObject({
    name: 'Speeltuin De Wip',
    source: 'user',
  })
})

test('playgrounds in one street are numbered, and keep their numbers', async () => {
  const db = await testDb()
  const inStreet = (id: number, north: number) =>
    playground(id, { north, 'addr:street': 'Kerkstraat', 'addr:city': 'Utrecht' })
  const named = async () => Object.fromEntries((await shown(db)).map(({ sourceId, name }) => [sourceId, name]))
  const elsewhere = {
    ...inStreet(4, 9000),
    tags: { leisure: 'playground', 'addr:street': 'Kerkstraat', 'addr:city': 'Zeist' },
  }
  await bringIn(db, { nodes: [inStreet(5, 0), inStreet(6, 300), elsewhere] })
  expect(await named()).toEqual({
    'node/5': 'Speeltuin Kerkstraat',
    'node/6': 'Speeltuin Kerkstraat 2',
    'node/4': 'Speeltuin Kerkstraat',
  })
  await bringIn(db, { nodes: [inStreet(1, 600), inStreet(5, 0), inStreet(6, 300), elsewhere] })
  expect(await named()).toMatchObject({
    'node/5': 'Speeltuin Kerkstraat',
    'node/6': 'Speeltuin Kerkstraat 2',
    'node/1': 'Speeltuin Kerkstraat 3',
  })
})

test('when one of several files is incomplete, nothing is imported', async () => {
  const db = await testDb()
  await expect(bringIn(db, three, '{"elements": [], "remark": "runtime error: out of memory"}')).rejects.toThrow(
    'is not complete',
  )
  await expect(bringIn(db, three, overpass(three).slice(0, -20))).rejects.toThrow('ends in the middle')
  expect(await shown(db)).toEqual([])
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
  await bringIn(db, three)
  await father.call(addPlayground, { body: { name: 'Eigen speeltuin', latitude: 52.2, longitude: 5.1 } })
  const [wip, swing] = await shown(db)
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
