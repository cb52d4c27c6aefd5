import pg from 'pg'
import { connectionTo } from './connection-url.ts'
import { DbConflict, DbUnavailable, type Rows, type Runner, toDbError } from './db.ts'
import { types } from './postgres-types.ts'
import { runPrepared } from './prepared.ts'

/** The server cancels a statement this long after the wait for a connection would have ended. */
const statementMs = 400

/** A connection on loan. */
export interface Connection {
  /** Runs plain text, without a time limit unless one is given. */
  execute(text: string, timeoutMs?: number): Promise<void>
  /** Runs a prepared statement. */
  run(statement: Parameters<Runner>[0], timeoutMs: number): Promise<Rows>
  /** Whether a query has failed with anything but a conflict: such a connection is closed when it is returned. */
  isBroken(): boolean
}

export interface PoolParts {
  url: string
  size: number
  /** How long to wait for a connection. */
  waitMs: number
  /** Called when a connection breaks. */
  onError(error: Error): void
  /** Called when PostgreSQL cannot be reached or does not answer. */
  onAway(error: DbUnavailable): void
}

export interface Pool {
  lend<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export function createPool(parts: PoolParts): Pool {
  const { onError, onAway } = parts
  const pool = new pg.Pool(settingsOf(parts))
  // Without an error listener, a breaking connection would end the process, so this listens for its whole life,
  // including transactions. For an idle connection the pool repeats the error and opens a new one.
  pool.on('connect', client => client.on('error', onError))
  pool.on('error', () => {})

  async function connect() {
    try {
      return await pool.connect()
    } catch (error) {
      const away = new DbUnavailable(error instanceof Error ? error.message : String(error), { cause: error })
      onAway(away)
      throw away
    }
  }

  return {
    async lend(work) {
      const client = await connect()
      let broken: Error | undefined
      async function noting<T>(answer: Promise<T>): Promise<T> {
        try {
          return await answer
        } catch (error) {
          const known = toDbError(error)
          if (known instanceof DbUnavailable && isSilent(error)) onAway(known)
          if (!(known instanceof DbConflict)) broken = known instanceof Error ? known : new Error(String(known))
          throw known
        }
      }
      try {
        return await work({
          async execute(text, query_timeout) {
            const query: pg.QueryConfig & { query_timeout?: number | undefined } = { text, query_timeout }
            await noting(client.query(query))
          },
          run: (statement, timeoutMs) => noting(runPrepared(client, statement, timeoutMs)),
          isBroken: () => broken !== undefined,
        })
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

function settingsOf({ url, size, waitMs }: PoolParts): pg.PoolConfig {
  return {
    ...connectionTo(url, {
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'papadag',
      statement_timeout: waitMs + statementMs,
      idle_in_transaction_session_timeout: 30_000,
      types,
      // Compiling a list's statement takes 400 ms and running it takes 15.
      options: '-c jit=off',
    }),
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
  }
}

/** Whether pg reports that no reply came at all; a cancelled statement is a different error. */
function isSilent(error: unknown) {
  return error instanceof Error && !('code' in error) && /timeout/i.test(error.message)
}
