import { addPlayground, editPlace, favoritePlaces, onePlace, savePlace } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { testDb } from '../../../testing/database.ts'
import {
  bringIn,
  metres,
  playground,
  shownPlaces,
  threePlaygrounds,
  without,
} from '../../../testing/scenes/open-data.ts'
import { world } from '../../../testing/world.ts'
import type { OsmData } from '../../../testing/write-pbf.ts'

const Version = z.object({ version: z.string() })
/** Every row with the transaction that wrote it. */
const versions = (db: Db) =>
  db.many(
    Version,
    sql`select concat(p.xmin, p.ctid, to_jsonb(p), o.xmin, o.ctid, to_jsonb(o)) as version
          from places p left join place_open_facts o on o.place_id = p.id order by p.id`,
  )

test('importing the same data again writes nothing', async () => {
  const db = await testDb()
  await bringIn(db, threePlaygrounds)
  const before = await versions(db)
  expect((await bringIn(db, threePlaygrounds)).counts).toMatchObject({ new: 0, changed: 0, same: 3, missing: 0 })
  expect(await versions(db)).toEqual(before)
})

test('data without places writes nothing and says so', async () => {
  const db = await testDb()
  await bringIn(db, threePlaygrounds)
  const before = await versions(db)
  expect((await bringIn(db, { nodes: [] })).said).toContain('Nothing to import')
  expect(await versions(db)).toEqual(before)
})

test('an import keeps what fathers edited or saved, and updates the rest', async () => {
  const { db, host: father } = await world()
  await bringIn(db, threePlaygrounds)
  const id = (await shownPlaces(db))[0]?.id ?? 0
  await father.call(editPlace, { params: { id }, form: { name: 'De Wipkip', features: '["sandbox"]' } })
  await father.call(savePlace, { params: { id } })

  const changed = playground(1, { north: 5, name: 'De Wipwap', bench: 'yes', toilets: 'yes', description: 'Klein.' })
  const { counts } = await bringIn(db, { nodes: [changed, ...(without(threePlaygrounds, 1).nodes ?? [])] })
  expect(counts).toMatchObject({ new: 0, changed: 1, same: 2 })
  expect(await father.call(onePlace, { params: { id } })).toMatchObject({
    name: 'De Wipkip',
    features: ['sandbox'],
    description: 'Klein.',
    latitude: 52.090045,
    isSaved: true,
  })
  expect((await bringIn(db, { nodes: [changed, ...(without(threePlaygrounds, 1).nodes ?? [])] })).counts.same).toBe(3)
})

test('a place missing from two imports in a row is hidden, and shown again when it returns', async () => {
  const { db, host: father } = await world()
  await bringIn(db, threePlaygrounds)
  const [wip] = await shownPlaces(db)
  await father.call(savePlace, { params: { id: wip?.id ?? 0 } })
  const names = async () => (await shownPlaces(db)).map(({ name }) => name).slice(0, 2)

  expect((await bringIn(db, without(threePlaygrounds, 1))).said).toContain('1 missing for the first time')
  expect(await names()).toContain('De Wip')
  await bringIn(db, threePlaygrounds)
  expect((await bringIn(db, without(threePlaygrounds, 1))).counts).toMatchObject({ missing: 1, hidden: 0 })
  expect((await bringIn(db, without(threePlaygrounds, 1))).said).toContain(
    '1 missing for the second time and hidden now',
  )
  expect(await names()).not.toContain('De Wip')
  expect((await bringIn(db, without(threePlaygrounds, 1))).counts).toMatchObject({ missing: 0, hidden: 0, same: 2 })
  await bringIn(db, threePlaygrounds)
  expect((await shownPlaces(db))[0]).toEqual(wip)
  expect((await father.call(favoritePlaces)).map(({ name }) => name)).toEqual(['De Wip'])
})

test('a place hidden by a moderator stays hidden', async () => {
  const db = await testDb()
  await bringIn(db, threePlaygrounds)
  await db.run(sql`update places set hidden_at = now() where source_id = 'node/1'`)
  await bringIn(db, without(threePlaygrounds, 1))
  await bringIn(db, without(threePlaygrounds, 1))
  const renamed = { nodes: [playground(1, { name: 'Nieuwe naam' }), ...(without(threePlaygrounds, 1).nodes ?? [])] }
  await bringIn(db, renamed)
  expect((await shownPlaces(db)).map(({ sourceId }) => sourceId)).toEqual(['node/2', 'node/3'])
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
  await bringIn(db, threePlaygrounds)
  for (let time = 0; time < 2; time += 1) {
    expect(
      (await bringIn(db, { nodes: [...(threePlaygrounds.nodes ?? []), neighbours[0] ?? cafe] })).counts,
    ).toMatchObject({
      missing: 0,
      hidden: 0,
    })
  }
  expect(await shownPlaces(db)).toHaveLength(10)
})

test('only places in the part that a later import covers can count as missing', async () => {
  const db = await testDb()
  const cafe = { id: 21, lat: 52.0901, lon: 5.12, tags: { amenity: 'cafe', name: 'Koffie', highchair: 'yes' } }
  const far = [playground(11, { north: 50_000 }), playground(12, { north: 50_200 })]
  await bringIn(db, { nodes: [...(threePlaygrounds.nodes ?? []), ...far, cafe] })
  for (let time = 0; time < 2; time += 1) {
    expect((await bringIn(db, without(threePlaygrounds, 1))).counts).toMatchObject({ missing: 1 - time, hidden: time })
  }
  expect((await shownPlaces(db)).map(({ sourceId }) => sourceId)).toEqual(
    expect.arrayContaining(['node/2', 'node/3', 'node/11', 'node/12', 'node/21']),
  )
})

test('a point redrawn as an area stays the same place, with its favourites', async () => {
  const { db, host: father } = await world()
  await bringIn(db, threePlaygrounds)
  const [wip] = await shownPlaces(db)
  await father.call(savePlace, { params: { id: wip?.id ?? 0 } })
  const corners = [
    [-8, -8],
    [-8, 8],
    [8, 8],
    [8, -8],
  ].map(([y = 0, x = 0], index) => ({ id: 90 + index, lat: 52.09 + metres(y + 5), lon: 5.12 + metres(x) }))
  const redrawn: OsmData = {
    nodes: [...(without(threePlaygrounds, 1).nodes ?? []), ...corners],
    ways: [{ id: 9, nodes: [90, 91, 92, 93, 90], tags: { leisure: 'playground', name: 'De Wip' } }],
  }
  expect((await bringIn(db, redrawn)).counts).toMatchObject({ new: 0, changed: 1, same: 2, missing: 0 })
  expect((await shownPlaces(db))[0]).toEqual({ ...wip, sourceId: 'way/9' })
  expect(await db.count(sql`from places where source_id = 'way/9' and source_aliases = '{node/1}'`)).toBe(1)
  expect((await father.call(favoritePlaces)).map(({ id }) => id)).toEqual([wip?.id])
  expect((await bringIn(db, redrawn)).counts).toMatchObject({ changed: 0, same: 3 })
  // The same holds when an older extract is read by mistake.
  expect((await bringIn(db, threePlaygrounds)).counts).toMatchObject({ new: 0 })
  expect((await shownPlaces(db))[0]?.id).toBe(wip?.id)
})

test('a playground at the same spot with a different name is another place', async () => {
  const db = await testDb()
  await bringIn(db, threePlaygrounds)
  const other = {
    nodes: [
      playground(7, { north: 10, name: 'Natuurspeelplek Oog in Al' }),
      ...(without(threePlaygrounds, 1).nodes ?? []),
    ],
  }
  expect((await bringIn(db, other)).counts).toMatchObject({ new: 1, same: 2, missing: 1 })
})

test('a place that a father added is not imported twice, and stays as he wrote it', async () => {
  const { db, host: father } = await world()
  const own = await father.call(addPlayground, {
    body: { name: 'Speeltuin De Wip', latitude: 52.0901, longitude: 5.12 },
  })
  expect((await bringIn(db, threePlaygrounds)).counts).toMatchObject({ new: 2, alreadyAdded: 1 })
  const before = await versions(db)
  expect((await bringIn(db, threePlaygrounds)).counts).toMatchObject({ new: 0, same: 2, alreadyAdded: 1 })
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
  const named = async () => Object.fromEntries((await shownPlaces(db)).map(({ sourceId, name }) => [sourceId, name]))
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
