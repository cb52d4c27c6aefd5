import { afterEach, expect, test, vi } from 'vitest'
import { createDbTurns, DbConflict, DbFull, DbUnavailable, toDbError, within } from './db.ts'

afterEach(() => void vi.useRealTimers())

const failing = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each<[what: string, error: Error, kind: new (...parts: never[]) => Error]>([
  ...['23503', '23505', '23514', '40001', '40P01', '55P03'].map((code): [string, Error, typeof DbConflict] => [
    code,
    failing('conflict', { code }),
    DbConflict,
  ]),
  ...[
    '08006',
    '57P01',
    '53300',
    '25006',
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ENOENT',
    'ETIMEDOUT',
    'ENOTFOUND',
  ].map((code): [string, Error, typeof DbUnavailable] => [code, failing('away', { code }), DbUnavailable]),
  ['EAI_AGAIN', failing('away', { code: 'EAI_AGAIN' }), DbUnavailable],
  ['EHOSTUNREACH', failing('away', { code: 'EHOSTUNREACH' }), DbUnavailable],
  ['53100', failing('no space', { code: '53100' }), DbFull],
  ['ENOSPC', failing('no space', { code: 'ENOSPC' }), DbFull],
  ...[
    'timeout exceeded',
    'Connection terminated',
    'Called end on pool after calling end',
    'Client is not queryable',
  ].map((message): [string, Error, typeof DbUnavailable] => [message, failing(message), DbUnavailable]),
])('an error of the driver (%s) becomes one of the product’s own', (_, error, kind) => {
  const found = toDbError(error)
  expect(found).toBeInstanceOf(kind)
  expect(found).toMatchObject({ cause: error })
})

test.each<[what: string, error: unknown]>([
  ['a mistake in a statement', failing('syntax error', { code: '42601' })],
  ['a code that only begins like one of a lost connection', failing('timeout', { code: '0800' })],
  ['a longer one', failing('57', { code: '57P011' })],
  ['a message about a timeout that has another code', failing('canceling: timeout', { code: '22012' })],
  ['a code that is no text', failing('odd', { code: 8006 })],
  ['something that is no error', 'timeout'],
])('%s is passed on unchanged by the database layer', (_, error) => {
  expect(toDbError(error)).toBe(error)
})

test('a database error names the violated constraint, if there is one', () => {
  expect(toDbError(failing('key', { code: '23505', constraint: 'users_key' }))).toMatchObject({
    constraint: 'users_key',
  })
  expect(toDbError(failing('deadlock', { code: '40P01' }))).toMatchObject({ constraint: '' })
  expect(toDbError(failing('odd', { code: '23505', constraint: 7 }))).toMatchObject({ constraint: '' })
})

test('a database error says nothing about the row it concerned', () => {
  const error = failing('key', {
    code: '23505',
    detail: 'Key (email)=(a@b.nl)',
    where: 'a@b.nl',
    internalQuery: 'a@b.nl',
  })
  toDbError(error)
  expect(JSON.stringify(error)).not.toContain('a@b.nl')
})

/** Turns of which one is taken for good, and how long others wait for the next. */
function busy(options: { waitMs: number; mayTakeAll?: boolean }) {
  vi.useFakeTimers()
  const turns = createDbTurns({ atOnce: 1, mayTakeAll: false, ...options }, 1)
  void turns.take('user 1', () => new Promise(() => {}))
  const refused: string[] = []
  const ask = (who: string | undefined, ms?: number) =>
    turns
      .take(who, async () => {}, ms)
      .catch(error => {
        expect(error).toBeInstanceOf(DbUnavailable)
        refused.push(who ?? 'server')
      })
  return { turns, ask, refused }
}

test('a user waits ten seconds for his turn, and the server’s own work waits as long as it has promised', async () => {
  const { ask, refused } = busy({ waitMs: 2000 })
  void ask('user 2')
  void ask(undefined)
  await vi.advanceTimersByTimeAsync(1999)
  expect(refused).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['server'])
  await vi.advanceTimersByTimeAsync(7999)
  expect(refused).toEqual(['server'])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['server', 'user 2'])
})

test('a user waits longer where the server’s own work does, and anybody waits as long as he asks for', async () => {
  const { ask, refused } = busy({ waitMs: 30_000 })
  void ask('user 2')
  void ask('user 3', 1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(refused).toEqual(['user 3'])
  await vi.advanceTimersByTimeAsync(28_999)
  expect(refused).toEqual(['user 3'])
  await vi.advanceTimersByTimeAsync(1)
  expect(refused).toEqual(['user 3', 'user 2'])
})

/** How many turns of a hundred milliseconds one user gets at once, after a pause. */
async function turnsWithin(ms: number, mayTakeAll: boolean) {
  vi.useFakeTimers()
  const turns = createDbTurns({ atOnce: 1, waitMs: 600_000, mayTakeAll }, 1)
  let done = 0
  for (let count = 0; count < 200; count += 1)
    void turns.take('user 1', () => new Promise<void>(end => setTimeout(end, 100))).then(() => (done += 1))
  await vi.advanceTimersByTimeAsync(ms)
  return done
}

test('in the long run a user gets a fifth of the time, plus a second that he has saved up', async () => {
  // A second, and a fifth of the next ten: about thirty turns.
  const done = await turnsWithin(11_000, false)
  expect(done).toBeGreaterThan(25)
  expect(done).toBeLessThan(40)
  vi.useRealTimers()
  expect(await turnsWithin(11_000, true)).toBe(110)
})

test('a reply that comes in time is passed on, and one that does not is reported as the database being away', async () => {
  vi.useFakeTimers()
  expect(await within(1000, Promise.resolve('in time'))).toBe('in time')
  expect(vi.getTimerCount()).toBe(0)
  const late = within(1000, new Promise(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBeInstanceOf(DbUnavailable)
})
