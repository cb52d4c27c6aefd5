import { expect, test } from 'vitest'
import { aboutMap, areaOf } from './about-map.ts'
import { boundsOf, isWithin, rangeOf, shared, tileAt } from './tile-address.ts'

test.each<[string, string, string, object | undefined]>([
  ['0', '0', '0', { z: 0, x: 0, y: 0 }],
  ['14', '16383', '16383', { z: 14, x: 16_383, y: 16_383 }],
  ['14', '16384', '0', undefined],
  ['14', '0', '16384', undefined],
  ['15', '0', '0', undefined],
  ['1', '01', '0', undefined],
  ['-1', '0', '0', undefined],
  ['1', '0.5', '0', undefined],
  ['1', '0', '', undefined],
  ['x', '0', '0', undefined],
])('the path %s/%s/%s leads to the tile %j', (z, x, y, tile) => {
  expect(tileAt(z, x, y, 14)).toEqual(tile)
})

const world = { west: -180, south: -90, east: 180, north: 90 }
test('an area touches the columns and rows of its corners, within the world', () => {
  expect(rangeOf(world, 2)).toEqual({ x: { from: 0, to: 3 }, y: { from: 0, to: 3 } })
  expect(rangeOf({ west: 1, south: 1, east: 89, north: 60 }, 2)).toEqual({
    x: { from: 2, to: 2 },
    y: { from: 1, to: 1 },
  })
  expect(rangeOf({ west: -91, south: -60, east: -89, north: -1 }, 2)).toEqual({
    x: { from: 0, to: 1 },
    y: { from: 2, to: 2 },
  })
  // Utrecht, as OpenStreetMap numbers it.
  const utrecht = { west: 5.1213, south: 52.0907, east: 5.1213, north: 52.0907 }
  expect(rangeOf(utrecht, 14)).toEqual({ x: { from: 8425, to: 8425 }, y: { from: 5405, to: 5405 } })
})

test.each<[number, number, boolean]>([
  [8424, 5403, false],
  [8425, 5402, false],
  [8425, 5403, true],
  [8426, 5404, true],
  [8427, 5404, false],
  [8426, 5405, false],
])('whether column %i, row %i is in an area of four tiles: %s', (x, y, isIn) => {
  const bounds = boundsOf(14, { from: 8425, to: 8426 }, { from: 5403, to: 5404 })
  // The edges belong to the tiles beyond them as well.
  const inner = {
    west: bounds.west + 1e-6,
    east: bounds.east - 1e-6,
    south: bounds.south + 1e-6,
    north: bounds.north - 1e-6,
  }
  expect(isWithin(inner, { z: 14, x, y })).toBe(isIn)
})

test('the bounds of the whole world end where Web Mercator ends', () => {
  const { west, east, north, south } = boundsOf(3, { from: 0, to: 7 }, { from: 0, to: 7 })
  expect([west, east]).toEqual([-180, 180])
  expect([north, -south].map(latitude => latitude.toFixed(6))).toEqual(['85.051129', '85.051129'])
})

test('two areas share what belongs to both, and nothing where they only touch', () => {
  const one = { west: 0, south: 0, east: 10, north: 10 }
  expect(shared(one, { west: 5, south: -5, east: 15, north: 5 })).toEqual({ west: 5, south: 0, east: 10, north: 5 })
  expect(shared(one, one)).toEqual(one)
  for (const beside of [
    { ...one, west: 10, east: 20 },
    { ...one, south: 10, north: 20 },
    { ...one, west: -20, east: -1 },
    { ...one, south: -20, north: -1 },
  ])
    expect([shared(one, beside), shared(beside, one)]).toEqual([undefined, undefined])
})

test.each([
  [{ west: 5, south: 52, east: 5.3, north: 52.2 }, '52.00–52.20° N, 5.00–5.30° E'],
  [{ west: -5.3, south: -52.2, east: -5, north: -52 }, '52.00–52.20° S, 5.00–5.30° W'],
  [{ west: -1, south: -1, east: 1, north: 1 }, '-1.00–1.00° N, -1.00–1.00° E'],
  [{ west: 0, south: -2, east: 1, north: 0 }, '0.00–2.00° S, 0.00–1.00° E'],
])('an area is described in degrees with its sides: %j', (bounds, told) => {
  expect(areaOf({ bounds }).replaceAll('-0.00', '0.00')).toBe(told)
  const map = { version: '0'.repeat(16), name: 'utrecht.mbtiles', minZoom: 0, maxZoom: 14, bounds, tiles: 1, bytes: 1 }
  expect(aboutMap({ ...map, dataAtMs: Date.UTC(2026, 10, 25) })).toContain('utrecht.mbtiles (')
  expect(aboutMap({ ...map, dataAtMs: Date.UTC(2026, 10, 25) })).toContain(', data of 2026-11-25)')
})
