import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { testDb } from '../../testing/database.ts'
import { createLocalBus } from '../bus/bus.ts'
import { type Db, sql } from '../db/db.ts'
import { createSessions } from './sessions.ts'

const everybody = {
  secret: 'x'.repeat(32),
  startedByDevice: sql`select`,
  remembered: async () => {},
  copied: async () => {},
  admitted: (userId: number) => sql`select id from users where id = ${userId}`,
  refuse: async () => {},
  carryOver: () => sql`select`,
}

test('starting a session does not read the sessions of all other users', async () => {
  const db = await testDb()
  await db.script(`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
    select 'vader' || n, 'vader' || n, n || '@x', n || '@x', '', 'Daan', 'Visser' from generate_series(1, 2000) n;
    insert into sessions (token_hash, user_id, expires_at)
    select decode(md5(id::text), 'hex'), id, now() + interval '1 day' from users;
    analyze users, sessions`)
  const read = await db.transaction(async tx => {
    const before = await rowsReadOneByOne(tx)
    await createSessions(tx, createLocalBus(), everybody).start(7, { userAgent: undefined })
    return (await rowsReadOneByOne(tx)) - before
  })
  expect(read).toBe(0)
})

/** How many rows of the sessions this connection has read without an index, earlier transactions included. */
async function rowsReadOneByOne(tx: Db): Promise<number> {
  const Read = z.object({ rows: z.number() })
  const read = await tx.one(
    Read,
    sql`select seq_tup_read::int as rows from pg_stat_xact_user_tables where relname = 'sessions'`,
  )
  return read?.rows ?? Number.NaN
}

/** Sessions of one user on a database that counts what is asked of it. */
async function open() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await testDb()
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        values ('daan', 'daan', 'daan', 'daan', '', 'Daan', 'de Vries') returning id`,
  )
  const asked = { looks: 0, notes: 0 }
  const counting: Db = {
    ...db,
    for: () => counting,
    one: (row, statement) => {
      if (statement.text.includes('token_hash =')) asked.looks += 1
      return db.one(row, statement)
    },
    run: statement => {
      if (statement.text.includes('last_used_at = now()')) asked.notes += 1
      return db.run(statement)
    },
  }
  const bus = createLocalBus()
  const sessions = createSessions(counting, bus, everybody)
  const userId = made?.id ?? 0
  const begin = (more: object = {}) => sessions.start(userId, { userAgent: 'x'.repeat(300), ...more })
  return { db, asked, sessions, userId, begin }
}

test('a session is looked up once in nine tenths of a second, even by many requests at once', async () => {
  const { sessions, begin, asked, userId } = await open()
  const { token, sessionId } = await begin()
  const member = { id: userId, sessionId }
  const find = () => sessions.find(token, undefined)
  expect(await Promise.all([find(), find(), find()])).toEqual([member, member, member])
  expect(asked.looks).toBe(1)
  vi.advanceTimersByTime(899)
  expect([await find(), asked.looks]).toEqual([member, 1])
  vi.advanceTimersByTime(1)
  expect([await find(), asked.looks]).toEqual([member, 2])
  expect(await sessions.find('verzonnen', undefined)).toBeUndefined()
})

test.each<[string, string, boolean]>([
  ['last used almost 14 days ago', "last_used_at = now() - interval '14 days' + interval '1 minute'", true],
  ['last used 14 days ago', "last_used_at = now() - interval '14 days 1 minute'", false],
  ['that has a minute left', "expires_at = now() + interval '1 minute'", true],
  ['that has expired', "expires_at = now() - interval '1 minute'", false],
])('a session %s is still valid: %s', async (_, set, stands) => {
  const { db, sessions, begin } = await open()
  const [one, other] = [await begin(), await begin()]
  await db.script(`update sessions set ${set} where id = ${one.sessionId}`)
  expect(await sessions.closedOf([one.sessionId, other.sessionId])).toEqual(stands ? [] : [one.sessionId])
  expect((await sessions.find(one.token, undefined))?.sessionId).toBe(stands ? one.sessionId : undefined)
  await sessions.sweep()
  expect(await db.count(sql`from sessions`)).toBe(stands ? 2 : 1)
})

test.each([
  ['59 minutes', 0],
  ['61 minutes', 1],
])('a session used %s after the last time stores its use this often: %i', async (ago, notes) => {
  const { db, sessions, begin, asked } = await open()
  const { token, sessionId } = await begin()
  const { sessionId: other } = await begin()
  await db.run(sql`update sessions set last_used_at = now() - ${ago}::interval`)
  await sessions.find(token, undefined)
  expect(asked.notes).toBe(notes)
  const noted = sql`from sessions where last_used_at > now() - interval '1 minute'`
  expect([
    await db.count(sql`${noted} and id = ${sessionId}`),
    await db.count(sql`${noted} and id = ${other}`),
  ]).toEqual([notes, 0])
})

test('an eleventh session ends the oldest, and a new session ends the one it replaces', async () => {
  const { db, sessions, begin, userId } = await open()
  const ended: number[] = []
  sessions.onEnded(ids => ended.push(...ids))
  const begun: { token: string; sessionId: number }[] = []
  for (let time = 0; time < 10; time += 1) begun.push(await begin())
  expect(ended).toEqual([])
  await begin()
  expect(ended).toEqual([begun[0]?.sessionId])
  await begin({ inPlaceOf: { id: userId, sessionId: begun[5]?.sessionId ?? 0 } })
  expect(ended).toEqual([begun[0]?.sessionId, begun[5]?.sessionId])
  expect(await db.count(sql`from sessions`)).toBe(10)
  expect(await db.count(sql`from sessions where length(user_agent) = 200`)).toBe(10)
  await sessions.end(db, [begun[6]?.sessionId ?? 0])
  expect(ended).toHaveLength(3)
  expect(await sessions.find(begun[6]?.token ?? '', undefined)).toBeUndefined()
})

test('a session ends after thirty days, however often it is used', async () => {
  const { db, begin } = await open()
  await begin()
  const within = (start: string, end: string) =>
    db.count(sql`from sessions where expires_at between now() + ${start}::interval and now() + ${end}::interval`)
  expect(await within('29 days 23 hours', '30 days')).toBe(1)
})

test('a user’s newest sessions end only his own oldest', async () => {
  const { db, sessions, begin } = await open()
  const other = await db.one(
    z.object({ id: z.int() }),
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        values ('kwame', 'kwame', 'kwame', 'kwame', '', 'Kwame', 'Mensah') returning id`,
  )
  const his = await sessions.start(other?.id ?? 0, { userAgent: undefined })
  for (let time = 0; time < 11; time += 1) await begin()
  expect(await db.count(sql`from sessions where user_id = ${other?.id ?? 0}`)).toBe(1)
  expect((await sessions.find(his.token, undefined))?.sessionId).toBe(his.sessionId)
  // He was the visitor’s member before: the session that is replaced ends, whoever had it.
  const next = await begin({ inPlaceOf: { id: other?.id ?? 0, sessionId: his.sessionId } })
  expect(await sessions.find(his.token, undefined)).toBeUndefined()
  expect(await sessions.closedOf([his.sessionId, next.sessionId])).toEqual([his.sessionId])
})

test('a user who may not have a session gets none, and keeps those he has', async () => {
  const { db, begin, userId } = await open()
  const begun = []
  for (let time = 0; time < 10; time += 1) begun.push(await begin())
  const refused = createSessions(db, createLocalBus(), {
    ...everybody,
    admitted: () => sql`select id from users where false`,
    refuse: async () => {
      throw new Error('not today')
    },
  })
  const inPlaceOf = { id: userId, sessionId: begun[3]?.sessionId ?? 0 }
  await expect(refused.start(userId, { userAgent: undefined, inPlaceOf })).rejects.toThrow('not today')
  expect(await db.count(sql`from sessions`)).toBe(10)
})

test('ten thousand sessions are cached at once, and the next one starts the cache anew', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns: unknown[] = []
  let looks = 0
  const one = async () => {
    looks += 1
    return { id: looks, userId: looks, isUnnoted: false }
  }
  // Only the look-up is used here.
  const db = {
    for(who: unknown) {
      turns.push(who)
      return { one }
    },
  } as unknown as Db
  const sessions = createSessions(db, createLocalBus(), everybody)
  const find = (n: number) => sessions.find(`token ${n}`, 'address')
  for (let n = 1; n <= 10_000; n += 1) await find(n)
  for (const n of [1, 5000, 10_000]) expect(await find(n)).toEqual({ id: n, sessionId: n })
  expect(looks).toBe(10_000)
  expect(turns.every(who => who === 'address')).toBe(true)
  // Who is known waits in his own turn instead of his address's.
  vi.advanceTimersByTime(900)
  await find(1)
  expect(turns.at(-1)).not.toBe('address')
  await find(10_001)
  expect(turns.at(-1)).toBe('address')
  expect(looks).toBe(10_002)
})
