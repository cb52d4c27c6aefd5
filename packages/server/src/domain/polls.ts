import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { record } from './facts.ts'
import { blockedWith } from './visibility.ts'

// What polls and moderation share.

/**
 * Whether the father `u` counts in the poll `q`: neither hidden nor suspended, and without a block between him and its
 * creator (safety S32, S34).
 */
export const countsIn = sql`(u.hidden_at is null and coalesce(u.suspended_until <= now(), true)
  and not are_blocked(u.id, q.creator_id))`

/**
 * Whether he also counts for this viewer: whom a block separates are gone for each other, as they would be if their
 * accounts were deleted.
 */
export function countsFor(viewerId: number): Sql {
  return sql`(${countsIn} and u.id <> all (${blockedWith(viewerId)}))`
}

/**
 * Whether he counts for whoever has the link without a session: not if he has blocked anybody, for whom his account would
 * be as deleted here too, in or out of his own.
 */
export const countsForVisitors = sql`(${countsIn} and not exists (select from blocks b where b.blocker_id = u.id))`

/**
 * Locks the polls of either user in which the other was asked or has answered: waits for a playdate that one of them is
 * becoming, and makes the next one know of the block.
 */
export async function lockPollsBetween(tx: Db, one: number, other: number): Promise<void> {
  await tx.run(sql`
    select q.id from polls q
     where q.creator_id in (${one}, ${other})
       and exists (select from poll_fathers f where f.poll_id = q.id and f.user_id in (${one}, ${other}))
     order by q.id for update of q`)
}

/** Deletes a poll with its answers and notifications. */
export async function erasePoll(tx: Db, id: number): Promise<void> {
  await record(tx, { fact: 'pollErased', pollId: id })
  await tx.run(sql`delete from polls where id = ${id}`)
}
