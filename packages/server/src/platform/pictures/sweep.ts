import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../db/db.ts'
import type { PictureStore } from './store.ts'

const prefix = '/uploads/'
const hourMs = 3_600_000
const rowsPerBatch = 200

export const addressOf = (name: string): string => prefix + name
export const nameIn = (address: string): string => address.slice(prefix.length)

/** For each table that shows pictures: the rows (`from … where …`) that show the one at this address. */
export type ShownBy = readonly ((address: Sql) => Sql)[]

const Named = z.object({ name: z.string() })

interface SweepParts {
  db: Db
  store: PictureStore
  shownBy: ShownBy
}

/**
 * Makes the function that deletes pictures that nobody claimed or that nothing shows, and files left behind by a crash.
 */
export function createSweep({ db, store, shownBy }: SweepParts): () => Promise<void> {
  // Five minutes longer than a claim may take, so that no registration in progress loses its picture.
  const isUnused = sql.join(
    [
      sql`p.created_at < now() - interval '65 minutes'`,
      ...shownBy.map(rows => sql`not exists (select ${rows(sql`${prefix} || p.name`)})`),
    ],
    sql` and `,
  )

  /**
   * Deletes files first and rows last: a crash in between leaves a row, which the next sweep finds. There is no
   * transaction, since a remote store is slow; two nodes that sweep at once only repeat each other's work.
   */
  async function sweepRows() {
    const unused = await db.many(Named, sql`select p.name from pictures p where ${isUnused} limit ${rowsPerBatch}`)
    const names = unused.map(({ name }) => name)
    for (const name of names) await store.remove(name)
    await db.run(sql`delete from pictures where name = any(${names}::text[])`)
    return names.length
  }

  /**
   * Deletes files without a row, which a crash leaves behind. Old ones stay: a folder full of them belongs to another
   * database, and an operator who started with the wrong one wants them back.
   */
  async function sweepFiles() {
    const now = Date.now()
    for await (const { name, changedAtMs } of store.list()) {
      const ageMs = now - changedAtMs
      if (ageMs < hourMs || ageMs > 7 * 24 * hourMs) continue
      if ((await db.count(sql`from pictures where name = ${name}`)) === 0) await store.remove(name)
    }
  }

  return async () => {
    while ((await sweepRows()) > 0);
    await sweepFiles()
  }
}
