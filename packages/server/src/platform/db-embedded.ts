import { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createDb, type Db, DbUnavailable, type Rows, type Runner, toDbError } from './db.ts'
import type { Answer, Ask } from './db-embedded-worker.ts'

type Question = Ask extends infer A ? (A extends { id: number } ? Omit<A, 'id'> : never) : never

/** A thread with one PGlite in it: questions go over in order, answers come back by number. */
async function startThread(folder: string | undefined, onCrash: (error: Error) => void) {
  const worker = new Worker(new URL('./db-embedded-worker.ts', import.meta.url), { workerData: { folder } })
  const waiting = new Map<number, { resolve: (rows: Rows) => void; reject: (error: Error) => void }>()
  let lastId = 0
  let isClosed = false

  function fail(error: Error) {
    isClosed = true
    for (const { reject } of waiting.values())
      reject(new DbUnavailable('the embedded database stopped', { cause: error }))
    waiting.clear()
  }

  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', reject)
  })
  worker.on('error', error => {
    const crash = error instanceof Error ? error : new Error(String(error))
    fail(crash)
    onCrash(crash)
  })
  worker.on('exit', () => fail(new Error('its thread ended')))
  worker.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
    else asked?.resolve(answer)
  })

  return {
    ask(question: Question): Promise<Rows> {
      if (isClosed) return Promise.reject(new DbUnavailable('the embedded database is closed'))
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, ...question })
      })
    },
    async end() {
      if (isClosed) return
      await this.ask({ kind: 'close' })
      await worker.terminate()
    },
  }
}

/**
 * Makes the folder of a new database beside its place and moves it there when it is whole, so that a process killed
 * in between leaves nothing that looks like a database.
 */
async function initialise(folder: string) {
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  const unfinished = `${basename(folder)}.new-`
  for (const left of readdirSync(parent).filter(name => name.startsWith(unfinished))) {
    rmSync(join(parent, left), { recursive: true, force: true })
  }
  if (existsSync(folder)) return
  const made = join(parent, `${unfinished}${process.pid}`)
  const thread = await startThread(made, () => {})
  await thread.end()
  renameSync(made, folder)
}

export interface EmbeddedOptions {
  /** The database's folder; without one it lives in memory. Its exclusive lock is the caller's. */
  folder?: string
  decode: boolean
  onCrash: (error: Error) => void
}

/**
 * A `Db` inside this process: PGlite in a thread of its own. It has one connection, so a transaction keeps everybody
 * else waiting until it ends. It is safe against the process being killed, not against power loss: PGlite never syncs.
 */
export async function openEmbedded({ folder, decode, onCrash }: EmbeddedOptions): Promise<Db> {
  if (folder) await initialise(folder)
  const thread = await startThread(folder, onCrash)
  const inTransaction = new AsyncLocalStorage<true>()
  let last: Promise<unknown> = Promise.resolve()

  /** Runs work when everything before it is done. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    // It would wait for the transaction that waits for it.
    if (inTransaction.getStore()) throw new Error('a statement inside a transaction must go through the transaction')
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }

  const run: Runner = ({ text, values }) => thread.ask({ kind: 'query', text, values })
  async function script(text: string) {
    try {
      await thread.ask({ kind: 'script', text })
    } catch (error) {
      throw toDbError(error)
    }
  }

  async function ping() {
    await inTurn(() => run({ text: 'select 1', values: [] }))
  }

  async function transact<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    await script('begin')
    try {
      const tx: Db = createDb({
        run,
        script,
        transaction: inner => inner(tx),
        ping: async () => {},
        close: async () => {},
        decode,
      })
      const result = await inTransaction.run(true, () => work(tx))
      await script('commit')
      return result
    } catch (error) {
      await script('rollback')
      throw error
    }
  }

  return createDb({
    run: statement => inTurn(() => run(statement)),
    script: text => inTurn(() => script(text)),
    transaction: work => inTurn(() => transact(work)),
    ping,
    close: () => inTurn(() => thread.end()),
    decode,
  })
}
