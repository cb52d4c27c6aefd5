import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLocalBus } from '../bus/bus.ts'
import type { Db, Sql } from '../db/db.ts'
import { topic } from '../live/watching/announcer.ts'
import type { Due, Outcome } from './outbox.ts'
import { createOutbox } from './outbox-worker.ts'

/** A worker on a database that only notes what it is asked, and gives out these rows. */
function worker(rows: number, send: (due: Due) => Promise<Outcome> = async () => 'done', userId: number | null = null) {
  vi.useFakeTimers()
  const asked = { leases: [] as number[], renewals: 0, removals: 0, postponed: [] as unknown[][] }
  let left = rows
  const run = async ({ text, values }: Sql) => {
    if (text.includes('delete from outbox')) asked.removals += 1
    else if (text.includes('payload =')) asked.postponed.push([...values])
    else asked.renewals += 1
    return 1
  }
  const many = async (_: unknown, { values }: Sql) => {
    const atMost = Number(values.at(-1))
    asked.leases.push(atMost)
    const taken = Math.min(left, atMost)
    left -= taken
    return Array.from({ length: taken }, (_, at) => ({
      id: left + at,
      kind: 'letter',
      userId,
      playdateId: null,
      payload: {},
      attempts: 1,
      causer: null,
    }))
  }
  const db = { run, many } as Partial<Db> as Db // what an outbox asks
  const bus = createLocalBus()
  const outbox = createOutbox({ db, bus, log: pino({ level: 'silent' }), senders: { letter: { send } } })
  onTestFinished(async () => {
    const closed = outbox.close()
    await vi.advanceTimersByTimeAsync(3000)
    await closed
    vi.useRealTimers()
  })
  return { asked, outbox, bus }
}

const never = () => new Promise<Outcome>(() => {})

test('a worker looks for rows once a second, and a twentieth of a second after a change', async () => {
  const { asked, bus } = worker(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.leases).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(asked.leases).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.leases).toHaveLength(2)
  for (let time = 0; time < 3; time += 1) void bus.publish(topic, [])
  await vi.advanceTimersByTimeAsync(49)
  expect(asked.leases).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.leases).toHaveLength(3)
})

test('the lease of a row in progress is renewed every 15 seconds', async () => {
  const { asked } = worker(1, never)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(asked.renewals).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(asked.renewals).toBe(1)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked.renewals).toBe(2)
})

test('no lease is renewed while nothing is being sent', async () => {
  const { asked } = worker(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.renewals).toBe(0)
})

test('32 rows are composed at once, and more are taken when half of them are done', async () => {
  const finish: (() => void)[] = []
  const { asked } = worker(100, () => new Promise<Outcome>(resolve => finish.push(() => resolve('done'))))
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.leases, finish.length]).toEqual([[32], 32])
  for (const done of finish.slice(0, 15)) done()
  await vi.advanceTimersByTimeAsync(20)
  expect(finish).toHaveLength(32)
  finish[15]?.()
  await vi.advanceTimersByTimeAsync(20)
  expect([asked.leases, finish.length]).toEqual([[32, 16], 48])
})

test('at most 512 rows wait for other servers', async () => {
  const { asked } = worker(1000, due => {
    due.onWire()
    due.onWire()
    return never()
  })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked.leases.reduce((sum, count) => sum + count, 0)).toBe(512)
})

test('rows that are done within a hundredth of a second are removed together', async () => {
  const { asked } = worker(20)
  await vi.advanceTimersByTimeAsync(9)
  expect(asked.removals).toBe(0)
  await vi.advanceTimersByTimeAsync(2)
  expect(asked.removals).toBe(1)
})

test.each([
  [1, 10],
  [2, 60],
  [3, 300],
  [4, 1800],
  [5, 7200],
])('after failure %i a row is due again in %i seconds', async (attempts, seconds) => {
  const failing = async (due: Due): Promise<Outcome> => {
    due.attempts = attempts
    return { failed: 'down' }
  }
  const { asked, outbox } = worker(1, failing)
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.postponed.map(([afterS]) => afterS)).toEqual([seconds])
  expect(outbox.counts).toEqual({ done: 0, failed: 1, givenUp: 0 })
})

test('a row that came too early comes again after the given time', async () => {
  const { asked, outbox } = worker(1, async () => ({ afterMs: 2500 }))
  await vi.advanceTimersByTimeAsync(100)
  expect(asked.postponed.map(([afterS]) => afterS)).toEqual([2.5])
  expect(outbox.counts).toEqual({ done: 0, failed: 0, givenUp: 0 })
})

test('closing waits three seconds for rows in progress, and takes no new ones', async () => {
  const { asked, outbox } = worker(1, never)
  await vi.advanceTimersByTimeAsync(0)
  const leases = asked.leases.length
  let isClosed = false
  void outbox.close().then(() => (isClosed = true))
  await vi.advanceTimersByTimeAsync(2999)
  expect(isClosed).toBe(false)
  outbox.wake()
  await vi.advanceTimersByTimeAsync(1)
  expect([isClosed, asked.leases.length]).toEqual([true, leases])
})

test('a row that waits for another of the same receiver is left to the next worker after closing', async () => {
  const first = Promise.withResolvers<Outcome>()
  const sent: number[] = []
  const send = ({ id }: Due) => {
    sent.push(id)
    return first.promise
  }
  const { outbox } = worker(2, send, 7)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toHaveLength(1)
  const closed = outbox.close()
  first.resolve('done')
  await vi.advanceTimersByTimeAsync(3000)
  await closed
  expect(sent).toHaveLength(1)
})
