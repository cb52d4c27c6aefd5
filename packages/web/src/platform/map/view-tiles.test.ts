import type { HostedMap } from '@papadag/contract/places/hosted-map'
import { expect, test } from 'vitest'
import { tilesOf, tileZoom } from './view-tiles.ts'

const map: HostedMap = {
  version: 'v1',
  minZoom: 5,
  maxZoom: 14,
  bounds: { west: -180, south: -85, east: 180, north: 85 },
}
const names = (all: { x: number; y: number }[]) => all.map(({ x, y }) => `${x}/${y}`)

test.each([
  [13, 12],
  [13.9, 12],
  [13.995, 13],
  [5, 5],
  [3, 5],
  [15, 14],
  [19, 14],
])('a view at zoom %d uses tiles of zoom %d', (zoom, z) => expect(tileZoom(zoom, map)).toBe(z))

test('a view uses the tiles it touches, the middle ones first', () => {
  const frame = { zoom: 13, left: 512 * 10, top: 512 * 20, width: 512 * 3 - 1, height: 511 }
  const tiles = tilesOf(frame, map)
  expect(tiles.every(({ z }) => z === 12)).toBe(true)
  expect(names(tiles)[0]).toBe('11/20')
  expect(names(tiles).toSorted()).toEqual(['10/20', '11/20', '12/20'])
  expect(names(tilesOf({ ...frame, width: 512 * 3 }, map)).toSorted()).toEqual(['10/20', '11/20', '12/20', '13/20'])
})

test('tiles end at the edge of the world and of the map', () => {
  const whole = { zoom: 6, left: -500, top: -500, width: 512 * 40, height: 512 * 40 }
  expect(tilesOf({ ...whole, width: 512, height: 512 }, map).every(({ x, y }) => x >= 0 && y >= 0)).toBe(true)
  // At zoom 5 the Netherlands fit on few tiles.
  const bounds = { west: 3.3, south: 50.7, east: 7.3, north: 53.6 }
  expect(names(tilesOf(whole, { ...map, bounds })).toSorted()).toEqual(['16/10'])
  const wider = { west: -0.1, south: 50.7, east: 11.3, north: 56 }
  expect(names(tilesOf(whole, { ...map, bounds: wider })).toSorted()).toEqual([
    '15/10',
    '15/9',
    '16/10',
    '16/9',
    '17/10',
    '17/9',
  ])
})

test('a view that would need too many tiles uses the forty in its middle', () => {
  const frame = { zoom: 13, left: 512 * 10, top: 512 * 10, width: 512 * 20, height: 512 * 20 }
  expect(tilesOf(frame, map)).toHaveLength(40)
})
