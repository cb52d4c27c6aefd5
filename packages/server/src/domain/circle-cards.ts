import { CircleCard } from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { isoOf } from '../platform/db/moment.ts'
import { keepersOf } from './circles.ts'
import { personSeenBy } from './people.ts'
import { isOneOf, isOpenHour, isShownTo, tookPlace, wasAt, wasThere } from './playdates/state.ts'
import { blockedWith } from './visibility.ts'

const days = (count: number) => sql`make_interval(days => ${sql.number(count)})`
const both = (one: Sql, other: Sql) => sql`array(select unnest(${one}) intersect select unnest(${other}))`

/** The playdates on which this father was, with the others whom he sees. */
const meetingsOf = (userId: number) => sql`
  select p.id, p.title, p.start_time, p.end_time,
         array(select y.user_id from participants y where y.playdate_id = p.id and y.user_id <> ${userId} and ${wasThere(sql`y`)}
                  and y.user_id <> all (${blockedWith(userId)})) as others
    from playdates p
   where ${isOneOf(userId)} and ${tookPlace} and not ${isOpenHour} and ${isShownTo(userId)}
     and p.start_time > now() - ${days(limits.circleCardWithinDays + limits.circleCardDays + 1)}
     and ${wasAt(userId)}`

/**
 * For `from`: the cards of this father, each with the id and title of the playdate on which he and at least two `others`
 * met for the second time, and not more often, and with the circle that he keeps and could let the others into: in which
 * most of them are, then the largest. Those who are in it are not `asked`; around it whoever comes for the second time is,
 * however often its members have met. It is as if whoever he cannot see had been on none of them.
 */
export function circleCardsOf(userId: number): Sql {
  const isBefore = sql`(e.start_time, e.id) < (l.start_time, l.id) and e.start_time > l.start_time - ${days(limits.circleCardWithinDays)}`
  return sql`(
    with m as materialized (${meetingsOf(userId)}), kept as materialized (${keptBy(userId)})
    select l.id, rtrim(left(l.title, ${sql.number(limits.circleName)})) as name, l.end_time + ${days(limits.circleCardDays)} as ends_at,
           g.others, k.id as circle_id, k.name as circle_name, k.shared, a.asked
      from m l cross join lateral (
        select ${both(sql`l.others`, sql`e.others`)} as others from m e where ${isBefore}
         order by cardinality(${both(sql`l.others`, sql`e.others`)}) desc, e.start_time desc, e.id desc limit 1) g
      left join lateral (
        select kept.*, cardinality(${both(sql`kept.members`, sql`g.others`)}) as shared from kept
         where cardinality(kept.members) < ${sql.number(limits.circleMembers)} and not kept.members @> g.others
         order by shared desc, cardinality(kept.members) desc, kept.id limit 1) k on true
     cross join lateral (
       select not exists (
         select from m e join m f on (f.start_time, f.id) < (e.start_time, e.id)
          where ${isBefore} and f.start_time > l.start_time - ${days(limits.circleCardWithinDays)}
            and cardinality(${both(both(sql`l.others`, sql`e.others`), sql`f.others`)}) >= 2) as is_second) t
     cross join lateral (
       select array(select o from unnest(g.others) o
                     where o <> all (coalesce(k.members, '{}'))
                       and (t.is_second or (select count(*) from m e where ${isBefore} and o = any(e.others)) = 1)) as asked) a
     where l.end_time > now() - ${days(limits.circleCardDays)} and cardinality(g.others) >= 2
       and (t.is_second or (k.shared >= 2 and cardinality(a.asked) > 0))) card`
}

/** The circles that this father keeps, with their members. */
const keptBy = (userId: number) => sql`
  select g.id, g.name, array(select o.user_id from circle_members o where o.circle_id = g.id) as members
    from circle_members x join circles g on g.id = x.circle_id
   where x.user_id = ${userId} and ${userId} = any(${keepersOf(sql`g.id`)})`

/** Whether he is in a circle with two of those on the card, and keeps none that others of them could come into. */
export function isAlreadyIn(userId: number): Sql {
  return sql`exists (
    select from circle_members x cross join lateral (
      select count(*) as shared from circle_members o where o.circle_id = x.circle_id and o.user_id = any(card.others)) s
     where x.user_id = ${userId} and s.shared >= 2 and (s.shared = cardinality(card.others) or coalesce(card.shared, 0) < 2))`
}

/** The cards that he has not answered, without those of fathers with whom he is in a circle already; what ends first in front. */
export function openCards(db: Db, userId: number): Promise<CircleCard[]> {
  return db.many(
    CircleCard,
    sql`select card.id, card.name, ${isoOf(sql`card.ends_at`)} as "endsAt",
               (select json_agg(${personSeenBy(userId)} order by u.id) from users u where u.id = any(card.asked)) as fathers,
               case when card.circle_id is not null then json_build_object('id', card.circle_id, 'name', card.circle_name) end as circle
          from ${circleCardsOf(userId)}
         where not exists (select from circle_answers a where a.playdate_id = card.id and a.user_id = ${userId})
           and not ${isAlreadyIn(userId)}
         order by card.ends_at, card.id`,
  )
}
