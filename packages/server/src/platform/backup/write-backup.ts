import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { ConfigProblem } from '../config.ts'
import { type Db, sql } from '../db/db.ts'
import { noProgress, type Progress } from '../files/progress.ts'
import type { PictureStore } from '../pictures/store.ts'
import { type Part, sha256, writeLines } from './file.ts'
import { describeTables, readSequences, rowsOf, statement, type Table } from './tables.ts'

const Named = z.object({ name: z.string() })

export interface Written {
  rows: number
  pictures: number
  /** The number of pictures with a row but without a file. */
  missing: number
}

export interface ToBackUp {
  db: Db
  store: PictureStore
  /** The name of the map, which is not in the backup. */
  map: string | null
  progress?: Progress
}

/** Writes a snapshot of everything; pictures deleted in the meantime are left out. */
export async function writeBackup(path: string, { db, ...rest }: ToBackUp): Promise<Written> {
  if (!(await db.count(sql`from pg_class where oid = to_regclass('migrations')`)))
    throw new ConfigProblem('The database is empty, so there is nothing to back up. Nothing was written.')
  const written: Written = { rows: 0, pictures: 0, missing: 0 }
  await db.transaction(tx => writeLines(path, linesOf(tx, rest, written)))
  return written
}

async function* linesOf(
  tx: Db,
  { store, map, progress = noProgress }: Omit<ToBackUp, 'db'>,
  written: Written,
): AsyncGenerator<string> {
  // Repeatable read: every statement sees the same snapshot.
  await tx.run(sql`set transaction isolation level repeatable read, read only`)
  const migrations = await tx.many(Named, sql`select name from migrations order by name collate "C"`)
  const head = { format: 'papadag-backup', version: 1, createdAt: new Date().toISOString(), map }
  yield `${JSON.stringify({ ...head, migrations: migrations.map(({ name }) => name) })}\n`

  const whole = createHash('sha256')
  const line = (part: Part) => `${JSON.stringify(part)}\n`
  const tables = await describeTables(tx)
  if (progress.isShown) progress.step('Writing rows    ', await countRows(tx, tables))
  for (const table of tables) {
    yield line({ table: table.name, columns: table.columns.map(({ name }) => name) })
    const hash = createHash('sha256')
    let rows = 0
    for await (const some of rowsOf(tx, table)) {
      const text = `${some.join('\n')}\n`
      hash.update(text)
      rows += some.length
      progress.advance(some.length)
      yield text
    }
    const end = { endOf: table.name, rows, sha256: hash.digest('hex') }
    written.rows += rows
    whole.update(end.sha256)
    yield line(end)
  }
  const sequences = line({ sequences: await readSequences(tx, tables) })
  whole.update(sequences)
  yield sequences

  const pictures = await tx.many(Named, sql`select name from pictures order by name collate "C"`)
  progress.step('Writing pictures', pictures.length)
  for (const { name } of pictures) {
    const picture = await store.get(name)
    progress.advance(1)
    if (!picture) {
      written.missing += 1
      continue
    }
    const hash = sha256(picture)
    whole.update(hash)
    written.pictures += 1
    yield line({ picture: name, sha256: hash, base64: picture.toString('base64') })
  }
  yield line({ end: true, tables: tables.length, pictures: written.pictures, sha256: whole.digest('hex') })
}

async function countRows(tx: Db, tables: readonly Table[]): Promise<number> {
  let rows = 0
  for (const { name } of tables) rows += await tx.count(statement(`from ${name}`))
  return rows
}
