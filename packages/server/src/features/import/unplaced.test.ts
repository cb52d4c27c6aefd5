import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { square } from '../../testing/scenes/drawn-places.ts'
import { bringIn, readData } from '../../testing/scenes/open-data.ts'
import { geoJson, type OsmData, overpass, pbf, pbfWithLocations } from '../../testing/write-pbf.ts'
import { summary } from './summary.ts'

const shown = (db: Db) =>
  db.many(
    z.object({ id: z.string(), name: z.string(), latitude: z.number(), longitude: z.number() }),
    sql`select source_id as id, name, latitude, longitude from places where hidden_at is null order by source_id`,
  )

const garden = square(50, 52.09)
const park = square(60, 52.094)
const cafe = square(70, 52.098)
const eatery = { amenity: 'restaurant', name: 'De Pannenkoek', highchair: 'yes' }
const town: OsmData = {
  nodes: [
    { id: 1, lat: 52.0901, lon: 5.11, tags: { leisure: 'playground', name: 'De Wip' } },
    { id: 2, lat: 52.0931, lon: 5.11, tags: { leisure: 'playground', name: 'De Schommel' } },
    ...garden.nodes,
    ...park.nodes,
    ...cafe.nodes,
  ],
  ways: [
    { id: 5, nodes: garden.refs, tags: { leisure: 'playground', name: 'De Tuin' } },
    { id: 6, nodes: park.refs },
    { id: 7, nodes: cafe.refs, tags: eatery },
  ],
  relations: [
    {
      id: 9,
      members: [{ ref: 6, role: 'outer' }],
      tags: { type: 'multipolygon', leisure: 'playground', name: 'Griftpark' },
    },
  ],
}
const tagged: OsmData = { ...town, nodes: (town.nodes ?? []).filter(({ tags }) => tags) }

test('a file that has the positions on its ways is read like one that has the nodes', async () => {
  const [whole, located] = [await readData(pbf(town)), await readData(pbfWithLocations(town))]
  expect(located.places).toEqual(whole.places)
  expect(located.places).toHaveLength(5)
  expect(located.undecided.size).toBe(0)
})

test('an area is imported without those of its points that are missing from the file', async () => {
  const reading = await readData(pbfWithLocations(town, new Set([50])))
  const place = reading.places.find(({ id }) => id === 'way/5')
  expect(place?.latitude).toBeGreaterThan(52.09)
  expect(place?.latitude).toBeLessThan(52.0902)
  expect((await readData(pbfWithLocations(town, new Set([50, 51, 52, 53])))).skipped.unplaced).toEqual({
    points: { count: 1, first: 'way/5' },
  })
})

/** The features of the town, with one of them changed. */
function features(change: (feature: { id: string; geometry: unknown }) => unknown) {
  const { features: all } = JSON.parse(geoJson(town)) as { features: { id: string; geometry: unknown }[] }
  return JSON.stringify({ type: 'FeatureCollection', features: all.map(change) })
}
const withGeometry = (geometry: unknown) =>
  features(feature => (feature.id === 'way/5' ? { ...feature, geometry } : feature))
const wayAs = (fields: object) =>
  JSON.stringify({
    elements: (JSON.parse(overpass(town)) as { elements: { id: number; type: string }[] }).elements.map(element =>
      element.id === 5 ? { type: 'way', id: 5, tags: { leisure: 'playground', name: 'De Tuin' }, ...fields } : element,
    ),
  })
const missingPoints = 'the file lacks the points they are drawn with'
const badCoordinates = 'their coordinates are missing, damaged or not in degrees'

test.each([
  ['a .osm.pbf without untagged nodes', pbf(tagged), `2 without a position, such as way/5: ${missingPoints}`],
  ['an Overpass answer without them', overpass(tagged), `2 without a position, such as way/5: ${missingPoints}`],
  [
    'a relation without its ways',
    pbf({ ...town, ways: (town.ways ?? []).filter(({ id }) => id !== 6) }),
    'such as relation/9: the file lacks the ways that outline them',
  ],
  ['an Overpass answer of tags alone', wayAs({}), `1 without a position, such as way/5: ${missingPoints}`],
  ['Overpass geometry that is null throughout', wayAs({ geometry: [null, null, null, null] }), missingPoints],
  ['Overpass geometry of texts', wayAs({ geometry: 'none' }), missingPoints],
  [
    'a node at 0,0',
    pbf({ ...town, nodes: (town.nodes ?? []).map(node => (node.id === 1 ? { ...node, lat: 0, lon: 0 } : node)) }),
    `such as node/1: ${badCoordinates}`,
  ],
  ['a null geometry', withGeometry(null), `1 without a position, such as way/5: ${badCoordinates}`],
  ['no coordinates', withGeometry({ type: 'Polygon', coordinates: [] }), badCoordinates],
  ['an empty outline', withGeometry({ type: 'Polygon', coordinates: [[]] }), badCoordinates],
  ['an empty list of areas', withGeometry({ type: 'MultiPolygon', coordinates: [] }), badCoordinates],
  ['NaN', withGeometry({ type: 'Point', coordinates: ['NaN', 'NaN'] }).replaceAll('"NaN"', 'NaN'), badCoordinates],
  ['a point of one number', withGeometry({ type: 'Point', coordinates: [5.12] }), badCoordinates],
  ['metres of the Dutch grid', withGeometry({ type: 'Point', coordinates: [136_000, 455_000] }), badCoordinates],
  ['a mixed collection', withGeometry({ type: 'GeometryCollection', geometries: [] }), badCoordinates],
  ['an unknown kind of geometry', withGeometry({ type: 'Circle', coordinates: [5.12, 52.09] }), badCoordinates],
  [
    'latitude before longitude',
    withGeometry({ type: 'Point', coordinates: [52.09, 5.12] }),
    'their latitude comes before their longitude',
  ],
])('an operator who imports %s twice hides nothing, and reads why', async (_, lacking, reason) => {
  const db = await testDb()
  await bringIn(db, pbf(town))
  const before = await shown(db)
  expect(before).toHaveLength(5)
  for (let time = 0; time < 2; time += 1) {
    const { counts, said } = await bringIn(db, lacking)
    expect(said).toContain(reason)
    expect(counts).toMatchObject({ missing: 0, hidden: 0 })
  }
  expect((await shown(db)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  // What the file really lacks is still missed.
  const { counts } = await bringIn(db, pbf({ ...town, nodes: (town.nodes ?? []).filter(({ id }) => id !== 2) }))
  expect(counts).toMatchObject({ missing: 1 })
})

test('a restaurant stays while its playground has no position', async () => {
  const db = await testDb()
  const inn = { id: 3, lat: 52.09, lon: 5.12, tags: { amenity: 'restaurant', name: 'Bij de tuin' } }
  await bringIn(db, pbf({ ...town, nodes: [inn, ...(town.nodes ?? [])] }))
  const lacking = pbf({ ...tagged, nodes: [inn, ...(tagged.nodes ?? [])] })
  await bringIn(db, lacking)
  expect((await bringIn(db, lacking)).counts).toMatchObject({ missing: 0, hidden: 0 })
  expect((await shown(db)).map(({ name }) => name)).toContain('Bij de tuin')
})

const bad = (feature: unknown) => {
  const { features: all } = JSON.parse(geoJson(town)) as { features: unknown[] }
  return JSON.stringify({ type: 'FeatureCollection', features: [all[0], feature, ...all.slice(1)] })
}
const road = (geometry: unknown) => ({
  type: 'Feature',
  id: 'way/99',
  properties: { highway: 'residential' },
  geometry,
})
const elementBeside = (element: unknown) => {
  const { elements } = JSON.parse(overpass(town)) as { elements: unknown[] }
  return JSON.stringify({ elements: [element, ...elements] })
}

test.each([
  ['a road without coordinates', bad(road({ type: 'LineString', coordinates: [] })), undefined],
  ['a road whose geometry is null', bad(road(null)), undefined],
  [
    'a road of NaN',
    bad(road({ type: 'LineString', coordinates: ['NaN'] })).replace('"NaN"', '[NaN, -Infinity]'),
    undefined,
  ],
  [
    'a bench without an id',
    bad({ type: 'Feature', properties: { amenity: 'bench' }, geometry: { type: 'Point', coordinates: [5, 52] } }),
    undefined,
  ],
  ['a feature without properties', bad({ type: 'Feature', geometry: null }), undefined],
  ['a collection in the collection', bad({ type: 'FeatureCollection', features: [road(null)] }), undefined],
  ['a point that is no feature', bad({ type: 'Point', coordinates: [5, 52] }), 'feature 2'],
  ['a list', bad([]), 'feature 2'],
  ['nothing at all', bad(null), 'feature 2'],
  ['a number', bad(-7.5e3), 'feature 2'],
  ['a text with the signs of a feature in it', bad('a, "{[]}" b'), 'feature 2'],
  ['nothing in an Overpass answer', elementBeside(null), 'element 1'],
  ['an Overpass element without an id', elementBeside({ type: 'node', lat: 52, lon: 5 }), 'element 1'],
  ['an Overpass element of another kind', elementBeside({ type: 'changeset', id: 1 }), 'element 1'],
  ['an Overpass count', elementBeside({ type: 'count', id: 0, tags: { total: '3' } }), undefined],
])('a file that contains %s is imported except for that', async (_, content, first) => {
  const reading = await readData(content)
  expect(reading.places.map(({ id }) => id)).toEqual(expect.arrayContaining(['node/1', 'node/2', 'way/5', 'way/7']))
  expect(reading.unreadable).toEqual(first ? { count: 1, first } : { count: 0, first: '' })
  const counts = { new: 0, changed: 0, same: 0, missing: 0, hidden: 0, alreadyAdded: 0, factsChanged: 0 }
  if (first) expect(summary(reading, counts)).toContain(`Skipped 1 part that cannot be read, such as ${first}.`)
})

test('places in a collection of collections are imported', async () => {
  const nested = JSON.stringify({ type: 'FeatureCollection', features: [JSON.parse(geoJson(town))] })
  expect((await readData(nested)).places).toEqual((await readData(geoJson(town))).places)
})

test.each([
  [
    'a playground without an id',
    bad({ type: 'Feature', properties: { leisure: 'playground' }, geometry: null }),
    'without an OpenStreetMap id such as way/123 (feature 2)',
  ],
  [
    'an Overpass playground without an id',
    elementBeside({ type: 'node', tags: { leisure: 'playground' } }),
    '(element 1)',
  ],
  [
    'a word that is no value',
    geoJson(town).replace('"type":"Feature","id":"node/2"', '"type":nothing,"id":"node/2"'),
    'is broken in element 2',
  ],
  [
    'a name in Latin 1',
    Buffer.from(geoJson(town).replace('De Schommel', 'Café'), 'latin1'),
    'is not in UTF-8 in element 2',
  ],
  ['a second list', geoJson(town).replace(/}$/, ',"features":[]}'), 'holds two lists of elements or features'],
  ['a list of the other kind', `{"elements":[],${geoJson(town).slice(1)}`, 'holds two lists of elements or features'],
])('a file with %s is refused, and the sentence says where in the file it is', async (_, content, place) => {
  await expect(readData(content)).rejects.toThrow(place)
})

const outer = square(80, 52.1, 5.12, 0.01)
const pond = square(90, 52.103, 5.123, 0.004)
const ringed: OsmData = {
  nodes: [...outer.nodes, ...pond.nodes, { id: 99, lat: 52.105, lon: 5.125, tags: { amenity: 'bench' } }],
  ways: [
    { id: 10, nodes: outer.refs },
    { id: 11, nodes: pond.refs },
  ],
  relations: [
    {
      id: 12,
      members: [
        { ref: 10, role: 'outer' },
        { ref: 11, role: 'inner' },
      ],
      tags: { type: 'multipolygon', leisure: 'playground', name: 'Rond de vijver' },
    },
  ],
}
const ringedGeometry = JSON.stringify({
  elements: (ringed.relations ?? []).map(({ members, ...relation }) => ({
    type: 'relation',
    ...relation,
    members: members.map(({ ref, role }) => ({
      type: 'way',
      ref,
      role,
      geometry: (ref === 10 ? outer : pond).refs.map(id => {
        const node = (ringed.nodes ?? []).find(found => found.id === id)
        return { lat: node?.lat, lon: node?.lon }
      }),
    })),
  })),
})

test.each([
  ['.osm.pbf', pbf(ringed)],
  ['.osm.pbf with the positions on its ways', pbfWithLocations(ringed)],
  ['Overpass JSON', overpass(ringed)],
  ['Overpass JSON with geometry', ringedGeometry],
  ['GeoJSON', geoJson(ringed)],
])('the pin of a playground around a pond, read from %s, is next to the pond', async (_, content) => {
  const [place] = (await readData(content)).places
  const { latitude = 0, longitude = 0 } = place ?? {}
  expect(latitude > 52.1 && latitude < 52.11 && longitude > 5.12 && longitude < 5.13).toBe(true)
  expect(latitude > 52.103 && latitude < 52.107 && longitude > 5.123 && longitude < 5.127).toBe(false)
  // A bench on the island belongs to no playground around it.
  expect(place?.features).toEqual([])
})
