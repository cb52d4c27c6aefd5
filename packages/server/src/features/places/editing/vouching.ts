import { limits } from '@papadag/contract/limits'
import { wasEstablishedOrKnown } from '../../../domain/known.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'

/** Whether this member vouches for what he says about places: an established account, or a moderator. */
const vouches = (userId: number): Sql =>
  sql`(${wasEstablishedOrKnown(sql`${userId}::int`)} or exists (select from users w where w.id = ${userId} and w.is_moderator))`

/** A revision (`r`) that still waits. */
export const isWaiting = sql`(r.waits and r.created_at > now() - make_interval(days => ${limits.placeEditWaitsDays}::int))`

/** Whether this member's edit of a place waits for a second one; not of the place that he has just added himself. */
export async function mustWait(tx: Db, id: number, userId: number): Promise<boolean> {
  const isHisNewOne = sql`(p.created_by is not distinct from ${userId} and p.status = 'new' and p.source = 'user')`
  return (await tx.count(sql`from places p where p.id = ${id} and not ${vouches(userId)} and not ${isHisNewOne}`)) > 0
}

/** Whether this member can be the second for an edit (`r`) that waits. */
export const mayApply = (memberId: number): Sql =>
  sql`(${isWaiting} and r.edited_by is distinct from ${memberId} and ${vouches(memberId)})`
