import { expect, test } from 'vitest'
import { nearestStop } from './sheet-stops.ts'

test.each([
  [0, 'peek'],
  [180, 'peek'],
  [300, 'half'],
  [530, 'half'],
  [560, 'full'],
  [2000, 'full'],
])('released at %d of 716 px, the sheet moves to %s', (height, stop) => {
  expect(nearestStop(height, 140, 716)).toBe(stop)
})
