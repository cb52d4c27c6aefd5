import { limits, untitled } from '@papadag/contract/limits'
import { Playdate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { personSeenBy } from '../people.ts'
import { openableId, plannedThere } from '../places/planned.ts'
import { stateOf } from '../places/states.ts'
import { blockedWith, hiddenBecause } from '../visibility.ts'
import { agesOn } from './ages.ts'
import { buddyOf, fetchedBy } from './buddies.ts'
import { declinesSeenBy, unansweredSeenBy } from './declines.ts'
import { askedBy } from './invited-in-chat.ts'
import {
  canStillOpen,
  hasDeclined,
  hasNotBegun,
  hiddenTogether,
  isComing,
  isNamedTo,
  isOfCircleOf,
  isPlanned,
  isReadableBy,
  mayLocate,
  waitingOf,
} from './state.ts'

/**
 * The one projection of playdates (rows of `playdates`, from a statement), as this viewer may see them (safety S3).
 * `distance` adds columns that compare the playdate `p` with the viewer's own row `me`.
 */
export function seenBy(viewerId: number, playdates: Sql, distance?: Sql): Sql {
  const measured = distance ? sql`${distance},` : sql``
  const me = distance ? sql`join users me on me.id = ${viewerId}` : sql``
  return sql`
    select ${measured} p.id, p.title, p.description,
           case when may.locate then p.location else coalesce(p.area, ${untitled.location}) end as location,
           p.location_visibility as "locationVisibility", p.area,
           case when may.locate then ${openableId} end as "placeId",
           case when may.locate and pl.hidden_at is null then ${stateOf(sql`pl`)} end as "placeState",
           case when not may.locate then p.grid_latitude when pl.id is not null then p.place_latitude end as latitude,
           case when not may.locate then p.grid_longitude when pl.id is not null then p.place_longitude end as longitude,
           ${isoOf(sql`p.start_time`)} as "startTime",
           ${isoOf(sql`p.end_time`)} as "endTime",
           p.max_participants as "maxParticipants", who.participants, who."placesTaken", who.unconfirmed,
           ${waitingOf(viewerId)} as waiting,
           case when who."isMine" then (select count(*)::int from waiting o where o.playdate_id = p.id) end as "waitingCount",
           case when p.creator_id = ${viewerId} then 'creator' when who."isMine" then 'joined' else 'none' end as "myStatus",
           case when ${isPlanned} then 'planned' else 'cancelled' end as state, p.sequence,
           case when s.id is not null then json_build_object('id', s.id, 'every', s.every, 'until', s.until) end as series,
           p.kind, case when p.kind = 'open' then ${hostOf} end as host,
           case when p.kind = 'open' then ${regularsOf} end as regulars,
           p.minimum_fathers as "minimumFathers",
           case when p.minimum_fathers is not null then greatest(p.minimum_fathers - who.fathers, 0) end as "fathersMissing", ${confirmationOf(viewerId)} as confirmation,
           case when not who."isMine" then ${askedBy(viewerId)} end as "askedBy", ${hasDeclined(viewerId)} as declined,
           case when p.creator_id = ${viewerId} then ${declinesSeenBy(viewerId)} end as declines,
           case when p.creator_id = ${viewerId} then ${unansweredSeenBy(viewerId)} end as unanswered,
           case when who."isMine" then p.cancel_reason end as "cancelReason",
           case when who."isMine" then p.cancel_reason_kind end as "cancelReasonKind",
           case when p.creator_id = ${viewerId} then ${isoOf(sql`p.undo_until`)} end as "undoUntil",
           case when p.creator_id = ${viewerId} then ${hiddenBecause('playdate', sql`p`, hiddenTogether)} end as hidden,
           ${circleOf(viewerId)}, ${buddiesOf(viewerId)}
      from (${playdates}) p
           ${me}
      left join ${plannedThere(sql`p.place_id`)}
      left join series s on s.id = p.series_id
     cross join lateral (
       select json_agg(${personSeenBy(viewerId, sql`, 'children', m.children`)}
                order by (u.id = p.creator_id) desc, m.joined_at, m.user_id)
                filter (where u.id <> all (${blockedWith(viewerId)}) and ${isNamedTo(viewerId, sql`m`)}) as participants,
              (count(*) filter (where not ${isNamedTo(viewerId, sql`m`)}))::int as unconfirmed,
              sum(1 + m.children)::int as "placesTaken",
              count(*)::int as fathers, bool_or(m.user_id = ${viewerId}) as "isMine",
              coalesce(bool_and(m.is_confirmed) filter (where m.user_id = ${viewerId}), true) as "isConfirmed"
         from participants m join users u on u.id = m.user_id
        where m.playdate_id = p.id) who
     cross join lateral (select ${mayLocate(viewerId, sql`who."isMine"`)} as locate) may`
}

/** For its members: the circle that plans it, and from when on others may come. */
function circleOf(viewerId: number): Sql {
  const isTold = sql`p.circle_id is not null and ${isOfCircleOf(viewerId)}`
  return sql`
    case when ${isTold} then (select json_build_object('id', g.id, 'name', g.name) from circles g where g.id = p.circle_id) end as circle,
    case when ${isTold} then p.open_to_others end as "openToOthers",
    case when ${isTold} and ${canStillOpen} then ${isoOf(sql`p.opens_at`)} end as "opensAt"`
}

/** For the newcomer and his buddy alone. */
function buddiesOf(viewerId: number): Sql {
  const isHis = sql`p.circle_id is not null and who."isMine"`
  return sql`
    case when ${isHis} and may.locate then ${buddyOf(viewerId, sql`p.location`)} end as buddy,
    case when ${isHis} then ${fetchedBy(viewerId)} end as fetches`
}

/** The organisation that holds it, if its creator is one. */
const hostOf = sql`(select trim(h.first_name || ' ' || h.last_name) from users h where h.id = p.creator_id and h.is_host)`

/** How many members say that they usually come; a smaller number could reveal whose day it is. */
const regularsOf = sql`(select case when count(*) >= ${limits.regularsAtLeast} then count(*)::int end
  from series_regulars r where r.series_id = p.series_id)`

/**
 * Whether this viewer still has to confirm that he is coming, or has done so: a regular within two days, its creator
 * within one if there are too few fathers.
 */
function confirmationOf(viewerId: number): Sql {
  const within = (ms: number) => sql`p.start_time <= now() + make_interval(secs => ${ms / 1000}::float8)`
  const isRegular = sql`exists (
    select from series_regulars r where r.series_id = p.series_id and r.user_id = ${viewerId})`
  return sql`case when not who."isMine" or not ${isComing} then null
    when p.creator_id = ${viewerId} then case
      when p.goes_on then 'confirmed'
      when who.fathers < p.minimum_fathers and ${hasNotBegun} and ${within(limits.releaseBeforeMs)} then 'due' end
    when not who."isConfirmed" then case when ${within(limits.askBeforeMs)} then 'due' end
    when ${isRegular} then 'confirmed' end`
}

/** A playdate as this viewer may see it; throws `playdate.unknown` if he may not. */
export async function playdateSeenBy(db: Db, id: number, viewerId: number): Promise<Playdate> {
  const found = await db.one(
    Playdate,
    sql`select seen.*, ${agesOn(viewerId)} as ages
          from (${seenBy(viewerId, sql`select * from playdates p where p.id = ${id} and ${isReadableBy(viewerId)}`)}) seen
          join playdates p on p.id = seen.id`,
  )
  if (!found) throw new Problem('playdate.unknown')
  return found
}

const Creator = z.object({ creatorId: z.number() })

async function creatorOf(db: Db, id: number, viewerId: number): Promise<number> {
  const found = await db.one(
    Creator,
    sql`select p.creator_id as "creatorId" from playdates p where p.id = ${id} and ${isReadableBy(viewerId)}`,
  )
  if (!found) throw new Problem('playdate.unknown')
  return found.creatorId
}

/** For a route's `allow`: throws `playdate.unknown` unless the member may see it. */
export async function mustSeePlaydate(db: Db, id: number, viewerId: number): Promise<void> {
  await creatorOf(db, id, viewerId)
}

/** For a route's `allow`: throws unless the member may see the playdate and created it. */
export async function mustOwnPlaydate(db: Db, id: number, viewerId: number): Promise<void> {
  if ((await creatorOf(db, id, viewerId)) !== viewerId) throw new Problem('playdate.notYours')
}
