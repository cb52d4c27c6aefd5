/** The thread of the embedded database, so that a long statement never blocks the server. */
import fs, { constants, cpSync, readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { typeReaders } from '../types.ts'
import { createStatements } from './embedded-statements.ts'

export interface Place {
  /** The database's folder, locked by the caller; without one, the database lives in memory. */
  folder?: string
  /** The dump from which a new in-memory database starts. */
  copyOf?: string
  /** The size of PostgreSQL's own cache in MB, which the thread allocates at the start; 128 by default. */
  cacheMb?: number
}

export type Request =
  /** The first statement of a transaction begins it. */
  | { id: number; kind: 'query'; text: string; values: readonly unknown[]; isFirst: boolean }
  | { id: number; kind: 'script'; text: string; isFirst: boolean }
  | { id: number; kind: 'copy'; to: string }
  | { id: number; kind: 'close' }

export type Answer =
  | { id: number; rows: readonly unknown[]; affected: number }
  | { id: number; error: { message: string; code?: string; constraint?: string } }

// PGlite gives the files it creates the mode its code requests, whatever the process's mask: 0666 for some.
const { chmodSync, fchmodSync } = fs
const ofOwner = (mode: fs.Mode) => Number(mode) & 0o700
fs.chmodSync = (path, mode) => chmodSync(path, ofOwner(mode))
fs.fchmodSync = (fd, mode) => fchmodSync(fd, ofOwner(mode))

// `workerData` is what `openEmbedded` passes.
const { folder, copyOf, cacheMb } = workerData as Place
const database = await PGlite.create({
  ...(folder ? { dataDir: folder } : {}),
  ...(copyOf ? { loadDataDir: new Blob([readFileSync(copyOf)]) } : {}),
  extensions: { pg_trgm },
  startParams: [
    ...PGlite.defaultStartParams,
    // A recycled log segment keeps its old content, deleted text included.
    ...['-c', 'wal_recycle=off'],
    // The files are in the system's cache. With the default, a plan made while a table is small reads all of it, even
    // after the table has grown.
    ...['-c', 'random_page_cost=1.1'],
    ...(cacheMb ? ['-c', `shared_buffers=${cacheMb}MB`] : []),
  ],
  // PGlite derives the array types itself.
  parsers: Object.fromEntries(typeReaders.map(({ id, read }) => [id, read])),
})
await database.exec("set timezone = 'UTC'")
const statements = createStatements(database)

function describe(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    message: error.message,
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...('constraint' in error && typeof error.constraint === 'string' ? { constraint: error.constraint } : {}),
  }
}

/** Both run in this thread, so nothing happens between the checkpoint and the end of the copy. */
async function copy(to: string) {
  if (!folder) throw new Error('a database in memory has no files')
  await database.exec('checkpoint')
  cpSync(folder, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
}

async function answer(request: Request): Promise<{ rows: readonly unknown[]; affected: number }> {
  // A separate message would wake both threads once more.
  if ('isFirst' in request && request.isFirst) await database.exec('begin')
  if (request.kind === 'query') {
    const { rows, affectedRows } = await statements.query(request.text, request.values)
    return { rows, affected: affectedRows ?? 0 }
  }
  if (request.kind === 'script') await database.exec(request.text)
  else if (request.kind === 'copy') await copy(request.to)
  else await database.close()
  return { rows: [], affected: 0 }
}

parentPort?.on('message', (request: Request) => {
  answer(request).then(
    result => parentPort?.postMessage({ id: request.id, ...result } satisfies Answer),
    (error: unknown) => parentPort?.postMessage({ id: request.id, error: describe(error) } satisfies Answer),
  )
})
parentPort?.postMessage('open')
