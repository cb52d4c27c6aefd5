/** The embedded database's own thread, so that a long statement never holds up the server. */
import { constants, cpSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { typeReaders } from './types.ts'

/** Where the database is. */
export interface Place {
  /** The database's folder; without one it lives in memory. Its exclusive lock is the caller's. */
  folder?: string
  /** The file that a new database in memory begins as: what PGlite has dumped of another one. */
  copyOf?: string
}

/** What the server asks of this thread. */
export type Ask =
  | { id: number; kind: 'query'; text: string; values: readonly unknown[] }
  | { id: number; kind: 'script'; text: string }
  | { id: number; kind: 'copy'; to: string }
  | { id: number; kind: 'close' }

/** What it answers. */
export type Answer =
  | { id: number; rows: readonly unknown[]; affected: number }
  | { id: number; error: { message: string; code?: string; constraint?: string } }

// `workerData` is what `openEmbedded` passes.
const { folder, copyOf } = workerData as Place
const database = await PGlite.create({
  ...(folder ? { dataDir: folder } : {}),
  ...(copyOf ? { loadDataDir: new Blob([readFileSync(copyOf)]) } : {}),
  extensions: { pg_trgm },
  // A segment of the log that is used again still holds what it held, deleted text for one.
  startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off'],
  // PGlite derives those of the arrays itself.
  parsers: Object.fromEntries(typeReaders.map(({ id, read }) => [id, read])),
})
await database.exec("set timezone = 'UTC'")

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
  }
}

/** Nothing runs between the checkpoint and the end of the copy: this thread does both. */
async function copy(to: string) {
  if (!folder) throw new Error('a database in memory has no files')
  await database.exec('checkpoint')
  cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

async function answer(ask: Ask): Promise<{ rows: readonly unknown[]; affected: number }> {
  if (ask.kind === 'query') {
    const { rows, affectedRows } = await database.query(ask.text, [...ask.values])
    return { rows, affected: affectedRows ?? 0 }
  }
  if (ask.kind === 'script') await database.exec(ask.text)
  else if (ask.kind === 'copy') await copy(ask.to)
  else await database.close()
  return { rows: [], affected: 0 }
}

parentPort?.on('message', (ask: Ask) => {
  answer(ask).then(
    result => parentPort?.postMessage({ id: ask.id, ...result } satisfies Answer),
    (error: unknown) => parentPort?.postMessage({ id: ask.id, error: describe(error) } satisfies Answer),
  )
})
parentPort?.postMessage('open')
