import { productTimeZone } from '@papadag/contract/limits'
import type { ReportTarget } from '@papadag/contract/moderation'
import { type Sql, sql } from '../platform/db/db.ts'

/**
 * The users this viewer does not see: those with a block in either direction, and those hidden by moderators. Used as
 * `id <> all (…)`, which is evaluated once per statement, or once per row if the viewer is a column (safety S32, S34).
 */
export function blockedWith(viewerId: number | Sql): Sql {
  return sql`array(select blocked_id from blocks where blocker_id = ${viewerId}
    union all select blocker_id from blocks where blocked_id = ${viewerId}
    union all select id from users where hidden_at is not null and id <> ${viewerId})`
}

/** The end of the day on which the playdate `p` would have ended, in the product's time zone. */
const endOfItsDay = sql`
  (date_trunc('day', p.end_time at time zone ${productTimeZone}) + interval '1 day') at time zone ${productTimeZone}`

/** Whether a cancelled playdate `p` is still shown to this viewer: to those who had joined, until the end of its day. */
function cancelledShownTo(viewerId: number | Sql): Sql {
  return sql`(p.creator_id <> ${viewerId} and ${endOfItsDay} > now()
    and exists (select from participants c where c.playdate_id = p.id and c.user_id = ${viewerId}))`
}

/** Whether this viewer sees the playdate `p` at all: only its creator sees a hidden one. */
export function playdateShownTo(viewerId: number | Sql): Sql {
  return sql`(p.creator_id <> all (${blockedWith(viewerId)}) and (p.hidden_at is null or p.creator_id = ${viewerId})
    and (p.cancelled_at is null or ${cancelledShownTo(viewerId)}))`
}

/**
 * Whether a viewer may know where the playdate `p` is; every exit asks this. An address for participants is always shown
 * to its creator, and to participants (`isOn`) until a week after the playdate (safety S5).
 */
export function mayLocate(viewerId: number, isOn: Sql): Sql {
  return sql`coalesce(p.location_visibility = 'public' or p.creator_id = ${viewerId}
    or (p.end_time > now() - interval '7 days' and p.cancelled_at is null and ${isOn}), false)`
}

/** Whether this viewer may read the playdate `p`: a past one only if he was on it (contract 5). */
export function playdateVisibleTo(viewerId: number): Sql {
  return sql`(${playdateShownTo(viewerId)} and (p.end_time > now()
    or exists (select from participants v where v.playdate_id = p.id and v.user_id = ${viewerId})))`
}

/**
 * Why moderators have hidden a row, as JSON for its owner; null while it is not hidden. The latest decision to hide
 * counts; `row` is the alias of a table with `hidden_at`.
 */
export function hiddenBecause(type: ReportTarget, row: Sql): Sql {
  return sql`case when ${row}.hidden_at is not null then
    (select json_build_object('reason', nullif(d.reason, ''), 'rule', nullif(d.rule, ''), 'isAutomatic', d.is_automatic,
                              'reference', 'B' || d.id)
       from moderation_decisions d
      where d.target_type = ${type} and d.target_id = ${row}.id::text and d.decision = 'hide' order by d.id desc limit 1) end`
}
