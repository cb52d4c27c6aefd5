import { expect, test } from 'vitest'
import { noProgress, showProgress } from '../../platform/files/progress.ts'
import { readData } from '../../testing/scenes/open-data.ts'
import { geoJson, type OsmData, overpass, pbf, pbfBlocks, pbfHeader } from '../../testing/write-pbf.ts'
import { readPlaces } from './read-places.ts'

/** A square with sides of this many metres around a centre, as four nodes and the closed way through them. */
function square(id: number, lat: number, lon: number, metres: number) {
  const [y, x] = [metres / 2 / 111_195, metres / 2 / 111_195 / Math.cos((lat * Math.PI) / 180)]
  const corners: [number, number][] = [
    [lat - y, lon - x],
    [lat - y, lon + x],
    [lat + y, lon + x],
    [lat + y, lon - x],
  ]
  return {
    nodes: corners.map(([latitude, longitude], index) => ({ id: id * 10 + index, lat: latitude, lon: longitude })),
    refs: [0, 1, 2, 3, 0].map(index => id * 10 + index),
  }
}

const area = square(5, 52.09, 5.12, 40)
const ringed = square(6, 52.0945, 5.13, 60)
const town: OsmData = {
  nodes: [
    { id: 1, lat: 52.0901234, lon: 5.1101234, tags: { leisure: 'playground', name: 'De Klimboom' } },
    { id: 2, lat: 52.092, lon: 5.115, tags: { leisure: 'playground', access: 'private' } },
    { id: 3, lat: 52.09, lon: 5.12024, tags: { amenity: 'bench' } },
    { id: 12_000_000_000, lat: 52.0906, lon: 5.12, tags: { 'addr:street': 'Kerkstraat', 'addr:city': 'Utrecht' } },
    ...area.nodes,
    ...ringed.nodes,
  ],
  ways: [
    { id: 5, nodes: area.refs, tags: { leisure: 'playground' } },
    { id: 6, nodes: ringed.refs.slice(0, 3) },
    { id: 7, nodes: ringed.refs.slice(2) },
    { id: 8, nodes: area.refs.slice(0, 3), tags: { leisure: 'playground' } },
  ],
  relations: [
    {
      id: 9,
      members: [
        { ref: 6, role: 'outer' },
        { ref: 7, role: 'outer' },
      ],
      tags: { type: 'multipolygon', leisure: 'playground', name: 'Griftpark' },
    },
  ],
}
/** osmtogeojson puts outlines together before it writes them. */
const townJoined: OsmData = {
  ...town,
  ways: [...(town.ways ?? []).filter(({ id }) => id !== 6 && id !== 7), { id: 6, nodes: ringed.refs }],
}
const townRelation = (data: OsmData): OsmData => ({
  ...data,
  relations: (data.relations ?? []).map(relation => ({ ...relation, members: [{ ref: 6, role: 'outer' }] })),
})

test.each([
  ['.osm.pbf', pbf(town)],
  ['Overpass JSON', overpass(town)],
  ['GeoJSON', geoJson(townRelation(townJoined))],
])(
  'points and areas are imported from %s with their equipment, but private objects and lines are not',
  async (_, file) => {
    const { read: seen, skipped, places } = await readData(file)
    expect(seen).toEqual({ playground: 5, restaurant: 0 })
    expect(skipped).toMatchObject({ private: 1, unclosed: 1 })
    expect(places).toMatchObject([
      { id: 'node/1', name: 'De Klimboom', namedAfter: undefined, latitude: 52.0901234, longitude: 5.1101234 },
      { id: 'relation/9', name: 'Griftpark', namedAfter: undefined },
      {
        id: 'way/5',
        name: undefined,
        namedAfter: 'Kerkstraat',
        address: 'Kerkstraat, Utrecht',
        features: ['benches'],
      },
    ])
    for (const [index, lat, lon] of [
      [1, 52.0945, 5.13],
      [2, 52.09, 5.12],
    ] as const) {
      expect(places[index]?.latitude).toBeCloseTo(lat, 6)
      expect(places[index]?.longitude).toBeCloseTo(lon, 6)
    }
  },
)

test('an Overpass answer that gives only the centres of areas can be imported', async () => {
  const elements = [
    { type: 'way', id: 5, center: { lat: 52.09, lon: 5.12 }, tags: { leisure: 'playground', name: 'Plein' } },
  ]
  const { places } = await readData(JSON.stringify({ elements }))
  expect(places).toMatchObject([{ id: 'way/5', latitude: 52.09, longitude: 5.12, rings: [] }])
})

test('files given together are read as one, so benches in the second belong to playgrounds in the first', async () => {
  const [playground, bench] = [
    { nodes: [{ id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground' } }] },
    { nodes: [{ id: 2, lat: 52.09005, lon: 5.12, tags: { amenity: 'bench' } }] },
  ]
  const { places } = await readData(overpass(playground), geoJson(bench), overpass(playground))
  expect(places).toMatchObject([{ id: 'node/1', features: ['benches'] }])
})

test.each([
  ['a bench', { amenity: 'bench' }, 9, 12, 'benches'],
  ['a picnic table', { leisure: 'picnic_table' }, 14, 17, 'picnicTables'],
  ['toilets', { amenity: 'toilets' }, 74, 78, 'restrooms'],
  ['a sandpit', { playground: 'sandpit' }, 2, 5, 'sandbox'],
  ['sand', { natural: 'sand' }, 2, 5, 'sandbox'],
  ['a pump', { playground: 'pump' }, 9, 12, 'waterGames'],
])(
  '%s is counted with the playground next to it, and not with one farther away',
  async (_, tags, near, far, feature) => {
    const north = (metres: number) => 52.09 + metres / 111_195
    const withOneAt = (metres: number) =>
      readData({
        nodes: [
          { id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground' } },
          { id: 2, lat: north(metres), lon: 5.12, tags },
        ],
      })
    expect((await withOneAt(near)).places[0]?.features).toEqual([feature])
    expect((await withOneAt(far)).places[0]?.features).toEqual([])
  },
)

test('a point inside the area of the same playground is merged into it with its features', async () => {
  const { places, skipped } = await readData(
    overpass({
      nodes: [
        ...area.nodes,
        { id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground', name: 'De Wip', toilets: 'yes' } },
      ],
      ways: [{ id: 5, nodes: area.refs, tags: { leisure: 'playground' } }],
    }),
  )
  expect(skipped.merged).toBe(1)
  expect(places).toMatchObject([{ id: 'way/5', aliases: ['node/1'], name: 'De Wip', features: ['restrooms'] }])
})

test('a school playground is left out unless it is tagged as open', async () => {
  const school = square(7, 52.09, 5.12, 200)
  const { places, skipped } = await readData(
    overpass({
      nodes: [
        ...school.nodes,
        { id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground' } },
        { id: 2, lat: 52.0901, lon: 5.1205, tags: { leisure: 'playground', access: 'yes' } },
      ],
      ways: [{ id: 7, nodes: school.refs, tags: { amenity: 'school' } }],
    }),
  )
  expect(places.map(({ id }) => id)).toEqual(['node/2'])
  expect(skipped.atSchool).toBe(1)
})

test('a restaurant is imported only with a sign that children are welcome: a tag or its own playground', async () => {
  const restaurant = (id: number, lat: number, tags: Record<string, string>) => ({
    id,
    lat,
    lon: 5.12,
    tags: { amenity: 'restaurant', ...tags },
  })
  const { places, skipped } = await readData(
    overpass({
      nodes: [
        restaurant(1, 52.01, { name: 'Zonder' }),
        restaurant(2, 52.02, { name: 'Met stoel', highchair: '2' }),
        restaurant(3, 52.03, { highchair: 'yes' }),
        restaurant(4, 52.04, { name: 'Pannenkoeken', cuisine: 'dutch;pancake' }),
        restaurant(5, 52.05, { name: 'Bij de speeltuin' }),
        { id: 6, lat: 52.0502, lon: 5.12, tags: { leisure: 'playground', name: 'De Speelbaan' } },
      ],
    }),
  )
  expect(places.map(({ name, features }) => [name, features])).toEqual([
    ['Met stoel', ['highChairs']],
    ['Pannenkoeken', []],
    ['Bij de speeltuin', ['playCorner']],
    ['De Speelbaan', []],
  ])
  expect(skipped.restaurantsWithoutSign).toBe(2)
})

test('an unnamed playground is named after its street, park, neighbourhood or town', async () => {
  const playground = { id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground' } }
  const park = square(8, 52.09, 5.12, 300)
  const street = (id: number, lat: number, name: string): OsmData => ({
    nodes: [5.1195, 5.1205].map((lon, index) => ({ id: id * 10 + index, lat, lon })),
    ways: [{ id, nodes: [id * 10, id * 10 + 1], tags: { highway: 'residential', name } }],
  })
  const around: [string, OsmData][] = [
    ['52.0900, 5.1200', street(7, 52.09072, 'Te ver weg')],
    ['Utrecht', { nodes: [{ id: 11, lat: 52.1, lon: 5.12, tags: { place: 'city', name: 'Utrecht' } }] }],
    ['Lombok', { nodes: [{ id: 12, lat: 52.095, lon: 5.12, tags: { place: 'neighbourhood', name: 'Lombok' } }] }],
    [
      'Griftpark',
      { nodes: park.nodes, ways: [{ id: 8, nodes: park.refs, tags: { leisure: 'park', name: 'Griftpark' } }] },
    ],
    ['Lange Jansstraat', street(9, 52.0902, 'Lange Jansstraat')],
    ['Kerkstraat', { nodes: [{ id: 13, lat: 52.0906, lon: 5.12, tags: { 'addr:street': 'Kerkstraat' } }] }],
  ]
  const data: OsmData = { nodes: [playground], ways: [] }
  const after = async (write: (data: OsmData) => Buffer | string) => (await readData(write(data))).places[0]?.namedAfter
  expect(await after(overpass)).toBe('52.0900, 5.1200')
  for (const [name, { nodes = [], ways = [] }] of around) {
    data.nodes = [...(data.nodes ?? []), ...nodes].sort((a, b) => a.id - b.id)
    data.ways = [...(data.ways ?? []), ...ways]
    expect(await after(overpass)).toBe(name)
    expect(await after(pbf)).toBe(name)
  }
})

test('a name of one or two letters is replaced by a generated one', async () => {
  const nodes = [{ id: 1, lat: 52.09, lon: 5.12, tags: { leisure: 'playground', name: 'A1' } }]
  expect((await readData(overpass({ nodes }))).places).toMatchObject([{ namedAfter: 'A1' }])
})

test.each([
  ['an .osm.pbf', pbf(town)],
  ['an Overpass answer', Buffer.from(overpass(town))],
  ['a GeoJSON', Buffer.from(geoJson(town))],
])('%s truncated at any point is refused', async (_, whole) => {
  // A file cut between two blocks does not show that more should follow.
  const borders = [
    pbfHeader(),
    pbf({ nodes: town.nodes ?? [] }),
    pbf({ nodes: town.nodes ?? [], ways: town.ways ?? [] }),
  ].map(({ length }) => length)
  for (let length = 0; length < whole.length; length += 7) {
    if (borders.includes(length) && whole[0] === 0) continue
    await expect(readData(whole.subarray(0, length)), `cut to ${length}`).rejects.toMatchObject({
      name: 'ImportProblem',
    })
  }
})

test('an .osm.pbf with a flipped bit is either refused or read', async () => {
  const whole = pbf(town)
  for (let at = 0; at < whole.length; at += 5) {
    const broken = Buffer.from(whole)
    broken.writeUInt8((broken[at] ?? 0) ^ 0x55, at)
    await readData(broken).catch((error: unknown) =>
      expect(error, `byte ${at}`).toMatchObject({ name: 'ImportProblem' }),
    )
  }
})

const element = (fields: object) => JSON.stringify({ elements: [fields] })
test.each([
  ['', 'file-0 is empty.'],
  ['<html>429 Too Many Requests</html>', 'file-0 is neither .osm.pbf, nor Overpass JSON, nor GeoJSON.'],
  ['[{"osm_id": 1}]', 'file-0 is neither .osm.pbf, nor Overpass JSON, nor GeoJSON.'],
  [
    '{"elements": [], "remark": "runtime error: Query timed out in \\"query\\" at line 3 after 25 seconds."}',
    'file-0 is not complete; Overpass remarked: runtime error: Query timed out in "query" at line 3 after 25 seconds.',
  ],
  [element({ type: 'node', id: 'x' }), 'file-0 holds an element that is not as Overpass writes it (element 1).'],
  ['{"elements": [{"type": nonsense}]}', 'file-0 is broken in element 1.'],
  [
    '{"type": "FeatureCollection", "features": [{"type": "Point"}]}',
    'file-0 holds something that is not a GeoJSON feature (feature 1).',
  ],
  [
    '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"leisure": "playground"}, "geometry": {"type": "Point", "coordinates": [5, 52]}}]}',
    'file-0 holds features without an OpenStreetMap id such as way/123 (feature 1); export it with ids.',
  ],
])('a file that is not open data is refused in one sentence: %s', async (content, message) => {
  await expect(readData(content)).rejects.toMatchObject({
    ...{ name: 'ImportProblem', message: `${message} Nothing was imported.` },
  })
})

test('an .osm.pbf that requires an unknown feature is refused', async () => {
  const file = Buffer.concat([pbfHeader(['OsmSchema-V0.6', 'HistoricalInformation']), pbfBlocks(town)])
  await expect(readData(file)).rejects.toThrow('needs HistoricalInformation, which Papadag cannot read')
})

test('the refusal of a missing file names that file', async () => {
  await expect(readPlaces(['/nowhere/file.osm.pbf'], noProgress)).rejects.toThrow(
    'There is no file /nowhere/file.osm.pbf.',
  )
})

test('in a terminal a bar shows the progress', () => {
  const shown: string[] = []
  const progress = showProgress({ isTTY: true, write: text => shown.push(String(text)) > 0 })
  progress.step('Reading', 200)
  progress.end()
  progress.step('Writing', 0)
  expect(shown[0]).toContain('Reading ░░░')
  expect(shown[0]).toContain('0 %')
})
