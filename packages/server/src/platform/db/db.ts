import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import { isDiskFull } from '../disk.ts'
import { createTurns, type Turns, type TurnsOptions, type Who } from '../turns.ts'

/** One statement with its parameters; made by `sql` alone. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Known by its class: a parameter from outside may have any shape, and must never become part of a statement. */
class Statement implements Sql {
  readonly #strings: readonly string[]
  readonly #inserted: readonly unknown[]
  #written: Sql | undefined

  constructor(strings: readonly string[], inserted: readonly unknown[]) {
    this.#strings = strings
    this.#inserted = inserted
  }

  get text() {
    return this.#write().text
  }

  get values() {
    return this.#write().values
  }

  /** In one go when the whole is known: each request puts its statements together anew. */
  #write(): Sql {
    if (this.#written) return this.#written
    const values: unknown[] = []
    let text = ''
    const append = (statement: Statement) => {
      statement.#strings.forEach((string, at) => {
        text += string
        if (at === statement.#inserted.length) return
        const value = statement.#inserted[at]
        if (value instanceof Statement) append(value)
        else text += `$${values.push(value)}`
      })
    }
    append(this)
    this.#written = { text, values }
    return this.#written
  }
}

/** A statement: every `${value}` is a parameter, every `${sql`…`}` a part of the statement. */
export function sql(strings: TemplateStringsArray, ...inserted: readonly unknown[]): Sql {
  return new Statement(strings, inserted)
}

/** Several parts as one, with a comma or something else between them. */
sql.join = (parts: readonly Sql[], between: Sql = sql`, `): Sql =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${between}${part}`), sql``)

/**
 * A whole number as part of the statement instead of a parameter of it: the planner knows it, and keeps one plan for all
 * executions where it would else make one for each. Each number is a statement of its own: only for a few of ours.
 */
sql.number = (value: number): Sql => {
  if (!Number.isSafeInteger(value)) throw new TypeError('no whole number')
  return new Statement([String(value)], [])
}

/** A driver's result: rows as objects, and how many rows a write changed. */
export interface Rows {
  rows: readonly unknown[]
  affected: number
}

/** One connection's way to run a statement. */
export type Runner = (statement: { text: string; values: readonly unknown[] }) => Promise<Rows>

/** The database: statements in, decoded rows out. Inside `transaction` the handed `Db` is one connection. */
export interface Db {
  /** All rows, each as the schema says. */
  many<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S>[]>
  /** The first row, if there is one. */
  one<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S> | undefined>
  /** How many rows `from …` has. */
  count(from: Sql): Promise<number>
  /** Runs a write; answers how many rows it changed. */
  run(statement: Sql): Promise<number>
  /** Runs several statements of plain text, as migrations are; for as long as they take. */
  script(text: string): Promise<void>
  /** All or nothing; inside another transaction it is part of that one. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /**
   * One connection outside transactions, for work that takes long beside others: a statement takes as long as it takes,
   * a lock is waited for briefly. Undefined where there is one connection alone.
   */
  session?: (<T>(work: (db: Db) => Promise<T>) => Promise<T>) | undefined
  /** The same database in this user's turns; without one, and by default, what is asked is the server's own work. */
  for(who: Who): Db
  /** Counts time that an answer has taken on the event loop against the user whose turns these are. */
  charge(ms: number): void
  /** Answers when the database does; throws `DbUnavailable` otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A write failed on a unique or foreign key, a check, or another transaction at the same rows. */
export class DbConflict extends Error {
  override readonly name = 'DbConflict'
  /** The constraint's name in the schema; empty for a deadlock, or a lock that was not free in time. */
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`conflict with ${constraint || 'another transaction'}`, options)
    this.constraint = constraint
  }
}

/** The database's disk is full. */
export class DbFull extends Error {
  override readonly name = 'DbFull'
}

/** The database is away: not reachable, shutting down, or all its connections are taken. */
export class DbUnavailable extends Error {
  override readonly name = 'DbUnavailable'
}

const conflicts: ReadonlySet<string> = new Set(['23503', '23505', '23514', '40001', '40P01', '55P03'])
const awayClasses: ReadonlySet<string> = new Set(['08', '57', '53'])
const awayCodes: ReadonlySet<string> = new Set([
  '25006', // read-only: a standby that has not taken over yet
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
])

/** Where PostgreSQL repeats the row that it refused: personal data, which a log must not hold (safety S45). */
const telltales = ['detail', 'where', 'internalQuery']

/** A driver's error as one of ours; one that is nobody's fault but the statement's stays as it is. */
export function toDbError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  for (const key of telltales) Reflect.deleteProperty(error, key)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (conflicts.has(code)) {
    const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : ''
    return new DbConflict(constraint, { cause: error })
  }
  if (isDiskFull(error)) return new DbFull(error.message, { cause: error })
  const isAway = awayCodes.has(code) || (code.length === 5 && awayClasses.has(code.slice(0, 2)))
  // Errors of the pool and of a dropped connection carry no code.
  if (isAway || (code === '' && /timeout|terminated|connection|ended|calling end|not queryable/i.test(error.message))) {
    return new DbUnavailable(error.message, { cause: error })
  }
  return error
}

/** A user's statement waits so long for its turn, and is refused after that. */
const turnMs = 10_000
const turnsPerUser = 2000
const turns = 20_000
/** Of each second one user may take so much database and event loop in the long run, and save up so much. */
const pace = { share: 0.2, savedMs: 1000 }

/** The database's turns: without limits per user where he `mayTakeAll`, as with `RATE_LIMIT=off`. */
export function createDbTurns(
  { atOnce, waitMs, mayTakeAll }: { atOnce: number; waitMs: number; mayTakeAll: boolean },
  atOncePerUser: number,
): Turns {
  const options: TurnsOptions = {
    atOnce,
    atOncePerUser: mayTakeAll ? atOnce : atOncePerUser,
    waitingPerUser: turnsPerUser,
    waiting: turns,
    waitMs,
    pace: mayTakeAll ? undefined : pace,
    refuse: () => new DbUnavailable('no turn came up in time'),
  }
  const { take, ...rest } = createTurns(options)
  // Whoever asks for the server itself has promised an answer sooner.
  return {
    ...rest,
    take: (who, work, ms = who === undefined ? waitMs : Math.max(waitMs, turnMs)) => take(who, work, ms),
  }
}

/** What else of the event loop an answer takes beside being written: it has been read, and it is sent. */
const aroundWriting = 3

/** Writes an answer and charges its user for it. */
export function charging<T>(db: Db, write: () => T): T {
  const begunMs = performance.now()
  const written = write()
  db.charge((performance.now() - begunMs) * aroundWriting)
  return written
}

/** Waits for an answer this long and no longer: the edge has promised its 503 within 3 s. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DbUnavailable('the database does not answer in time')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The statement's name for the prepared-statement cache: the same text, the same name. */
const names = new Map<string, string>()
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

/** A driver's ways to the database; each waits for the turn of whoever asks. */
export interface DbParts {
  run(statement: Parameters<Runner>[0], who: Who): Promise<Rows>
  script(text: string): Promise<void>
  transaction<T>(work: (tx: Db) => Promise<T>, who: Who): Promise<T>
  session?: NonNullable<Db['session']>
  charge(who: Who, ms: number): void
  ping(): Promise<void>
  close(): Promise<void>
  /** Whether rows are checked against their schemas; outside production always. */
  decode: boolean
}

/** A `Db` on top of a driver, in the turns of a user or for the server's own work. */
export function createDb(parts: DbParts, who?: Who): Db {
  async function query(statement: Sql): Promise<Rows> {
    try {
      return await parts.run(statement, who)
    } catch (error) {
      throw toDbError(error)
    }
  }
  async function many<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S>[]> {
    const { rows } = await query(statement)
    // Undecoded rows are what the statement selects, which the tests have checked against the schema.
    return parts.decode ? rows.map(value => row.parse(value)) : (rows as z.output<S>[])
  }
  return {
    many,
    one: async (row, statement) => (await many(row, statement))[0],
    async count(from) {
      const { rows } = await query(sql`select count(*)::int as n ${from}`)
      // The statement just above selects it.
      return (rows[0] as { n: number }).n
    },
    run: async statement => (await query(statement)).affected,
    script: parts.script,
    transaction: work => parts.transaction(work, who),
    session: parts.session,
    for: other => createDb(parts, other),
    charge: ms => parts.charge(who, ms),
    ping: parts.ping,
    close: parts.close,
  }
}

/** The `Db` inside a transaction. Its connection belongs to somebody else afterwards, so then it refuses everything. */
export function createTx({ run, script, decode }: { run: Runner } & Pick<DbParts, 'script' | 'decode'>) {
  let isOver = false
  async function checked<T>(work: () => Promise<T>): Promise<T> {
    if (isOver) throw new Error('the transaction is over: a statement in it was not awaited')
    return work()
  }
  const tx: Db = createDb({
    run: statement => checked(() => run(statement)),
    script: text => checked(() => script(text)),
    // It has its turn already.
    transaction: work => checked(() => work(tx)),
    charge: () => {},
    ping: async () => {},
    close: async () => {},
    decode,
  })
  return {
    tx,
    end() {
      isOver = true
    },
  }
}
