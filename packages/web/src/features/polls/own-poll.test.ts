import { expect, test } from 'vitest'
import { aTime } from '../../testing/a-poll.ts'
import { bestOf } from './own-poll.tsx'

test.each([
  ['the most fathers said yes to', [aTime(1, { yes: 1, maybe: 3 }), aTime(2, { yes: 2 })], 2],
  ['as many said yes to, and more could', [aTime(1, { yes: 2 }), aTime(2, { yes: 2, maybe: 1 })], 2],
  ['is the first of equals', [aTime(1, { yes: 1 }), aTime(2, { yes: 1 })], 1],
  ['is not past', [aTime(1, { yes: 2, isPast: true }), aTime(2, { yes: 1 })], 2],
])('of the proposed days the best is the one that %s', (_, times, best) => {
  expect(bestOf(times)?.id).toBe(best)
})

test('while nobody has said yes, none of the proposed days is the best', () => {
  expect(bestOf([aTime(1, { maybe: 2 }), aTime(2)])).toBeUndefined()
})
