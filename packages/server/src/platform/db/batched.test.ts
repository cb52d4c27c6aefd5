import { expect, test } from 'vitest'
import { batched } from './batched.ts'
import { DbUnavailable } from './db.ts'

/** Doubles numbers, and counts how it was asked; -1 cannot be doubled. */
function doubling(error: Error = new Error('no')) {
  const asked: number[][] = []
  const double = batched(async (keys: readonly number[]) => {
    asked.push([...keys])
    if (keys.includes(-1)) throw error
    return keys.map(key => key * 2)
  })
  return { asked, double }
}

test('simultaneous calls share one query, and each gets its own result', async () => {
  const { asked, double } = doubling()
  expect(await Promise.all([3, 1, 3].map(double))).toEqual([6, 2, 6])
  expect(await double(4)).toBe(8)
  expect(asked).toEqual([[3, 1, 3], [4]])
})

test('a query has at most 100 keys', async () => {
  const { asked, double } = doubling()
  await Promise.all(Array.from({ length: 250 }, (_, at) => double(at)))
  expect(asked.map(keys => keys.length)).toEqual([100, 100, 50])
})

test('an unanswerable key does not affect the others', async () => {
  const { asked, double } = doubling()
  const outcomes = await Promise.allSettled([1, -1, 2].map(double))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(asked).toEqual([[1, -1, 2], [1], [-1], [2]])
})

test('no query is repeated while the database is unavailable', async () => {
  const { asked, double } = doubling(new DbUnavailable('away'))
  const outcomes = await Promise.allSettled([1, -1].map(double))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toHaveLength(1)
})
