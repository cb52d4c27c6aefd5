import { type Sql, sql } from '../../platform/db/db.ts'
import { isNotHiddenFrom, isOfCircleOf } from '../playdates/state.ts'
import { blockedWith } from '../visibility.ts'

// The members of a chat (`c`): in a pair always the same two; in the thread of a playdate (`c.playdate_id`) its
// participants, in that of a series (`c.series_id`) its regulars and whoever is on one of its dates, until a week after it,
// and in that of a circle (`c.circle_id`) its members. Triggers on their tables keep them up to date. The thread of a circle’s
// date is its guests’ alone, since its members have the same messages, by the same ids, in the chat of the circle.

/** A chat of two; the numbers of others in place of a pair are below zero. */
export const isPair = sql`(c.first_member > 0)`

/**
 * For `join`: this user's membership (`me`) of the chat `c`; in that of a playdate or series only while he may see it, and in
 * that of a circle's date only while he is not in the circle.
 */
export function membershipOf(userId: number | Sql): Sql {
  return sql`memberships me on me.chat_id = c.id and me.user_id = ${userId}
    and (c.playdate_id is null or exists (select from playdates p where p.id = c.playdate_id and ${isNotHiddenFrom(userId)}
      and not ${isOfCircleOf(userId)}))
    and (c.series_id is null or is_in_series(c.series_id, me.user_id)
         and not exists (select from playdates p where p.series_id = c.series_id and not ${isNotHiddenFrom(userId)}))`
}

/**
 * Whether a message `m` was sent while there was no block between its sender and this user. Both moments are compared
 * in milliseconds, as messages store theirs.
 */
export function isBeforeBlock(userId: number | Sql): Sql {
  return sql`(not exists (select from blocks b
    where (b.blocker_id, b.blocked_id) in ((m.sender_id, ${userId}::int), (${userId}::int, m.sender_id))
      and b.created_at::timestamptz(3) < m.sent_at))`
}

/**
 * Whether a message `m` of the chat `c` is by a guest of a circle's date, and was sent while a block with the date's planner kept this user from
 * it: there is no such date for him.
 */
function isByGuestApart(userId: number | Sql): Sql {
  return sql`(c.circle_id is not null and m.playdate_id is not null and exists (
      select from playdates p join blocks b on (b.blocker_id, b.blocked_id) in ((p.creator_id, ${userId}::int), (${userId}::int, p.creator_id))
       where p.id = m.playdate_id and b.created_at::timestamptz(3) < m.sent_at)
    and not exists (select from circle_members o where o.circle_id = c.circle_id and o.user_id = m.sender_id))`
}

/**
 * Whether a message `m` of the chat `c` was written to its member `me`: in a group while he was in it, and not by a hidden father or across a block. What was sent before a block stays, as it does when an account is
 * deleted (safety S36c). In a pair either may keep reading what both have written. What was in a thread before the chat of the
 * circle had it stays with those who were in that; what guests write about a date is for those who see it.
 */
export function isWrittenTo(userId: number | Sql): Sql {
  return sql`(m.chat_id = c.id and m.seq > me.since_seq
    and (m.is_of_thread is null or exists (select from messages o join memberships t on t.chat_id = o.chat_id and t.user_id = ${userId}
      where o.id = m.id and o.chat_id <> m.chat_id and o.seq > t.since_seq))
    and not ${isByGuestApart(userId)}
    and (${isPair} or m.sender_id <> all (${blockedWith(userId)})
      or not exists (select from users h where h.id = m.sender_id and h.hidden_at is not null) and ${isBeforeBlock(userId)}))`
}

/** The number `seq` of the message of the chat `c` that another answers; null for a member `me` who cannot read it. */
export function answeredSeenBy(seq: Sql, userId: number | Sql, retentionDays: number): Sql {
  return sql`(select m.seq from (select ${seq} as seq) answered
    join messages m on m.seq = answered.seq and ${isWrittenTo(userId)} and ${isKept(retentionDays)})`
}

/** The ids of those of these users who cannot read the message of a chat that another answers with its number. */
export function answerUnseenBy(seq: Sql, chatId: Sql, users: Sql, retentionDays: number): Sql {
  return sql`case when ${seq} is null then '{}' else array(select hearer.id from chats c cross join unnest(${users}) hearer (id)
    left join memberships me on me.chat_id = c.id and me.user_id = hearer.id
   where c.id = ${chatId} and ${answeredSeenBy(seq, sql`hearer.id`, retentionDays)} is null) end`
}

/** For `join`: the other member of the pair `c`, as `they`, beside `me`. */
export const otherOfPair = sql`memberships they on they.chat_id = c.id and they.user_id <> me.user_id and ${isPair}`

/** A postponed request stays hidden until it is answered or the two meet. */
export const isNotPostponed = sql`case when me.put_off and c.requested_by is not null then are_co(me.user_id, they.user_id) else true end`

/** Messages (`m`) that may be served: neither past their retention (safety 9) nor hidden by moderators. */
export function isKept(retentionDays: number): Sql {
  return sql`m.hidden_at is null and m.sent_at > now() - make_interval(secs => ${retentionDays * 86_400}::float8)`
}
