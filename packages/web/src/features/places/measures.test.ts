import { expect, test } from 'vitest'
import { formatDistance, formatRating, isLocated, roundPosition } from './measures.ts'

test.each([
  [0, '0 m'],
  [649.6, '650 m'],
  [999, '999 m'],
  [999.7, '1.0 km'],
  [1000, '1.0 km'],
  [1249, '1.2 km'],
  [12_345, '12.3 km'],
])('%d metres read as %s', (metres, said) => {
  expect(formatDistance(metres)).toBe(said)
})

test('a rating has one decimal', () => {
  expect([4, 4.25, 4.96].map(formatRating)).toEqual(['4.0', '4.3', '5.0'])
})

test('the server hears a position to three decimals', () => {
  expect(roundPosition({ latitude: 52.367_61, longitude: 4.904_49 })).toEqual({ latitude: 52.368, longitude: 4.904 })
})

test('0 and 0 is nowhere; the equator is somewhere', () => {
  expect(isLocated({ latitude: 0, longitude: 0 })).toBe(false)
  expect(isLocated({ latitude: 0, longitude: 9.4 })).toBe(true)
})
