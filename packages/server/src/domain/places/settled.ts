import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'
import { wasEstablished } from '../established.ts'

/** The facts on which somebody who goes there relies. */
export const whereabouts = ['name', 'address', 'latitude', 'longitude'] as const

/**
 * What members have changed about a place and what it was before, as long as no moderator has said the same, not enough
 * members have confirmed it and it is less than two weeks old (safety S35).
 */
export const unsettledOf = (place: Sql): Sql =>
  sql`(case when ${place}.changed_at > now() - make_interval(days => ${limits.placeStandsDays}::int) then ${place}.unsettled else '{}'::jsonb end)`

/** Whether name, address and position of a place are what open data, moderators or enough members say. */
const isSettled = (place: Sql): Sql => sql`(not jsonb_exists_any(${unsettledOf(place)}, ${whereabouts}::text[]))`

/**
 * Whether the app may send fathers to this place: open data or enough members say that it exists, and name, address and
 * position are settled (safety S35).
 */
export const isSuggestible = (place: Sql): Sql =>
  sql`((${place}.status = 'confirmed' or ${place}.source <> 'user') and ${isSettled(place)})`

/** Whether this user has made one of the changes to a place that are not settled yet. */
export const hasUnsettled = (place: Sql, userId: Sql | number): Sql =>
  sql`(${unsettledOf(place)} <> '{}' and exists (select from place_revisions v
    where v.place_id = ${place}.id and v.edited_by = ${userId} and not v.waits
      and v.created_at > now() - make_interval(days => ${limits.placeStandsDays}::int)
      and jsonb_exists_any(${place}.unsettled, array(select jsonb_object_keys(v.after)))))`

/** Whether a confirmation (`c`) of the place counts: an established account's, of what the place is now. */
export const countsFor = (place: Sql): Sql =>
  sql`(c.place_id = ${place}.id and c.created_at >= coalesce(${place}.changed_at, '-infinity')
    and ${wasEstablished(sql`c.user_id`)} and not ${hasUnsettled(place, sql`c.user_id`)})`
