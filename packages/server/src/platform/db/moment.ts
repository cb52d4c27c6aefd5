import { type Sql, sql } from './db.ts'

/** A time as the contract sends it: UTC with milliseconds, `2031-06-01T08:00:00.000Z`. */
export function isoOf(moment: Sql): Sql {
  return sql`to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
