import { expect, test } from 'vitest'
import { keepEqual } from './keep-equal.ts'

const item = (id: number, name = `number ${id}`) => ({ id, name, tags: ['a'] })

test('an equal reply is the earlier one', () => {
  const before = [item(1), item(2)]
  expect(keepEqual(before, [item(1), item(2)])).toBe(before)
})

test('equal items stay the same objects wherever they move', () => {
  const [one, two, three] = [item(1), item(2), item(3)]
  const after = keepEqual([one, two, three], [item(4), item(3), item(1), item(2, 'changed')])
  expect(after).toEqual([item(4), item(3), item(1), item(2, 'changed')])
  expect(after[1]).toBe(three)
  expect(after[2]).toBe(one)
  expect(after[3]).not.toBe(two)
  expect(after[3]?.tags).toBe(two.tags)
})

test('a shorter list is another one, with the same items', () => {
  const before = [item(1), item(2)]
  const after = keepEqual(before, [item(1)])
  expect(after).toEqual([item(1)])
  expect(after[0]).toBe(before[0])
})

test('equal parts of other replies stay the same objects', () => {
  const before = { user: item(1), names: ['a', 'b'], empty: [] }
  const after = keepEqual(before, { user: item(1), names: ['b', 'a'], empty: [] })
  expect(after).toEqual({ user: item(1), names: ['b', 'a'], empty: [] })
  expect(after.user).toBe(before.user)
  expect(keepEqual(null, before)).toBe(before)
})
