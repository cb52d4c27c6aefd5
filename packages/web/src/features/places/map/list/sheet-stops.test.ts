import { expect, test } from 'vitest'
import { nearestStop } from './sheet-stops.ts'

test.each([
  [0, 'peek'],
  [180, 'peek'],
  [300, 'half'],
  [560, 'half'],
  [700, 'full'],
  [2000, 'full'],
])('released at %d of 844 px, the list moves to %s', (height, stop) => {
  expect(nearestStop(height, 844)).toBe(stop)
})
