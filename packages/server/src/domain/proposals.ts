import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'

/**
 * Locks the open proposals that both are asked for: the playdate that one of them becomes meanwhile is waited for, and the
 * next one knows of the block. One that has become a playdate is left alone, since deleting that playdate locks it last.
 */
export async function lockProposalsBetween(tx: Db, one: number, other: number): Promise<void> {
  const isAsked = (userId: number) =>
    sql`exists (select from proposal_fathers f where f.proposal_id = r.id and f.user_id = ${userId})`
  await tx.run(sql`
    select r.id from proposals r
     where r.made_at is null and ${isAsked(one)} and ${isAsked(other)} order by r.id for update`)
}

/** Whether the place `pl` still is what the proposal `r` names: one that has changed since stops it (safety S35). */
export const isAsProposed: Sql = sql`((pl.name, pl.address, pl.latitude, pl.longitude) is not distinct from
  (r.place_name, r.place_address, r.place_latitude, r.place_longitude) and pl.hidden_at is null)`

const Asked = z.object({ id: z.int() })

/** Whether the proposal `r` can still become a playdate, as long as its place stays what it is. */
export const canComeAbout: Sql = sql`(r.made_at is null and r.ends_at > now())`

/** Whoever is asked for a meeting at this place that can still come about. */
export async function askedAt(tx: Db, placeId: number): Promise<number[]> {
  const asked = await tx.many(
    Asked,
    sql`select distinct u.id from proposals r
          join proposal_fathers f on f.proposal_id = r.id join users u on u.id = f.user_id and u.hidden_at is null
         where r.place_id = ${placeId} and ${canComeAbout}`,
  )
  return asked.map(({ id }) => id)
}
