import { type Db, type Sql, sql } from './db.ts'

/**
 * Deletes the rows of a table that a condition names, so many at a time until none is left: however many there are
 * after a long pause, no statement takes so long that the database gives it up. A row that somebody is writing to waits
 * for the next time.
 */
export async function deleteInBatches(db: Db, table: Sql, which: Sql, atOnce = 1000): Promise<void> {
  const some = sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${which} limit ${atOnce} for update skip locked))`
  // None also when another node was faster with just these: it goes on.
  while ((await db.run(some)) > 0);
}
