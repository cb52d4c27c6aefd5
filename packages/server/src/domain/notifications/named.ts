import type { NotificationKind } from '@papadag/contract/notifications'
import { type Sql, sql } from '../../platform/db/db.ts'
import { isWaiting, keepersOf } from '../circles.ts'
import { mayFetch } from '../playdates/state.ts'
import { blockedWith } from '../visibility.ts'

// A notice of these kinds is one line for all fathers whom it is about. It names nobody itself: whom it stands for is looked up when
// it is read or sent, so it is right then, and nobody who is gone, hidden or blocked is named.

const playdateId = sql`(n.details ->> 'playdateId')::int`
const circleId = sql`(n.details ->> 'circleId')::int`

/** For the notification `n` of each kind: whom it stands for (`user_id`), and since when. */
const named = {
  'playdate.left': sql`select d.user_id, d.declined_at as since from declines d where d.playdate_id = ${playdateId} and d.message is null`,
  'playdate.buddy': sql`select b.user_id, b.asked_at from buddies b join playdates p on p.id = b.playdate_id
     where p.id = ${playdateId} and b.buddy_id = n.user_id and b.declined_at is null and ${mayFetch(sql`b`)}`,
  'circle.wished': sql`select v.user_id, v.wished_at from circle_wishes v
     where v.circle_id = ${circleId} and ${isWaiting} and n.user_id = any(${keepersOf(sql`v.circle_id`)})`,
  'circle.joined': sql`select m.user_id, m.joined_at from circle_members m join circle_members r on r.circle_id = m.circle_id and r.user_id = n.user_id
     where m.circle_id = ${circleId} and m.user_id <> n.user_id and m.joined_at between n.created_at and coalesce(n.read_at, 'infinity')`,
} satisfies Partial<Record<NotificationKind, Sql>>

/** Whether the notification `n` is such a line. A father who leaves, or says why he cannot come, has a line of his own. */
export const isForSeveral = sql`(n.actor_id is null and n.kind = any(${Object.keys(named)}::text[])
  and case when n.kind = 'playdate.left' then n.details ? 'wasAsked' and not n.details ? 'message' else true end)`

/** For `from`: those whom the notification `n` stands for and its reader may see, if it is such a line. */
export function namedTo(readerId: number | Sql): Sql {
  const each = Object.entries(named).map(
    ([kind, fathers]) => sql`select * from (${fathers}) f (user_id, since) where n.kind = ${kind}`,
  )
  return sql`(select f.* from (${sql.join(each, sql` union all `)}) f
    where ${isForSeveral} and f.user_id <> all (${blockedWith(readerId)}))`
}

/** Whether its reader finds the notification `n`: he may see who caused it, or one of those whom it stands for. */
export function isFoundBy(readerId: number | Sql): Sql {
  return sql`case when ${isForSeveral} then exists (select from ${namedTo(readerId)} f)
    else n.actor_id is null or n.actor_id <> all (${blockedWith(readerId)}) end`
}
