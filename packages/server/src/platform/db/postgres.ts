import pg from 'pg'
import type { Who } from '../turns.ts'
import {
  createDb,
  createDbTurns,
  createTx,
  type Db,
  DbConflict,
  DbUnavailable,
  type OwnDb,
  type Runner,
  statementName,
  toDbError,
  within,
} from './db.ts'
import { typeReaders } from './types.ts'

/** How many connections a node holds at most, and how many of them one user's statements may take. */
const poolSize = 10
const perUser = 3
// The edge has promised its 503 within 3 s, which bounds the wait for a connection and for an answer. The server
// cancels a statement first; if it does not even report that, the connection is given up.
const connectionMs = 2000
const statementMs = 400
const answerMs = 500
/** While a change of the schema waits for its lock, everybody behind it waits as well. */
const lockMs = 2000

/** Whether pg reports that no answer came at all; a cancelled statement is another error. */
function isSilent(error: unknown) {
  return error instanceof Error && !('code' in error) && /timeout/i.test(error.message)
}

type Parser = (text: string) => unknown

/** text[], by its number, since pg's list of types lacks arrays. */
const textArray: number = 1009
const readTexts: (text: string) => (string | null)[] = pg.types.getTypeParser(textArray)

const parsers = new Map<number, Parser>(
  typeReaders.flatMap(({ id, arrayId, read }): [number, Parser][] => [
    [id, read],
    [arrayId, text => readTexts(text).map(value => (value === null ? null : read(value)))],
  ]),
)

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    // The overloads of pg's table differ only by format.
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}

/** Runs one query on a connection, without a time limit if it has no `query_timeout`. */
type Query = (query: pg.QueryConfig & { query_timeout?: number }) => Promise<pg.QueryResult>

export interface PostgresOptions {
  url: string
  decode: boolean
  /** How long the server's own work waits for a connection where no answer within 3 s was promised. */
  waitMs?: number
  /** Whether one user may take all connections, as with `RATE_LIMIT=off`. */
  mayTakeAll?: boolean
  onError: (error: Error) => void
}

/** A `Db` on a PostgreSQL server, 15 or later. It reconnects after the server was unavailable. */
export function openPostgres({
  url,
  decode,
  waitMs = connectionMs,
  mayTakeAll = false,
  onError,
}: PostgresOptions): OwnDb {
  const query_timeout = waitMs + answerMs
  const turns = createDbTurns({ atOnce: poolSize, waitMs, mayTakeAll }, perUser)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'papadag',
    statement_timeout: waitMs + statementMs,
    idle_in_transaction_session_timeout: 30_000,
    // Times are returned in UTC whatever the server's zone: Amsterdam once was 00:19:32 ahead, which no date parser
    // reads.
    options: '-c TimeZone=UTC',
    types,
  })
  // A connection without an error listener would end the process when it breaks: listen for its whole life,
  // transactions included. For an idle one the pool repeats the error and opens a new connection.
  pool.on('connect', client => client.on('error', onError))
  pool.on('error', () => {})

  /** Nobody should wait for a turn only to learn that the database is unavailable. */
  function noteAway(error: DbUnavailable) {
    turns.refuseAll(error)
    return error
  }

  /** Lends a connection. After any error but a conflict a fresh one replaces it. */
  async function lendNow<T>(work: (query: Query, isBroken: () => boolean) => Promise<T>): Promise<T> {
    const client = await pool.connect().catch((error: unknown) => {
      throw noteAway(new DbUnavailable(error instanceof Error ? error.message : String(error), { cause: error }))
    })
    let broken: Error | undefined
    async function query(config: pg.QueryConfig) {
      try {
        return await client.query(config)
      } catch (error) {
        const known = toDbError(error)
        if (known instanceof DbUnavailable && isSilent(error)) noteAway(known)
        if (!(known instanceof DbConflict)) broken = known instanceof Error ? known : new Error(String(known))
        throw known
      }
    }
    try {
      return await work(query, () => broken !== undefined)
    } finally {
      client.release(broken)
    }
  }

  const lend = <T>(who: Who, work: Parameters<typeof lendNow<T>>[0]) => turns.take(who, () => lendNow(work))

  const runnerOf =
    (query: Query): Runner =>
    async ({ text, values }) => {
      const name = statementName(text)
      const { rows, rowCount, command } = await query({ name, text, values: [...values], query_timeout })
      return { rows, affected: command === 'SELECT' ? 0 : (rowCount ?? 0) }
    }

  /** A script may run long, so it resets the server's timeout; both settings are part of one message. */
  const scriptOf = (query: Query) => async (text: string) =>
    void (await query({ text: `set local statement_timeout = 0; ${text}\n; set local statement_timeout to default` }))

  async function transact<T>(query: Query, isBroken: () => boolean, work: (tx: Db) => Promise<T>): Promise<T> {
    const say = (text: string) => query({ text, query_timeout })
    const { tx, end } = createTx({ run: runnerOf(query), script: scriptOf(query), decode })
    try {
      await say('begin')
      const result = await work(tx)
      await say('commit')
      return result
    } catch (error) {
      // A broken connection is closed, and the server rolls back its transaction.
      if (!isBroken()) await say('rollback')
      throw error
    } finally {
      end()
    }
  }

  const transaction = <T>(work: (tx: Db) => Promise<T>, who: Who) =>
    lend(who, (query, isBroken) => transact(query, isBroken, work))

  function session<T>(work: (db: Db) => Promise<T>): Promise<T> {
    return lend(undefined, async (query, isBroken) => {
      const say = async (text: string) => void (await query({ text }))
      await say(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
      try {
        return await work(
          createDb({
            run: runnerOf(query),
            script: say,
            transaction: inner => transact(query, isBroken, inner),
            charge: () => {},
            ping: async () => {},
            close: async () => {},
            decode,
          }),
        )
      } finally {
        if (!isBroken()) await say('reset statement_timeout; reset lock_timeout')
      }
    })
  }

  const run = (statement: Parameters<Runner>[0], who?: Who) => lend(who, query => runnerOf(query)(statement))

  const db = createDb({
    run,
    script: text => lend(undefined, query => scriptOf(query)(text)),
    transaction,
    session,
    charge: turns.charge,
    ping: async () => void (await within(waitMs + answerMs, run({ text: 'select 1', values: [] }))),
    close: () => pool.end(),
    decode,
  })
  return { ...db, load: turns.load }
}
