import { sql } from '../../platform/db/db.ts'

/** The state of the poll `q` in the contract. */
export const stateOf = sql`
  case when q.chosen_time_id is not null then 'chosen' when q.ends_at <= now() then 'over' else 'open' end`
