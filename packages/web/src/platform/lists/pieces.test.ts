import { expect, test } from 'vitest'
import { type Piece, piecesOf } from './pieces.ts'

const list = (...ids: number[]) => ids.map(id => ({ id }))
const cut = (ids: number[], before: Piece<{ id: number }>[] = []) => piecesOf(list(...ids), before, 3)
const ids = (pieces: Piece<{ id: number }>[]) => pieces.map(({ items }) => items.map(({ id }) => id))
const keys = (pieces: Piece<{ id: number }>[]) => pieces.map(({ key }) => key)

const before = cut([1, 2, 3, 4, 5, 6, 7, 8])

test('a list is cut into pieces of the same size', () => {
  expect(ids(before)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8],
  ])
})

test('new items at the end fill the last piece of a list and begin others', () => {
  const after = cut([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], before)
  expect(ids(after)).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
    [10, 11],
  ])
  expect(keys(after).slice(0, 3)).toEqual(keys(before))
})

test.each([
  [
    'comes first',
    [9, 1, 2, 3, 4, 5, 6, 7, 8],
    [
      [9, 1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  [
    'comes in between',
    [1, 2, 3, 4, 9, 5, 6, 7, 8],
    [
      [1, 2, 3],
      [4, 9, 5, 6],
      [7, 8],
    ],
  ],
  [
    'comes between two pieces',
    [1, 2, 3, 9, 4, 5, 6, 7, 8],
    [
      [1, 2, 3, 9],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  [
    'goes',
    [1, 2, 3, 5, 6, 7, 8],
    [
      [1, 2, 3],
      [5, 6],
      [7, 8],
    ],
  ],
  [
    'moves to the top',
    [6, 1, 2, 3, 4, 5, 7, 8],
    [
      [6, 1, 2, 3],
      [4, 5],
      [7, 8],
    ],
  ],
  [
    'moves up, the first of its piece',
    [1, 4, 2, 3, 5, 6, 7, 8],
    [
      [1, 4, 2, 3],
      [5, 6],
      [7, 8],
    ],
  ],
  [
    'moves down',
    [2, 3, 4, 5, 6, 7, 8, 1],
    [
      [2, 3],
      [4, 5, 6],
      [7, 8, 1],
    ],
  ],
])('an item that %s leaves the others in their pieces', (_, now, pieces) => {
  const after = cut(now, before)
  expect(ids(after)).toEqual(pieces)
  expect(keys(after)).toEqual(keys(before))
})

test('no two pieces have the same key', () => {
  const without = cut([2, 3, 4, 5, 6, 7, 8], before)
  const after = cut([2, 3, 4, 5, 6, 7, 8, 9, 1], without)
  expect(new Set(keys(after)).size).toBe(after.length)
  expect(ids(after).flat()).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 1])
})

test('the first piece does not grow for ever', () => {
  let pieces = before
  for (let id = 9; id < 30; id += 1) pieces = cut([id, ...ids(pieces).flat()], pieces)
  expect(Math.max(...pieces.map(({ items }) => items.length))).toBeLessThanOrEqual(6)
})

test('a piece that takes many new items stays below twice its size', () => {
  const after = cut([1, 11, 12, 13, 14, 15, 16, 17, 18, 8], before)
  expect(Math.max(...after.map(({ items }) => items.length))).toBeLessThanOrEqual(6)
  expect(ids(after).flat()).toEqual([1, 11, 12, 13, 14, 15, 16, 17, 18, 8])
})
