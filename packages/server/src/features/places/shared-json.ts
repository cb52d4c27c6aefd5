import { type Db, sql } from '../../platform/db/db.ts'

/** The number of places per statement, which keeps it below the timeout. */
const atOnce = 500

/** Writes, in batches, the shared part of places that a previous version did not write. */
export async function shareOlderPlaces(db: Db): Promise<void> {
  const some = sql`
    update places p set shared_json = shared_json_of(p) where p.id = any (array(
      select id from places where shared_json is null limit ${atOnce} for update skip locked))`
  while ((await db.run(some)) > 0);
}
