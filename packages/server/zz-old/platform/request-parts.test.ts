import { onePlaydate } from '@papadag/contract/playdates'
import { expect, test } from 'vitest'
import { readParams } from './request-parts.ts'

test.each(['0', '-1', '1.5', 'x', '', '2147483648', '12345678901', '１', '1 '])('%j in a path is no id', id => {
  expect(readParams(onePlaydate, { id })).toBeUndefined()
})

test('an id in a path is a number', () => {
  expect(readParams(onePlaydate, { id: '2147483647' })).toEqual({ id: 2_147_483_647 })
})
