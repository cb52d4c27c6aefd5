import { expect, test } from 'vitest'
import { areaOf, isInside, metresApart, metresBetween } from './geometry.ts'

test('the middle of a horseshoe is a point inside it', () => {
  const horseshoe = [0, 0, 9, 0, 9, 1, 1, 1, 1, 9, 9, 9, 9, 10, 0, 10, 0, 0].map(value => 52 + value / 1000)
  const shape = areaOf([horseshoe])
  expect(shape && isInside(shape.latitude, shape.longitude, [horseshoe])).toBe(true)
})

test('the middle of several areas is that of the largest, whatever their order', () => {
  const square = (west: number, size: number) =>
    [0, 0, 1, 0, 1, 1, 0, 1, 0, 0].map((value, index) => (index % 2 === 0 ? west : 52) + value * size)
  for (const rings of [
    [square(5, 0.001), square(6, 0.002)],
    [square(6, 0.002), square(5, 0.001)],
  ]) {
    const shape = areaOf(rings)
    expect(shape?.longitude).toBeCloseTo(6.001, 9)
    expect(shape?.latitude).toBeCloseTo(52.001, 9)
  }
})

test('distances are measured along the ground, and a point inside an area is 0 away from it', () => {
  expect(metresApart(52.37, 4.9, 52.38, 4.9)).toBeCloseTo(1112, 0)
  expect(metresApart(52.37, 4.9, 52.37, 4.91)).toBeCloseTo(679, 0)
  const ring = [4.9, 52.37, 4.91, 52.37, 4.91, 52.38, 4.9, 52.38, 4.9, 52.37]
  const area = { latitude: 52.375, longitude: 4.905, rings: [ring] }
  const point = (latitude: number, longitude: number) => ({ latitude, longitude, rings: [] })
  expect(metresBetween(point(52.371, 4.901), area)).toBe(0)
  expect(metresBetween(point(52.3801, 4.905), area)).toBeCloseTo(11.1, 1)
  expect(metresBetween(area, point(52.3801, 4.905))).toBeCloseTo(11.1, 1)
})
