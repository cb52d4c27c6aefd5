import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { createLocalBus } from '../bus/bus.ts'
import { type Db, DbUnavailable, sql } from '../db/db.ts'
import { type Due, enqueue, type Outcome, type Sender } from './outbox.ts'
import { createOutbox } from './outbox-worker.ts'

/** A worker that records what it does, on a possibly shared database. */
function worker(db: Db, send: (due: Due) => Promise<Outcome> | Outcome, more: Partial<Sender> = {}) {
  const seen: number[] = []
  let logged = ''
  const outbox = createOutbox({
    db,
    bus: createLocalBus(),
    log: pino({ level: 'info' }, { write: line => (logged += line) }),
    senders: {
      letter: {
        async send(due) {
          seen.push(due.id)
          return send(due)
        },
        ...more,
      },
    },
  })
  onTestFinished(() => outbox.close())
  return { seen, outbox, logged: () => logged }
}

const letters = (db: Db) => db.count(sql`from outbox where kind = 'letter'`)

test('each row is handled once, by one of several workers', async () => {
  const db = await testDb()
  for (let time = 0; time < 200; time += 1) await enqueue(db, { kind: 'letter' })
  const workers = [worker(db, () => 'done'), worker(db, () => 'done')]
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  const seen = workers.flatMap(one => one.seen)
  expect(seen).toHaveLength(200)
  expect(new Set(seen).size).toBe(200)
})

test('a row of a rolled-back transaction is never sent, and a dedupe key waits only once', async () => {
  const db = await testDb()
  await db.transaction(async tx => enqueue(tx, { kind: 'letter', dedupeKey: 'one' }))
  await db.transaction(async tx => enqueue(tx, { kind: 'letter', dedupeKey: 'one' }))
  const failing = db.transaction(async tx => {
    await enqueue(tx, { kind: 'letter', dedupeKey: 'two' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const { seen } = worker(db, () => 'done')
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(seen).toHaveLength(1)
})

test('one member’s many rows, however early, delay neither other members’ rows nor the server’s own', async () => {
  const db = await testDb()
  const of = (who: string | undefined, kind: string) => enqueue(db.for(who), { kind: 'letter', payload: { kind } })
  for (let time = 0; time < 300; time += 1) await of('user 1', 'flood')
  for (const who of ['user 2', 'user 3', undefined]) await of(who, 'other')
  const done: unknown[] = []
  const open: (() => void)[] = []
  // The flood's rows in progress do not end without the test.
  const { outbox } = worker(db, ({ payload }) => {
    if (payload.kind !== 'flood') {
      done.push(payload.kind)
      return 'done'
    }
    return new Promise<Outcome>(resolve => open.push(() => resolve('done')))
  })
  await vi.waitFor(() => expect(done).toEqual(['other', 'other', 'other']))
  expect(open.length).toBeLessThan(20)
  // It continues as fast as its rows are done.
  await vi.waitFor(async () => {
    for (const end of open.splice(0)) end()
    expect(await letters(db)).toBe(0)
  })
  expect(outbox.counts.done).toBe(303)
})

test('rows leased by a worker that died are handled by another one', async () => {
  const db = await testDb()
  await enqueue(db, { kind: 'letter' })
  const dying = worker(db, () => new Promise<Outcome>(() => {}))
  await vi.waitFor(() => expect(dying.seen).toHaveLength(1))
  // It takes nothing more, and never finishes what it has taken.
  void dying.outbox.close()
  const heir = worker(db, () => 'done')
  expect(await db.count(sql`from outbox where due_at > now()`)).toBe(1)
  // The lease has expired.
  await db.run(sql`update outbox set due_at = now()`)
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(heir.seen).toEqual(dying.seen)
})

test('a row that takes long is leased again long before its lease ends', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await testDb()
  await enqueue(db, { kind: 'letter' })
  const { promise: answer, resolve } = Promise.withResolvers<Outcome>()
  const { seen } = worker(db, () => answer)
  // Before the worker closes: later it would delete the row of this number in the next test's database.
  onTestFinished(() => resolve('done'))
  await vi.waitFor(() => expect(seen).toHaveLength(1))
  const left = async () =>
    (
      await db.one(
        z.object({ seconds: z.number() }),
        sql`select extract(epoch from due_at - now())::float8 as seconds from outbox`,
      )
    )?.seconds ?? 0
  const leasedS = await left()
  // As if half of the time had passed.
  await db.run(sql`update outbox set due_at = due_at - make_interval(secs => ${leasedS / 2})`)
  vi.advanceTimersByTime((leasedS / 2) * 1000)
  await vi.waitFor(async () => expect(await left()).toBeGreaterThan(leasedS * 0.75))
  expect(seen).toHaveLength(1)
})

test('a failing row is retried at growing intervals, and given up with one line in the log', async () => {
  const db = await testDb()
  const given: number[] = []
  // The columns show which attempt failed: a row that is being sent has begun another.
  const failing = ({ attempts }: Due) => ({ failed: 'nobody there', payload: { attempts } })
  const { seen, outbox, logged } = worker(db, failing, { onGivenUp: async ({ id }) => given.push(id) })
  await enqueue(db, { kind: 'letter' })
  const delaysS: number[] = []
  await vi.waitFor(async () => {
    const postponed = await db.one(
      z.object({ seconds: z.number() }),
      sql`update outbox set due_at = now() where due_at > now() and payload ->> 'attempts' = attempts::text
          returning (select ceil(extract(epoch from before.due_at - now()))::int as seconds
                       from outbox before where before.id = outbox.id)`,
    )
    if (postponed) delaysS.push(postponed.seconds)
    expect(given).toHaveLength(1)
  })
  expect(seen).toHaveLength(6)
  expect(delaysS[0]).toBeLessThanOrEqual(60)
  expect(delaysS.at(-1)).toBeGreaterThan(7000)
  expect(await letters(db)).toBe(0)
  expect(outbox.counts).toEqual({ done: 0, failed: 6, givenUp: 1 })
  expect(logged().match(/given up/g)).toHaveLength(1)
  expect(logged()).toContain('nobody there')
})

test('a final failure is not retried, and a postponed row does not count as failed', async () => {
  const db = await testDb()
  await enqueue(db, { kind: 'letter', payload: { final: true } })
  await enqueue(db, { kind: 'letter' })
  const { outbox } = worker(db, ({ payload }) =>
    payload.final ? { failed: 'no', isFinal: true } : { afterMs: 3_600_000 },
  )
  await vi.waitFor(() => expect(outbox.counts.givenUp).toBe(1))
  await vi.waitFor(async () =>
    expect(await db.count(sql`from outbox where attempts = 0 and due_at > now() + interval '50 minutes'`)).toBe(1),
  )
})

test('rows that wait for somebody else’s server do not hold up other rows, however many they are', async () => {
  const db = await testDb()
  const { promise: answer, resolve } = Promise.withResolvers<Outcome>()
  onTestFinished(() => resolve('done'))
  for (let time = 0; time < 100; time += 1) await enqueue(db, { kind: 'letter', payload: { isSlow: true } })
  const { seen } = worker(db, ({ payload, onWire }) => {
    if (!payload.isSlow) return 'done'
    onWire()
    return answer
  })
  await vi.waitFor(() => expect(seen).toHaveLength(100))
  await enqueue(db, { kind: 'letter' })
  await vi.waitFor(() => expect(seen).toHaveLength(101))
  resolve('done')
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(new Set(seen).size).toBe(101)
})

test('the rows of one receiver take one slot of a kind, in order, and never another receiver’s', async () => {
  const db = await testDb()
  const slow = await aUser(db, 'slow')
  const quick = await aUser(db, 'quick')
  const { promise: answer, resolve } = Promise.withResolvers<Outcome>()
  onTestFinished(() => resolve('done'))
  for (let time = 0; time < 100; time += 1) await enqueue(db, { kind: 'letter', userId: slow })
  await enqueue(db, { kind: 'letter', userId: quick })
  await enqueue(db, { kind: 'letter' })
  const his: number[] = []
  const { seen } = worker(db, ({ id, userId }) => {
    if (userId !== slow) return 'done'
    his.push(id)
    return answer
  })
  // A row is removed after its handler, so the handlers of the others are seen before their rows disappear.
  await vi.waitFor(async () => {
    expect(seen).toHaveLength(3)
    expect(await db.count(sql`from outbox where user_id is distinct from ${slow}`)).toBe(0)
  })
  resolve('done')
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(seen).toHaveLength(102)
  expect(his).toEqual(his.toSorted((a, b) => a - b))
})

test.each([
  { error: new DbUnavailable('away'), failed: 0, isLogged: false },
  { error: new Error('broken'), failed: 1, isLogged: true },
])(
  'a row whose sender ends with $error counts $failed failures, and stays to be sent',
  async ({ error, failed, isLogged }) => {
    const db = await testDb()
    await enqueue(db, { kind: 'letter' })
    const { seen, outbox, logged } = worker(db, () => Promise.reject(error))
    await vi.waitFor(() => expect(seen).toHaveLength(1))
    await outbox.close()
    expect(outbox.counts).toMatchObject({ done: 0, failed })
    expect(logged().includes('"outbox"')).toBe(isLogged)
    await db.run(sql`update outbox set due_at = now()`)
    worker(db, () => 'done')
    await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  },
)

test('a row of an unknown kind waits for a node that knows it', async () => {
  const db = await testDb()
  await enqueue(db, { kind: 'of another version' })
  await enqueue(db, { kind: 'letter' })
  worker(db, () => 'done')
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(await db.count(sql`from outbox where attempts = 0`)).toBe(1)
})

test.each<[string, Outcome]>([
  ['done', 'done'],
  ['put off', { afterMs: 60_000, payload: { isSent: true } }],
  ['tried in vain', { failed: 'down', payload: { only: [1] } }],
])('a payload that arrives while its row is being sent is sent too, when the row is %s', async (_, outcome) => {
  const db = await testDb()
  await enqueue(db, { kind: 'letter', dedupeKey: 'one', payload: { news: 1 } })
  const first = worker(db, async () => {
    await db.run(sql`update outbox set payload = '{"news": 2}' where dedupe_key = 'one'`)
    return outcome
  })
  await vi.waitFor(() => expect(first.seen).toHaveLength(1))
  await first.outbox.close()
  await db.run(sql`update outbox set due_at = now()`)
  const sent: unknown[] = []
  worker(db, ({ payload }) => {
    sent.push(payload)
    return 'done'
  })
  await vi.waitFor(async () => expect(await letters(db)).toBe(0))
  expect(sent).toEqual([{ news: 2 }])
})
