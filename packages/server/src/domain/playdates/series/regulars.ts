import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { record } from '../../facts.ts'
import { isAhead, isOpenHour } from '../state.ts'

// Who has a standing place in which series. A series is locked before its playdates, and these before their regulars.

/** Any answer resets the count towards losing the standing place. */
export async function noteAnswer(tx: Db, playdateId: number, userId: number): Promise<void> {
  await tx.run(sql`
    update series_regulars r set missed = 0 from playdates p
     where p.id = ${playdateId} and r.series_id = p.series_id and r.user_id = ${userId} and r.missed > 0`)
  await record(tx, { fact: 'answered', playdateId, userId })
}

/** Locks the series (a condition on the row `s`), so that no date is created at the same time. */
export async function lockAllSeries(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`select s.id from series s where ${which} order by s.id for update`)
}

/** Locks the series between two users that have not ended. */
export async function lockSeriesBetween(tx: Db, one: number, other: number): Promise<void> {
  await lockAllSeries(tx, sql`s.creator_id in (${one}, ${other}) and s.ended_at is null`)
}

const Id = z.object({ id: z.int() })

/**
 * The open hours among these dates (a condition on the row `p`) that now show another number of members who usually
 * come: the number is shown from three on.
 */
export async function openThatShow(tx: Db, which: Sql, after: 'coming' | 'going'): Promise<number[]> {
  const open = await tx.many(
    Id,
    sql`select p.id from playdates p
         where ${which} and ${isOpenHour}
           and (select count(*) from series_regulars r where r.series_id = p.series_id)
               >= ${limits.regularsAtLeast - (after === 'going' ? 1 : 0)}::int`,
  )
  return open.map(({ id }) => id)
}

/** Fewer members usually come to these series. */
async function noteFewer(tx: Db, series: readonly number[]): Promise<void> {
  const playdates = await openThatShow(tx, sql`p.series_id = any(${series}::int[]) and ${isAhead}`, 'going')
  if (playdates.length > 0) await record(tx, { fact: 'seatsChanged', playdates, isInPlace: true })
}

/** Ends all standing places of somebody whose account ends. */
export async function endStandingOf(tx: Db, userId: number): Promise<void> {
  const ended = await tx.many(
    Regular,
    sql`delete from series_regulars where user_id = ${userId} returning user_id as "userId", series_id as "seriesId"`,
  )
  await noteFewer(
    tx,
    ended.map(({ seriesId }) => seriesId),
  )
}

/**
 * Ends either user's standing places in the other's series. The blocked regular gets the notice he would get if the
 * blocker had deleted his account (safety S32).
 */
export async function endStandingBetween(tx: Db, blockerId: number, blockedId: number): Promise<void> {
  const ended = await tx.many(
    Regular,
    sql`delete from series_regulars r using series s
         where s.id = r.series_id
           and (s.creator_id, r.user_id) in ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))
        returning r.user_id as "userId", s.id as "seriesId"`,
  )
  await noteFewer(
    tx,
    ended.map(({ seriesId }) => seriesId),
  )
  const regulars = ended.filter(({ userId }) => userId === blockedId)
  if (regulars.length > 0) await record(tx, { fact: 'seriesEnded', regulars })
}

const Regular = z.object({ seriesId: z.number(), userId: z.number() })

/** Ends these series (a condition on the row `s`) with all standing places. Existing dates are handled separately. */
export async function closeSeries(tx: Db, which: Sql): Promise<void> {
  await lockAllSeries(tx, which)
  const regulars = await tx.many(
    Regular,
    sql`delete from series_regulars r using series s where s.id = r.series_id and ${which} returning r.user_id as "userId", s.id as "seriesId"`,
  )
  if (regulars.length > 0) await record(tx, { fact: 'seriesEnded', regulars })
  await tx.run(sql`update series s set ended_at = now(), makes_at = null where s.ended_at is null and ${which}`)
}

/** Ends all series of somebody whose account ends or is suspended. */
export async function closeSeriesOf(tx: Db, creatorId: number): Promise<void> {
  await closeSeries(tx, sql`s.creator_id = ${creatorId}`)
}
