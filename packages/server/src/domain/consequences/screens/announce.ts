import { readsOfPeople, type Touch } from '@papadag/contract/live/touches'
import * as z from 'zod/mini'
import type { ChangeOfThings } from '../../../platform/change.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { cellAt } from '../../../platform/live/watching/area.ts'
import { otherOfPair } from '../../chats/memberships.ts'
import { isNotOver, isNow, isOn, isOpenToAll, isOver, isSureOf, known } from '../../playdates/state.ts'
import { chatOfSeriesThing } from '../../playdates/threads.ts'
import { townNamed } from '../../position/towns.ts'

// Decides whose screens are updated by a change (safety 5). Call these in the transaction that makes the change, after
// making it, or before deleting rows.

/** About 3 km: no frame reveals a location more precisely. */
const spotZoom = 13
/** About 24 km, for playdates located only by their creator's town. */
const townZoom = 10
/** With more users than these to leave out, a change is left to the slow round of lists. */
const mostExcepted = 200
/** The number of users in one message on the bus. */
const mostAtOnce = 400

/** Tells these users that their own reads have changed. */
export function announceTo(tx: Db, what: Touch, users: readonly number[]): void {
  const each = [...new Set(users)]
  for (let first = 0; first < each.length; first += mostAtOnce)
    tx.announce({ what, users: each.slice(first, first + mostAtOnce), reads: [...readsOfPeople(what)] })
}

const Playdate = z.object({
  id: z.number(),
  placeId: z.nullable(z.number()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  city: z.nullable(z.string()),
  creatorId: z.number(),
  people: z.array(z.number()),
  unseenBy: z.array(z.number()),
  isOver: z.boolean(),
  isHidden: z.boolean(),
  talkers: z.array(z.number()),
  seriesId: z.nullable(z.number()),
  isUnnamed: z.boolean(),
  members: z.array(z.number()),
  waiters: z.array(z.number()),
  knowing: z.array(z.number()),
  isOpen: z.boolean(),
})

interface Announced {
  /** Its position in lists does not change. */
  isInPlace?: boolean
  /** Only these users are notified. */
  only?: readonly number[]
  /** It has just been hidden, so everybody who showed it has to read again. */
  wasShown?: boolean
  /** Only what is shown of this user has changed: those who cannot see that he takes part are not notified. */
  about?: number
  /** These users are not notified, nor are those with a block between them and the creator. */
  except?: readonly number[]
}

/**
 * Tells everybody on these playdates (a condition on the row `p`), and everybody who shows them or lists their area.
 */
export async function announcePlaydates(
  tx: Db,
  which: Sql,
  { only, except = [], isInPlace = false, wasShown = false, about }: Announced = {},
): Promise<void> {
  const playdates = await tx.many(
    Playdate,
    sql`select p.id, p.place_id as "placeId", p.spot_latitude as latitude, p.spot_longitude as longitude, c.city,
               p.creator_id as "creatorId", ${isOver} as "isOver",
               p.hidden_at is not null or c.hidden_at is not null as "isHidden",
               array(select t.user_id from chats c join memberships t on t.chat_id = c.id
                      where c.playdate_id = p.id or c.series_id = p.series_id or c.circle_id = p.circle_id) as talkers, p.series_id as "seriesId",
               array(select user_id from participants x where x.playdate_id = p.id) as people,
               ${isOn(about ?? 0)} and not ${isSureOf(about ?? 0)} as "isUnnamed",
               array(select m.user_id from circle_members m where m.circle_id = p.circle_id) as members,
               ${isOpenToAll} and not ${isNow} as "isOpen",
               array(select w.user_id from waiting w where w.playdate_id = p.id) as waiters,
               case when ${isNow} and ${isNotOver} then array(${known(sql`c.id`)}) else '{}' end as knowing,
               ${notSeenBy(sql`p.creator_id`)} || ${except}::int[] as "unseenBy"
          from playdates p join users c on c.id = p.creator_id
         where ${which} order by p.start_time desc limit ${mostExcepted}`,
  )
  for (const {
    id,
    placeId,
    creatorId,
    people,
    unseenBy,
    isOver,
    isHidden,
    talkers,
    seriesId,
    isUnnamed,
    members,
    waiters,
    knowing,
    isOpen,
    ...where
  } of playdates) {
    const isSeeing = (person: number) => (only ? only.includes(person) : !unseenBy.includes(person))
    const seeing = people.filter(isSeeing)
    announceTo(tx, 'playdate', seeing)
    // Their circle names its next date.
    announceTo(tx, 'circle', members.filter(isSeeing))
    // Those who know who is out now.
    announceTo(tx, 'playdate', knowing.filter(isSeeing))
    // Its title and time, who is in it, and whether one can still write.
    announceTo(tx, 'chat', talkers.filter(isSeeing))
    const seenBy = isUnnamed ? seeing : (only ?? (isHidden && !wasShown ? [creatorId] : isOver ? seeing : undefined))
    // Nobody else hears of it before it has opened, or of who is out now.
    const meant = isOpen ? undefined : [creatorId, ...people, ...members, ...waiters, ...knowing].filter(isSeeing)
    tx.announce({
      ...{ what: 'playdate', kind: 'playdate', cell: cellOf(where) },
      things: [
        `playdate ${id}`,
        ...(placeId === null ? [] : [`playdates at ${placeId}`]),
        ...(seriesId === null || talkers.length === 0 ? [] : [chatOfSeriesThing(seriesId)]),
      ],
      ...(isInPlace && { isInPlace }),
      ...audience(meant && seenBy ? meant.filter(user => seenBy.includes(user)) : (meant ?? seenBy), unseenBy),
    })
  }
}

/** Users with a block between them and this user. */
export const notSeenBy = (userId: Sql) => sql`array(select blocked_id from blocks where blocker_id = ${userId}
  union select blocker_id from blocks where blocked_id = ${userId} limit ${mostExcepted + 1})`

function audience(only: readonly number[] | undefined, except: readonly number[]) {
  if (only) return { only: [...only] }
  if (except.length > mostExcepted) return { only: [] }
  return except.length > 0 ? { except: [...except] } : {}
}

function cellOf({
  latitude,
  longitude,
  city,
}: {
  latitude: number | null
  longitude: number | null
  city: string | null
}) {
  if (latitude !== null && longitude !== null) return cellAt({ latitude, longitude }, spotZoom)
  const town = city ? townNamed(city) : undefined
  return town && cellAt(town, townZoom)
}

const Unseeing = z.object({ users: z.array(z.number()) })

async function usersNotSeeing(tx: Db, userId: number): Promise<number[]> {
  const found = await tx.one(Unseeing, sql`select ${notSeenBy(sql`${userId}::int`)} as users`)
  return found?.users ?? []
}

const Place = z.object({
  id: z.number(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  playdates: z.array(z.number()),
  isHidden: z.boolean(),
})

/**
 * Updates the screens of everybody who shows these places (a condition on the row `pl`) or a list or map of their area;
 * with `moves` also of everybody who shows a playdate there, since it moves or disappears with the place. What the
 * member `by` says about a place reaches nobody across a block with him.
 */
export async function announcePlaces(
  tx: Db,
  which: Sql,
  {
    moves = false,
    wasShown = false,
    by,
    only,
    things,
  }: Pick<Announced, 'only' | 'wasShown'> & { moves?: boolean; by?: number; things?: readonly string[] } = {},
): Promise<void> {
  const unseenBy = by === undefined ? [] : await usersNotSeeing(tx, by)
  const places = await tx.many(
    Place,
    sql`select pl.id, case when pl.location is not null then pl.latitude end as latitude,
               case when pl.location is not null then pl.longitude end as longitude, pl.hidden_at is not null as "isHidden",
               array(select id from playdates p where ${moves}::boolean and p.place_id = pl.id and ${isNotOver}
                      limit ${mostExcepted}) as playdates
          from places pl where ${which} limit ${mostExcepted}`,
  )
  for (const { id, latitude, longitude, playdates, isHidden } of places) {
    tx.announce({
      ...{ what: 'place', kind: 'place', cell: cellOf({ latitude, longitude, city: null }) },
      things: [
        ...(things ?? [`place ${id}`]),
        ...(moves ? [`playdates at ${id}`] : []),
        ...playdates.map(playdate => `playdate ${playdate}`),
      ],
      ...audience(only ?? (isHidden && !wasShown ? [] : undefined), unseenBy),
    })
  }
}

/**
 * Updates the screens that show what is known of a place or list its area, and those that ask about one of these facts.
 */
export async function announceFacts(
  tx: Db,
  id: number,
  keys: readonly string[],
  { only }: Pick<Announced, 'only'> = {},
): Promise<void> {
  await announcePlaces(tx, sql`pl.id = ${id}`, {
    ...(only && { only }),
    things: [`facts ${id}`, ...keys.map(key => `fact ${id} ${key}`)],
  })
}

/** Home may ask him something else. */
export function announceQuestion(tx: Db, userId: number): void {
  tx.announce({ what: 'place', users: [userId], reads: ['/api/today', '/api/places/question'] })
}

const Known = z.object({
  others: z.array(z.number()),
  inCircles: z.array(z.number()),
  unseenBy: z.array(z.number()),
  isHidden: z.boolean(),
})

/**
 * Updates the screens of those who chat with a father, are in a circle or on a playdate with him or show him, when what they see
 * of him has changed; with `only` just these users, as after a block.
 */
export async function announcePerson(
  tx: Db,
  id: number,
  { only, what = 'person', wasShown = false }: Announced & { what?: Touch } = {},
): Promise<void> {
  const known = await tx.one(
    Known,
    sql`select array(select they.user_id from chats c
                       join memberships me on me.chat_id = c.id and me.user_id = ${id}
                       join ${otherOfPair} order by c.active_at desc limit ${mostExcepted}) as others,
               array(select o.user_id from circle_members x
                       join circle_members o on o.circle_id = x.circle_id and o.user_id <> x.user_id where x.user_id = ${id}
                      union select a.user_id from circle_asked a where a.asked_by = ${id}
                      union select a.asked_by from circle_asked a where a.user_id = ${id}) as "inCircles",
               ${notSeenBy(sql`u.id`)} as "unseenBy", u.hidden_at is not null as "isHidden"
          from users u where u.id = ${id}`,
  )
  if (!known) return
  const { others, inCircles, unseenBy, isHidden } = known
  announceTo(tx, what, only ? others.filter(other => only.includes(other)) : others)
  announceTo(
    tx,
    'circle',
    inCircles.filter(other => (only ? only.includes(other) : !unseenBy.includes(other))),
  )
  const seenBy = only ?? (isHidden && !wasShown ? [] : undefined)
  const change: ChangeOfThings = {
    what: 'person',
    kind: 'person',
    things: [`person ${id}`],
    ...audience(seenBy, unseenBy),
  }
  tx.announce(change)
  await announcePlaydates(tx, sql`${isNotOver} and ${isOn(id)}`, {
    ...(only ? { only } : { except: unseenBy }),
    about: id,
    wasShown,
    isInPlace: !only && !wasShown,
  })
}

/** Tells moderators that there is something to review, or no longer. */
export function announceModeration(tx: Db): void {
  tx.announce({ what: 'moderation', things: ['moderation'] })
}
