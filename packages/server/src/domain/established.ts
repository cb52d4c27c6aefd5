import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../platform/db/db.ts'

/**
 * Whether this user's account had existed for some days by then. Only such accounts count where several members hide,
 * stop or confirm something without a moderator (safety S34, S35): accounts cost nothing, time does.
 */
export function wasEstablished(userId: Sql, at: Sql = sql`now()`): Sql {
  return sql`exists (select from users w where w.id = ${userId}
    and w.created_at <= ${at} - make_interval(days => ${limits.newAccountDays}::int))`
}
