import { expect, test } from 'vitest'
import { circleOf, longestStraight, upright } from './geometry.ts'
import { feature, layer, line, ring, tile } from './testing.ts'
import { numbersOf, partsOf } from './tile-parts.ts'

type Properties = Record<string, string | number | boolean>
const namesOf = (kind: 'point' | 'line' | 'area', name: string, properties: Properties, commands = line(7, 8, 90, 8)) =>
  partsOf(tile(layer(name, [feature(kind, properties, commands)]))).names

test.each<[string, number, number]>([
  ['capital', 0, 4],
  ['state_capital', 1, 6],
  ['city', 2, 6],
  ['town', 3, 8],
  ['village', 5, 11],
  ['suburb', 6, 12],
  ['hamlet', 8, 13],
  ['quarter', 9, 13],
  ['neighbourhood', 10, 14],
  ['island', 7, 11],
])('a %s is named from its own zoom, and a larger one from an earlier', (kind, rank, fromZoom) => {
  const named = (population?: number) =>
    namesOf('point', 'place_labels', { kind, name: 'Schaan', ...(population && { population }) }, line(7, 8))
  expect(named()).toEqual([{ text: 'Schaan', kind: 'place', rank, fromZoom, along: [7, 8] }])
  expect(named(200_000)[0]?.rank).toBeCloseTo(rank - 0.1)
  expect(named(20_000_000)[0]?.rank).toBeCloseTo(rank - 0.9)
})

test.each<[string, string, Properties]>([
  ['a place of another kind', 'place_labels', { kind: 'farm', name: 'A' }],
  ['one without a name', 'place_labels', { kind: 'town' }],
  ['one with an empty name', 'place_labels', { kind: 'town', name: '' }],
  ['one whose name is too long', 'place_labels', { kind: 'town', name: 'a'.repeat(61) }],
  ['one whose name is a number', 'place_labels', { kind: 'town', name: 5 }],
  ['something without names', 'streets', { kind: 'primary', name: 'A' }],
  ['another layer', 'aerialway_labels', { kind: 'town', name: 'A' }],
])('%s has no name on the map', (_, name, properties) => {
  expect(namesOf(name === 'streets' ? 'line' : 'point', name, properties, line(7, 8, 9, 9))).toEqual([])
})

test('a name of sixty letters is shown', () => {
  expect(namesOf('point', 'place_labels', { kind: 'town', name: 'a'.repeat(60) }, line(7, 8))).toHaveLength(1)
})

test('a tile with more names than any town has shows the first 5,000', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, at) => feature('point', { kind: 'town', name: `Dorp ${at}` }, line(7, 8)))
  const { names, areas } = partsOf(
    tile(layer('place_labels', many(5001)), layer('buildings', [feature('area', {}, ring(0, 0, 9, 0, 9, 9))])),
  )
  expect([names.length, names.at(-1)?.text, areas.has('building')]).toEqual([5000, 'Dorp 4999', true])
})

test.each<[string, number, number]>([
  ['motorway', 20, 14],
  ['trunk_link', 20, 14],
  ['primary', 21, 14],
  ['secondary', 22, 14],
  ['tertiary', 23, 14],
  ['residential', 25, 15],
])('a %s is named from its own zoom', (kind, rank, fromZoom) => {
  expect(namesOf('line', 'street_labels', { kind, name: 'A2' })).toEqual([
    { text: 'A2', kind: 'street', rank, fromZoom, along: [7, 8, 90, 8] },
  ])
})

test('a street that is a point is not named, and water is named at one point', () => {
  expect(namesOf('point', 'street_labels', { kind: 'primary', name: 'A2' }, line(7, 8))).toEqual([])
  expect(namesOf('line', 'water_polygons_labels', { kind: 'lake', name: 'Rijn' })).toEqual([
    { text: 'Rijn', kind: 'water', rank: 15, fromZoom: 12, along: [7, 8] },
  ])
})

test('lines of layers that hold names are not drawn', () => {
  const { lines } = partsOf(tile(layer('street_labels', [feature('line', { kind: 'primary' }, line(0, 0, 9, 9))])))
  expect([...lines.keys()]).toEqual([])
})

const canal = (from: number, to: number) =>
  layer('water_lines', [
    feature(
      'line',
      { kind: 'canal' },
      line(...Array.from({ length: 11 }, (_, at) => [from + ((to - from) * at) / 10, 50]).flat()),
    ),
  ])
const water = layer('water_polygons', [feature('area', { kind: 'canal' }, ring(0, 0, 1000, 0, 1000, 100, 0, 100))])

test.each([
  ['on its area', 0, 1000, false],
  ['mostly on it', 0, 1600, false],
  ['half on it', 0, 2400, true],
  ['beside it', 2000, 3000, true],
])('whether a canal %s is drawn as a line: %s', (_, from, to, isDrawn) => {
  expect(partsOf(tile(water, canal(from, to))).lines.has('river')).toBe(isDrawn)
})

test.each([
  [0, 0],
  [Math.PI / 2, Math.PI / 2],
  [Math.PI / 2 + 0.1, -Math.PI / 2 + 0.1],
  [-Math.PI / 2, Math.PI / 2],
  [-Math.PI / 2 + 0.1, -Math.PI / 2 + 0.1],
  [Math.PI, 0],
])('text in the direction %d is written in the direction %d', (angle, upwards) =>
  expect(upright(angle)).toBeCloseTo(upwards),
)

test('a street’s name is written along its longest straight stretch', () => {
  expect(longestStraight([0, 0, 10, 0, 10, 100, 10, 200, 0, 200])).toEqual({
    x: 10,
    y: 100,
    angle: Math.PI / 2,
    length: 200,
  })
  expect(longestStraight([0, 0, 50, 2, 100, 0])).toMatchObject({ length: 100, x: 50, y: 0 })
  expect(longestStraight([0, 0, 50, 9, 100, 0])?.length).toBeCloseTo(Math.hypot(50, 9))
  expect(longestStraight([5, 5])).toBeUndefined()
})

test.each<[layer: string, properties: Properties, shown: string[]]>([
  ['public_transport', { kind: 'bus_stop', name: 'Dam' }, ['stop H 16', 'stopName Dam 17']],
  ['public_transport', { kind: 'tram_stop' }, ['stop H 16']],
  ['public_transport', { kind: 'station', name: 'Utrecht Centraal' }, ['stop H 13', 'stopName Utrecht Centraal 14']],
  ['public_transport', { kind: 'helipad', name: 'Dak' }, []],
  ['sites', { kind: 'parking' }, ['parking P 16']],
  ['sites', { kind: 'bicycle_parking' }, []],
  ['sites', { kind: 'school', name: 'De Regenboog' }, ['site De Regenboog 16']],
  ['sites', { kind: 'school' }, []],
  ['pois', { amenity: 'school', name: 'De Regenboog' }, ['site De Regenboog 16']],
  ['pois', { amenity: 'kindergarten', name: 'Pinkeltje' }, ['site Pinkeltje 17']],
  ['pois', { amenity: 'hospital', name: 'Diakonessenhuis' }, ['site Diakonessenhuis 15']],
  ['pois', { leisure: 'sports_centre', name: 'De Wielslag' }, ['site De Wielslag 16']],
  ['pois', { tourism: 'zoo', name: 'Artis' }, ['site Artis 15']],
  ['pois', { amenity: 'bench', name: 'Bank' }, []],
  ['pois', { shop: 'bakery', name: 'Bakker' }, []],
])('a point of %s, %o, is written as %j', (name, properties, shown) => {
  const names = namesOf('point', name, properties, line(7, 8))
  expect(names.map(({ kind, text, fromZoom }) => `${kind} ${text} ${fromZoom}`)).toEqual(shown)
  for (const { along } of names) expect(along).toEqual([7, 8])
})

test('a car park has one sign in its middle, however many tiles it covers', () => {
  const signs = (...ringAt: number[]) =>
    namesOf('area', 'sites', { kind: 'parking' }, ring(...ringAt)).map(({ along }) => along)
  expect(signs(100, 100, 300, 100, 300, 200, 100, 200)).toEqual([[200, 150]])
  expect(signs(-300, 100, 200, 100, 200, 200, -300, 200)).toEqual([])
  expect(signs(4000, 100, 4300, 100, 4300, 200, 4000, 200)).toEqual([])
})

test.each([
  [10_000, 16.74],
  [1_000_000, 13.42],
  [100_000_000, 12],
  [1, 17],
])('a park of %i m² is named from zoom %d', (area, zoom) => {
  const [name] = namesOf('point', 'land_labels', { kind: 'park', name: 'Griftpark', way_area: area }, line(7, 8))
  expect(name).toMatchObject({ kind: 'green', text: 'Griftpark' })
  expect(name?.fromZoom).toBeCloseTo(zoom, 1)
})

test('house numbers are left unread until they are needed', () => {
  const addresses = layer('addresses', [
    feature('point', { housenumber: '12-14' }, line(7, 8)),
    feature('point', { housename: 'Zonnehoek' }, line(9, 9)),
    feature('point', { housenumber: 'a number without an end' }, line(9, 9)),
  ])
  const parts = partsOf(
    tile(addresses, layer('place_labels', [feature('point', { kind: 'town', name: 'Schaan' }, line(1, 2))])),
  )
  expect(parts.names.map(({ text }) => text)).toEqual(['Schaan'])
  expect(numbersOf(parts.addresses ?? new Uint8Array())).toEqual([
    { text: '12-14', kind: 'number', rank: 60, fromZoom: 17, along: [7, 8] },
  ])
  expect(partsOf(tile(layer('streets', []))).addresses).toBeUndefined()
})

const round = (points: number, radius: number, share = 1) =>
  Array.from({ length: points }, (_, at) => {
    const angle = (at / (points - 1)) * 2 * Math.PI * share
    return [Math.round(500 + Math.cos(angle) * radius), Math.round(500 + Math.sin(angle) * radius)]
  }).flat()

test.each<[what: string, commands: number[], properties: Properties, radius: number | undefined]>([
  ['a ring', line(...round(17, 40)), { kind: 'primary' }, 40],
  ['a ring of a path', line(...round(17, 40)), { kind: 'footway' }, undefined],
  ['a ring around a block', line(...round(17, 121)), { kind: 'residential' }, undefined],
  [
    'a street around a square',
    line(500, 500, 560, 500, 620, 500, 620, 530, 560, 530, 500, 530, 500, 500),
    { kind: 'residential' },
    undefined,
  ],
  ['a bend', line(...round(9, 40, 0.5)), { kind: 'primary' }, undefined],
  ['an arc of a roundabout', line(...round(9, 40, 0.5)), { kind: 'primary', roundabout: true }, 40],
  ['a straight piece of one', line(0, 0, 50, 0, 100, 0), { kind: 'primary', roundabout: true }, undefined],
])('%s has a middle that stays free only if it is a roundabout', (_, commands, properties, radius) => {
  const { islands } = partsOf(tile(layer('streets', [feature('line', properties, commands)])))
  expect(islands.map(one => Math.round(one.radius))).toEqual(radius === undefined ? [] : [radius])
  for (const { x, y } of islands) expect(Math.hypot(x - 500, y - 500)).toBeLessThan(3)
})

test('a line of two points does not count as a circle', () => expect(circleOf([0, 0, 5, 5])).toBeUndefined())
