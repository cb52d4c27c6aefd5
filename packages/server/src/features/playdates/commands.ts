import { limits } from '@papadag/contract/limits'
import type { Cancellation, EditedPlaydate, NewPlaydate, Playdate, TestPlaydate } from '@papadag/contract/playdates'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../domain/account.ts'
import { announcePlaydates } from '../../domain/announce.ts'
import { isAskedInVain } from '../../domain/asked.ts'
import { tellChanged } from '../../domain/notices/playdate-changed.ts'
import { isCancelled } from '../../domain/playdate-state.ts'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { moveReminders, planReminders } from '../../domain/reminders.ts'
import * as seats from '../../domain/seats.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { enqueue } from '../../platform/outbox/outbox.ts'
import { Problem } from '../../platform/problem.ts'
import { byId, mustBePlace } from './queries.ts'

const Created = z.object({ id: z.number() })
const Point = z.object({ latitude: z.number(), longitude: z.number() })
const Edited = z.object({ isChanged: z.boolean(), isElsewhere: z.boolean() })
const Times = z.object({ startTime: z.string(), endTime: z.string() })

export function create(db: Db, body: NewPlaydate, creatorId: number): Promise<Playdate> {
  return db.transaction(async tx => {
    const { isOver, hasLongBegun } = await timesNow(tx, body)
    if (isOver) throw inPast('endTime')
    if (hasLongBegun) throw inPast('startTime')
    const { children = 0 } = body
    if (1 + children > body.maxParticipants) throw new Problem('playdate.tooFewPlaces')
    await mustBeFreeToStart(tx, creatorId)
    if (body.placeId) await mustBePlace(tx, body.placeId)
    const created = await tx.one(
      Created,
      sql`insert into playdates (creator_id, title, description, location, location_visibility, area, place_id,
                                 start_time, end_time, max_participants)
          values (${creatorId}, ${body.title}, ${body.description ?? null}, ${body.location},
                  ${body.locationVisibility ?? 'public'}, ${body.area ?? null}, ${body.placeId ?? null},
                  ${body.startTime}::timestamptz, ${body.endTime}::timestamptz, ${body.maxParticipants})
          returning id`,
    )
    if (!created) throw new Error('an insert returned no row')
    await keepGridPoint(tx, created.id)
    await seats.seat(tx, created.id, creatorId, children)
    await announcePlaydates(tx, sql`p.id = ${created.id}`)
    await planReminders(tx, sql`p.id = ${created.id}`)
    await enqueue(tx, { kind: 'nearby.plan', playdateId: created.id })
    return byId(tx, created.id, creatorId)
  })
}

const TimesNow = z.object({ isOver: z.boolean(), hasLongBegun: z.boolean() })

/** Whether a playdate with these times would be over, or began too long ago to be planned, by the database's clock. */
async function timesNow(tx: Db, { startTime, endTime }: z.output<typeof Times>): Promise<z.output<typeof TimesNow>> {
  const now = await tx.one(
    TimesNow,
    sql`select ${endTime}::timestamptz <= now() as "isOver",
               ${startTime}::timestamptz < now() - make_interval(secs => ${limits.begunMs / 1000}) as "hasLongBegun"`,
  )
  if (!now) throw new Error('the database told no time')
  return now
}

const inPast = (path: 'startTime' | 'endTime') =>
  new Problem('request.invalid', { issues: [{ path, code: 'playdate.startInPast' }] })

/**
 * Refuses a move that would take guests along who cannot leave, or lead the lists: an ended playdate never ends later,
 * and one that runs began at most an hour before it was moved. A move into the past is allowed (contract 5).
 */
async function mustBeTimely(tx: Db, wasOver: boolean, before: z.output<typeof Times>, after: z.output<typeof Times>) {
  if (wasOver && after.endTime > before.endTime) throw new Problem('playdate.over')
  const { isOver, hasLongBegun } = await timesNow(tx, after)
  if (after.startTime !== before.startTime && hasLongBegun && !isOver) throw inPast('startTime')
}

/**
 * Stores the grid point of the place, which is what viewers get who may not see the address. It stays when the place
 * is moved, so that two points do not narrow down the address (safety S5).
 */
async function keepGridPoint(tx: Db, id: number): Promise<void> {
  const place = await tx.one(
    Point,
    sql`select pl.latitude, pl.longitude from playdates p join places pl on pl.id = p.place_id
         where p.id = ${id} and p.location_visibility = 'participants' and p.grid_latitude is null and pl.location is not null`,
  )
  if (!place) return
  const { latitude, longitude } = gridPointOf(place, limits.playdateGridM)
  await tx.run(sql`update playdates set grid_latitude = ${latitude}, grid_longitude = ${longitude} where id = ${id}`)
}

/** Fills in the times the test page leaves out: the next full hour, one hour long (decision P9). */
export async function withTimes(db: Db, body: TestPlaydate): Promise<NewPlaydate> {
  const { startTime, endTime } = body
  if (startTime && endTime) return { ...body, startTime, endTime }
  if (startTime) return { ...body, startTime, endTime: shift(startTime, limits.testPlaydateMs) }
  if (endTime) return { ...body, startTime: shift(endTime, -limits.testPlaydateMs), endTime }
  const next = await db.one(
    Times,
    sql`select ${isoOf(sql`t`)} as "startTime",
               ${isoOf(sql`(t + interval '1 hour')`)} as "endTime"
          from (select date_trunc('hour', now()) + interval '1 hour' as t) next`,
  )
  if (!next) throw new Error('the database told no time')
  return { ...body, ...next }
}

function shift(time: string, ms: number) {
  return new Date(Date.parse(time) + ms).toISOString()
}

export function edit(db: Db, id: number, body: EditedPlaydate, viewerId: number): Promise<Playdate> {
  return db.transaction(async tx => {
    const { creatorId, isOver, startTime, endTime } = await seats.lockPlaydate(tx, id, viewerId)
    if (creatorId !== viewerId) throw new Problem('playdate.notYours')
    await mustBeTimely(tx, isOver, { startTime, endTime }, body)
    if ((await seats.headsOn(tx, id)) > body.maxParticipants) throw new Problem('playdate.tooFewPlaces')
    if (body.placeId) await mustBePlace(tx, body.placeId)
    const isMoved =
      (await tx.count(sql`from playdates where id = ${id} and (start_time, end_time, location, place_id) is distinct from
             (${body.startTime}::timestamptz, ${body.endTime}::timestamptz, ${body.location}::text, ${body.placeId ?? null}::int)`)) >
      0
    // Where it was, it goes from the lists.
    if (isMoved) await announcePlaydates(tx, sql`p.id = ${id}`)
    const content = (row: Sql) => sql`(${row}.title, ${row}.description, ${row}.location, ${row}.location_visibility,
      ${row}.area, ${row}.place_id, ${row}.start_time, ${row}.end_time, ${row}.max_participants)`
    const edited = await tx.one(
      Edited,
      sql`update playdates p set title = ${body.title}, description = ${body.description ?? null}, location = ${body.location},
             location_visibility = coalesce(${body.locationVisibility ?? null}, p.location_visibility),
             area = case when ${body.area === undefined} then p.area else ${body.area ?? null} end,
             grid_latitude = case when p.place_id = ${body.placeId ?? null} then p.grid_latitude end,
             grid_longitude = case when p.place_id = ${body.placeId ?? null} then p.grid_longitude end,
             place_id = ${body.placeId ?? null}, start_time = ${body.startTime}::timestamptz, end_time = ${body.endTime}::timestamptz,
             max_participants = ${body.maxParticipants}, sequence = p.sequence + ${isMoved ? 1 : 0}, updated_at = now()
            from playdates b where p.id = ${id} and b.id = p.id
          returning ${content(sql`b`)} is distinct from ${content(sql`p`)} as "isChanged",
                    (b.location, b.place_id) is distinct from (p.location, p.place_id) as "isElsewhere"`,
    )
    await keepGridPoint(tx, id)
    if (edited?.isChanged) await seats.changed(tx, [id], { isInPlace: false })
    if (isMoved) {
      await tellChanged(tx, id, startTime, edited?.isElsewhere ?? false)
      await moveReminders(tx, id)
    }
    return byId(tx, id, viewerId)
  })
}

/** Cancels what is to come; what is over is deleted without a word. */
export function remove(db: Db, id: number, why: Cancellation, viewerId: number): Promise<void> {
  return db.transaction(async tx => {
    const { creatorId, isOver } = await seats.lockPlaydate(tx, id, viewerId)
    if (creatorId !== viewerId) throw new Problem('playdate.notYours')
    if (isOver) await seats.erase(tx, sql`p.id = ${id}`)
    else await seats.cancel(tx, sql`p.id = ${id}`, why)
  })
}

export function undoCancel(db: Db, id: number, viewerId: number): Promise<Playdate> {
  return db.transaction(async tx => {
    await seats.undoCancel(tx, id, viewerId)
    return byId(tx, id, viewerId)
  })
}

export function join(db: Db, id: number, userId: number, children: number | undefined): Promise<Playdate> {
  return db.transaction(async tx => {
    await seats.join(tx, id, userId, children)
    return byId(tx, id, userId)
  })
}

export function leave(db: Db, id: number, userId: number, message?: string | null): Promise<void> {
  return db.transaction(tx => seats.leave(tx, id, userId, message))
}

/** Deletes playdates that ended over a year ago; nothing shows how many there were, so no count is kept. */
export async function forgetPlaydates(db: Db): Promise<void> {
  await deleteInBatches(db, sql`asked`, isAskedInVain)
  // Also by the start, which has an index.
  const isOld = sql`start_time < now() - interval '12 months' and end_time < now() - interval '12 months'`
  await deleteInBatches(db, sql`playdates`, isOld)
  // Calendars strike a cancelled one through for a month; why it was cancelled is nobody's business after its day.
  await deleteInBatches(
    db,
    sql`playdates p`,
    sql`${isCancelled} and greatest(p.cancelled_at, p.end_time) < now() - interval '30 days'`,
  )
  await db.run(sql`
    update playdates p set cancel_reason = null, cancel_reason_kind = null
     where ${isCancelled} and end_time < now() - interval '1 day' and coalesce(cancel_reason, cancel_reason_kind) is not null`)
}
