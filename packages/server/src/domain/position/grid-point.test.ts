import { expect, test } from 'vitest'
import { gridPointOf } from './grid-point.ts'

const latitudes = [90, 89.999, 89.9, 85, 52.37, 0.001, 0, -0.001, -52.37, -89.999, -90]
const longitudes = [180, 179.999, 179.998_5, 4.9, 0.001, 0, -0.001, -4.9, -179.999, -180]

test.each(latitudes)('a grid point at latitude %d lies on earth, near the original position', latitude => {
  for (const longitude of longitudes) {
    for (const cellM of [500, 1000]) {
      const point = gridPointOf({ latitude, longitude }, cellM)
      expect(Math.abs(point.latitude)).toBeLessThanOrEqual(90)
      expect(Math.abs(point.longitude)).toBeLessThanOrEqual(180)
      const rowDegrees = cellM / 111_320
      expect(Math.abs(point.latitude - latitude)).toBeLessThanOrEqual(rowDegrees)
      const around = Math.abs(point.longitude - longitude)
      // Columns are widest at a pole.
      expect(Math.min(around, 360 - around)).toBeLessThanOrEqual(100 * rowDegrees)
    }
  }
})

test('all points of a cell give the same point', () => {
  const inOneCell = [
    { latitude: 52.3701, longitude: 4.9001 },
    { latitude: 52.3712, longitude: 4.9012 },
  ]
  const points = inOneCell.map(point => gridPointOf(point, 500))
  expect(points[0]).toEqual(points[1])
})
