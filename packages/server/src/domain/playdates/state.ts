import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'
import { blockedWith } from '../visibility.ts'

// The only file that says in SQL which state a playdate is in, who takes part and who sees it
// (`scripts/rules/architecture.test.ts`). Each is a condition on the row `p` of `playdates`.

/** Not cancelled; `planned` in the contract. */
export const isPlanned = sql`p.cancelled_at is null`
export const isCancelled = sql`p.cancelled_at is not null`

/** An open hour, which nobody joins. */
export const isOpenHour = sql`(p.kind = 'open')`
/** A father is there now; only whom he knows finds it. */
export const isNow = sql`(p.kind = 'now')`

export const isOver = sql`p.end_time <= now()`
export const isNotOver = sql`p.end_time > now()`
export const hasBegun = sql`p.start_time <= now()`
export const hasNotBegun = sql`p.start_time > now()`

/** It will take place, or is taking place. */
export const isComing = sql`(${isNotOver} and ${isPlanned})`
/** It will take place and has not begun. */
export const isAhead = sql`(${isPlanned} and ${hasNotBegun})`
/**
 * In its own time: one that was planned, moved or put back on once it had begun, or moved in its last day, proves nothing
 * (safety S34).
 */
const isInItsOwnTime = sql`(not p.is_backdated and (p.moved_at is null or p.moved_at <= p.start_time - interval '1 day'))`
export const tookPlace = sql`(${isOver} and ${isPlanned} and ${isInItsOwnTime})`
/** Not over, or over for less than a week: for that long its participants still count as contacts. */
export const isNotLongOver = sql`p.end_time > now() - interval '7 days'`
/** It has not been put back on as often as a cancellation may be undone, in whatever way. */
export const isRestorable = sql`(p.undos < ${sql.number(limits.undoCancelTimes)})`
const middle = sql`(p.start_time + (p.end_time - p.start_time) / 2)`
/**
 * For `from`: the playdates on which both have met in the last week: each took his seat before it began, and it is half
 * over.
 */
export function metOn(one: Sql, other: Sql): Sql {
  return sql`playdates p join ${seatOf(one, sql`x`)} join ${seatOf(other, sql`y`)}
    where ${isPlanned} and ${isInItsOwnTime} and ${isNotLongOver}
      and case when ${isNow} then ${isOver} and ${wasThere(sql`x`)} and ${wasThere(sql`y`)}
            else greatest(x.joined_at, y.joined_at) < p.start_time and ${middle} <= now() end`
}

/**
 * Whether whoever has the seat `x` was there: a regular has confirmed, and where somebody was out he came a quarter of an
 * hour before the end.
 */
export function wasThere(x: Sql): Sql {
  return sql`(${x}.is_confirmed and (not ${isNow} or ${x}.joined_at <= p.end_time - interval '15 minutes'))`
}

/** Whether this user was there. */
export function wasAt(userId: number | Sql): Sql {
  return sql`exists (select from participants seat where seat.playdate_id = p.id and seat.user_id = ${userId} and ${wasThere(sql`seat`)})`
}

/** The meetings of this father: playdates that took place, each with one whom he met there as `they`. */
export function meetingsOf(userId: Sql): Sql {
  const [mine, they] = [sql`mine`, sql`they`]
  return sql`select p.id, p.title, p.start_time, p.end_time, they.user_id as they
    from playdates p join ${seatOf(userId, mine)} join participants they on they.playdate_id = p.id and they.user_id <> mine.user_id
   where ${tookPlace} and not ${isOpenHour} and p.hidden_at is null and ${wasThere(mine)} and ${wasThere(they)}`
}

/** Whether these two have met on a playdate that began before then. */
export function haveMetBefore(one: Sql, other: Sql, at: Sql): Sql {
  const [mine, they] = [sql`first_seat`, sql`second_seat`]
  return sql`exists (select from playdates p join ${seatOf(one, mine)} join ${seatOf(other, they)}
    where ${tookPlace} and not ${isOpenHour} and p.hidden_at is null and ${wasThere(mine)} and ${wasThere(they)} and p.start_time < ${at})`
}

/** The ids of those who are in a circle with this father, or have met him. */
export function known(userId: number | Sql): Sql {
  return sql`select they.user_id as id from circle_members mine join circle_members they on they.circle_id = mine.circle_id
      where mine.user_id = ${userId}
    union select m.they from (${meetingsOf(sql`${userId}`)}) m`
}

/** For `from`: the coming and recent playdates that this user is on together with others (`y`), as `are_co` has them. */
export function sharedBy(userId: number): Sql {
  return sql`playdates p join ${seatOf(userId, sql`x`)}
    join participants y on y.playdate_id = p.id and y.user_id <> ${userId}
    where ${isPlanned} and ${isNotLongOver}`
}

/** Its creator can undo the cancellation. */
export const isRevocable = sql`(p.undo_until > now() and ${isNotOver} and ${isRestorable})`

/** Whether this user takes part; evaluated for each playdate. */
export function isOn(userId: number | Sql): Sql {
  return sql`exists (select from participants seat where seat.playdate_id = p.id and seat.user_id = ${userId})`
}

/** Whether he has confirmed that he is coming: a regular has his seat before that. */
export function isSureOf(userId: number): Sql {
  return sql`exists (select from participants seat where seat.playdate_id = p.id and seat.user_id = ${userId} and seat.is_confirmed)`
}

/**
 * Whether this viewer reads who has the seat `x`: to those who do not take part, a regular who has not confirmed a date
 * is only a number, since his absences are nobody else's business.
 */
export function isNamedTo(viewerId: number | Sql, x: Sql): Sql {
  return sql`(${x}.is_confirmed or ${isOn(viewerId)})`
}

/** Whether he has a seat from a standing place that has ended, and has not confirmed it. */
export function isHeldInVain(userId: Sql): Sql {
  return sql`exists (select from participants seat where seat.playdate_id = p.id and seat.user_id = ${userId} and not seat.is_confirmed
    and not exists (select from series_regulars r where r.series_id = p.series_id and r.user_id = seat.user_id))`
}

/** Nobody but its creator has done anything with it: it is as its series made it. */
export const isUntaken = sql`(p.sequence = 0 and p.cancelled_at is null
  and not exists (select from participants x where x.playdate_id = p.id and x.is_confirmed and x.user_id <> p.creator_id)
  and not exists (select from waiting w where w.playdate_id = p.id and not w.by_standing)
  and not exists (select from invitations i where i.playdate_id = p.id)
  and not exists (select from asked a where a.playdate_id = p.id)
  and not exists (select from chats c where c.playdate_id = p.id and c.last_seq > 0))`

/** Fewer fathers are coming than it needs, and its creator has not decided to go ahead. */
export const hasTooFew = sql`(not p.goes_on and coalesce(
  (select count(*) from participants f where f.playdate_id = p.id) < p.minimum_fathers, false))`

/** The same for lists: all his seats are looked up once. */
export function isOneOf(userId: number | Sql): Sql {
  return sql`p.id in (select playdate_id from participants where user_id = ${userId})`
}

/** Whether he has moved up from the waiting list without confirming by joining. */
export function hasMovedUp(userId: number): Sql {
  return sql`exists (select from participants seat
    where seat.playdate_id = p.id and seat.user_id = ${userId} and seat.moved_up_at is not null)`
}

/** Whether this user is waiting for a place on it. */
export function isWaitedForBy(userId: number | Sql): Sql {
  return sql`exists (select from waiting w where w.playdate_id = p.id and w.user_id = ${userId})`
}

/** Whether he was invited and has said that he cannot come. */
export function hasDeclined(userId: number | Sql): Sql {
  return sql`exists (select from declines d where d.playdate_id = p.id and d.user_id = ${userId})`
}

/** How many places are left. */
export const freePlaces = sql`(p.max_participants - (
  select coalesce(sum(1 + m.children), 0)::int from participants m where m.playdate_id = p.id))`

/** How many places this user is waiting for; null if he is not waiting. */
export function placesWantedBy(userId: number): Sql {
  return sql`(select 1 + w.children from waiting w where w.playdate_id = p.id and w.user_id = ${userId})`
}

/** This user's own position on its waiting list, as JSON; null if he is not waiting. */
export function waitingOf(userId: number): Sql {
  return sql`(select json_build_object('children', w.children, 'position',
      (select count(*) from waiting ahead where ahead.playdate_id = p.id and ahead.turn <= w.turn))
    from waiting w where w.playdate_id = p.id and w.user_id = ${userId} and not ${isOn(userId)})`
}

/**
 * Whether its participants can write to each other: until a day after its end, and not once it is cancelled or hidden.
 */
export const isTalkedAbout = sql`(${isPlanned} and p.hidden_at is null and p.end_time > now() - interval '24 hours')`

/** For `join`: this user's row of `participants`, under the alias `x`. */
export function seatOf(userId: number | Sql, x: Sql): Sql {
  return sql`participants ${x} on ${x}.playdate_id = p.id and ${x}.user_id = ${userId}`
}

/** For `join`: the fathers on its waiting list, as `x`. */
export const waiters = sql`waiting x on x.playdate_id = p.id`

/** For `join`: the participants `x`, except the creator. */
export const guests = sql`participants x on x.playdate_id = p.id and x.user_id <> p.creator_id`

/** For `from`: the playdates that took place with this user and somebody else. */
export function metOthersOn(userId: Sql): Sql {
  return sql`playdates p join ${seatOf(userId, sql`own`)}
    where ${tookPlace} and ${wasThere(sql`own`)} and exists (
      select from participants other where other.playdate_id = p.id and other.user_id <> ${userId} and ${wasThere(sql`other`)})`
}

/** Whether it is an open hour that he is usually at. */
export function isUsualFor(userId: number | Sql): Sql {
  return sql`(${isOpenHour} and exists (
    select from series_regulars r where r.series_id = p.series_id and r.user_id = ${userId}))`
}

/** For `join`: those who are usually at an open hour, as `x`. */
export const usuals = sql`series_regulars x on ${isOpenHour} and x.series_id = p.series_id and x.user_id <> p.creator_id`

/** Cancelled by a move into the past. Its participants keep it among their past ones (contract 5). */
const isMovedAway = sql`p.is_moved_away`

/** The end of the day on which it would have ended or was moved away, where it takes place. */
const endOfItsDay = sql`
  (date_trunc('day', case when ${isMovedAway} then p.cancelled_at else p.end_time end at time zone p.time_zone) + interval '1 day') at time zone p.time_zone`

/** It is not over, or its creator has moved it away today: links say so as they say that it is cancelled. */
export const isStillLinked = sql`(${isNotOver} or ${isMovedAway} and ${endOfItsDay} > now())`

/** Cancelled, but still shown to those who had joined, were waiting or are usually there, until the end of its day. */
function isCancelledButShownTo(viewerId: number | Sql): Sql {
  return sql`(p.creator_id <> ${viewerId} and ${endOfItsDay} > now()
    and (${isOn(viewerId)} or ${isWaitedForBy(viewerId)} or ${isUsualFor(viewerId)}))`
}

/** Everybody finds it: no circle plans it, or its members have been asked for long enough. */
export const isOpenToAll = sql`coalesce(p.opens_at <= now(), true)`
/** It is for the members of its circle now, and for everybody later. */
export const canStillOpen = sql`(p.opens_at > now() and isfinite(p.opens_at))`

/** Whether this user is in the circle that plans it. */
export function isOfCircleOf(userId: number | Sql): Sql {
  return sql`exists (select from circle_members i where i.circle_id = p.circle_id and i.user_id = ${userId})`
}

/**
 * Whether the confirmed seat `x` is of somebody who comes to a date of its circle for the first time, whom others see: no
 * earlier one has a seat of his.
 */
export const isFirstOfCircle = sql`(p.circle_id is not null and p.hidden_at is null and p.creator_id <> x.user_id and x.is_confirmed
  and exists (select from users n where n.id = x.user_id and n.hidden_at is null and coalesce(n.suspended_until <= now(), true))
  and not exists (select from playdates e join participants s on s.playdate_id = e.id and s.user_id = x.user_id
    where e.circle_id = p.circle_id and e.cancelled_at is null and (e.start_time, e.id) < (p.start_time, p.id)))`

/** Whether the newcomer `user_id` of the row `b` comes to it, and to none of its circle before. */
export function comesFirst(b: Sql): Sql {
  return sql`exists (select from participants x where x.playdate_id = p.id and x.user_id = ${b}.user_id and ${isFirstOfCircle})`
}

/**
 * Whether the member `buddy_id` of its circle can still fetch the newcomer `user_id` of the row `b`: he has not said no, both
 * have confirmed that they come, and they see each other.
 */
export function mayFetch(b: Sql): Sql {
  return sql`exists (select from (select ${b}.user_id, ${b}.buddy_id) f
      join circle_members k on k.circle_id = p.circle_id and k.user_id = f.buddy_id and k.is_buddy
      join participants his on his.playdate_id = p.id and his.user_id = f.buddy_id and his.is_confirmed
      join users w on w.id = k.user_id and w.hidden_at is null and coalesce(w.suspended_until <= now(), true)
     where f.user_id <> f.buddy_id and ${comesFirst(sql`f`)} and not are_blocked(f.user_id, f.buddy_id))`
}

/** Whether it is there for this viewer before it has opened: he is in its circle, or takes part or waits. */
export function isMeantFor(viewerId: number | Sql): Sql {
  return sql`(p.creator_id = ${viewerId} or ${isOfCircleOf(viewerId)} or ${isOn(viewerId)} or ${isWaitedForBy(viewerId)})`
}

/** Whether somebody who is out now lets this viewer find it: they know each other, or he takes part or waits. */
function isNowFor(viewerId: number | Sql): Sql {
  return sql`(p.creator_id = ${viewerId} or ${isOn(viewerId)} or ${isWaitedForBy(viewerId)} or p.creator_id in (${known(viewerId)}))`
}

/**
 * Neither a block nor a moderator hides it from this viewer, nor a circle that plans it for its members first, nor somebody
 * who is out and whom he does not know: only its creator sees a hidden one.
 */
export function isNotHiddenFrom(viewerId: number | Sql): Sql {
  return sql`(p.creator_id <> all (${blockedWith(viewerId)}) and (p.hidden_at is null or p.creator_id = ${viewerId})
    and (${isOpenToAll} or ${isMeantFor(viewerId)}) and (not ${isNow} or ${isNowFor(viewerId)}))`
}

/** The ids of dates of its series that one decision has hidden together with it, and its own. */
export const hiddenTogether = sql`select h.id::text from playdates h
  where h.id = p.id or (h.series_id = p.series_id and h.hidden_at = p.hidden_at)`

/** Whether this viewer can see it at all. */
export function isShownTo(viewerId: number | Sql): Sql {
  return sql`(${isNotHiddenFrom(viewerId)} and (${isPlanned} or ${isCancelledButShownTo(viewerId)} or ${isMovedAway} and ${isOn(viewerId)}))`
}

/**
 * Whether this viewer may read it: a past one only if he took part (contract 5), or was notified that it was moved into
 * the past.
 */
export function isReadableBy(viewerId: number | Sql): Sql {
  return sql`(${isShownTo(viewerId)} and (${isNotOver} or ${isOn(viewerId)} or ${isMovedAway}))`
}

/**
 * Whether a viewer may know where it is; every exit checks this. An address for participants is always shown to its
 * creator, and to participants (`isOn`) until a week after the playdate (safety S5).
 */
export function mayLocate(viewerId: number | Sql, isParticipant: Sql): Sql {
  return sql`coalesce(p.location_visibility = 'public' or p.creator_id = ${viewerId}
    or (${isNotLongOver} and ${isPlanned} and ${isParticipant}), false)`
}
