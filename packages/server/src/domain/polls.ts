import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { announceTo } from './announce.ts'
import { withdrawAnswered } from './notices/poll-answered.ts'
import { withdrawAsked } from './notices/poll-asked.ts'
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

const Known = z.object({ id: z.number() })

/** Its creator and its respondents, except those for whom a block hides what `by` answers. */
async function peopleOf(tx: Db, id: number, by: number | undefined): Promise<number[]> {
  const people = await tx.many(
    Known,
    sql`select u.id from polls q join users u on u.id = q.creator_id
            or u.id in (select f.user_id from poll_fathers f where f.poll_id = q.id)
         where q.id = ${id} and (u.id = q.creator_id or ${countsIn}) and not coalesce(are_blocked(u.id, ${by ?? null}::int), false)
         limit ${limits.pollFathers + 1}`,
  )
  return people.map(({ id: userId }) => userId)
}

/**
 * Tells those on a poll who show it; call it before deleting the poll, or after changing it. `by` is whoever has
 * answered.
 */
export async function announcePoll(tx: Db, id: number, by?: number): Promise<void> {
  announceTo(tx, 'poll', await peopleOf(tx, id, by))
}

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
  await withdrawAsked(tx, id)
  await withdrawAnswered(tx, id)
  await announcePoll(tx, id)
  await tx.run(sql`delete from polls where id = ${id}`)
}
