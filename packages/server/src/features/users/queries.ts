import { languages } from '@papadag/contract/limits'
import { fold } from '@papadag/contract/places/folding'
import type { Reply } from '@papadag/contract/route'
import { Person } from '@papadag/contract/schema'
import type * as contract from '@papadag/contract/users/users'
import { distances, PublicUser, Session, Settings } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { isKnown, saysThatHeKnows } from '../../domain/known.ts'
import { notificationSettingsOf } from '../../domain/notifications/notification-settings.ts'
import { halfDaysIn } from '../../domain/papa-days/papa-days.ts'
import { lastNameSeenBy, personSeenBy } from '../../domain/people.ts'
import { isComing, isShownTo, metOthersOn, seatOf } from '../../domain/playdates/state.ts'
import {
  ageOf,
  alikeAges,
  areOfLikeAge,
  bandOf,
  gavePosition,
  matchesAges,
  measuresHomes,
} from '../../domain/position/closeness.ts'
import { chosenHome } from '../../domain/position/home.ts'
import { metresBetween } from '../../domain/position/metres.ts'
import { townNamed } from '../../domain/position/towns.ts'
import { areAcquainted, blockedWith, findableBy } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'

/** The projection's columns: fields hidden from this viewer are null and removed before the reply. */
export const Seen = z.extend(PublicUser, {
  childrenInfo: z.nullable(z.array(z.object({ name: z.nullable(z.string()), age: z.int() }))),
  phoneNumber: z.nullable(z.string()),
  distance: z.nullable(z.enum(distances)),
  alikeAges: z.nullable(z.array(z.object({ from: z.int(), to: z.int() }))),
  playdatesHad: z.nullable(z.int()),
  isNew: z.nullable(z.boolean()),
  knownByFathers: z.nullable(z.literal(2)),
  isKnown: z.nullable(z.literal(true)),
})

/**
 * The distance band between the cells of a father `u` and the viewer `me`; null if either has given no position, or `me`
 * not long ago.
 */
const band = sql`
  case when ${gavePosition(sql`u`)} and ${measuresHomes} then
    ${bandOf(sql`metres_between(u.neighbourhood_latitude, u.neighbourhood_longitude,
                                me.neighbourhood_latitude, me.neighbourhood_longitude)`)} end`

/**
 * The one projection of a father (`u`) for other people: each field as far as he shows it to this viewer (safety 2).
 * The phone number and children's names appear only on his own page, never in a list (safety S4, S7).
 */
export function seenBy(viewerId: number, where: 'list' | 'page'): Sql {
  const isContact = areAcquainted(sql`u.id`, viewerId)
  const hasMore = where === 'page' ? isContact : sql`false`
  const earned =
    where === 'page'
      ? sql`(select count(*)::int from ${metOthersOn(sql`u.id`)}) as "playdatesHad",
             u.created_at > now() - interval '1 month' as "isNew", case when ${isKnown(sql`u.id`)} then 2 end as "knownByFathers",
             case when ${saysThatHeKnows(viewerId, sql`u.id`)} then true end as "isKnown"`
      : sql`null::int as "playdatesHad", null::boolean as "isNew", null::int as "knownByFathers", null::boolean as "isKnown"`
  return sql`u.id, ${earned}, u.first_name as "firstName", ${lastNameSeenBy(viewerId)} as "lastName",
    u.profile_image as "profileImage", u.bio, u.city, u.badge, u.favorite_locations as "favoriteLocations",
    case when u.show_phone and ${hasMore} then u.phone_number end as "phoneNumber",
    case when (u.show_distance or ${isContact}) then
      (select ${band} from users me where me.id = ${viewerId}) end as distance,
    ${alikeAges(viewerId)} as "alikeAges",
    case when u.children_visibility = 'members' or (u.children_visibility = 'contacts' and ${isContact}) then
      (select coalesce(json_agg(json_build_object('age', ${ageOf(sql`c`)},
                'name', case when u.show_child_names and ${hasMore} then c.name end) order by c.position, c.id), '[]'::json)
         from children c where c.user_id = u.id) end as "childrenInfo"`
}

/** Omits fields the viewer may not see, so that not even their names are sent. */
export function shown({
  childrenInfo,
  phoneNumber,
  distance,
  alikeAges: alike,
  playdatesHad,
  isNew,
  knownByFathers,
  isKnown: known,
  ...user
}: z.output<typeof Seen>): PublicUser {
  return {
    ...user,
    ...(phoneNumber === null ? {} : { phoneNumber }),
    ...(distance === null ? {} : { distance }),
    ...(alike === null ? {} : { alikeAges: alike }),
    ...(playdatesHad === null ? {} : { playdatesHad }),
    ...(isNew === null ? {} : { isNew }),
    ...(knownByFathers === null ? {} : { knownByFathers }),
    ...(known === null ? {} : { isKnown: known }),
    ...(childrenInfo === null
      ? {}
      : {
          childrenInfo: childrenInfo.map(({ age: years, name }) => ({
            age: years,
            ...(name === null ? {} : { name }),
          })),
        }),
  }
}

/** Other fathers whose full name, city or bio contains the words, newest first. */
export async function all(db: Db, q: string, viewerId: number, page: Page): Promise<PublicUser[]> {
  const rows = await db.many(Seen, pageOf(seenBy(viewerId, 'list'), q, viewerId, page))
  return cut(rows, page, ({ id }) => id).map(shown)
}

const Listed = z.object({ id: z.number() })

/** The ids of the fathers on a page of the list. */
export async function idsOf(db: Db, q: string, viewerId: number, page: Page): Promise<number[]> {
  return (await db.many(Listed, pageOf(sql`u.id`, q, viewerId, page))).map(({ id }) => id)
}

function pageOf(fields: Sql, q: string, viewerId: number, page: Page): Sql {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and u.id < ${last}`
  const pattern = `%${fold(q).replace(/[\\%_]/g, '\\$&')}%`
  // Searches only what the viewer may see, since a hidden last name could be guessed otherwise.
  const matches =
    q === ''
      ? sql``
      : sql`and ${fold(q) !== ''}::boolean and (folded(u.first_name || ' ' || ${lastNameSeenBy(viewerId)}) like ${pattern}
              or folded(u.city) like ${pattern} or folded(u.bio) like ${pattern})`
  return sql`select ${fields} from users u where ${findableBy(viewerId)} ${before} ${matches}
         order by u.id desc limit ${page.limit + 1}`
}

const suggestions = 6
/** More than are suggested, since the towns of some are too far apart. */
const candidates = 60
/** Nobody travels further than this for an afternoon. */
const tooFarM = 30_000

const Suggested = z.extend(Seen, { ownCity: z.nullable(z.string()) })

/**
 * Fathers who live nearby or have children of similar age, as far as they show that to every member. Sorted by distance
 * band, since sorting by metres would reveal more than the band. The same city counts as within 10 km; a father whose
 * town, which everybody can see, is far from the viewer's is not suggested.
 */
export async function suggested(db: Db, viewerId: number): Promise<PublicUser[]> {
  const rows = await db.many(
    Suggested,
    sql`select ${seenBy(viewerId, 'list')}, me.city as "ownCity"
          from users u
          join users me on me.id = ${viewerId}
          cross join lateral (
            select case when u.show_distance then ${band} end as band,
                   coalesce(folded(u.city) = folded(me.city), false) as is_same_city,
                   ${matchesAges(viewerId)} or u.children_visibility = 'members' and exists (
                     select from children theirs join children mine on mine.user_id = me.id
                      where theirs.user_id = u.id and ${areOfLikeAge(sql`theirs`, sql`mine`)}) as is_like_age) fit
          cross join lateral (
            select case fit.band when '<2' then 1 when '<5' then 2 when '<10' then 3
                     else case when fit.band is null and fit.is_same_city then 3 else 4 end end as nearness) near
         where ${findableBy(viewerId)} and (near.nearness < 4 or fit.is_same_city or fit.is_like_age)
         order by near.nearness, fit.is_like_age desc, md5(u.id::text || current_date::text) limit ${sql.number(candidates)}`,
  )
  return rows
    .filter(({ city, ownCity }) => !areFarApart(city, ownCity))
    .slice(0, suggestions)
    .map(({ ownCity, ...row }) => shown(row))
}

/** The distance between two towns, if both are known. */
function metresApart(one: string | null, other: string | null): number | undefined {
  const [from, to] = [one, other].map(city => (city === null ? undefined : townNamed(city)))
  return from && to && metresBetween(from, to)
}

export function areFarApart(one: string | null, other: string | null): boolean {
  return (metresApart(one, other) ?? 0) > tooFarM
}

/** Whether two towns are known to be no further apart than this. */
export function areWithin(one: string | null, other: string | null, metres: number): boolean {
  const apart = metresApart(one, other)
  return apart !== undefined && apart <= metres
}

/** A number up to the highest id that differs every day. */
const ofToday = sql`(
  select ('x' || left(md5((now() at time zone 'Europe/Amsterdam')::date::text), 7))::bit(28)::int % max(id) + 1 from users)`
const tellsSomething = sql`(u.bio is not null and u.city is not null)`

/**
 * The father of the day: the first one from the day's number on, wrapping around; those with a bio and a city come
 * first (decision S18). This reads one row by index instead of sorting all fathers.
 */
export async function fatherOfToday(db: Db, viewerId: number): Promise<PublicUser | undefined> {
  for (const who of [tellsSomething, sql`not ${tellsSomething}`]) {
    for (const side of [sql`u.id >= ${ofToday}`, sql`u.id < ${ofToday}`]) {
      const found = await db.one(
        Seen,
        sql`select ${seenBy(viewerId, 'list')} from users u
             where ${side} and ${who} and ${findableBy(viewerId)} and u.spotlight order by u.id limit 1`,
      )
      if (found) return shown(found)
    }
  }
  return undefined
}

export async function featured(db: Db, viewerId: number): Promise<PublicUser> {
  const found = await fatherOfToday(db, viewerId)
  if (!found) throw new Problem('user.nobody')
  return found
}

/** A father as this viewer may see him; throws `user.unknown` if he is gone, hidden or blocked either way. */
export async function byId(db: Db, id: number, viewerId: number): Promise<PublicUser> {
  const found = await db.one(
    Seen,
    sql`select ${seenBy(viewerId, 'page')} from users u where u.id = ${id} and u.id <> all (${blockedWith(viewerId)})`,
  )
  if (!found) throw new Problem('user.unknown')
  return shown(found)
}

const Together = z.object({ id: z.int(), title: z.string(), startTime: z.string() })
const SavedByBoth = z.object({ id: z.int(), name: z.string() })
const Tongues = z.object({ language: z.nullable(z.enum(languages)), isContact: z.boolean() })

const mostShared = 6

/** What another father and this viewer have in common, as far as the viewer may know it. */
export async function sharedWith(db: Db, id: number, viewerId: number): Promise<Reply<typeof contract.sharedWith>> {
  const both = await db.one(
    Tongues,
    sql`select case when u.language = me.language then u.language end as language,
               ${areAcquainted(sql`u.id`, sql`me.id`)} as "isContact"
          from users u join users me on me.id = ${viewerId}
         where u.id = ${id} and u.id <> me.id and u.id <> all (${blockedWith(viewerId)})`,
  )
  if (!both) throw new Problem('user.unknown')
  const playdates = await db.many(
    Together,
    sql`select p.id, p.title, ${isoOf(sql`p.start_time`)} as "startTime"
          from playdates p
          join ${seatOf(viewerId, sql`mine`)}
          join ${seatOf(id, sql`theirs`)}
         where ${isComing} and ${isShownTo(viewerId)}
         order by p.start_time, p.id limit ${mostShared}`,
  )
  const places = both.isContact
    ? await db.many(
        SavedByBoth,
        sql`select pl.id, pl.name from place_favorites mine
              join place_favorites theirs on theirs.place_id = mine.place_id and theirs.user_id = ${id}
              join places pl on pl.id = mine.place_id and pl.hidden_at is null
             where mine.user_id = ${viewerId} order by lower(pl.name), pl.id limit ${mostShared}`,
      )
    : []
  return { playdates, places, language: both.language }
}

const StoredSettings = z.extend(Settings, {
  city: z.nullable(z.string()),
  papaDays: z.number(),
  isTown: z.nullable(z.boolean()),
})

export async function settings(db: Db, id: number): Promise<Settings> {
  const found = await db.one(
    StoredSettings,
    sql`select city, children_visibility as "childrenVisibility", match_ages as "matchAges", show_child_names as "showChildNames", show_phone as "showPhone",
               last_name_initial_only as "lastNameInitialOnly", discoverable, spotlight, messages_from as "messagesFrom",
               read_receipts as "readReceipts", language, show_distance as "showDistance",
               papa_days as "papaDays", papa_days_visible as "papaDaysVisible", proposals, tell_first_nearby as "tellFirstNearby", place_questions as "placeQuestions",
               case when neighbourhood_latitude is not null then json_build_object(
                 'latitude', neighbourhood_latitude, 'longitude', neighbourhood_longitude) end as neighbourhood,
               neighbourhood_is_town as "isTown",
               ${notificationSettingsOf(sql`users`)} as notifications
          from users where id = ${id}`,
  )
  if (!found) throw new Problem('auth.required')
  const { city, papaDays, isTown, ...own } = found
  return {
    ...own,
    papaDays: halfDaysIn(papaDays),
    neighbourhood: chosenHome({ city, isTown, stored: own.neighbourhood }),
  }
}

/** The user's sessions, most recently used first. */
export function sessions(db: Db, { id, sessionId }: { id: number; sessionId: number }): Promise<Session[]> {
  return db.many(
    Session,
    sql`select id, user_agent as "userAgent", ${isoOf(sql`created_at`)} as "createdAt",
               ${isoOf(sql`last_used_at`)} as "lastUsedAt", id = ${sessionId} as "isCurrent",
               device_id is not null as "isRemembered"
          from sessions where user_id = ${id} and expires_at > now() order by last_used_at desc, id desc`,
  )
}

/** Users this user has blocked, latest first, without those moderators have hidden. */
export async function blocks(db: Db, userId: number): Promise<Person[]> {
  const rows = await db.many(
    z.object({ person: Person }),
    sql`select ${personSeenBy(userId)} as person from blocks b join users u on u.id = b.blocked_id
         where b.blocker_id = ${userId} and u.hidden_at is null order by b.created_at desc, u.id`,
  )
  return rows.map(({ person }) => person)
}
