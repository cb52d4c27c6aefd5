import { afterEach, expect, test, vi } from 'vitest'
import { createFairQueue, type FairQueueOptions, type Who } from './fair-queue.ts'

afterEach(() => void vi.useRealTimers())

/** Work that takes a given time, on its own clock, and the order in which it began. */
function office(differences: Partial<FairQueueOptions> = {}) {
  vi.useFakeTimers()
  const began: string[] = []
  const refused: string[] = []
  const turns = createFairQueue({
    atOnce: 1,
    atOncePerUser: 1,
    waitingPerUser: 100,
    waiting: 1000,
    waitMs: 10_000,
    refuse: because => new Error(because),
    ...differences,
  })
  let now = 0
  let most = 0
  function ask(who: Who, ms: number, name = who ?? 'server') {
    const work = async () => {
      began.push(name)
      now += 1
      most = Math.max(most, now)
      await new Promise(resolve => setTimeout(resolve, ms))
      now -= 1
    }
    turns.take(who, work).catch((error: Error) => refused.push(`${name}: ${error.message}`))
  }
  return { turns, ask, began, refused, most: () => most }
}

const repeat = (times: number, work: () => void) => Array.from({ length: times }, work)

test('a user with much work delays only himself', async () => {
  const { ask, began } = office()
  repeat(5, () => ask('busy', 10))
  repeat(2, () => ask('other', 10))
  await vi.runAllTimersAsync()
  expect(began).toEqual(['busy', 'other', 'busy', 'other', 'busy', 'busy', 'busy'])
})

test('turns are shared by the time they take, not by how many there are', async () => {
  const { ask, began } = office()
  repeat(3, () => ask('expensive', 100))
  repeat(12, () => ask('cheap', 10))
  await vi.advanceTimersByTimeAsync(220)
  expect(began.filter(who => who === 'cheap').length).toBeGreaterThanOrEqual(8)
  await vi.runAllTimersAsync()
  expect(began).toHaveLength(15)
})

test('time charged from elsewhere counts towards a user’s turns too', async () => {
  const { turns, ask, began } = office()
  ask('first', 10)
  turns.charge('heavy', 50)
  repeat(2, () => ask('heavy', 10))
  repeat(2, () => ask('light', 10))
  await vi.runAllTimersAsync()
  expect(began).toEqual(['first', 'light', 'light', 'heavy', 'heavy'])
})

test('a user who was idle starts level with the others, and has not saved up turns', async () => {
  const { ask, began } = office()
  repeat(20, () => ask('busy', 10))
  await vi.advanceTimersByTimeAsync(100)
  repeat(10, () => ask('late', 10))
  const before = began.length
  await vi.advanceTimersByTimeAsync(60)
  const since = began.slice(before)
  expect(since.filter(who => who === 'busy').length).toBeGreaterThanOrEqual(2)
  await vi.runAllTimersAsync()
})

test('the server’s own work goes first, and leaves every second turn to users', async () => {
  const { ask, began } = office()
  repeat(3, () => ask('father', 10))
  repeat(5, () => ask(undefined, 10))
  await vi.runAllTimersAsync()
  expect(began).toEqual(['father', 'server', 'father', 'server', 'father', 'server', 'server', 'server'])
})

test('the server’s own work takes every turn while no user may begin', async () => {
  const { ask, began } = office({ pace: { share: 0.01, savedMs: 1 } })
  repeat(2, () => ask('busy', 50))
  repeat(3, () => ask(undefined, 10))
  await vi.advanceTimersByTimeAsync(100)
  expect(began).toEqual(['busy', 'server', 'server', 'server'])
})

test('the server’s own work is limited, and takes up nobody else’s room', async () => {
  const { ask, began, refused } = office({ waitingPerUser: 2, waiting: 2 })
  ask('first', 10)
  repeat(5, () => ask(undefined, 10))
  repeat(2, () => ask('father', 10))
  await vi.runAllTimersAsync()
  expect(refused).toEqual(Array(3).fill('server: all'))
  expect(began).toEqual(['first', 'server', 'father', 'server', 'father'])
})

test('everybody who is waiting can be refused at once, including the server’s own work', async () => {
  const { turns, ask, began, refused } = office()
  for (const who of ['first', 'father', undefined]) ask(who, 10)
  expect(turns.load()).toEqual({ running: 1, waiting: 2 })
  turns.refuseAll(new Error('away'))
  await vi.runAllTimersAsync()
  expect(refused.sort()).toEqual(['father: away', 'server: away'])
  expect(began).toEqual(['first'])
})

test('one user’s work takes a limited number of turns at once, and the rest stays free for others', async () => {
  const { ask, began, most } = office({ atOnce: 4, atOncePerUser: 2 })
  repeat(6, () => ask('busy', 10))
  expect(began).toEqual(['busy', 'busy'])
  repeat(4, () => ask('other', 10))
  expect(began).toEqual(['busy', 'busy', 'other', 'other'])
  await vi.runAllTimersAsync()
  expect(most()).toBe(4)
})

test('a user’s expensive work runs one at a time', async () => {
  const { ask, began } = office({ atOnce: 4, atOncePerUser: 3 })
  repeat(3, () => ask('busy', 100))
  await vi.advanceTimersByTimeAsync(100)
  repeat(3, () => ask('busy', 100))
  expect(began).toHaveLength(4)
  await vi.runAllTimersAsync()
  expect(began).toHaveLength(6)
})

test('a user who has used up his allowance waits, even when nobody else does', async () => {
  const { ask, began } = office({ pace: { share: 0.25, savedMs: 100 } })
  repeat(100, () => ask('busy', 50))
  await vi.advanceTimersByTimeAsync(10_000)
  // A quarter of ten seconds plus what was saved up before, at 45 ms each: 5 ms of a turn are free.
  expect(began.length).toBeGreaterThanOrEqual(54)
  expect(began.length).toBeLessThanOrEqual(61)
  ask('other', 1)
  await vi.advanceTimersByTimeAsync(60)
  expect(began.at(-1)).toBe('other')
})

test('turns are refused beyond the queue of one user, the queue of all, and the longest wait', async () => {
  const { ask, refused, began } = office({ waitingPerUser: 2, waiting: 3, waitMs: 1000 })
  repeat(4, () => ask('busy', 2000))
  repeat(2, () => ask('other', 1))
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toEqual(['busy: his', 'other: all'])
  await vi.advanceTimersByTimeAsync(1500)
  expect(refused.slice(2)).toEqual(['busy: late', 'busy: late', 'other: late'])
  await vi.runAllTimersAsync()
  expect(began).toEqual(['busy'])
})

test('a request refused for waiting too long makes room for another, and is never served', async () => {
  const { ask, began, refused } = office({ waitingPerUser: 1, waiting: 1, waitMs: 1000 })
  ask('busy', 5000)
  ask('late', 1, 'late 1')
  await vi.advanceTimersByTimeAsync(1500)
  ask('late', 1, 'late 2')
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toEqual(['late 1: late'])
  await vi.advanceTimersByTimeAsync(1500)
  expect(refused).toEqual(['late 1: late', 'late 2: late'])
  await vi.runAllTimersAsync()
  expect(began).toEqual(['busy'])
})

test('a newcomer displaces the latest request of the user with most waiting, unless that one has as few as he', async () => {
  const { ask, began, refused } = office({ waiting: 4 })
  for (const name of ['first', 'a1', 'a2', 'a3', 'b1']) ask(name[0], 10, name)
  ask('c', 10, 'c1')
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(refused).toEqual(['a3: all'])
  ask('c', 10, 'c2')
  ask('b', 10, 'b2')
  ask('d', 10, 'd1')
  await vi.advanceTimersByTimeAsync(0)
  expect(refused.toSorted()).toEqual(['a2: all', 'a3: all', 'b2: all', 'c2: all'])
  await vi.runAllTimersAsync()
  expect(began.toSorted()).toEqual(['a1', 'b1', 'c1', 'd1', 'first'])
})

test('work that fails releases its turn', async () => {
  const { turns, ask, began } = office()
  const failed = turns.take('father', () => Promise.reject(new Error('broken')))
  ask('father', 1)
  await expect(failed).rejects.toThrow('broken')
  await vi.runAllTimersAsync()
  expect(began).toEqual(['father'])
})
