import { expect, test } from 'vitest'
import { degrees, degreesOrText } from './position.ts'

test.each([
  [52.37, 52.37],
  ['52.37', 52.37],
  [' +4.9 ', 4.9],
  ['.5', 0.5],
  ['5.', 5],
  ['5e1', 50],
  [-90, -90],
  [90, 90],
  // A centimetre is exact enough.
  [52.367_612_345_678, 52.367_612_3],
  [1e-200, 0],
  [5e-324, 0],
  ['-1e-300', 0],
  [-0, 0],
  [`5.${'0'.repeat(48)}`, 5],
])('%j is read as the latitude %d', (sent, read) => {
  expect(degreesOrText(90, 'place.position').parse(sent)).toBe(read)
})

test.each([
  undefined,
  null,
  '',
  ' ',
  `5.${'0'.repeat(49)}`,
  true,
  [52],
  {},
  '52,37',
  '1e999',
  'NaN',
  '0x10',
  90.000_000_1,
  -91,
  Number.NaN,
])('%j is refused as a latitude', sent => {
  expect(degreesOrText(90, 'place.position').safeParse(sent).error?.issues[0]?.message).toBe('place.position')
})

test('a longitude ranges from -180 to 180 degrees', () => {
  expect([180, -180, '180'].map(value => degreesOrText(180, 'place.position').parse(value))).toEqual([180, -180, 180])
  expect(degrees(180, 'field.invalid').safeParse(180.01).error?.issues[0]?.message).toBe('field.invalid')
})
