import { untitled } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { cancel, lockAll, type OwnCancellation, removePermanently } from '../seats.ts'
import { isComing, isNotOver } from '../state.ts'
import { closeSeries } from './regulars.ts'

/** Ends these series (a condition on the row `s`), and cancels their upcoming dates. */
export async function endSeries(tx: Db, which: Sql, why: OwnCancellation): Promise<void> {
  await closeSeries(tx, which)
  const dates = await lockAll(tx, sql`${isComing} and p.series_id in (select s.id from series s where ${which})`)
  if (dates.length > 0) await cancel(tx, sql`p.id = any(${dates}::int[])`, why)
}

/**
 * Removes a playdate permanently, for moderators, with the series it may belong to: all dates have the same text, and
 * later ones would too.
 */
export async function removePermanentlyWithSeries(tx: Db, playdateId: number): Promise<void> {
  const seriesId = sql`(select d.series_id from playdates d where d.id = ${playdateId})`
  await closeSeries(tx, sql`s.id = ${seriesId}`)
  await tx.run(sql`
    update series set title = ${untitled.edit}, description = null, location = ${untitled.location}, area = null, place_id = null, place_name = null, place_latitude = null, place_longitude = null,
           grid_latitude = null, grid_longitude = null
     where id = ${seriesId}`)
  const dates = await lockAll(tx, sql`(p.id = ${playdateId} or p.series_id = ${seriesId} and ${isNotOver})`)
  await removePermanently(tx, sql`p.id = any(${dates}::int[])`)
}

/** Cancels dates because their series is paused. */
export async function pause(tx: Db, which: Sql): Promise<void> {
  const dates = await lockAll(tx, sql`${isComing} and ${which}`)
  if (dates.length === 0) return
  await cancel(tx, sql`p.id = any(${dates}::int[])`, undefined)
  await tx.run(sql`update playdates set is_paused = true where id = any(${dates}::int[])`)
}
