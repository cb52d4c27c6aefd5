import { type Sql, sql } from '../../platform/db/db.ts'
import { hasLeftCircleOf } from '../polls.ts'
import { blockedWith } from '../visibility.ts'
import { isNotHiddenFrom } from './state.ts'

/**
 * Neither a block nor a moderator hides the poll `q` of the father `c`, or the playdate that it became, from this viewer, and he
 * has not left the circle with which he was asked.
 */
export function isPollShownTo(userId: number): Sql {
  return sql`(q.creator_id <> all (${blockedWith(userId)}) and not ${hasLeftCircleOf(userId)}
    and not exists (select from playdates p where p.id = q.playdate_id and not ${isNotHiddenFrom(userId)})
    and (q.creator_id = ${userId} or coalesce(c.suspended_until <= now(), true)))`
}
