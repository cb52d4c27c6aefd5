import { type Db, sql } from '../../platform/db/db.ts'

/** Places in one statement, which keeps it below the timeout. */
const atOnce = 500

/** Writes what readers share of places that a version from before did not write, a batch at a time. */
export async function shareOlderPlaces(db: Db): Promise<void> {
  const some = sql`
    update places p set shared_json = shared_json_of(p) where p.id = any (array(
      select id from places where shared_json is null limit ${atOnce} for update skip locked))`
  while ((await db.run(some)) > 0);
}
