import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Turn, UserQueue } from './user-queue.ts'
import { WaitingTurns } from './waiting-turns.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const allowance = { share: 0.1, savedMs: 100 }

/** A turn that takes so long, with so many running when it ends. */
function turn(queue: UserQueue, ms: number, running = 1) {
  const end = queue.begin()
  vi.advanceTimersByTime(ms)
  end(running)
}

test('a user without an allowance may always begin, with as many turns as he may have at once', () => {
  const queue = new UserQueue(2, undefined)
  const ends = [queue.begin(), queue.begin()]
  expect([queue.running, queue.mayBegin, queue.restMs]).toEqual([2, false, Number.POSITIVE_INFINITY])
  ends[0]?.(1)
  expect([queue.running, queue.mayBegin, queue.isForgettable]).toEqual([1, true, false])
  ends[1]?.(1)
  expect(queue.isForgettable).toBe(true)
  queue.charge(10_000)
  expect([queue.mayBegin, queue.isForgettable]).toEqual([true, true])
})

test('a user who has used up his allowance rests until his share has paid for it', () => {
  const queue = new UserQueue(2, allowance)
  queue.charge(100)
  expect([queue.mayBegin, Math.abs(queue.restMs), queue.isForgettable]).toEqual([false, 0, false])
  queue.charge(50)
  expect([queue.mayBegin, queue.restMs]).toEqual([false, 500])
  vi.advanceTimersByTime(500)
  expect([queue.mayBegin, Math.abs(queue.restMs)]).toEqual([false, 0])
  vi.advanceTimersByTime(1)
  expect(queue.mayBegin).toBe(true)
  // All is saved again after a second, and never more.
  vi.advanceTimersByTime(900)
  expect(queue.isForgettable).toBe(false)
  vi.advanceTimersByTime(200)
  expect(queue.isForgettable).toBe(true)
  vi.advanceTimersByTime(100_000)
  queue.charge(101)
  expect(queue.mayBegin).toBe(false)
})

test('a turn uses up its time, and only what exceeds five milliseconds of a user’s own counts towards his allowance', () => {
  const used = (ms: number, running: number) => {
    const queue = new UserQueue(2, { share: 0.001, savedMs: 0 })
    turn(queue, ms, running)
    return [Math.round(queue.usedMs), Math.round(Math.abs(queue.restMs) * 0.001)]
  }
  expect(used(5, 1)).toEqual([5, 0])
  expect(used(15, 1)).toEqual([15, 10])
  expect(used(30, 3)).toEqual([30, 5])
})

test('a user whose turns usually take longer than twenty milliseconds has one at a time', () => {
  const queue = new UserQueue(2, undefined)
  const mayHaveTwo = () => {
    const end = queue.begin()
    const may = queue.mayBegin
    end(1)
    return may
  }
  expect(mayHaveTwo()).toBe(true)
  for (let time = 0; time < 3; time += 1) turn(queue, 30)
  expect(mayHaveTwo()).toBe(true)
  for (let time = 0; time < 12; time += 1) turn(queue, 30)
  expect(mayHaveTwo()).toBe(false)
  for (let time = 0; time < 10; time += 1) turn(queue, 1)
  expect(mayHaveTwo()).toBe(true)
})

test('a waiting request can leave, but only once', () => {
  const queue = new UserQueue(1, undefined)
  const [one, other] = [
    { start() {}, refuse() {} },
    { start() {}, refuse() {} },
  ] as const
  queue.waiting.push(one, other)
  expect([queue.leave(one), queue.leave(one), queue.leave(undefined)]).toEqual([one, undefined, undefined])
  expect([queue.waiting, queue.isForgettable]).toEqual([[other], false])
  expect([queue.leave(other), queue.isForgettable]).toEqual([other, true])
})

function waitingTurns() {
  const own = new UserQueue(Number.POSITIVE_INFINITY, undefined)
  const all = new WaitingTurns(own)
  const wait = (queue: UserQueue, refuse: () => void = () => {}): Turn => {
    const one = { start() {}, refuse }
    all.add(queue, one)
    return one
  }
  return { own, all, wait }
}

test('the server’s own work and users alternate, and the least used user comes first', () => {
  const { own, all, wait } = waitingTurns()
  const [much, little] = [new UserQueue(1, undefined), new UserQueue(1, undefined)]
  much.charge(10)
  expect([all.isEmpty, all.next()]).toEqual([true, undefined])
  for (const queue of [much, little, own]) wait(queue)
  expect([all.size, all.hasOwn, all.isEmpty]).toEqual([2, true, false])
  const names = new Map([
    [own, 'own'],
    [much, 'much'],
    [little, 'little'],
  ])
  const next = () => names.get(all.next() ?? own)
  expect([next(), next(), next(), next()]).toEqual(['own', 'little', 'own', 'little'])
  little.begin()
  expect([next(), next()]).toEqual(['own', 'much'])
  much.begin()
  // Nobody else may begin.
  expect([next(), next()]).toEqual(['own', 'own'])
  expect([all.mayBegin(own), all.mayBegin(much)]).toEqual([true, false])
})

test('the user with most waiting turns has the fullest queue, and whatever leaves a queue makes room', () => {
  const { own, all, wait } = waitingTurns()
  const [one, other] = [new UserQueue(1, undefined), new UserQueue(1, undefined)]
  expect(all.fullest()).toBeUndefined()
  for (let time = 0; time < 5; time += 1) wait(own)
  const first = wait(one)
  wait(other)
  expect(all.fullest() === one).toBe(true)
  const last = wait(other)
  expect([all.fullest() === other, all.size]).toEqual([true, 3])
  expect([all.remove(other, last), all.remove(other, last), all.size]).toEqual([last, undefined, 2])
  expect([all.remove(one, first), all.size, all.fullest() === other]).toEqual([first, 1, true])
})

test('the queue rests until the first user may begin', () => {
  const { all, wait } = waitingTurns()
  expect(all.restMs).toBe(Number.POSITIVE_INFINITY)
  const [soon, late] = [new UserQueue(1, allowance), new UserQueue(1, allowance)]
  soon.charge(110)
  late.charge(200)
  wait(late)
  expect(all.restMs).toBe(1000)
  wait(soon)
  expect(all.restMs).toBe(100)
})

test('everybody who is waiting in a queue can be refused at once', () => {
  const { own, all, wait } = waitingTurns()
  const refused: string[] = []
  const queue = new UserQueue(1, undefined)
  wait(own, () => refused.push('own'))
  for (let time = 0; time < 2; time += 1) wait(queue, () => refused.push('his'))
  all.refuseAll(new Error('no'))
  expect(refused).toEqual(['own', 'his', 'his'])
})
