import { Circle, type CircleCode } from '@papadag/contract/circles'
import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { openCards } from '../../domain/circle-cards.ts'
import { codeFrom, linkOfCode } from '../../domain/circle-codes.ts'
import { askedIntoCircle, askedUntil, inCircle, isStillAsked, isWaiting, keepersOf } from '../../domain/circles.ts'
import { personSeenBy } from '../../domain/people.ts'
import { placeName, type Reader, visible } from '../../domain/places/projection.ts'
import { isRegularOf } from '../../domain/playdates/buddies.ts'
import { isComing, isOn, isPlanned, isReadableBy, isShownTo } from '../../domain/playdates/state.ts'
import { alikeAges, rangesOf } from '../../domain/position/closeness.ts'
import { areAcquainted, blockedWith } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { Problem } from '../../platform/problem.ts'

/** The age ranges of the children of the father `u` that this viewer may know (safety 2), as JSON. */
function agesShownTo(viewerId: number): Sql {
  return sql`coalesce(case when u.id = ${viewerId} or u.children_visibility = 'members'
      or (u.children_visibility = 'contacts' and ${areAcquainted(sql`u.id`, viewerId)}) then ${rangesOf}
    else ${alikeAges(viewerId)} end, '[]'::json)`
}

/** The first date of the circle `g` that has not ended and that this viewer can see, as JSON. */
function nextDateFor(viewerId: number): Sql {
  return sql`(select json_build_object('id', p.id, 'title', p.title, 'startTime', ${isoOf(sql`p.start_time`)}, 'endTime', ${isoOf(sql`p.end_time`)},
      'coming', (select count(*)::int from participants m where m.playdate_id = p.id),
      'myStatus', case when p.creator_id = ${viewerId} then 'creator' when ${isOn(viewerId)} then 'joined' else 'none' end)
    from playdates p where p.circle_id = g.id and ${isComing} and ${isShownTo(viewerId)} order by p.start_time, p.id limit 1)`
}

/**
 * For `from`: the places (`id`, `times`, `latest`) where the circle `g` meets, of the dates that this viewer can read. An
 * address that is for participants alone is none, whatever place it is.
 */
function placesFor(viewerId: number): Sql {
  return sql`(select p.id, used.times, used.latest
    from (select p.place_id, count(*) as times, max(p.start_time) as latest from playdates p
           where p.circle_id = g.id and p.location_visibility = 'public' and ${isPlanned} and ${isReadableBy(viewerId)}
           group by p.place_id) used
    join places p on p.id = used.place_id and ${visible}
   order by used.times desc, used.latest desc, p.id limit ${limits.circlePlaces})`
}

/** They as JSON, most used first. */
function placesShownTo({ id, language }: Reader): Sql {
  return sql`(select coalesce(json_agg(json_build_object('id', p.id, 'name', ${placeName(language)}, 'address', p.address)
      order by used.times desc, used.latest desc, p.id), '[]'::json)
    from ${placesFor(id)} used join places p on p.id = used.id)`
}

/** The one projection of circles: as members see them, and as fathers do who are asked to join. */
function seenBy(reader: Reader): Sql {
  const viewerId = reader.id
  const inIt = sql`, 'isKeeper', u.id = any(k.ids), 'ages', ${agesShownTo(viewerId)}`
  const isSeen = sql`u.id <> all (${blockedWith(viewerId)})`
  return sql`
    select g.id, g.name, g.text, g.picture, q.by as "askedBy", q.until as "askedUntil",
           case when x.user_id is null then '[]'::json else (
             select json_agg(${personSeenBy(viewerId, inIt)} order by u.id <> ${viewerId}, m.joined_at, u.id)
               from circle_members m join users u on u.id = m.user_id and ${isSeen} where m.circle_id = g.id) end as members,
           case when ${viewerId} = any(k.ids) then (
             select coalesce(json_agg(${personSeenBy(viewerId)} order by a.asked_at, u.id), '[]'::json)
               from circle_asked a join users u on u.id = a.user_id and ${isSeen}
              where a.circle_id = g.id and ${isStillAsked}) end as asked,
           case when ${viewerId} = any(k.ids) then (
             select coalesce(json_agg(${personSeenBy(viewerId)} order by v.wished_at, u.id), '[]'::json)
               from circle_wishes v join users u on u.id = v.user_id and ${isSeen}
              where v.circle_id = g.id and ${isWaiting}) end as wishes,
           case when ${viewerId} = any(k.ids) then exists (select from circle_codes o where o.circle_id = g.id and ${isKept}) end as "hasCode",
           case when x.user_id is not null and ${isRegularOf(sql`${viewerId}::int`, sql`g.id`)} then x.is_buddy end as "isBuddy",
           case when x.user_id is not null then (select c.id from chats c where c.circle_id = g.id) end as "chatId",
           case when x.user_id is not null then ${nextDateFor(viewerId)} end as "nextDate",
           case when x.user_id is null then '[]'::json else ${placesShownTo(reader)} end as places
      from circles g
      left join ${inCircle(viewerId)}
      left join lateral (
        select ${personSeenBy(viewerId)} as by, ${isoOf(askedUntil)} as until
          from (select g.id) g join ${askedIntoCircle(viewerId)}) q on x.user_id is null
      cross join lateral (select ${keepersOf(sql`g.id`)} as ids) k
     where (x.user_id is not null or q.by is not null)`
}

/** The code `o` still opens. */
const isKept = sql`(o.expires_at > now() and o.uses_left > 0)`

const Kept = z.object({ salt: z.string(), letsIn: z.boolean(), usesLeft: z.int(), expiresAt: z.string() })

/** The code of a circle, of which the caller has made sure that he is its keeper. */
export async function codeOf(db: Db, secret: string, id: number, origin: string): Promise<CircleCode> {
  const found = await db.one(
    Kept,
    sql`select o.salt, o.lets_in as "letsIn", o.uses_left as "usesLeft", ${isoOf(sql`o.expires_at`)} as "expiresAt"
          from circle_codes o where o.circle_id = ${id} and ${isKept}`,
  )
  if (!found) throw new Problem('circle.codeUnknown')
  const { salt, ...rest } = found
  const code = codeFrom(secret, salt)
  return { code, url: linkOfCode(origin, code), ...rest }
}

/** His circles and those that he is asked to join, newest first. */
export async function listed(db: Db, reader: Reader, page: Page): Promise<Circle[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and g.id < ${last}`
  // Looked up by his rows: nobody reads through the circles of others.
  const isHis = sql`g.id in (select circle_id from circle_members where user_id = ${reader.id}
    union select circle_id from circle_asked where user_id = ${reader.id})`
  const rows = await db.many(
    Circle,
    sql`${seenBy(reader)} and ${isHis} ${before} order by g.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}

const Place = z.object({ id: z.number() })

/** Circles show the places where they meet, which change with their dates: all circles of this viewer, or one. */
export async function circlesShow(db: Db, viewerId: number, id?: number): Promise<Shows> {
  const places = await db.many(
    Place,
    sql`select used.id from circles g join ${inCircle(viewerId)} cross join lateral ${placesFor(viewerId)} used
         where ${id === undefined ? sql`true` : sql`g.id = ${id}`}`,
  )
  return { things: places.map(place => `place ${place.id}`), isPage: true }
}

/** They show the fathers on the cards. */
export async function suggestionsShow(db: Db, viewerId: number): Promise<Shows> {
  const cards = await openCards(db, viewerId)
  return { things: cards.flatMap(({ fathers }) => fathers.map(({ id }) => `person ${id}`)) }
}

/** One circle; throws `circle.unknown` for anybody but its members and those who are asked. */
export async function byId(db: Db, id: number, reader: Reader): Promise<Circle> {
  const found = await db.one(Circle, sql`${seenBy(reader)} and g.id = ${id}`)
  if (!found) throw new Problem('circle.unknown')
  return found
}
