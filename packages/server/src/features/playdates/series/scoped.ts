import { limits } from '@papadag/contract/limits'
import type { Cancellation, EditedPlaydate, Playdate } from '@papadag/contract/playdates/playdates'
import type { Scope } from '@papadag/contract/playdates/repeats'
import * as z from 'zod/mini'
import { editOne } from '../../../domain/playdates/edit.ts'
import { playdateSeenBy } from '../../../domain/playdates/projection.ts'
import * as seats from '../../../domain/playdates/seats.ts'
import { lockSeries, makeDates, type StoredSeries } from '../../../domain/playdates/series/dates.ts'
import { endSeries } from '../../../domain/playdates/series/ending.ts'
import { closeSeries } from '../../../domain/playdates/series/regulars.ts'
import { keepWithin } from '../../../domain/playdates/series/restoring.ts'
import { dayAt, dayOf, ruleFrom, type Times, timesOf } from '../../../domain/playdates/series/rule.ts'
import { describeSeries, moveSeries } from '../../../domain/playdates/series/starting.ts'
import { isComing } from '../../../domain/playdates/state.ts'
import { zoneOf } from '../../../domain/position/time-zone.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { Problem } from '../../../platform/problem.ts'

// What a creator does to one date of a series, to this and the following ones, or to all upcoming ones.

const InSeries = z.object({ seriesId: z.int(), slot: z.int() })

/** The series of a playdate, locked before any of its dates; undefined for a playdate on its own. */
async function lockSeriesOf(tx: Db, id: number) {
  const found = await tx.one(
    InSeries,
    sql`select series_id as "seriesId", slot from playdates where id = ${id} and series_id is not null`,
  )
  if (!found) return undefined
  const series = await lockSeries(tx, found.seriesId)
  return series && { ...found, series }
}

/** The dates in a scope, which always includes the named one. */
function inScope(id: number, { seriesId, slot }: z.output<typeof InSeries>, scope: Scope): Sql {
  if (scope === 'one') return sql`p.id = ${id}`
  const following = scope === 'following' ? sql`and p.slot >= ${slot}` : sql``
  return sql`(p.id = ${id} or p.series_id = ${seriesId} and ${isComing} ${following})`
}

export function edit(
  db: Db,
  id: number,
  body: EditedPlaydate,
  { viewerId, scope = 'one' }: { viewerId: number; scope?: Scope | undefined },
): Promise<Playdate> {
  return db.transaction(async tx => {
    const found = await lockSeriesOf(tx, id)
    if (found) await editDates(tx, { ...found, id, body, viewerId, scope })
    else await editOne(tx, id, body, viewerId)
    return playdateSeenBy(tx, id, viewerId)
  })
}

async function editDates(tx: Db, edit: Edit): Promise<void> {
  const { id, body, viewerId, scope, seriesId } = edit
  const moved = scope === 'one' ? [id] : await editSeveral(tx, edit)
  if (scope === 'one') await editOne(tx, id, body, viewerId)
  await keepWithin(tx, seriesId, moved)
  await makeDates(tx, seriesId)
}

/** How many dates a call in this scope changes, for limits; the series of others count as one. */
export async function countInScope(db: Db, id: number, scope: Scope | undefined, viewerId: number): Promise<number> {
  if (!scope || scope === 'one') return 1
  const found = await db.one(
    InSeries,
    sql`select series_id as "seriesId", slot from playdates where id = ${id} and series_id is not null and creator_id = ${viewerId}`,
  )
  return found ? db.count(sql`from playdates p where ${inScope(id, found, scope)}`) : 1
}

const OneDate = z.object({ id: z.int(), slot: z.int(), startTime: z.string(), endTime: z.string() })

interface Edit extends z.output<typeof InSeries> {
  series: StoredSeries
  id: number
  body: EditedPlaydate
  viewerId: number
  scope: Scope
}

/** Returns the dates that it has changed. */
async function editSeveral(tx: Db, edit: Edit): Promise<number[]> {
  const { id, slot, seriesId, series, body, viewerId, scope } = edit
  await seats.lockAll(tx, inScope(id, edit, scope))
  const dates = await tx.many(
    OneDate,
    sql`select p.id, p.slot, ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime"
          from playdates p where ${inScope(id, edit, scope)} order by p.id`,
  )
  const before = dates.find(date => date.id === id)
  const isMoved = before?.startTime !== body.startTime || before.endTime !== body.endTime
  if (isMoved) mustRepeat(body)
  const timeZone = await zoneOf(tx, { placeId: body.placeId, creatorId: series.creatorId, playdateId: id })
  const isElsewhere = timeZone !== series.timeZone
  const rule = isMoved || isElsewhere ? ruleFrom(series.every, body, slot, timeZone) : undefined
  const timesFor = (date: z.output<typeof OneDate>): Times => {
    if (date.id === id) return body
    const times = rule && timesOf(rule, date.slot)
    // A date is never moved into the past.
    return times && times.startTime > series.now ? times : date
  }
  for (const date of dates) {
    const { startTime, endTime } = timesFor(date)
    await editOne(tx, date.id, { ...body, startTime, endTime }, viewerId)
  }
  await describeSeries(tx, seriesId, id)
  if (rule) await moveSeries(tx, seriesId, rule)
  return dates.map(date => date.id)
}

/** Several dates that last longer than a day could overlap. */
function mustRepeat({ startTime, endTime }: Times): void {
  if (Date.parse(endTime) - Date.parse(startTime) <= limits.repeatedPlaydateMs) return
  throw new Problem('request.invalid', { issues: [{ path: 'endTime', code: 'series.datesTooLong' }] })
}

/** Cancels upcoming dates, and deletes past ones without notice. */
export function remove(
  db: Db,
  id: number,
  why: Cancellation,
  { viewerId, scope = 'one' }: { viewerId: number; scope?: Scope | undefined },
): Promise<void> {
  return db.transaction(async tx => {
    const found = await lockSeriesOf(tx, id)
    if (found && scope !== 'one') {
      if (found.series.creatorId !== viewerId) throw new Problem('playdate.notYours')
      await removeSeveral(tx, { ...found, id, why, scope })
      return
    }
    const { creatorId, isOver, isCancelled } = await seats.lockPlaydate(tx, id, viewerId)
    if (creatorId !== viewerId) throw new Problem('playdate.notYours')
    if (!isOver) return seats.cancel(tx, sql`p.id = ${id}`, why)
    // Moved into the past: those who were notified keep it, as after any cancellation.
    if (isCancelled) return
    await seats.erase(tx, sql`p.id = ${id}`)
    // It was moved away from its own day, so it is not restored on that day.
    if (found && dayOf(found.series, found.slot).toString() >= dayAt(found.series.now, found.series.timeZone))
      await tx.run(sql`update series set left_out = left_out || ${found.slot}::int where id = ${found.seriesId}`)
  })
}

interface Removal extends z.output<typeof InSeries> {
  series: StoredSeries
  id: number
  why: Cancellation
  scope: Scope
}

async function removeSeveral(tx: Db, removal: Removal): Promise<void> {
  const { id, seriesId, slot, series, why, scope } = removal
  const isIt = sql`s.id = ${seriesId}`
  if (scope === 'all') return endSeries(tx, isIt, why)
  const dates = await seats.lockAll(tx, inScope(id, removal, scope))
  await seats.cancel(tx, sql`p.id = any(${dates}::int[])`, why)
  const isGoingOn = (await tx.count(sql`from playdates p where p.series_id = ${seriesId} and ${isComing}`)) > 0
  const lastDay = dayOf(series, slot).subtract({ days: 1 }).toString()
  await tx.run(sql`update series s set until = least(s.until, ${lastDay}::date) where ${isIt}`)
  if (!isGoingOn) return closeSeries(tx, isIt)
  await makeDates(tx, seriesId)
}
