import * as z from 'zod/mini'
import { type Sql, sql } from '../../platform/db/db.ts'

/**
 * The place of a playdate, series, poll or proposal as it was when that was planned: a later edit of the place moves or
 * renames none of them (safety S35). Triggers keep it.
 */
export const PlannedPlace = z.object({
  name: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
})
export type PlannedPlace = z.output<typeof PlannedPlace>

/**
 * For `join`: the place (`pl`) with this number as long as it stays on what was planned there. A moderator takes it off;
 * one that members or an import hide stays, and only cannot be opened (`openableId`).
 */
export const plannedThere = (placeId: Sql): Sql => sql`places pl on pl.id = ${placeId} and pl.taken_down_at is null`
export const openableId = sql`case when pl.hidden_at is null then pl.id end`

export const plannedAt = (row: Sql): Sql =>
  sql`json_build_object('name', ${row}.place_name, 'latitude', ${row}.place_latitude, 'longitude', ${row}.place_longitude)`
