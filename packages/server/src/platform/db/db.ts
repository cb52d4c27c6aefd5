import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Change } from '../change.ts'
import { createFairQueue, type FairQueue, type FairQueueOptions, type Who } from '../fair-queue/fair-queue.ts'
import { isDiskFull } from '../files/disk.ts'
import type { Load } from '../metrics/meters.ts'
import { createFacts, type Fact } from './facts.ts'

/** One statement with its parameters; only `sql` creates it. */
export interface Sql {
  readonly text: string
  readonly values: readonly unknown[]
}

const parameter: readonly string[] = []

/**
 * Callers choose which fields they change, and so which statements are composed: beyond this number, all are forgotten.
 */
const maxShapes = 20_000
let shapeCount = 0

/**
 * The parts of a statement up to one of them. Every request composes its statements again from the same parts, which
 * lead to the same text: looking it up costs a fifth of joining it.
 */
class Shape {
  text: string | undefined
  readonly #longer = new Map<readonly string[], Shape>()

  with(part: readonly string[]): Shape {
    let longer = this.#longer.get(part)
    if (!longer) {
      longer = new Shape()
      shapeCount += 1
      this.#longer.set(part, longer)
    }
    return longer
  }
}

let shapes = new Shape()

/** Recognised by its class: a parameter from outside may have any shape, and must never become part of a statement. */
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

  #write(): Sql {
    if (this.#written) return this.#written
    if (shapeCount > maxShapes) {
      shapes = new Shape()
      shapeCount = 0
      numbers.clear()
    }
    const values: unknown[] = []
    const shape = this.#shapeAfter(shapes, values)
    shape.text ??= this.#join()
    this.#written = { text: shape.text, values }
    return this.#written
  }

  /** Collects the parameters along the way. */
  #shapeAfter(before: Shape, values: unknown[]): Shape {
    let shape = before.with(this.#strings)
    for (const inserted of this.#inserted) {
      if (inserted instanceof Statement) shape = inserted.#shapeAfter(shape, values)
      else {
        values.push(inserted)
        shape = shape.with(parameter)
      }
    }
    return shape
  }

  /** The text, whose parameters are numbered after `last`. */
  #join(last = { number: 0 }): string {
    return this.#strings.reduce((text, string, at) => {
      const inserted = this.#inserted[at - 1]
      if (inserted instanceof Statement) return text + inserted.#join(last) + string
      last.number += 1
      return `${text}$${last.number}${string}`
    })
  }
}

/** A statement: every `${value}` is a parameter, every `${sql`…`}` a part of the statement. */
export function sql(strings: TemplateStringsArray, ...inserted: readonly unknown[]): Sql {
  return new Statement(strings, inserted)
}

/** Joins several parts, by default with a comma. */
sql.join = (parts: readonly Sql[], between: Sql = sql`, `): Sql =>
  parts.reduce((all, part, index) => (index === 0 ? part : sql`${all}${between}${part}`), sql``)

/**
 * An integer inlined in the statement instead of a parameter: since the planner knows it, it keeps one plan instead of
 * planning every execution. Each number creates a separate statement, so use it only for a few constants.
 */
sql.number = (value: number): Sql => {
  if (!Number.isSafeInteger(value)) throw new TypeError('no whole number')
  const written = numbers.get(value) ?? new Statement([String(value)], [])
  numbers.set(value, written)
  return written
}
const numbers = new Map<number, Sql>()

/** A driver's result: the rows as objects, and how many rows a write changed. */
export interface Rows {
  rows: readonly unknown[]
  affected: number
}

/** Runs a statement on one connection. */
export type Runner = (statement: { text: string; values: readonly unknown[] }) => Promise<Rows>

/** The database: statements in, decoded rows out. Inside `transaction` the given `Db` is one connection. */
export interface Db {
  /** Whose turns its statements take. */
  readonly who?: Who
  /** All rows, decoded by the schema. */
  many<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S>[]>
  /** The first row, or undefined. */
  one<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S> | undefined>
  /** The number of rows of `from …`. */
  count(from: Sql): Promise<number>
  /** Runs a write and returns how many rows it changed. */
  run(statement: Sql): Promise<number>
  /** Runs several statements of plain text, such as a migration, without a time limit. */
  script(text: string): Promise<void>
  /** Runs a transaction; a nested one is part of the outer one. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /**
   * One connection outside transactions, for long work: statements have no time limit, and waits for locks are short.
   * Undefined if there is only one connection.
   */
  session?: (<T>(work: (db: Db) => Promise<T>) => Promise<T>) | undefined
  /**
   * The same database in this user's turns; without a user, and by default, statements are the server's own work.
   * `tell` then receives what is announced.
   */
  for(who: Who, tell?: Tell): Db
  /** Tells those concerned of a change; in a transaction, once it has committed. */
  announce(change: Change): void
  /**
   * Notes what has happened in this transaction; what follows from it is carried out once, before the commit, or at once
   * if it reads what is about to change.
   */
  record(fact: Fact): Promise<void>
  /** Charges the user for the time that a reply has taken on the event loop. */
  charge(ms: number): void
  /** Resolves when the database responds; throws `DbUnavailable` otherwise. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Carries out what follows from the facts of a transaction, in it. */
export type Settle = (tx: Db, facts: readonly Fact[]) => Promise<void>

/** Passes changes on to those concerned. */
export type Tell = (changes: readonly Change[]) => void

/** A database opened by this process, which reports how busy it is. */
export interface OwnDb extends Db {
  load(): Load
}

/** A write violated a unique or foreign key or a check, or conflicted with another transaction on the same rows. */
export class DbConflict extends Error {
  override readonly name = 'DbConflict'
  /** The constraint's name in the schema; empty for a deadlock or a lock that was not available in time. */
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

/** The database is unavailable: unreachable, shutting down, or out of connections. */
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

/**
 * The fields of an error in which PostgreSQL repeats the refused row: personal data, which must not be logged (safety
 * S45).
 */
const telltales = ['detail', 'where', 'internalQuery']

/** Maps a driver's error to one of ours; a faulty statement's error stays as it is. */
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
  // Errors of the pool and of a dropped connection have no code.
  if (isAway || (code === '' && /timeout|terminated|connection|ended|calling end|not queryable/i.test(error.message))) {
    return new DbUnavailable(error.message, { cause: error })
  }
  return error
}

/** How long a user's statement waits for its turn before it is refused. */
const turnMs = 10_000
const turnsPerUser = 2000
const turns = 20_000
/**
 * The share of each second of database and event loop that one user may take in the long run, and how much unused time
 * he may save up.
 */
const pace = { share: 0.2, savedMs: 1000 }

/** The database's turns; without limits per user if `mayTakeAll`, as with `RATE_LIMIT=off`. */
export function createDbTurns(
  { atOnce, waitMs, mayTakeAll }: { atOnce: number; waitMs: number; mayTakeAll: boolean },
  atOncePerUser: number,
): FairQueue {
  const options: FairQueueOptions = {
    atOnce,
    atOncePerUser: mayTakeAll ? atOnce : atOncePerUser,
    waitingPerUser: turnsPerUser,
    waiting: turns,
    waitMs,
    pace: mayTakeAll ? undefined : pace,
    refuse: () => new DbUnavailable('no turn came up in time'),
  }
  const { take, ...rest } = createFairQueue(options)
  // The server's own callers have promised an earlier reply.
  return {
    ...rest,
    take: (who, work, ms = who === undefined ? waitMs : Math.max(waitMs, turnMs)) => take(who, work, ms),
  }
}

/**
 * Reading the request and sending the reply also cost event-loop time, so this multiple of the writing time is charged.
 */
const aroundWriting = 3

/** Writes a reply and charges its user for the time. */
export function charging<T>(db: Db, write: () => T): T {
  const begunMs = performance.now()
  const written = write()
  db.charge((performance.now() - begunMs) * aroundWriting)
  return written
}

/** The longest wait for a reply: the edge has promised its 503 within 3 s. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DbUnavailable('the database does not answer in time')), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** More texts than are prepared at once; members' choices keep composing new ones. */
const mostNames = 2000

/** The statement's name in the prepared-statement cache, derived from its text. */
const names = new Map<string, string>()
export function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha1').update(text).digest('base64url')
    if (names.size >= mostNames) names.clear()
    names.set(text, name)
  }
  return name
}

/** A driver's access to the database; each call waits for the caller's turn. */
export interface DbParts {
  run(statement: Parameters<Runner>[0], who: Who): Promise<Rows>
  script(text: string): Promise<void>
  /** `announce` receives each change at once, before the commit. */
  transaction<T>(work: (tx: Db) => Promise<T>, who: Who, announce: Db['announce']): Promise<T>
  session?: NonNullable<Db['session']>
  charge(who: Who, ms: number): void
  ping(): Promise<void>
  close(): Promise<void>
  /** Inside a transaction changes wait for the commit. */
  announce?: Db['announce']
  /** Only inside a transaction. */
  record?: Db['record']
  /** Whether rows are checked against their schemas; always outside production. */
  decode: boolean
}

/** A `Db` on top of a driver, in a user's turns or for the server's own work. */
export function createDb(parts: DbParts, who?: Who, tell: Tell = () => {}): Db {
  async function query(statement: Sql): Promise<Rows> {
    try {
      return await parts.run(statement, who)
    } catch (error) {
      throw toDbError(error)
    }
  }
  async function many<S extends z.ZodMiniType>(row: S, statement: Sql): Promise<z.output<S>[]> {
    const { rows } = await query(statement)
    // Undecoded rows match their statement, which tests have checked against the schema.
    return parts.decode ? rows.map(value => row.parse(value)) : (rows as z.output<S>[])
  }
  return {
    who,
    many,
    one: async (row, statement) => (await many(row, statement))[0],
    async count(from) {
      const { rows } = await query(sql`select count(*)::int as n ${from}`)
      // The statement above selects it.
      return (rows[0] as { n: number }).n
    },
    run: async statement => (await query(statement)).affected,
    script: parts.script,
    async transaction(work) {
      const changes: Change[] = []
      const result = await parts.transaction(work, who, change => changes.push(change))
      if (changes.length > 0) tell(changes)
      return result
    },
    session: parts.session,
    for: (other, heard = tell) => createDb(parts, other, heard),
    announce: parts.announce ?? (change => tell([change])),
    record: parts.record ?? (async ({ fact }) => Promise.reject(new Error(`‘${fact}’ happened outside a transaction`))),
    charge: ms => parts.charge(who, ms),
    ping: parts.ping,
    close: parts.close,
  }
}

/** The `Db` inside a transaction. Its connection is reused afterwards, so it then refuses everything. */
export function createTx({
  run,
  script,
  announce,
  settle,
  decode,
  who,
}: { run: Runner; who?: Who; settle?: Settle | undefined } & Pick<DbParts, 'script' | 'announce' | 'decode'>) {
  let isOver = false
  const facts = createFacts(settle)
  async function checked<T>(work: () => Promise<T>): Promise<T> {
    if (isOver) throw new Error('the transaction is over: a statement in it was not awaited')
    return work()
  }
  const parts: DbParts = {
    run: statement => checked(() => run(statement)),
    script: text => checked(() => script(text)),
    // The transaction already has its turn.
    transaction: work => checked(() => work(tx)),
    charge: () => {},
    ping: async () => {},
    close: async () => {},
    ...(announce && { announce }),
    record: fact => facts.record(tx, fact),
    decode,
  }
  const tx: Db = createDb(parts, who)
  return {
    /** Does the work of the transaction, up to the commit. */
    async run<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      const result = await work(tx)
      await facts.finish(tx)
      return result
    },
    end() {
      isOver = true
    },
  }
}
