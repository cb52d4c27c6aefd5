import type { Who } from '../fair-queue/fair-queue.ts'
import { createDb, createDbTurns, createTx, type Db, type OwnDb, type Runner, type Settle, within } from './db.ts'
import { type Connection, createPool } from './postgres-pool.ts'

/** The most connections of a node, and how many of them one user's statements may take. */
const poolSize = 10
const perUser = 3
// The edge has promised its 503 within 3 s, which bounds the waits for a connection and for a reply. The server cancels
// a statement first; if it does not even report that, the connection is given up.
const connectionMs = 2000
const answerMs = 500
/** While a schema change waits for its lock, all later statements on the table wait too. */
const lockMs = 2000

export interface PostgresOptions {
  url: string
  decode: boolean
  /** How long the server's own work waits for a connection if no reply within 3 s was promised. */
  waitMs?: number
  /** Whether one user may take all connections, as with `RATE_LIMIT=off`. */
  mayTakeAll?: boolean
  settle?: Settle | undefined
  onError: (error: Error) => void
}

/** A `Db` on a PostgreSQL server, version 15 or later. It reconnects after the server was unavailable. */
export function openPostgres({
  url,
  decode,
  waitMs = connectionMs,
  mayTakeAll = false,
  settle,
  onError,
}: PostgresOptions): OwnDb {
  const query_timeout = waitMs + answerMs
  const turns = createDbTurns({ atOnce: poolSize, waitMs, mayTakeAll }, perUser)
  // Nobody should wait for a turn only to learn that the database is unavailable.
  const pool = createPool({ url, size: poolSize, waitMs, onError, onAway: turns.refuseAll })

  const lend = <T>(who: Who, work: (on: ConnectedDb) => Promise<T>) =>
    turns.take(who, () => pool.lend(connection => work(connectedDb(connection, { query_timeout, decode, settle }))))

  const db = createDb({
    run: (statement, who) => lend(who, on => on.run(statement)),
    script: text => lend(undefined, on => on.script(text)),
    transaction: (work, who, announce) => lend(who, on => on.transaction(work, who, announce)),
    session: work => lend(undefined, on => on.session(work)),
    charge: turns.charge,
    ping: async () =>
      void (await within(
        query_timeout,
        lend(undefined, on => on.run({ text: 'select 1', values: [] })),
      )),
    close: pool.close,
    decode,
  })
  return { ...db, load: turns.load }
}

type ConnectedDb = ReturnType<typeof connectedDb>

/** The operations of one connection. */
function connectedDb(
  { execute, run: runPrepared, isBroken }: Connection,
  options: { query_timeout: number; decode: boolean; settle: Settle | undefined },
) {
  const { query_timeout, decode, settle } = options

  const run: Runner = statement => runPrepared(statement, query_timeout)

  /** A script may run long, so it resets the server's timeout; one message carries both settings. */
  async function script(text: string) {
    await execute(`set local statement_timeout = 0; ${text}\n; set local statement_timeout to default`)
  }

  async function transaction<T>(work: (tx: Db) => Promise<T>, who: Who, announce: Db['announce']): Promise<T> {
    const { run: runAll, end } = createTx({ run, script, announce, settle, decode, who })
    try {
      await execute('begin', query_timeout)
      const result = await runAll(work)
      await execute('commit', query_timeout)
      return result
    } catch (error) {
      // A broken connection is closed, and the server rolls back its transaction.
      if (!isBroken()) await execute('rollback', query_timeout)
      throw error
    } finally {
      end()
    }
  }

  async function session<T>(work: (db: Db) => Promise<T>): Promise<T> {
    await execute(`set statement_timeout = 0; set lock_timeout = ${lockMs}`)
    try {
      const nothing = async () => {}
      return await work(
        createDb({
          run,
          script: text => execute(text),
          transaction,
          decode,
          charge() {},
          ping: nothing,
          close: nothing,
        }),
      )
    } finally {
      if (!isBroken()) await execute('reset statement_timeout; reset lock_timeout')
    }
  }

  return { run, script, transaction, session }
}
