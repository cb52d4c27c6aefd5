import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Who } from '../../fair-queue/fair-queue.ts'
import { makeFolder } from '../../files/given-file.ts'
import { closeToOthers } from '../../files/private-files.ts'
import {
  createDb,
  createDbTurns,
  createTx,
  type Db,
  DbUnavailable,
  type OwnDb,
  type Rows,
  type Runner,
  type Settle,
  toDbError,
  within,
} from '../db.ts'
import { createUpkeep, type Upkeep } from './embedded-upkeep.ts'
import type { Answer, Place, Request } from './embedded-worker.ts'
import { startAgain } from './start-crash.ts'

type RequestBody = Request extends infer A ? (A extends { id: number } ? Omit<A, 'id'> : never) : never

/** How long the server's own work waits for its turn, and then for a reply; together within the edge's 3 s. */
const turnMs = 2000
const answerMs = 500

/** A thread with one PGlite: questions are posted in order and replies matched by number. */
async function startThread(place: Place, onCrash: (error: Error) => void) {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: place })
  const waiting = new Map<number, { resolve: (rows: Rows) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isClosing = false
  let stopped: Error | undefined

  function stop(error: Error) {
    if (stopped) return
    stopped = error
    for (const { reject } of waiting.values())
      reject(new DbUnavailable('the embedded database stopped', { cause: error }))
    waiting.clear()
    if (!isClosing) onCrash(error)
  }

  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread of the embedded database ended before it was open')))
  })
  worker.on('error', error => stop(error instanceof Error ? error : new Error(String(error))))
  worker.on('exit', () => stop(new Error('the thread of the embedded database ended')))
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
    else asked?.resolve(answer)
  })

  /** Throws at once if the request cannot be sent. */
  function request(body: RequestBody): Promise<Rows> {
    if (stopped) return Promise.reject(new DbUnavailable('the embedded database is closed', { cause: stopped }))
    lastId += 1
    const id = lastId
    worker.postMessage({ id, ...body })
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
  }

  return {
    request,
    async end() {
      if (stopped) return
      isClosing = true
      await request({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/**
 * Creates a new database next to its destination and moves it there when complete, so that a killed process leaves
 * nothing that looks like a database.
 */
async function initialise(folder: string) {
  const parent = dirname(folder)
  makeFolder(parent)
  const unfinished = `${basename(folder)}.new-`
  for (const left of readdirSync(parent).filter(name => name.startsWith(unfinished))) {
    rmSync(join(parent, left), { recursive: true, force: true })
  }
  if (existsSync(folder)) return
  const made = join(parent, `${unfinished}${process.pid}`)
  const thread = await startAgain(
    () => startThread({ folder: made }, () => {}),
    () => rmSync(made, { recursive: true, force: true }),
  )
  await thread.end()
  // PGlite unpacks a new database into files that everybody may read.
  closeToOthers(made)
  renameSync(made, folder)
}

export interface EmbeddedDb extends OwnDb {
  readonly upkeep: Upkeep
  /** Copies a snapshot of the database's files into a new folder. */
  copyTo(folder: string): Promise<void>
}

export interface EmbeddedOptions extends Place {
  decode: boolean
  /** How long the server's own work waits for its turn if no reply within 3 s was promised. */
  waitMs?: number
  /** Whether one user may take the whole database, as with `RATE_LIMIT=off`. */
  mayTakeAll?: boolean
  settle?: Settle | undefined
  onCrash: (error: Error) => void
}

/**
 * A `Db` inside this process: PGlite in a separate thread. It has one connection, so a transaction blocks everybody
 * else until it ends, and it has no statement timeout: a caller who waits too long gets `DbUnavailable`. It survives a
 * kill of the process but not a power loss, since PGlite never syncs.
 */
export async function openEmbedded({
  decode,
  waitMs = turnMs,
  mayTakeAll = false,
  settle,
  onCrash,
  ...place
}: EmbeddedOptions): Promise<EmbeddedDb> {
  if (place.folder) await initialise(place.folder)
  const thread = await startAgain(() => startThread(place, onCrash))
  const turns = createDbTurns({ atOnce: 1, waitMs, mayTakeAll }, 1)

  /** Runs work when its turn comes, unless that takes too long. */
  async function inTurn<T>(work: () => Promise<T>, who?: Who, patienceMs?: number): Promise<T> {
    // The statement would wait for the transaction that is waiting for it.
    if (isInside()) throw new Error('a statement inside a transaction must go through the transaction')
    return turns.take(who, work, patienceMs)
  }
  /** Without a time limit. */
  const inOwnTime = <T>(work: () => Promise<T>) => inTurn(work, undefined, Number.POSITIVE_INFINITY)

  const { run, script, transact, isInside } = createStatements(thread.request, { decode, settle })

  const db = createDb({
    run: (statement, who) => inTurn(() => run(statement), who),
    script: text => inOwnTime(() => script(text)),
    transaction: (work, who, announce) => inTurn(() => transact(work, who, announce), who),
    charge: turns.charge,
    ping: async () =>
      void (await within(
        waitMs + answerMs,
        inTurn(() => run({ text: 'select 1', values: [] })),
      )),
    close: () => inOwnTime(() => thread.end()),
    decode,
  })

  let askedAtMs = 0
  const noted = noting(db, () => {
    askedAtMs = Date.now()
  })
  return {
    ...noted,
    load: turns.load,
    copyTo: async folder => void (await inOwnTime(() => thread.request({ kind: 'copy', to: folder }))),
    upkeep: createUpkeep(db, { idleMs: () => Date.now() - askedAtMs }),
  }
}

/** Statements and transactions on one connection; each caller has its turn. */
function createStatements(
  request: (body: RequestBody) => Promise<Rows>,
  { decode, settle }: Pick<EmbeddedOptions, 'decode' | 'settle'>,
) {
  const inTransaction = new AsyncLocalStorage<{ isOpen: boolean }>()

  const run = ({ text, values }: Parameters<Runner>[0], isFirst = false) =>
    request({ kind: 'query', text, values, isFirst })
  async function script(text: string, isFirst = false) {
    try {
      await request({ kind: 'script', text, isFirst })
    } catch (error) {
      throw toDbError(error)
    }
  }

  async function transact<T>(work: (tx: Db) => Promise<T>, who: Who, announce: Db['announce']): Promise<T> {
    let hasBegun = false
    /** If the first statement cannot be sent, no transaction has begun. */
    function begun<T>(answer: T): T {
      hasBegun = true
      return answer
    }
    const { run: runAll, end } = createTx({
      run: statement => begun(run(statement, !hasBegun)),
      script: text => begun(script(text, !hasBegun)),
      announce,
      settle,
      decode,
      who,
    })
    // Work started inside a transaction, such as a timer, inherits this and may outlive it.
    const scope = { isOpen: true }
    try {
      const result = await inTransaction.run(scope, () => runAll(work))
      if (hasBegun) await script('commit')
      return result
    } catch (error) {
      if (hasBegun) await script('rollback')
      throw error
    } finally {
      scope.isOpen = false
      end()
    }
  }

  return { run, script, transact, isInside: () => inTransaction.getStore()?.isOpen === true }
}

/** The same database, which reports each statement before running it. */
function noting(db: Db, onAsked: () => void): Db {
  function noted<A extends unknown[], R>(request: (...given: A) => R) {
    return (...given: A) => {
      onAsked()
      return request(...given)
    }
  }
  return {
    ...db,
    many: noted(db.many) as Db['many'],
    one: noted(db.one) as Db['one'],
    count: noted(db.count),
    run: noted(db.run),
    transaction: noted(db.transaction) as Db['transaction'],
    for: (who, tell) => noting(db.for(who, tell), onAsked),
  }
}
