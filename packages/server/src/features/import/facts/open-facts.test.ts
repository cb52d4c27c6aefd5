import type { FactKey } from '@papadag/contract/places/facts'
import { outsideSchoolHours } from '@papadag/contract/places/school-hours'
import { expect, test } from 'vitest'
import { at, drawn, square, together } from '../../../testing/drawn-data.ts'
import { area, factsOf, points } from '../../../testing/scenes/facts.ts'
import { readData } from '../../../testing/scenes/open-data.ts'
import { geoJson, type OsmData, overpass, pbf, pbfWithLocations } from '../../../testing/write-pbf.ts'
import type { Tags } from '../osm-object.ts'

// Tags as they are found in Lübeck, Karlsruhe, Winterthur and Liechtenstein.
test.each<[FactKey, Tags, unknown]>([
  ['ages', { max_age: '12' }, { from: null, to: 12 }],
  ['ages', { min_age: '3', max_age: '6' }, { from: 3, to: 6 }],
  ['ages', { min_age: '3 years' }, { from: 3, to: null }],
  ['equipment', { 'playground:springy': 'yes', 'playground:roundabout': 'yes' }, ['springer', 'carousel']],
  ['equipment', { playground: 'sandpit;climbingframe' }, ['climbing', 'sandbox']],
  ['equipment', { 'playground:slide': 'no', 'playground:theme': 'adventure' }, undefined],
  ['fence', { barrier: 'fence' }, 'whole'],
  ['fence', { barrier: 'bollard' }, undefined],
  ['fence', { fenced: 'no' }, 'none'],
  ['openWater', { barrier: 'fence' }, 'no'],
  ['surface', { surface: 'fine_sand' }, 'sand'],
  ['surface', { surface: 'tartan' }, 'rubber'],
  ['surface', { surface: 'dirt/sand' }, undefined],
  ['toilet', { toilets: 'no' }, 'none'],
  ['toilet', { toilets: 'yes' }, { distance: 0, fee: null, access: null, changingTable: null }],
  ['wheelchair', { wheelchair: 'limited' }, 'partly'],
  ['drinkingWater', { drinking_water: 'no' }, 'no'],
  ['lit', { lit: '24/7' }, 'yes'],
  ['dogs', { dog: 'no' }, 'no'],
  ['dogs', { dog: 'leashed' }, 'yes'],
  ['indoor', {}, 'no'],
  ['indoor', { leisure: 'indoor_play' }, 'yes'],
  ['fee', { fee: '2 EUR' }, 'yes'],
  ['openingHours', { opening_hours: 'Mo-Su,PH sunrise-20:00' }, { text: 'Mo-Su,PH sunrise-20:00' }],
  ['bicycleParking', { bicycle_parking: 'stands' }, undefined],
  ['bicycleParking', { bicycle_parking: 'yes' }, 'yes'],
])('the fact %s of a playground with %o is %o', async (key, tags, value) => {
  const { facts, skipped } = await factsOf(area(tags))
  expect(facts?.[key]).toEqual(value)
  expect(skipped).toEqual({})
})

test.each<[string, FactKey, OsmData, unknown]>([
  ['a slide in it', 'equipment', points(at(9, 5, 5, { playground: 'slide' })), ['slide']],
  ['a swing 3 m beside it', 'equipment', points(at(9, 23, 0, { playground: 'swing', baby: 'yes' })), ['babySwing']],
  ['a slide 10 m away', 'equipment', points(at(9, 30, 0, { playground: 'slide' })), undefined],
  [
    'somebody’s own trampoline',
    'equipment',
    points(at(9, 5, 5, { playground: 'trampoline', access: 'private' })),
    undefined,
  ],
  [
    'a roof, and one at a bus stop',
    'equipment',
    points(at(9, 5, 5, { amenity: 'shelter' }), at(10, 5, 8, { amenity: 'shelter', shelter_type: 'public_transport' })),
    ['shelter'],
  ],
  ['a bus stop', 'equipment', points(at(9, 5, 8, { amenity: 'shelter', shelter_type: 'public_transport' })), undefined],
  ['a table', 'equipment', points(at(9, 5, 5, { leisure: 'pitch', sport: 'table_tennis' })), ['tableTennis']],
  [
    'a field beside it',
    'equipment',
    drawn(9, square(15, 37), { leisure: 'pitch', sport: 'soccer' }, true),
    ['football'],
  ],
  ['a fence around it', 'fence', drawn(9, square(22), { barrier: 'fence' }, true), 'whole'],
  [
    'a fence that crosses itself',
    'fence',
    drawn(
      9,
      [
        [-22, -22],
        [22, 22],
        [22, -22],
        [-22, 22],
      ],
      { barrier: 'fence' },
      true,
    ),
    'partly',
  ],
  [
    'a hedge on two sides',
    'fence',
    drawn(
      9,
      [
        [-22, 22],
        [-22, -22],
        [22, -22],
      ],
      { barrier: 'hedge' },
    ),
    'partly',
  ],
  ['a fence far around it', 'fence', drawn(9, square(80), { barrier: 'fence' }, true), undefined],
  ['bollards', 'fence', drawn(9, square(22), { barrier: 'bollard' }, true), undefined],
  ['a wood over it', 'shade', drawn(9, square(60), { landuse: 'forest' }, true), 'much'],
  ['a wood over a quarter of it', 'shade', drawn(9, square(30, 30, 30), { natural: 'wood' }, true), 'some'],
  ['one tree', 'shade', points(at(9, 5, 5, { natural: 'tree' })), 'none'],
  ['a tree elsewhere', 'shade', points(at(9, 50, 5, { natural: 'tree' })), undefined],
  [
    'a row of trees',
    'shade',
    drawn(
      9,
      [
        [-20, 0],
        [20, 0],
      ],
      { natural: 'tree_row' },
    ),
    'some',
  ],
  [
    'toilets 200 m away',
    'toilet',
    points(at(9, 220, 0, { amenity: 'toilets', fee: 'yes', changing_table: 'no' })),
    { distance: 200, fee: 'yes', access: null, changingTable: 'no' },
  ],
  [
    'toilets for customers in it',
    'toilet',
    points(at(9, 0, 0, { amenity: 'toilets', access: 'customers' })),
    { distance: 0, fee: null, access: 'customers', changingTable: null },
  ],
  ['toilets 600 m away', 'toilet', points(at(9, 620, 0, { amenity: 'toilets' })), undefined],
  ['a tap', 'drinkingWater', points(at(9, 40, 0, { amenity: 'drinking_water' })), 'yes'],
  ['a bicycle stand', 'bicycleParking', points(at(9, 40, 0, { amenity: 'bicycle_parking' })), 'yes'],
  ['a café without a name', 'coffee', points(at(9, 200, 0, { amenity: 'cafe' })), 'yes'],
  ['a café 300 m away', 'coffee', points(at(9, 320, 0, { amenity: 'cafe' })), undefined],
])('of a playground with %s around it, %s is known', async (_, key, around, value) => {
  expect((await factsOf(area(), around)).facts?.[key]).toEqual(value)
})

const school = drawn(9, square(60), { amenity: 'school' }, true)
test.each<[string, Tags, OsmData, string | undefined]>([
  ['on a school’s grounds, open to all', { access: 'yes' }, school, outsideSchoolHours],
  ['on a school’s grounds, for its customers', { access: 'customers' }, school, undefined],
  ['on a school’s grounds, with hours of its own', { access: 'yes', opening_hours: '24/7' }, school, '24/7'],
  ['beside a school', { access: 'yes' }, drawn(9, square(60, 200), { amenity: 'school' }, true), undefined],
  ['far from any school', { access: 'yes' }, points(), undefined],
])('the opening hours of a playground %s', async (_, tags, around, text) => {
  const { facts } = await factsOf(area(tags), around)
  expect(facts).toMatchObject({ indoor: 'no' })
  expect(facts?.openingHours?.text).toBe(text)
})

const canal = drawn(
  7,
  [
    [-400, 50],
    [400, 50],
  ],
  { waterway: 'canal' },
)
test.each<[string, OsmData, 'yes' | 'no' | undefined]>([
  ['a canal 30 m away', canal, 'yes'],
  [
    'a canal 70 m away',
    drawn(
      7,
      [
        [-200, 90],
        [200, 90],
      ],
      { waterway: 'canal' },
    ),
    'no',
  ],
  ['a canal behind its fence', together(canal, drawn(9, square(21), { barrier: 'fence' }, true)), 'no'],
  [
    'a canal behind a fence along it',
    together(
      canal,
      drawn(
        9,
        [
          [-400, 48],
          [400, 48],
        ],
        { barrier: 'fence' },
      ),
    ),
    'no',
  ],
  [
    'a canal and a fence elsewhere',
    together(
      canal,
      drawn(
        9,
        [
          [-400, -40],
          [400, -40],
        ],
        { barrier: 'fence' },
      ),
    ),
    'yes',
  ],
  [
    'a canal and a short fence',
    together(
      canal,
      drawn(
        9,
        [
          [-5, 48],
          [5, 48],
        ],
        { barrier: 'fence' },
      ),
    ),
    'yes',
  ],
  [
    'a canal in a tunnel',
    drawn(
      7,
      [
        [-200, 50],
        [200, 50],
      ],
      { waterway: 'canal', tunnel: 'culvert' },
    ),
    undefined,
  ],
  ['a pond in it', drawn(7, square(5), { natural: 'water' }, true), 'yes'],
  ['a dry basin', drawn(7, square(5), { landuse: 'basin', basin: 'infiltration' }, true), undefined],
  ['no water in the whole file', points(), undefined],
])('whether a playground with %s has open water near it', async (_, around, value) => {
  expect((await factsOf(area(), around)).facts?.openWater).toBe(value)
})

/** A lake of which one part of the shore is near. */
const lake: OsmData = together(
  drawn(7, [
    [-300, 50],
    [300, 50],
  ]),
  { nodes: [at(8001, 0, 2000)], ways: [{ id: 8, nodes: [7001, 8001, 7000] }] },
  {
    relations: [
      { id: 5, members: [7, 8].map(ref => ({ ref, role: 'outer' })), tags: { type: 'multipolygon', natural: 'water' } },
    ],
  },
)
const around = together(
  area({ 'playground:slide': 'yes' }),
  lake,
  drawn(
    9,
    [
      [-22, 22],
      [-22, -22],
      [22, -22],
    ],
    { barrier: 'hedge' },
  ),
  points(at(99, 5, 5, { playground: 'swing' })),
)
/** osmtogeojson puts outlines together before it writes them. */
const joined: OsmData = {
  ...around,
  ways: [...(around.ways ?? []).filter(({ id }) => id > 8 || id < 7), { id: 7, nodes: [7000, 7001, 8001, 7000] }],
  relations: (around.relations ?? []).map(relation => ({ ...relation, members: [{ ref: 7, role: 'outer' }] })),
}

test.each([
  ['.osm.pbf', pbf(around)],
  ['.osm.pbf with the positions on its ways', pbfWithLocations(around)],
  ['Overpass JSON', overpass(around)],
  ['GeoJSON', geoJson(joined)],
])('the same is known from %s', async (_, content) => {
  const { places, facts } = await readData(content)
  expect(places[0]?.facts).toEqual({
    equipment: ['slide', 'swing'],
    fence: 'partly',
    openWater: 'yes',
    indoor: 'no',
  })
  expect(facts).toEqual({ playgrounds: 1, known: { equipment: 1, fence: 1, openWater: 1, indoor: 1 }, skipped: {} })
})

test('what a point in a playground says counts for the playground', async () => {
  const { facts } = await factsOf(
    area({ lit: 'no' }),
    points(at(9, 0, 0, { leisure: 'playground', max_age: '6', lit: 'yes' })),
  )
  expect(facts).toMatchObject({ ages: { from: null, to: 6 }, lit: 'no' })
})

test('restaurants have no facts', async () => {
  const cafe = points(at(9, 0, 0, { amenity: 'cafe', name: 'Koffie', highchair: 'yes', wheelchair: 'yes' }))
  expect((await factsOf(cafe)).facts).toBeUndefined()
})
