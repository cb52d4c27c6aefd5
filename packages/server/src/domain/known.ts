import { limits } from '@papadag/contract/limits'
import { KnownAsked } from '@papadag/contract/users/known'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { wasEstablished } from './established.ts'
import { personSeenBy } from './people.ts'
import { haveMetBefore, meetingsOf } from './playdates/state.ts'
import { blockedWith } from './visibility.ts'

/**
 * Fathers of whom this one is asked: those whom he had not met before a playdate, the newest accounts of each first,
 * answered ones included; as rows `q` with `person_id`, `playdate_id` and `ended_at`.
 */
export function knownCandidates(userId: number): Sql {
  return sql`(
    select person_id, playdate_id, ended_at from (
      select m.they as person_id, m.id as playdate_id, m.end_time as ended_at,
             row_number() over (partition by m.id order by u.created_at desc, u.id desc) as place
        from (${meetingsOf(sql`${userId}::int`)}) m join users u on u.id = m.they and u.id <> all (${blockedWith(userId)})
       where m.end_time > now() - make_interval(days => ${limits.knownAskedDays}::int)
         and not ${haveMetBefore(sql`${userId}::int`, sql`m.they`, sql`m.start_time`)}) ranked
     where place <= ${limits.knownAskedOf}::int) q`
}

/** Of whom he is asked, what ends first in front. */
export function askedKnown(db: Db, userId: number): Promise<KnownAsked[]> {
  return db.many(
    KnownAsked,
    sql`select ${personSeenBy(userId)} as person, q.playdate_id as "playdateId"
          from ${knownCandidates(userId)} join users u on u.id = q.person_id
         where not exists (select from known_answers a where a.user_id = ${userId} and a.about_id = q.person_id)
         order by q.ended_at, q.playdate_id, u.id`,
  )
}

/** Whether moderators have found something about this user since. */
const isFoundSince = (userId: Sql, at: Sql) => sql`exists (select from moderation_decisions d
  where d.subject_id = ${userId} and d.decision in ('hide', 'remove', 'warn', 'suspend') and d.created_at >= ${at})`

/**
 * Whether the answer `a` counts: a yes, without a block, of an account of two weeks that has met two fathers whom the
 * newcomer does not know.
 */
function doesCount(a: Sql): Sql {
  const outside = sql`select from (select distinct m.they from (${meetingsOf(sql`${a}.user_id`)}) m) d
    where d.they <> ${a}.about_id and not are_co(d.they, ${a}.about_id) and not are_chatting(d.they, ${a}.about_id)
      and not ${haveMetBefore(sql`d.they`, sql`${a}.about_id`, sql`now()`)} limit ${sql.number(limits.knownOutside)}`
  return sql`(${a}.says_yes and not are_blocked(${a}.user_id, ${a}.about_id)
    and exists (select from users w where w.id = ${a}.user_id and w.hidden_at is null and coalesce(w.suspended_until <= now(), true)
                   and w.created_at <= now() - make_interval(days => ${limits.knownAccountDays}::int))
    and not ${isFoundSince(sql`${a}.user_id`, sql`${a}.answered_at`)} and not ${isFoundSince(sql`${a}.about_id`, sql`${a}.answered_at`)}
    and (select count(*) from (${outside}) o) >= ${sql.number(limits.knownOutside)})`
}

/**
 * Whether two fathers had said by then that they know this one: from two days and two networks, who had not met each
 * other before the later of the two. So whoever makes many accounts that meet each other gains nothing.
 */
export function isKnown(userId: Sql, at: Sql = sql`now()`): Sql {
  return sql`exists (
    with counting as materialized (
      select a.user_id, a.network, p.id, p.start_time, (p.start_time at time zone p.time_zone)::date as day
        from known_answers a join playdates p on p.id = a.playdate_id
       where a.about_id = ${userId} and a.answered_at <= ${at} and ${doesCount(sql`a`)})
    select from counting a join counting b on b.user_id > a.user_id and b.network <> a.network and b.id <> a.id and b.day <> a.day
     where not ${haveMetBefore(sql`a.user_id`, sql`b.user_id`, sql`greatest(a.start_time, b.start_time)`)})`
}

/** Whether this user has said that he knows the other. */
export function saysThatHeKnows(userId: number, aboutId: Sql): Sql {
  return sql`exists (select from known_answers a where a.user_id = ${userId} and a.about_id = ${aboutId} and a.says_yes)`
}

/** Whether this user's account counted as no new one by then: by its age, or since two fathers knew him (safety S36i). */
export function wasEstablishedOrKnown(userId: Sql, at: Sql = sql`now()`): Sql {
  return sql`(${wasEstablished(userId, at)} or ${isKnown(userId, at)})`
}
