import { expect, test } from 'vitest'
import { distanceIn } from './distance.ts'

test.each([
  [0, '0 m'],
  [25, '25 m'],
  [649.6, '650 m'],
  [880, '900 m'],
  [902, '900 m'],
  [980, '1,0 km'],
  [1000, '1,0 km'],
  [1249, '1,2 km'],
  [12_345, '12,3 km'],
])('%d metres read as %s', (metres, said) => {
  expect(distanceIn('nl', metres)).toBe(said)
})

test('only English writes a decimal point', () => {
  expect(['en', 'de', 'fr', 'es'].map(language => distanceIn(language, 1400))).toEqual([
    '1.4 km',
    '1,4 km',
    '1,4 km',
    '1,4 km',
  ])
})
