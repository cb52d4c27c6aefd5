import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'

/** For a route's `allow`, and before something is planned there: throws `place.unknown` unless the place exists. */
export async function mustBePlace(db: Db, placeId: number): Promise<void> {
  if ((await db.count(sql`from places where id = ${placeId} and hidden_at is null`)) === 0)
    throw new Problem('place.unknown')
}
