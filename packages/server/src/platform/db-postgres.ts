import pg from 'pg'
import { createDb, type Db, DbUnavailable, type Runner, statementName, toDbError } from './db.ts'

/** Connections one node holds at most. */
const poolSize = 10
/** A caller waits this long for a connection; within the 3 s after which the edge must have answered 503. */
const waitMs = 2000
const statementTimeoutMs = 10_000

const bool = 16
const int8 = 20
const numeric = 1700
const timestamptz = 1184

/** The same JavaScript types from both databases: numbers for int8 and numeric, ISO text in UTC for moments. */
export const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [bool]: text => text === 't',
  [int8]: Number,
  [numeric]: Number,
  [timestamptz]: text => new Date(text).toISOString(),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    // The overloads of pg's own table differ by format only.
    format !== 'binary' && parsers[oid]
      ? parsers[oid]
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

export interface PostgresOptions {
  url: string
  decode: boolean
  onError: (error: Error) => void
}

/** A `Db` on a PostgreSQL server, 15 or later. It comes back by itself after the server was away. */
export function openPostgres({ url, decode, onError }: PostgresOptions): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'papadag',
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1000,
    idle_in_transaction_session_timeout: 30_000,
    types,
  })
  // An idle connection that breaks: the pool replaces it.
  pool.on('error', onError)

  const runnerOf =
    (client: pg.Pool | pg.PoolClient): Runner =>
    async ({ text, values }) => {
      const { rows, rowCount } = await client.query({ name: statementName(text), text, values: [...values] })
      return { rows, affected: rowCount ?? 0 }
    }

  async function script(client: pg.Pool | pg.PoolClient, text: string) {
    try {
      await client.query(text)
    } catch (error) {
      throw toDbError(error)
    }
  }

  async function connect() {
    try {
      return await pool.connect()
    } catch (error) {
      throw error instanceof Error ? new DbUnavailable(error.message, { cause: error }) : error
    }
  }

  async function transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const client = await connect()
    let broken: Error | undefined
    try {
      await script(client, 'begin')
      const tx: Db = createDb({
        run: runnerOf(client),
        script: text => script(client, text),
        transaction: inner => inner(tx),
        ping,
        close: async () => {},
        decode,
      })
      const result = await work(tx)
      await script(client, 'commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((failure: unknown) => {
        // A connection that cannot roll back is not given to anybody else.
        broken = failure instanceof Error ? failure : new Error('rollback failed')
      })
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function ping() {
    await createDb({ run: runnerOf(pool), script: async () => {}, transaction, ping, close, decode })
      .count({ text: 'from (select 1) one', values: [], parts: ['from (select 1) one'] })
      .catch((error: unknown) => {
        throw error instanceof DbUnavailable
          ? error
          : new DbUnavailable('the database does not answer', { cause: error })
      })
  }

  async function close() {
    await pool.end()
  }

  return createDb({ run: runnerOf(pool), script: text => script(pool, text), transaction, ping, close, decode })
}
