import { limits } from '@papadag/contract/limits'
import type { PlaceDetail } from '@papadag/contract/places/places'
import { record } from '../../../domain/facts.ts'
import { hasBegun, isPlanned } from '../../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'

/** The places where this user was on a playdate lately, or near which he has opened the sheet. */
export const wasAt = (userId: number): Sql => sql`(
  select p.place_id from participants x join playdates p on p.id = x.playdate_id
   where x.user_id = ${userId} and p.place_id is not null and x.is_confirmed and ${isPlanned} and ${hasBegun}
     and p.start_time > now() - make_interval(days => ${limits.factPlaydateDays}::int)
  union all
  select v.place_id from place_visits v where v.user_id = ${userId} and v.until > now())`

/** Whether this user may say what the place (`p`) is like. */
export const mayAnswer = (userId: number): Sql => sql`(p.type = 'playground' and p.id in ${wasAt(userId)})`

/** What this user has said of the place (`p`), by key. */
export const answersOf = (userId: number): Sql => sql`(
  select coalesce(json_object_agg(a.key, a.value), '{}'::json)
    from place_fact_answers a where a.place_id = p.id and a.user_id = ${userId})`

/**
 * Whoever opens the sheet of a playground beside it may answer for a day. Only that is stored: neither his position nor
 * when. Returns whether he may.
 */
export async function noteVisit(
  db: Db,
  { id, type, distance, mayAnswer: may }: Pick<PlaceDetail, 'id' | 'type' | 'distance' | 'mayAnswer'>,
  userId: number,
): Promise<boolean> {
  if (type !== 'playground' || distance === null || distance > limits.factNearM) return false
  const until = sql`now() + make_interval(hours => ${limits.factNearHours}::int)`
  await db.transaction(async tx => {
    // Once an hour is enough, however often he reads it.
    await tx.run(sql`
      insert into place_visits as v (user_id, place_id, until) values (${userId}, ${id}, ${until})
      on conflict (user_id, place_id) do update set until = excluded.until where v.until < excluded.until - interval '1 hour'`)
    if (!may) await record(tx, { fact: 'placeVisited', userId })
  })
  return !may
}

export function forgetVisits(db: Db): Promise<unknown> {
  return deleteInBatches(db, sql`place_visits`, sql`until <= now()`)
}
