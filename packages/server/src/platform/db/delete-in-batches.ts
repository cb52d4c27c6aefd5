import { type Db, type Sql, sql } from './db.ts'

/**
 * Deletes the rows that match a condition in batches until none is left, so that no statement exceeds the timeout. Rows
 * locked by a writer are left for the next run.
 */
export async function deleteInBatches(db: Db, table: Sql, which: Sql, atOnce = 1000): Promise<void> {
  const some = sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${which} limit ${atOnce} for update skip locked))`
  // None were deleted if another node was faster with this batch, so the loop continues.
  while ((await db.run(some)) > 0);
}
