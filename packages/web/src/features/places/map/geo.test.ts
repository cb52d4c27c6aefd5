import { expect, test } from 'vitest'
import { distanceM, isWithin, planeOf, positionAt, tilesOf } from './geo.ts'

const dam = { latitude: 52.3731, longitude: 4.8926 }

test('a place is on the same tile as in other map software', () => {
  const { x, y } = planeOf(dam, 13)
  expect([Math.floor(x / 256), Math.floor(y / 256)]).toEqual([4207, 2692])
  const back = positionAt({ x, y }, 13)
  expect(back.latitude).toBeCloseTo(dam.latitude, 9)
  expect(back.longitude).toBeCloseTo(dam.longitude, 9)
})

test('a map of any size needs at most nine reads, with the finest possible tiles', () => {
  const boxOf = (width: number, height: number, zoom: number) => {
    const { x, y } = planeOf(dam, zoom)
    const northWest = positionAt({ x: x - width / 2, y: y - height / 2 }, zoom)
    const southEast = positionAt({ x: x + width / 2, y: y + height / 2 }, zoom)
    return {
      north: northWest.latitude,
      west: northWest.longitude,
      south: southEast.latitude,
      east: southEast.longitude,
    }
  }
  for (const [width = 0, height = 0] of [
    [358, 500],
    [1104, 500],
    [1920, 1080],
    [3840, 2160],
  ]) {
    for (let zoom = 3; zoom <= 19; zoom += 1) {
      expect(tilesOf(boxOf(width, height, zoom), zoom).length).toBeLessThanOrEqual(9)
    }
  }
  // At its initial zoom the map lists places one by one (from zoom 12 on), on a phone and on a desktop.
  expect(tilesOf(boxOf(358, 500, 13), 13)[0]?.z).toBe(13)
  expect(tilesOf(boxOf(1104, 500, 13), 13)[0]?.z).toBe(12)
})

test('the map measures distances along the ground', () => {
  expect(distanceM(dam, { latitude: 52.0907, longitude: 5.1214 }) / 1000).toBeCloseTo(35, 0)
  expect(distanceM(dam, dam)).toBe(0)
})

const box = { south: 52, west: 4, north: 53, east: 5 }
test.each([
  [52.5, 4.5, true],
  [52, 4, true],
  [53, 5, true],
  [51.9, 4.5, false],
  [53.1, 4.5, false],
  [52.5, 3.9, false],
  [52.5, 5.1, false],
])('the point %d, %d is within the box: %s', (latitude, longitude, isIn) => {
  expect(isWithin({ latitude, longitude }, box)).toBe(isIn)
})

test('tiles end at the edge of the world, and a box too large for the next four levels gets the fourth', () => {
  expect(tilesOf({ south: -89, west: -181, north: 89, east: 181 }, 1)).toHaveLength(4)
  const wide = { south: 51, west: 3.5, north: 53.5, east: 7 }
  const tiles = tilesOf(wide, 14)
  expect(tiles.every(({ z }) => z === 10)).toBe(true)
  expect(tiles.length).toBeGreaterThan(9)
})
