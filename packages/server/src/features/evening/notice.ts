import { PlaceState } from '@papadag/contract/places/place-states'
import * as z from 'zod/mini'
import { harmlessName } from '../../domain/names/harmless.ts'
import {
  dayTomorrow,
  eveningKind,
  Father,
  fatherColumns,
  untilNextEvening,
} from '../../domain/notifications/evenings.ts'
import { type Content, type OutgoingKind, pathToPlaydate } from '../../domain/notifications/kind.ts'
import { plannedThere } from '../../domain/places/planned.ts'
import { stateOf } from '../../domain/places/states.ts'
import {
  hasDeclined,
  isAhead,
  isOfCircleOf,
  isOn,
  isOneOf,
  isOpenHour,
  isShownTo,
} from '../../domain/playdates/state.ts'
import { blockedWith } from '../../domain/visibility.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { evening, nothingPlanned, type Planned, planned } from './texts.ts'

const shownAtMost = 3
const namesAtMost = 2
const nearM = 5000
/** At least this far, wherever there are playgrounds; lets the index be used. */
const nearDegrees = 0.15

const Own = z.object({
  userId: z.int(),
  playdateId: z.int(),
  startTime: z.string(),
  place: z.nullable(z.string()),
  state: z.nullable(z.pick(PlaceState, { kind: true })),
  isOpenHour: z.boolean(),
  names: z.array(z.string()),
  isOfCircle: z.boolean(),
  coming: z.int(),
})
const Near = z.object({ userId: z.int(), playdates: z.int() })

/** What the weather of a playdate amounts to; undefined if unknown. */
type Outlook = (db: Db, playdateId: number, userId: number) => Promise<Planned['weather']>

/** A slow weather service must not delay anybody's evening. */
const askingMs = 8000

type OwnWithWeather = z.output<typeof Own> & Pick<Planned, 'weather'>

/** Sequentially, so that fathers of one place share an answer. */
async function withWeather(db: Db, own: readonly z.output<typeof Own>[], outlook: Outlook): Promise<OwnWithWeather[]> {
  const until = performance.now() + askingMs
  const all: OwnWithWeather[] = []
  for (const one of own) {
    const weather = performance.now() < until ? await outlook(db, one.playdateId, one.userId) : undefined
    all.push({ ...one, weather })
  }
  return all
}

/**
 * On the evening before one of his papa days, tells a father what it brings: his playdates and who is coming, or else
 * whether there are playdates near him; nothing if there is neither. It reveals nothing about anybody else's days.
 */
export const eveningBefore = (outlook: Outlook): OutgoingKind => ({
  kind: eveningKind,
  setting: 'evening',
  hasMail: true,
  isAtHisHour: true,
  text: evening,
  async contentOf(db, dues) {
    const days = await tomorrows(
      db,
      dues.flatMap(({ userId }) => userId ?? []),
    )
    const own = Map.groupBy(await withWeather(db, await ownOn(db, days), outlook), ({ userId }) => userId)
    const near = await nearOn(
      db,
      days.filter(({ userId }) => !own.has(userId)),
    )
    return dues.map(({ userId }) => (userId === null ? undefined : contentFor(own.get(userId), near.get(userId))))
  },
  againInMs: async (db, { userId }) => (userId === null ? undefined : untilNextEvening(db, userId)),
})

interface Day {
  userId: number
  from: string
  until: string
}

/** Tomorrow's date for those of these fathers who have it as a papa day. */
async function tomorrows(db: Db, userIds: readonly number[]): Promise<Day[]> {
  const fathers = await db.many(
    Father,
    sql`select ${fatherColumns} from users u where u.id = any(${userIds}::int[])
           and u.hidden_at is null and coalesce(u.suspended_until <= now(), true)`,
  )
  const now = Temporal.Now.instant()
  return fathers.flatMap(father => {
    const day = dayTomorrow(father, now)
    return day ? [{ userId: father.id, from: day.from.toString(), until: day.until.toString() }] : []
  })
}

const days = (all: readonly Day[]) => sql`unnest(${all.map(({ userId }) => userId)}::int[],
  ${all.map(({ from }) => from)}::timestamptz[], ${all.map(({ until }) => until)}::timestamptz[]) as d (user_id, day_from, day_until)`
const isThen = sql`p.start_time >= d.day_from and p.start_time < d.day_until`

/** He takes part, or is a regular of this open hour, or his circle plans it and he has not said that he cannot come. */
const isHis = sql`(${isOneOf(sql`d.user_id`)} or p.id in (
  select o.id from playdates o join series_regulars r on r.series_id = o.series_id where r.user_id = d.user_id and o.kind = 'open')
  or ${isOfCircleOf(sql`d.user_id`)} and not ${hasDeclined(sql`d.user_id`)})`

/** The first playdates of these fathers on these days, and the first names of others who are coming. */
async function ownOn(db: Db, all: readonly Day[]): Promise<z.output<typeof Own>[]> {
  if (all.length === 0) return []
  return db.many(
    Own,
    sql`select d.user_id as "userId", own.*
          from ${days(all)}
         cross join lateral (
           select p.id as "playdateId", ${isoOf(sql`p.start_time`)} as "startTime", pl.type as place,
                  case when pl.hidden_at is null then ${stateOf(sql`pl`)} end as state, ${isOpenHour} as "isOpenHour",
                  ${isOfCircleOf(sql`d.user_id`)} as "isOfCircle",
                  (select count(*)::int from participants x where x.playdate_id = p.id and x.is_confirmed
                      and x.user_id <> all (${blockedWith(sql`d.user_id`)})) as coming,
                  coalesce((select json_agg(u.first_name order by x.joined_at, u.id)
                     from participants x join users u on u.id = x.user_id
                    where x.playdate_id = p.id and u.id <> d.user_id and x.is_confirmed
                      and u.id <> all (${blockedWith(sql`d.user_id`)})), '[]'::json) as names
             from playdates p
             left join ${plannedThere(sql`p.place_id`)}
            where ${isAhead} and ${isThen} and ${isShownTo(sql`d.user_id`)} and ${isHis}
            order by p.start_time, p.id limit ${shownAtMost}) own
         order by d.user_id, own."startTime", own."playdateId"`,
  )
}

/** How many playdates with room are near these fathers on these days. */
async function nearOn(db: Db, all: readonly Day[]): Promise<ReadonlyMap<number, number>> {
  if (all.length === 0) return new Map()
  const found = await db.many(
    Near,
    sql`select d.user_id as "userId", count(*)::int as playdates
          from ${days(all)}
          join users u on u.id = d.user_id and u.neighbourhood_latitude is not null
          join playdates p on ${isAhead} and ${isThen} and ${isShownTo(sql`d.user_id`)} and not ${isOn(sql`d.user_id`)}
           and point(p.spot_longitude, p.spot_latitude) <@ box(
             point(u.neighbourhood_longitude - ${nearDegrees}, u.neighbourhood_latitude - ${nearDegrees}),
             point(u.neighbourhood_longitude + ${nearDegrees}, u.neighbourhood_latitude + ${nearDegrees}))
           and metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude, p.spot_latitude, p.spot_longitude) < ${nearM}
           and (select coalesce(sum(1 + x.children), 0) from participants x where x.playdate_id = p.id) < p.max_participants
         group by d.user_id`,
  )
  return new Map(found.map(({ userId, playdates }) => [userId, playdates]))
}

function contentFor(own: readonly OwnWithWeather[] | undefined, near: number | undefined): Content | undefined {
  const [first] = own ?? []
  if (own && first) {
    return {
      tag: eveningKind,
      path: pathToPlaydate(first.playdateId),
      startTime: first.startTime,
      words: (language, timeZone) => ({
        tomorrow: planned(
          own.map(one => lineOf(one, language, timeZone)),
          language,
        ),
      }),
    }
  }
  if (near === undefined) return
  return { tag: eveningKind, path: '/playdates', words: language => ({ tomorrow: nothingPlanned(near, language) }) }
}

function lineOf(
  { startTime, place, state, isOpenHour, names, weather, isOfCircle, coming }: OwnWithWeather,
  language: string,
  timeZone: string,
): Planned {
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone })
  return {
    time: clock.format(new Date(startTime)),
    isOpenHour,
    place: place === 'playground' || place === 'restaurant' ? place : 'other',
    names: names.flatMap(name => harmlessName(name) ?? []).slice(0, namesAtMost),
    others: names.length,
    weather,
    comingInCircle: isOfCircle ? coming : null,
    state: state?.kind ?? null,
  }
}
