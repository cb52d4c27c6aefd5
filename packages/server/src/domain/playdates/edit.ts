import { limits } from '@papadag/contract/limits'
import type { EditedPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { record } from '../facts.ts'
import { mustBePlace } from '../places/must-be-place.ts'
import { plannedThere } from '../places/planned.ts'
import { gridPointOf } from '../position/grid-point.ts'
import { zoneOf } from '../position/time-zone.ts'
import { forgetBuddies } from './buddies.ts'
import { openInTime } from './members-first.ts'
import { pollColumns } from './plan-columns.ts'
import * as seats from './seats.ts'
import { askAgain } from './series/standing.ts'
import { hasBegun } from './state.ts'

const Point = z.object({ latitude: z.number(), longitude: z.number() })
const Edited = z.object({ isChanged: z.boolean(), isElsewhere: z.boolean(), isNowAtHome: z.boolean() })
interface Times {
  startTime: string
  endTime: string
}

const TimesNow = z.object({ isOver: z.boolean(), hasLongBegun: z.boolean() })

/**
 * Whether a playdate with these times would be over, or has begun too long ago to be planned, by the database's clock.
 */
export async function timesNow(tx: Db, { startTime, endTime }: Times): Promise<z.output<typeof TimesNow>> {
  const now = await tx.one(
    TimesNow,
    sql`select ${endTime}::timestamptz <= now() as "isOver",
               ${startTime}::timestamptz < now() - make_interval(secs => ${limits.begunMs / 1000}) as "hasLongBegun"`,
  )
  if (!now) throw new Error('the database told no time')
  return now
}

export const inPast = (path: 'startTime' | 'endTime') =>
  new Problem('request.invalid', { issues: [{ path, code: 'playdate.startInPast' }] })

/**
 * Refuses a move that would trap guests who can no longer leave, or would lead the lists: an ended playdate never gets
 * a later end, and a running one must have begun at most an hour before it is moved. A move into the past is allowed
 * (contract 5); returns whether nothing is to come after it that was before.
 */
async function mustBeTimely(tx: Db, wasOver: boolean, before: Times, after: Times): Promise<boolean> {
  if (wasOver && after.endTime > before.endTime) throw new Problem('playdate.over')
  const { isOver, hasLongBegun } = await timesNow(tx, after)
  if (after.startTime !== before.startTime && hasLongBegun && !isOver) throw inPast('startTime')
  return isOver && !wasOver
}

/**
 * Stores the grid point of the place, which viewers get who may not see the address. It stays when the place is moved
 * slightly, so that two points do not narrow down the address (safety S5).
 */
export async function keepGridPoint(tx: Db, id: number): Promise<void> {
  const place = await tx.one(
    Point,
    sql`select p.place_latitude as latitude, p.place_longitude as longitude from playdates p
         where p.id = ${id} and p.location_visibility = 'participants' and p.grid_latitude is null and p.place_latitude is not null`,
  )
  if (!place) return
  const { latitude, longitude } = gridPointOf(place, limits.playdateGridM)
  await tx.run(sql`update playdates set grid_latitude = ${latitude}, grid_longitude = ${longitude} where id = ${id}`)
}

/** A creator who has shown title and name at a public place has not yet chosen that for a home (safety S8). */
function hideTitleOnLinks(tx: Db, id: number): Promise<unknown> {
  return tx.run(sql`update invitations set says_what = null where playdate_id = ${id} and says_what`)
}

const Stays = z.object({ placeId: z.number() })

/** The place that an edit asks for. A hidden one stays as it was planned until its creator goes elsewhere (safety S35). */
async function placeOf(tx: Db, id: number, { placeId = null, location }: EditedPlaydate): Promise<number | null> {
  const stays = await tx.one(
    Stays,
    sql`select pl.id as "placeId" from playdates p join ${plannedThere(sql`p.place_id`)} and pl.hidden_at is not null
         where p.id = ${id} and (pl.id = ${placeId}::int or ${placeId}::int is null and p.location = ${location})`,
  )
  if (stays) return stays.placeId
  if (placeId) await mustBePlace(tx, placeId)
  return placeId
}

/** Edits one playdate, while the caller's transaction holds locks on the rows that it changes. */
export async function editOne(tx: Db, id: number, wanted: EditedPlaydate, viewerId: number): Promise<void> {
  const { creatorId, isOver, isOpenHour, isNow, startTime, endTime } = await seats.lockPlaydate(tx, id, viewerId)
  if (creatorId !== viewerId) throw new Problem('playdate.notYours')
  if (isNow) throw new Problem('playdate.nowStays')
  const body = { ...wanted, placeId: await placeOf(tx, id, wanted) }
  const isMovedAway = await mustBeTimely(tx, isOver, { startTime, endTime }, body)
  if (isOpenHour && (!body.placeId || body.locationVisibility === 'participants'))
    throw new Problem('request.invalid', { issues: [{ path: 'location', code: 'playdate.openPlace' }] })
  if ((await seats.headsOn(tx, id)) > body.maxParticipants) throw new Problem('playdate.tooFewPlaces')
  const isMoved =
    (await tx.count(sql`from playdates where id = ${id} and (start_time, end_time, location, place_id) is distinct from
           (${body.startTime}::timestamptz, ${body.endTime}::timestamptz, ${body.location}::text, ${body.placeId ?? null}::int)`)) >
    0
  // Those who would have come are told the time that they know.
  if (isMovedAway) await seats.cancel(tx, sql`p.id = ${id}`, undefined)
  if (isMoved) await record(tx, { fact: 'moving', playdateId: id })
  const timeZone = await zoneOf(tx, { placeId: body.placeId, creatorId, playdateId: id })
  const edited = await tx.one(Edited, update(id, body, { isMoved, isMovedAway, timeZone }))
  await keepGridPoint(tx, id)
  if (edited?.isNowAtHome) await hideTitleOnLinks(tx, id)
  if (isMoved && !isMovedAway) {
    await askAgain(tx, id)
    await forgetBuddies(tx, [id])
    await openInTime(tx, id)
    const { isElsewhere = false } = edited ?? {}
    await record(tx, { fact: 'moved', playdateId: id, before: startTime, isElsewhere, movedFor: body.movedFor })
  }
  await record(tx, { fact: 'edited', playdateId: id })
  if (edited?.isChanged) await seats.changed(tx, [id], { isInPlace: false })
}

function update(
  id: number,
  body: EditedPlaydate,
  { isMoved, isMovedAway, timeZone }: { isMoved: boolean; isMovedAway: boolean; timeZone: string },
): Sql {
  const { minimumFathers: minimum } = body
  const content = (row: Sql) =>
    sql`(${pollColumns.of(row)}, ${row}.start_time, ${row}.end_time, ${row}.minimum_fathers)`
  return sql`update playdates p set title = ${body.title}, description = ${body.description ?? null}, location = ${body.location},
           location_visibility = coalesce(${body.locationVisibility ?? null}, p.location_visibility),
           -- The switch is for the home it was set at (safety S8b).
           parents_see_address = p.parents_see_address and p.location_visibility = 'participants' and p.location = ${body.location},
           area = case when ${body.area === undefined} then p.area else ${body.area ?? null} end,
           grid_latitude = case when p.place_id = ${body.placeId ?? null} then p.grid_latitude end,
           grid_longitude = case when p.place_id = ${body.placeId ?? null} then p.grid_longitude end,
           place_id = ${body.placeId ?? null}, time_zone = ${timeZone}, start_time = ${body.startTime}::timestamptz, end_time = ${body.endTime}::timestamptz,
           -- Once it has begun in its own time, no move takes that away or gives it.
           is_backdated = case when ${body.startTime}::timestamptz > now() then false
                               when ${hasBegun} then p.is_backdated else true end,
           moved_at = case when ${body.startTime}::timestamptz <> p.start_time or ${body.endTime}::timestamptz < p.end_time
                           then now() else p.moved_at end,
           is_moved_away = p.is_moved_away or ${isMovedAway}::boolean,
           minimum_fathers = case when ${minimum !== undefined} then ${minimum ?? null}::int
                                  when p.minimum_fathers is not null then least(p.minimum_fathers, ${body.maxParticipants}::int) end,
           max_participants = ${body.maxParticipants}, sequence = p.sequence + ${isMoved ? 1 : 0}, updated_at = now()
          from playdates b where p.id = ${id} and b.id = p.id
        returning ${content(sql`b`)} is distinct from ${content(sql`p`)} as "isChanged",
                  (b.location, b.place_id) is distinct from (p.location, p.place_id) as "isElsewhere",
                  b.location_visibility = 'public' and p.location_visibility = 'participants' as "isNowAtHome"`
}
