import { type Sql, sql } from '../../platform/db/db.ts'
import { isPlanned } from '../playdates/state.ts'

/** Where the playdate `p` of a notification is now, unless only participants may know it (safety S5). */
export function newPlace(): Sql {
  return sql`json_build_object('place', case when p.location_visibility = 'public' and ${isPlanned} then p.location end)`
}
