import { limits } from '@papadag/contract/limits'
import type { NewPlaydate, Playdate, TestPlaydate } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { decline } from '../../domain/playdates/buddies.ts'
import { isDeclinedInVain } from '../../domain/playdates/declines.ts'
import { isAskedInVain } from '../../domain/playdates/invited-in-chat.ts'
import { plan } from '../../domain/playdates/plan.ts'
import { playdateSeenBy } from '../../domain/playdates/projection.ts'
import * as seats from '../../domain/playdates/seats.ts'
import * as restoring from '../../domain/playdates/series/restoring.ts'
import { isCancelled, isOver } from '../../domain/playdates/state.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { isoOf } from '../../platform/db/moment.ts'

const Times = z.object({ startTime: z.string(), endTime: z.string() })

export function create(db: Db, body: NewPlaydate, creatorId: number): Promise<Playdate> {
  return db.transaction(async tx => playdateSeenBy(tx, await plan(tx, body, creatorId), creatorId))
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

export function undoCancel(db: Db, id: number, viewerId: number): Promise<Playdate> {
  return db.transaction(async tx => {
    await restoring.undoCancel(tx, id, viewerId)
    return playdateSeenBy(tx, id, viewerId)
  })
}

export function join(db: Db, id: number, userId: number, children: number | undefined): Promise<Playdate> {
  return db.transaction(async tx => {
    await seats.join(tx, id, userId, children)
    return playdateSeenBy(tx, id, userId)
  })
}

export function leave(db: Db, id: number, userId: number, message?: string | null): Promise<void> {
  return db.transaction(tx => seats.leave(tx, id, userId, message))
}

export function wait(db: Db, id: number, userId: number, children: number | undefined): Promise<Playdate> {
  return db.transaction(async tx => {
    await seats.wait(tx, id, userId, children)
    return playdateSeenBy(tx, id, userId)
  })
}

export function stopWaiting(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(tx => seats.stopWaiting(tx, id, userId))
}

/** Deletes playdates that ended over a year ago. No count is kept, since nothing shows it. */
export async function forgetPlaydates(db: Db): Promise<void> {
  await deleteInBatches(db, sql`asked`, isAskedInVain)
  await deleteInBatches(db, sql`declines`, isDeclinedInVain)
  // Nobody moves up any more.
  await deleteInBatches(
    db,
    sql`waiting w`,
    sql`exists (select from playdates p where p.id = w.playdate_id and ${isOver})`,
  )
  // Also compares the start, which has an index.
  const isOld = sql`start_time < now() - interval '12 months' and end_time < now() - interval '12 months'`
  await deleteInBatches(db, sql`playdates`, sql`${isOld} and not is_moved_away`)
  await deleteInBatches(db, sql`series s`, sql`greatest(s.until, s.ended_at::date) < now() - interval '12 months'`)
  // Calendars show a cancelled one struck through for a month; the reason is deleted at the end of its day.
  await deleteInBatches(
    db,
    sql`playdates p`,
    sql`${isCancelled} and greatest(p.cancelled_at, p.end_time) < now() - interval '30 days'`,
  )
  await db.run(sql`
    update playdates p set cancel_reason = null, cancel_reason_kind = null
     where ${isCancelled} and end_time < now() - interval '1 day' and coalesce(cancel_reason, cancel_reason_kind) is not null`)
}

/** Declines whoever would fetch him, or those whom he would fetch. */
export function declineBuddy(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await seats.lockPlaydate(tx, id, userId)
    await decline(tx, id, userId)
  })
}
