import type { ReportTarget } from '@papadag/contract/moderation'
import { type Sql, sql } from '../platform/db/db.ts'

/**
 * Why moderators have hidden a row, for its owner to read, as JSON; null while it is not hidden. The decision is the last
 * one that hid it; `row` is the alias of a table with `hidden_at`.
 */
export function hiddenBecause(type: ReportTarget, row: Sql): Sql {
  return sql`case when ${row}.hidden_at is not null then
    (select json_build_object('reason', nullif(d.reason, ''), 'rule', nullif(d.rule, ''), 'isAutomatic', d.is_automatic,
                              'reference', 'B' || d.id)
       from moderation_decisions d
      where d.target_type = ${type} and d.target_id = ${row}.id::text and d.decision = 'hide' order by d.id desc limit 1) end`
}
