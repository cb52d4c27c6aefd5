import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { startPostgres } from '../../../../../tools/postgres.ts'
import { patient, postgresUrl, testDatabaseUrl } from '../../testing/database.ts'
import { type Db, DbUnavailable, sql, toDbError } from './db.ts'
import { mostPrepared } from './most-prepared.ts'
import { openPostgres } from './postgres.ts'
import { runPrepared } from './prepared.ts'

const Backend = z.object({ pid: z.number() })
const backend = sql`select pg_backend_pid() as pid`
const one = sql`from (select 1) one`

function open(url: string, differences: { waitMs?: number } = patient): Db {
  const db = openPostgres({ url, decode: true, onError: () => {}, ...differences })
  onTestFinished(() => db.close())
  return db
}

/** As in the product, where no caller waits longer than 3 s. */
const asInProduct = {}

/** A proxy to the server that can go silent like a broken network: nothing comes through, nothing is refused. */
async function wire(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', data => {
        if (!isSilent) to.write(data)
      })
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // A server that listens on a port has an address object, not a pipe's name.
  const near = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(near.port) }).href,
    setSilent(value: boolean) {
      isSilent = value
    },
  }
}

test.each([
  ['57P01', true],
  ['08006', true],
  ['53300', true],
  ['25006', true],
  ['ECONNREFUSED', true],
  ['ECONNRESET', true],
  ['22P02', false],
  ['42P01', false],
])('the error code %s means that the database is unavailable: %s', (code, isAway) => {
  const error = Object.assign(new Error('connection'), { code })
  expect(toDbError(error) instanceof DbUnavailable).toBe(isAway)
})

test('a value that cannot be sent rejects its statement', async () => {
  const circular: { self?: unknown } = {}
  circular.self = circular
  const statement = { text: 'select $1', values: [circular] }
  await expect(runPrepared(new pg.Client(), statement, 1000)).rejects.toThrow('circular')
})

if (postgresUrl) {
  // PostgreSQL's own limit does not work while `npm run check -- hours` moves its clock.
  const hasLimits = test.skipIf(process.env.FAKETIME !== undefined)
  hasLimits(
    'a statement that takes too long is cancelled on the server too; a script may take as long as it needs',
    async () => {
      const url = await testDatabaseUrl()
      const [db, looking] = [open(url, asInProduct), open(url)]
      await expect(db.run(sql`select pg_sleep(600)`)).rejects.toBeInstanceOf(DbUnavailable)
      const sleeping = sql`from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()
      and state = 'active' and datname = current_database()`
      // A server that is late is given up here first.
      await vi.waitFor(async () => expect(await looking.count(sleeping)).toBe(0))
      await db.script('create table slow (n int); select pg_sleep(2.7); insert into slow values (1)')
      expect(await looking.count(sql`from slow`)).toBe(1)
      // The script's settings do not leak to the next user of its connection.
      const kept = sql`select current_setting('statement_timeout') as "limit", current_setting('jit') as jit`
      expect(await db.one(z.unknown(), kept)).toEqual({ limit: '2400ms', jit: 'off' })
    },
  )

  test('a silent database counts as unavailable for statements and for the health check', async () => {
    const { url, setSilent } = await wire(await testDatabaseUrl())
    const db = open(url, asInProduct)
    await vi.waitFor(() => db.ping())
    setSilent(true)
    const outcomes = await Promise.allSettled([
      db.count(one),
      db.transaction(tx => tx.count(one)),
      db.ping(),
      ...Array.from({ length: 20 }, () => db.count(one)),
    ])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(DbUnavailable) })
    setSilent(false)
    await vi.waitFor(async () => expect(await db.count(one)).toBe(1))
  })

  test('a connection lost inside a transaction fails only that transaction', async () => {
    const url = await testDatabaseUrl()
    const onError = vi.fn()
    const db = openPostgres({ ...patient, url, onError })
    await db.script('create table kept (n int)')
    const transaction = db.transaction(async tx => {
      await tx.run(sql`insert into kept values (1)`)
      const me = await tx.one(Backend, backend)
      await db.run(sql`select pg_terminate_backend(${me?.pid})`)
      await vi.waitFor(() => expect(onError).toHaveBeenCalled())
      await tx.run(sql`insert into kept values (2)`)
    })
    await expect(transaction).rejects.toBeInstanceOf(DbUnavailable)
    expect(await db.count(sql`from kept`)).toBe(0)
    await db.close()
  })

  test('a caller who finds all connections taken is refused within 3 s', async () => {
    const db = open(await testDatabaseUrl(), asInProduct)
    const { promise: free, resolve } = Promise.withResolvers<void>()
    const holding: Promise<void>[] = []
    while (holding.length < 10) {
      const begun = Promise.withResolvers<void>()
      holding.push(
        db.transaction(() => {
          begun.resolve()
          return free
        }),
      )
      await begun.promise
    }
    await expect(db.count(one)).rejects.toBeInstanceOf(DbUnavailable)
    resolve()
    await Promise.all(holding)
    expect(await db.count(one)).toBe(1)
  })

  test('a connection keeps a bounded number of prepared statements, and those in use stay', async () => {
    const client = new pg.Client({ connectionString: await testDatabaseUrl() })
    await client.connect()
    onTestFinished(() => client.end())
    const run = (text: string) => runPrepared(client, { text, values: [] }, 60_000)
    const kept =
      'select count(*)::int as n, count(*) filter (where statement like $$%hot%$$)::int as hot from pg_prepared_statements'
    for (let at = 0; at < mostPrepared + 300; at += 1) {
      expect(await run(`select ${at} as n`)).toEqual({ rows: [{ n: at }], affected: 0 })
      await run('select 1 as hot')
      // A statement that fails is prepared too.
      if (at % 3 === 0) await expect(run(`select ${at} / 0 as n`)).rejects.toThrow('zero')
    }
    const { rows } = await run(kept)
    expect(rows).toEqual([{ n: mostPrepared, hot: 2 }])
    // One that was evicted is prepared again, with its columns.
    expect(await run('select 0 as n')).toEqual({ rows: [{ n: 0 }], affected: 0 })
    await client.query('begin')
    await expect(run('select 2 / 0 as n')).rejects.toThrow('zero')
    await expect(run('select 3 as n')).rejects.toThrow('aborted')
    await client.query('rollback')
    expect(await run('select 3 as n')).toEqual({ rows: [{ n: 3 }], affected: 0 })
  }, 120_000)

  test('a statement prepared before a table changed is prepared again', async () => {
    const db = open(await testDatabaseUrl())
    await db.script('create table t (n int); insert into t values (1)')
    const all = sql`select * from t`
    expect(await db.many(z.unknown(), all)).toEqual([{ n: 1 }])
    await db.script('alter table t add column m int')
    // The server refuses the old plan once, and then its connection is closed.
    await db.many(z.unknown(), all).catch(() => {})
    expect(await db.many(z.unknown(), all)).toEqual([{ n: 1, m: null }])
  })

  test('rows can be collected while pg still refers to their statement', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    onTestFinished(() => query.mockRestore())
    const db = open(await testDatabaseUrl())
    const [row] = (await db.many(z.unknown(), sql`select 1 as n`)).map(one => new WeakRef(Object(one)))
    expect(row).toBeDefined()
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    await vi.waitFor(() => {
      collect()
      // An error that named the row would keep it.
      expect(row?.deref() === undefined).toBe(true)
    })
    expect(query).toHaveBeenCalled()
  })

  test('times are returned in UTC whatever the time zone of the server', async () => {
    const url = await testDatabaseUrl()
    const first = open(url)
    await first.script(`alter database ${new URL(url).pathname.slice(1)} set timezone to 'Europe/Amsterdam'`)
    const row = sql`select timestamptz '1930-06-01 10:00:00Z' as moment, json_build_object('at', timestamptz '2031-06-01 10:00Z') as json`
    expect(await open(url).one(z.unknown(), row)).toEqual({
      moment: '1930-06-01T10:00:00.000Z',
      json: { at: '2031-06-01T10:00:00+00:00' },
    })
  })

  test('while the database server is down every caller gets an error at once, and when it is back everything works', async () => {
    const postgres = await startPostgres()
    onTestFinished(() => postgres.remove())
    const onError = vi.fn()
    const db = openPostgres({ ...patient, url: postgres.url, onError })
    await db.script('create table kept (n int)')
    await db.run(sql`insert into kept values (1)`)
    for (const end of [postgres.stop, postgres.kill]) {
      onError.mockClear()
      const inFlight = db.transaction(async tx => {
        await tx.run(sql`insert into kept values (2)`)
        await end()
        // A backend process outlives a killed server for a moment and might still commit.
        await vi.waitFor(() => expect(onError).toHaveBeenCalled())
        await tx.run(sql`insert into kept values (3)`)
      })
      await expect(inFlight).rejects.toBeInstanceOf(DbUnavailable)
      await expect(db.count(sql`from kept`)).rejects.toBeInstanceOf(DbUnavailable)
      await expect(db.transaction(tx => tx.count(one))).rejects.toBeInstanceOf(DbUnavailable)
      await expect(db.ping()).rejects.toBeInstanceOf(DbUnavailable)
      await postgres.start()
      await vi.waitFor(() => db.ping())
      expect(await db.count(sql`from kept`)).toBe(1)
    }
    await db.close()
  })
}
