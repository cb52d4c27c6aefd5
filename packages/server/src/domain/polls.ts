import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { record } from './facts.ts'
import { blockedWith } from './visibility.ts'

// What polls, proposals and moderation share.

/** Whether the app asks the poll `q`: a proposal, which no reader of polls may find (safety S6c). */
export const isProposal = sql`q.creator_id is null`

/** Whether this father was asked in the poll `q` as a member of its circle, and is that no longer. */
export function hasLeftCircleOf(userId: number | Sql): Sql {
  return sql`(q.circle_id is not null and exists (
      select from poll_fathers o where o.poll_id = q.id and o.user_id = ${userId} and o.of_circle)
    and not exists (select from circle_members i where i.circle_id = q.circle_id and i.user_id = ${userId}))`
}

/**
 * Whether the father `u` counts in the poll `q`: neither hidden nor suspended, without a block between him and its
 * creator (safety S32, S34), and still in its circle if he was asked with that.
 */
export const countsIn = sql`(u.hidden_at is null and coalesce(u.suspended_until <= now(), true)
  and not are_blocked(u.id, q.creator_id) and not ${hasLeftCircleOf(sql`u.id`)})`

/**
 * Whether he also counts for this viewer: two fathers with a block between them do not exist for each other, as if
 * their accounts were deleted.
 */
export function countsFor(viewerId: number): Sql {
  return sql`(${countsIn} and u.id <> all (${blockedWith(viewerId)}))`
}

/**
 * Whether he counts for a visitor with the link: not if he has blocked anybody, who could log out to see whether his
 * account is gone.
 */
export const countsForVisitors = sql`(${countsIn} and not exists (select from blocks b where b.blocker_id = u.id))`

/** Whether it is too late to plan a playdate at the time `t`: it has ended, or began too long ago. */
export const pastAt = sql`least(t.end_time, t.start_time + make_interval(secs => ${sql.number(limits.begunMs / 1000)}))`
export const isPast = sql`${pastAt} <= now()`

/**
 * Locks the polls of either user in which the other was asked or has answered, and the open proposals that both are asked
 * for: waits for a playdate that one of them is becoming, and makes the next one know of the block. A proposal that has
 * become a playdate is left alone, since deleting that playdate locks it last.
 */
export async function lockPollsBetween(tx: Db, one: number, other: number): Promise<void> {
  const areAsked = sql`(select count(*) from poll_fathers f where f.poll_id = q.id and f.user_id in (${one}, ${other}))`
  await tx.run(sql`
    select q.id from polls q
     where q.id in (select f.poll_id from poll_fathers f where f.user_id in (${one}, ${other}))
       and (q.creator_id in (${one}, ${other}) or ${isProposal} and q.chosen_time_id is null and ${areAsked} = 2)
     order by q.id for update of q`)
}

/** Deletes a poll with its answers and notifications. */
export async function erasePoll(tx: Db, id: number): Promise<void> {
  await record(tx, { fact: 'pollErased', pollId: id })
  await tx.run(sql`delete from polls where id = ${id}`)
}

/** Whether the place `pl` still is what the proposal `q` names: one that has changed since stops it (safety S35). */
export const isAsProposed: Sql = sql`((pl.name, pl.address, pl.latitude, pl.longitude) is not distinct from
  (q.place_name, q.place_address, q.place_latitude, q.place_longitude) and pl.hidden_at is null)`

const Asked = z.object({ id: z.int() })

/** Whether the poll `q` is a proposal that can still become a playdate, as long as its place stays what it is. */
export const canComeAbout: Sql = sql`(${isProposal} and q.chosen_time_id is null and q.ends_at > now())`

/** The fathers invited to a meeting at this place that can still take place. */
export async function askedAt(tx: Db, placeId: number): Promise<number[]> {
  const asked = await tx.many(
    Asked,
    sql`select distinct u.id from polls q
          join poll_fathers f on f.poll_id = q.id join users u on u.id = f.user_id and u.hidden_at is null
         where q.place_id = ${placeId} and ${canComeAbout}`,
  )
  return asked.map(({ id }) => id)
}
