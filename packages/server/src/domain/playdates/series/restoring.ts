import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { record } from '../../facts.ts'
import { changed, erase, lockAll, lockPlaydate } from '../seats.ts'
import { hasBegun, hasNotBegun, isAhead, isCancelled, isRestorable, isRevocable, isUntaken } from '../state.ts'
import { lockAllSeries } from './regulars.ts'

// Every way in which a cancelled playdate takes place after all.

const Id = z.object({ id: z.int() })

/**
 * Puts these cancelled playdates back on and tells everybody again. Whatever the way, it counts as one of the times
 * that a cancellation may be undone.
 */
async function restore(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.run(sql`
    update playdates p set cancelled_at = null, cancel_reason = null, cancel_reason_kind = null, undo_until = null, is_paused = false,
           -- Whoever had been told that it would not take place was not there when it began.
           is_backdated = p.is_backdated or ${hasBegun} and p.cancelled_at < p.start_time,
           undos = p.undos + 1, sequence = p.sequence + 1, updated_at = now()
     where p.id = any(${ids}::int[])`)
  await record(tx, { fact: 'restored', playdates: ids })
  await changed(tx, ids, { isInPlace: false })
}

/**
 * Removes the last dates of a series that nobody has taken, except these, until no more than three would be ahead with
 * as many others; returns how many are still too many.
 */
async function makeWay(tx: Db, seriesId: number, { more, except }: { more: number; except: readonly number[] }) {
  const ahead = sql`p.series_id = ${seriesId} and ${isAhead}`
  const surplus = (await tx.count(sql`from playdates p where ${ahead}`)) + more - limits.seriesDates
  if (surplus <= 0) return 0
  const untaken = await tx.many(
    Id,
    sql`select p.id from playdates p where ${ahead} and ${isUntaken} and p.id <> all (${except}::int[])
           and p.start_time > (select min(o.start_time) from playdates o where o.id = any(${except}::int[]))
         order by p.start_time desc, p.id desc limit ${surplus}`,
  )
  if (untaken.length > 0) await erase(tx, sql`p.id = any(${untaken.map(({ id }) => id)}::int[])`, { isUntaken: true })
  return surplus - untaken.length
}

/** Restores the dates of a series that a pause has cancelled, the first ones while there is room for them. */
export async function resume(tx: Db, seriesId: number, which: Sql): Promise<void> {
  const isBack = sql`p.series_id = ${seriesId} and p.is_paused and ${isCancelled} and ${hasNotBegun} and ${isRestorable} and ${which}`
  await lockAll(tx, isBack)
  const back = await tx.many(
    Id,
    sql`select p.id from playdates p where ${isBack} order by p.start_time, p.id limit ${limits.seriesDates}`,
  )
  const ids = back.map(({ id }) => id)
  const tooMany = await makeWay(tx, seriesId, { more: ids.length, except: ids })
  await restore(tx, ids.slice(0, Math.max(0, ids.length - tooMany)))
}

/** After a move: no series has more than three dates ahead. */
export async function keepWithin(tx: Db, seriesId: number, moved: readonly number[]): Promise<void> {
  if ((await makeWay(tx, seriesId, { more: 0, except: moved })) > 0)
    throw new Problem('request.invalid', { issues: [{ path: 'startTime', code: 'series.tooManyDates' }] })
}

const Cancelled = z.object({ canUndo: z.boolean(), isAhead: z.boolean(), seriesId: z.nullable(z.int()) })

/**
 * Undoes a cancellation; throws `playdate.undoOver` if it is too late, has been undone often enough, there is none, or
 * its series has as many other dates.
 */
export async function undoCancel(tx: Db, id: number, creatorId: number): Promise<void> {
  await lockAllSeries(
    tx,
    sql`s.id = (select d.series_id from playdates d where d.id = ${id} and d.creator_id = ${creatorId})`,
  )
  const found = await tx.one(
    Cancelled,
    sql`select coalesce(${isRevocable}, false) as "canUndo", ${hasNotBegun} as "isAhead", p.series_id as "seriesId"
          from playdates p where p.id = ${id} and p.creator_id = ${creatorId} for update`,
  )
  if (!found) {
    await lockPlaydate(tx, id, creatorId)
    throw new Problem('playdate.notYours')
  }
  const { canUndo, isAhead, seriesId } = found
  const isTooMany =
    canUndo && isAhead && seriesId !== null && (await makeWay(tx, seriesId, { more: 1, except: [id] })) > 0
  if (!canUndo || isTooMany) throw new Problem('playdate.undoOver')
  await restore(tx, [id])
}
