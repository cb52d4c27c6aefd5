import type { ReportTarget } from '@papadag/contract/moderation'
import { type Sql, sql } from '../platform/db/db.ts'

/**
 * The users this viewer cannot see: those with a block in either direction, and those hidden by moderators. Used as `id
 * <> all (…)`, which is evaluated once per statement, or once per row if the viewer is a column (safety S32, S34).
 */
export function blockedWith(viewerId: number | Sql): Sql {
  return sql`array(select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}
    union all select id from users where hidden_at is not null and id <> ${viewerId})`
}

/** The users `u` whom this viewer can find. */
export function findableBy(viewerId: number | Sql): Sql {
  return sql`u.id <> ${viewerId} and u.discoverable and coalesce(u.suspended_until <= now(), true) and u.id <> all (${blockedWith(viewerId)})`
}

/**
 * Why moderators have hidden a row, as JSON for its owner; null if it is not hidden. The latest decision to hide
 * counts; `row` is the alias of a table with `hidden_at`, and `targets` says what was decided about.
 */
export function hiddenBecause(type: ReportTarget, row: Sql, targets = sql`${row}.id::text`): Sql {
  return sql`case when ${row}.hidden_at is not null then
    (select json_build_object('reason', nullif(d.reason, ''), 'rule', nullif(d.rule, ''), 'isAutomatic', d.is_automatic,
                              'reference', 'B' || d.id)
       from moderation_decisions d
      where d.target_type = ${type} and d.target_id in (${targets}) and d.decision = 'hide' order by d.id desc limit 1) end`
}

/** Acquaintances: both on a coming or recent playdate, or both have written in their chat. */
export function areAcquainted(one: Sql, other: number | Sql): Sql {
  return sql`(are_co(${one}, ${other}) or are_chatting(${one}, ${other}))`
}
