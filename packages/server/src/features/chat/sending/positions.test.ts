import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Gaps } from './gaps.ts'
import { Positions } from './positions.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a chat’s position only moves forward, and is remembered for five minutes after its last message', () => {
  const given = new Positions()
  expect(given.of(1)).toBeUndefined()
  expect([given.advance(1, 4), given.advance(1, 4), given.advance(1, 3), given.advance(1, 5)]).toEqual([
    true,
    false,
    false,
    true,
  ])
  vi.advanceTimersByTime(100_000)
  given.advance(2, 1)
  given.advance(1, 6)
  vi.advanceTimersByTime(299_000)
  given.forgetOld()
  expect([given.of(1), given.of(2)]).toEqual([6, 1])
  given.advance(2, 2)
  vi.advanceTimersByTime(2000)
  given.forgetOld()
  expect([given.of(1), given.of(2)]).toEqual([undefined, 2])
})

const members = (senderId: number) => ({ senderId, audience: [senderId + 1] })

test('missing messages are read once, from the first one on, unless they have been delivered meanwhile', async () => {
  const given = new Positions()
  const gaps = new Gaps(given)
  given.advance(1, 4)
  gaps.add(1, 4, members(1))
  gaps.add(1, 3, members(1))
  expect([gaps.hasMissing, gaps.has(1)]).toEqual([false, false])
  gaps.add(1, 7, members(1))
  gaps.add(1, 6, members(2))
  gaps.add(1, 9, members(3))
  gaps.add(2, 1, members(4))
  expect([gaps.hasMissing, gaps.has(1), gaps.has(3)]).toEqual([true, true, false])
  const read: unknown[] = []
  await gaps.fill(async missing => {
    read.push([...missing])
    expect([gaps.hasMissing, gaps.has(1)]).toEqual([false, true])
  })
  expect(read).toEqual([
    [
      [1, { from: 6, senderId: 3, audience: [4] }],
      [2, { from: 1, senderId: 4, audience: [5] }],
    ],
  ])
  expect([gaps.hasMissing, gaps.has(1)]).toEqual([false, false])
})

test('a message that arrives during a read is read next, and one that could not be read stays missing', async () => {
  const given = new Positions()
  const gaps = new Gaps(given)
  gaps.add(1, 2, members(1))
  const read: number[][] = []
  await gaps.fill(async missing => {
    read.push([...missing.keys()])
    if (read.length === 1) gaps.add(2, 1, members(2))
  })
  expect(read).toEqual([[1], [2]])
  gaps.add(1, 5, members(1))
  gaps.add(3, 5, members(3))
  const failing = gaps.fill(async () => {
    given.advance(3, 5)
    throw new Error('away')
  })
  await expect(failing).rejects.toThrow('away')
  expect([gaps.hasMissing, gaps.has(1), gaps.has(3)]).toEqual([true, true, false])
})
