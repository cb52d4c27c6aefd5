import { expect, test } from 'vitest'
import { longestStraight, upright } from './geometry.ts'
import { feature, layer, line, ring, tile } from './testing.ts'
import { partsOf } from './tile-parts.ts'

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
])('a %s is shown from its zoom on, the larger the earlier', (kind, rank, fromZoom) => {
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

test('of a tile with more names than any town has, the first 5,000 are shown', () => {
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
])('a %s is named from its zoom on', (kind, rank, fromZoom) => {
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
])('a canal %s: drawn as a line %s', (_, from, to, isDrawn) => {
  expect(partsOf(tile(water, canal(from, to))).lines.has('river')).toBe(isDrawn)
})

test.each([
  [0, 0],
  [Math.PI / 2, Math.PI / 2],
  [Math.PI / 2 + 0.1, -Math.PI / 2 + 0.1],
  [-Math.PI / 2, Math.PI / 2],
  [-Math.PI / 2 + 0.1, -Math.PI / 2 + 0.1],
  [Math.PI, 0],
])('text in the direction %d is written in %d', (angle, upwards) => expect(upright(angle)).toBeCloseTo(upwards))

test('the longest straight stretch of a street carries its name', () => {
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
