import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { blockedWith } from './visibility.ts'

// What holds for circles, in SQL: a circle is the row `g`, a member `x`, and a father who was asked `a`.

/** For `join`: this user's membership `x` of the circle `g`. */
export function inCircle(userId: number): Sql {
  return sql`circle_members x on x.circle_id = g.id and x.user_id = ${userId}`
}

/** Who is not hidden or suspended, and not blocked by all others. */
const isAble = sql`(w.hidden_at is null and coalesce(w.suspended_until <= now(), true)
  and (not exists (select from circle_members o where o.circle_id = k.circle_id and o.user_id <> k.user_id)
    or exists (select from circle_members o where o.circle_id = k.circle_id and o.user_id <> k.user_id
                  and not are_blocked(o.user_id, k.user_id))))`

/**
 * The ids of a circle's keepers. Without one who is able, the longest member who is has inherited it, as long as that
 * lasts: so nothing has to happen when an account is deleted, suspended or blocked.
 */
export function keepersOf(circleId: number | Sql): Sql {
  return sql`array(select able.user_id from (
    select k.user_id, k.is_keeper, bool_or(k.is_keeper) over () as is_kept,
           row_number() over (order by k.joined_at, k.user_id) as place
      from circle_members k join users w on w.id = k.user_id
     where k.circle_id = ${circleId} and ${isAble}) able
    where case when able.is_kept then able.is_keeper else able.place = 1 end)`
}

/**
 * For `join`: this father is asked (`a`) to join the circle `g` by a member `u` whom he may see, and has not declined.
 */
export function askedIntoCircle(userId: number): Sql {
  return sql`circle_asked a on a.circle_id = g.id and a.user_id = ${userId} and a.declined_at is null and ${isStillAsked}
    join users u on u.id = a.asked_by and ${isAbleToAsk(userId)}`
}

/** Whether this father may see the member `u`, and finds what he asks. */
const isAbleToAsk = (userId: number | Sql) =>
  sql`(u.id <> all (${blockedWith(userId)}) and coalesce(u.suspended_until <= now(), true))`

/** For a row `a`: whether whoever is asked finds the question of the one who asks. */
export const seesAsker = sql`exists (select from users u where u.id = a.asked_by and ${isAbleToAsk(sql`a.user_id`)})`

export const askedUntil = sql`(a.asked_at + make_interval(days => ${limits.circleAskedDays}::int))`
export const isStillAsked = sql`(a.asked_at > now() - make_interval(days => ${limits.circleAskedDays}::int))`

/** For a row `v` of `circle_wishes`: it is not too long ago. */
const isStillWished = sql`v.wished_at > now() - make_interval(days => ${limits.circleAskedDays}::int)`
/** A keeper has not decided either, and he is not suspended. */
export const isWaiting = sql`(v.refused_at is null and ${isStillWished}
  and not exists (select from users w where w.id = v.user_id and w.suspended_until > now()))`

/**
 * Whether the circles that this father is in, or asks to be let into with a code, leave room for one more. Whatever a keeper has
 * said to that, since nobody learns that he was refused.
 */
export function hasRoomForCircle(userId: number | Sql): Sql {
  return sql`((select count(*) from circle_members m where m.user_id = ${userId})
    + (select count(*) from circle_wishes v where v.user_id = ${userId} and ${isStillWished}) < ${limits.circlesAtMost}::int)`
}

/** Locks the circles of a user whose account ends, before their chats. */
export async function holdCirclesOf(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`
    select from circles g where g.id in (select circle_id from circle_members where user_id = ${userId})
     order by g.id for update`)
}
