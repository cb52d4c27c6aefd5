import { limits } from '@papadag/contract/limits'
import { sql } from '../../platform/db/db.ts'

/** When no playdate can be planned at the time `t` any more: it has ended, or began too long ago. */
export const pastAt = sql`least(t.end_time, t.start_time + make_interval(secs => ${sql.number(limits.begunMs / 1000)}))`
export const isPast = sql`${pastAt} <= now()`

/** The state of the poll `q` in the contract. */
export const stateOf = sql`
  case when q.chosen_time_id is not null then 'chosen' when q.ends_at <= now() then 'over' else 'open' end`

/**
 * Whether the father `u` counts in the poll `q`: neither hidden nor suspended, and without a block between him and its
 * creator (safety S32, S34).
 */
export const countsIn = sql`(u.hidden_at is null and coalesce(u.suspended_until <= now(), true)
  and not are_blocked(u.id, q.creator_id))`
