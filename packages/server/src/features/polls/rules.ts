import { limits } from '@papadag/contract/limits'
import { sql } from '../../platform/db/db.ts'

/** Whether it is too late to plan a playdate at the time `t`: it has ended, or began too long ago. */
export const pastAt = sql`least(t.end_time, t.start_time + make_interval(secs => ${sql.number(limits.begunMs / 1000)}))`
export const isPast = sql`${pastAt} <= now()`

/** The state of the poll `q` in the contract. */
export const stateOf = sql`
  case when q.chosen_time_id is not null then 'chosen' when q.ends_at <= now() then 'over' else 'open' end`
