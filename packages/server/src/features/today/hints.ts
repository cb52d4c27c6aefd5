import { Hint, type HintName, hints } from '@papadag/contract/hints'
import { isAhead, isOneOf, isOpenHour, isShownTo, tookPlace } from '../../domain/playdates/state.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type LoginSetup, waysIn } from '../../domain/ways-in.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'

const newcomerHours = 24
const apartHours = 24

const hasNoPush = sql`not exists (select from push_subscriptions d where d.user_id = me.id)`
const days = (count: number) => sql`make_interval(days => ${sql.number(count)})`

/** He read it an hour later or more, or has not read it yet. */
const wasAway = sql`coalesce(n.read_at, now()) > n.created_at + interval '1 hour'`
const whatHappened = sql`case n.kind when 'playdate.cancelled' then 'cancelled' when 'playdate.changed' then 'moved' else 'free' end`

/**
 * When each is due for the users row `me`: statements that select the playdate it is about and, for `missed`, what
 * happened; none without rows.
 */
const dueWhen: Record<HintName, (viewerId: number, setup: LoginSetup) => Sql> = {
  missed: viewerId => sql`
    select p.id as "playdateId", json_build_object('what', ${whatHappened}, 'at', ${isoOf(sql`n.created_at`)}) as missed
      from notifications n left join playdates p on p.id = (n.details ->> 'playdateId')::int and ${isShownTo(viewerId)}
     where n.user_id = me.id and ${hasNoPush} and ${wasAway} and n.created_at > now() - ${days(3)}
       and (n.kind in ('playdate.hasRoom', 'playdate.cancelled', 'playdate.changed')
            or n.kind = 'playdate.joined' and n.details ->> 'relation' = 'waiting')
     order by n.id desc limit 1`,
  weekly: viewerId => sql`
    select own.id as "playdateId", null::json as missed
      from (select p.id, p.start_time, extract(isodow from p.start_time at time zone p.time_zone) as weekday,
                   count(*) over (partition by extract(isodow from p.start_time at time zone p.time_zone)) as times
              from playdates p
             where ${tookPlace} and not ${isOpenHour} and ${isOneOf(viewerId)} and ${isShownTo(viewerId)} and p.start_time > now() - ${days(60)}) own
     where own.times >= 2 and not exists (
       select from series s where s.ended_at is null and extract(isodow from s.anchor_date) = own.weekday
          and (s.creator_id = me.id or exists (select from series_regulars r where r.series_id = s.id and r.user_id = me.id)
            -- It is every week already: that of his circle, or one on whose dates he has been.
            or s.creator_id <> all (${blockedWith(viewerId)}) and exists (
              select from circle_members x where x.circle_id = s.circle_id and x.user_id = me.id)
            or exists (select from playdates p where p.series_id = s.id and ${isOneOf(viewerId)} and ${isShownTo(viewerId)})))
     order by own.start_time desc limit 1`,
  parent: viewerId => sql`
    select p.id as "playdateId", null::json as missed
      from participants own join playdates p on p.id = own.playdate_id
     where own.user_id = me.id and own.joined_at > now() - ${days(3)} and p.creator_id <> me.id and ${isAhead} and ${isShownTo(viewerId)}
       and not exists (select from parent_links l where l.user_id = me.id)
     order by own.joined_at desc limit 1`,
  evening: () => sql`
    select null::int as "playdateId", null::json as missed
     where me.papa_days <> 0 and me.created_at <= now() - ${days(14)}
       and not exists (select from unnest(me.papa_days_changed) changed where changed > now() - ${days(14)})
       and not coalesce(me.notification_settings -> 'push' ? 'evening', false)
       and not coalesce(me.notification_settings -> 'mail' ? 'evening', false)
       -- Otherwise it reaches him as it is.
       and ${hasNoPush} and not me.email_confirmed`,
  calendar: () => sql`
    select null::int as "playdateId", null::json as missed
     where (select count(*) from (select from participants own join playdates p on p.id = own.playdate_id
              where own.user_id = me.id and p.creator_id <> me.id limit 3) joined) = 3
       and not exists (select from calendar_feeds f where f.user_id = me.id)`,
  passkey: () => sql`
    select null::int as "playdateId", null::json as missed
     where (select count(*) from (select from audit a where a.user_id = me.id and a.event = 'session.started' limit 2) logins) = 2
       and not exists (select from passkeys k where k.user_id = me.id)`,
  ways: (_, setup) => sql`
    select null::int as "playdateId", null::json as missed where ${waysIn(sql`me`, setup)} = 1`,
}

/** Brought about by logging in, which it is about, so that it may come on the first day too. */
const aboutLogins: readonly HintName[] = ['passkey']

/** What may help him now: nothing else on his first day, one a day, and each once. */
export async function hintFor(db: Db, viewerId: number, setup: LoginSetup): Promise<Hint | null> {
  const isNoNewcomer = sql`me.created_at <= now() - make_interval(hours => ${sql.number(newcomerHours)})`
  const mayBeShown = sql`not exists (select from hints h where h.user_id = me.id and h.shown_at > now() - make_interval(hours => ${sql.number(apartHours)}))`
  const all = hints.map(
    (name, at) => sql`
      select ${name}::text as name, due."playdateId", due.missed, ${sql.number(at)} as place
        from users me cross join lateral (${dueWhen[name](viewerId, setup)}) due
       where me.id = ${viewerId} and ${mayBeShown} and ${aboutLogins.includes(name) ? sql`true` : isNoNewcomer}
         and not exists (select from hints h where h.user_id = me.id and h.name = ${name})`,
  )
  const found = await db.one(
    Hint,
    sql`select name, "playdateId", missed from (${sql.join(all, sql` union all `)}) due order by place limit 1`,
  )
  return found ?? null
}

const isHint = (name: string): name is HintName => hints.some(one => one === name)

/** The first answer stands; having seen it gives way. */
export async function answer(db: Db, userId: number, name: string, given: 'seen' | 'yes' | 'no'): Promise<void> {
  if (!isHint(name)) throw new Problem('hint.unknown')
  await db.run(sql`
    insert into hints (user_id, name, answer) values (${userId}, ${name}, ${given})
    on conflict (user_id, name) do update set answer = excluded.answer where hints.answer = 'seen' and excluded.answer <> 'seen'`)
}
