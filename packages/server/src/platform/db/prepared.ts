/// <reference path="./pg-utils.d.ts" />
import type pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { type Rows, type Runner, statementName } from './db.ts'
import { mostPrepared } from './most-prepared.ts'
import { types } from './postgres-types.ts'

interface Column {
  name: string
  read(text: string): unknown
}

const none: readonly unknown[] = []

/**
 * The columns of each connection's prepared statements by name, once known, least recently used first. A statement
 * whose columns would change is refused.
 */
const described = new WeakMap<pg.Connection, Map<string, readonly Column[] | undefined>>()

/** The members of pg's connection that its declared type omits. */
interface Wire extends Omit<pg.Connection, 'parse' | 'bind' | 'describe' | 'execute' | 'close'> {
  stream: pg.Connection['stream'] & { cork(): void; uncork(): void }
  parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(values: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  close(what: { type: 'S'; name: string }): void
}

/**
 * A statement for `client.query`, prepared once on each connection. pg's own class requests a description for every
 * execution, and builds its column readers each time.
 */
class Prepared implements pg.Submittable {
  readonly name: string
  readonly text: string
  readonly query_timeout: number
  /** Called by pg for its own failures, such as a broken connection; replaced by its time limit. */
  callback: (error: unknown, rows?: Rows) => void
  #values: readonly unknown[]
  #rows: unknown[] = []
  #columns: readonly Column[] = []
  #remember: (columns: readonly Column[]) => void = () => {}
  #affected = 0
  #failure: unknown

  constructor({ text, values }: Parameters<Runner>[0], timeoutMs: number, callback: Prepared['callback']) {
    this.name = statementName(text)
    this.text = text
    this.query_timeout = timeoutMs
    // A value that cannot be sent fails here, before any part of the statement has been sent.
    this.#values = values.map(prepareValue)
    this.callback = callback
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // see above
    const known = described.get(connection) ?? new Map<string, readonly Column[] | undefined>()
    described.set(connection, known)
    const columns = known.get(this.name)
    known.delete(this.name)
    known.set(this.name, columns)
    wire.stream.cork()
    makeRoom(wire, known)
    if (wire.parsedStatements[this.name] === undefined) wire.parse(this)
    wire.bind({ statement: this.name, values: this.#values })
    this.#values = none
    if (columns) this.#columns = columns
    else {
      wire.describe({ type: 'P' })
      this.#remember = described => known.set(this.name, described)
    }
    wire.execute()
    wire.sync()
    wire.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: types.getTypeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {}
      this.#columns.forEach(({ name, read }, at) => {
        const text = fields[at] ?? null
        row[name] = text === null ? null : read(text)
      })
      this.#rows.push(row)
    } catch (error) {
      this.#failure ??= error
    }
  }

  /** `SELECT 3`, `INSERT 0 1`, `DELETE 2`: rows that were only read are not affected. */
  handleCommandComplete({ text }: { text: string }): void {
    this.#remember(this.#columns)
    this.#affected = text.startsWith('SELECT') ? 0 : Number(text.slice(text.lastIndexOf(' ') + 1)) || 0
  }

  handleEmptyQuery(): void {}

  handleError(error: unknown): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    const rows = this.#rows
    // pg's callback refers to this object and survives many minor collections, so the rows and whatever they refer to
    // would survive too.
    this.#rows = []
    if (this.#failure === undefined) this.callback(null, { rows, affected: this.#affected })
    else this.callback(this.#failure)
  }
}

/** Evicts the least recently used statement if there are too many. */
function makeRoom(wire: Wire, known: Map<string, unknown>) {
  const [oldest = ''] = known.keys()
  if (known.size <= mostPrepared) return
  known.delete(oldest)
  delete wire.parsedStatements[oldest]
  wire.close({ type: 'S', name: oldest })
}

/** Runs a statement as a prepared one. */
export function runPrepared(client: pg.ClientBase, statement: Parameters<Runner>[0], timeoutMs: number): Promise<Rows> {
  return new Promise((resolve, reject) => {
    client.query(new Prepared(statement, timeoutMs, settling(resolve, reject)))
  })
}

/** Refers only to the promise, since it survives many minor collections, as pg's callback does. */
function settling(resolve: (rows: Rows) => void, reject: (error: unknown) => void): Prepared['callback'] {
  return (error, rows) => {
    if (rows) return resolve(rows)
    // pg's stack ends where its socket was read, so this captures one here.
    if (error instanceof Error) Error.captureStackTrace(error)
    reject(error)
  }
}
