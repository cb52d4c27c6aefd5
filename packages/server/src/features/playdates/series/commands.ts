import { limits } from '@papadag/contract/limits'
import type { Series } from '@papadag/contract/playdates/series'
import * as z from 'zod/mini'
import { mustBeFreeToStart } from '../../../domain/account.ts'
import { record } from '../../../domain/facts.ts'
import * as seats from '../../../domain/playdates/seats.ts'
import { lockSeries, makeDates, type StoredSeries } from '../../../domain/playdates/series/dates.ts'
import { pause } from '../../../domain/playdates/series/ending.ts'
import { openThatShow } from '../../../domain/playdates/series/regulars.ts'
import { resume } from '../../../domain/playdates/series/restoring.ts'
import { type Days, dayAt, lastDayFrom } from '../../../domain/playdates/series/rule.ts'
import { bringToOpenDates, giveUpStanding, seatRegulars } from '../../../domain/playdates/series/standing.ts'
import { mustHaveRoom, today } from '../../../domain/playdates/series/starting.ts'
import { isAhead, seatOf } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { mustSeeSeries, seriesSeenBy } from './queries.ts'

const Standing = z.object({ children: z.int() })

/**
 * Takes a standing place, and a seat on each existing date or a place on its waiting list; or changes how many children
 * come along.
 */
export function takeStanding(db: Db, id: number, userId: number, children: number | undefined): Promise<void> {
  return db.transaction(async tx => {
    await tx.run(sql`select from users where id = ${userId} for no key update`)
    const series = await lockSeries(tx, id)
    await mustSeeSeries(tx, id, userId)
    if (!series || series.isSuspended) throw new Problem('series.unknown')
    if (series.creatorId === userId) throw new Problem('series.yours')
    if (series.hasEnded || series.until < dayAt(series.now, series.timeZone)) throw new Problem('series.ended')
    const dates = await seats.lockAll(tx, sql`p.series_id = ${id} and ${isAhead}`)
    const standing = await tx.one(
      Standing,
      sql`select children from series_regulars where series_id = ${id} and user_id = ${userId}`,
    )
    if (standing) {
      if (children === undefined || children === standing.children) return
      await tx.run(sql`
        update series_regulars set children = ${children} where series_id = ${id} and user_id = ${userId}`)
      await bringToOpenDates(tx, dates, userId, children)
      return
    }
    const others = sql`from series_regulars r join series s on s.id = r.series_id
      where r.user_id = ${userId} and s.ended_at is null and s.until >= ${today}`
    if ((await tx.count(others)) >= limits.standingPlaces) throw new Problem('series.tooManyStanding')
    await tx.run(sql`
      insert into series_regulars (series_id, user_id, children)
      values (${id}, ${userId}, coalesce(${children ?? null}::int, ${childrenOn(dates, userId)}, 0))`)
    await seatNewRegular(tx, dates, userId)
    await seats.changed(tx, await openThatShow(tx, sql`p.id = any(${dates}::int[])`, 'coming'), { isInPlace: true })
  })
}

/** How many children he brings to the first of these dates that he is on or waits for. */
const childrenOn = (dates: readonly number[], userId: number) => sql`(
  select coalesce(x.children, w.children) from playdates p
    left join ${seatOf(userId, sql`x`)}
    left join waiting w on w.playdate_id = p.id and w.user_id = ${userId}
   where p.id = any(${dates}::int[]) and coalesce(x.children, w.children) is not null
   order by p.start_time limit 1)`

async function seatNewRegular(tx: Db, dates: readonly number[], userId: number): Promise<void> {
  const [seated, waiting]: [number[], number[]] = [[], []]
  for (const date of dates) {
    const { isSeated, isWaiting } = await seatRegulars(tx, date, userId)
    if (isSeated) seated.push(date)
    if (isWaiting) waiting.push(date)
  }
  await record(tx, { fact: 'standingTaken', userId, playdates: seated })
  await seats.changed(tx, [...seated, ...waiting], { isInPlace: true })
}

export function leaveStanding(db: Db, id: number, userId: number): Promise<void> {
  return db.transaction(async tx => {
    await giveUpStanding(tx, id, userId)
  })
}

/** The day of a date `p`, where it takes place. */
const dayOfDate = sql`(p.start_time at time zone p.time_zone)::date`
const daysOf = ({ from, until }: Days) => sql`daterange(${from}::date, ${until}::date, '[]')`

async function lockOwn(tx: Db, id: number, viewerId: number): Promise<StoredSeries> {
  const series = await lockSeries(tx, id)
  if (!series) throw new Problem('series.unknown')
  if (series.creatorId !== viewerId) throw new Problem('series.notYours')
  return series
}

const Count = z.object({ count: z.int() })

export function pauseSeries(db: Db, id: number, days: Days, viewerId: number): Promise<Series> {
  return db.transaction(async tx => {
    const { now, timeZone } = await lockOwn(tx, id, viewerId)
    if (days.until < dayAt(now, timeZone)) throw new Problem('series.pausePast')
    // Past pauses change nothing any longer.
    const paused = await tx.one(
      Count,
      sql`update series s set pauses = (pauses + datemultirange(${daysOf(days)})) * datemultirange(daterange(${today} - 1, null))
           where id = ${id} returning (select count(*)::int from unnest(pauses)) as count`,
    )
    if ((paused?.count ?? 0) > limits.pauses) throw new Problem('series.tooManyPauses')
    await record(tx, { fact: 'seriesPaused', creatorId: viewerId })
    await pause(tx, sql`p.series_id = ${id} and ${dayOfDate} <@ ${daysOf(days)}`)
    await makeDates(tx, id)
    return seriesSeenBy(tx, id, viewerId)
  })
}

export function endPause(
  db: Db,
  id: number,
  { from, until }: { [end in keyof Days]?: string | undefined },
  viewerId: number,
): Promise<Series> {
  return db.transaction(async tx => {
    const { hasEnded } = await lockOwn(tx, id, viewerId)
    const days = sql`daterange(${from ?? null}::date, ${until ?? null}::date, '[]')`
    await tx.run(sql`update series set pauses = pauses - datemultirange(${days}) where id = ${id}`)
    await record(tx, { fact: 'seriesPaused', creatorId: viewerId })
    const isPaused = sql`exists (select from series s where s.id = ${id} and ${dayOfDate} <@ s.pauses)`
    if (!hasEnded) await resume(tx, id, sql`not ${isPaused}`)
    await makeDates(tx, id)
    return seriesSeenBy(tx, id, viewerId)
  })
}

/** Extends a series, even one that has ended, to the day on which one that begins today would end. */
export function renewSeries(db: Db, id: number, viewerId: number): Promise<Series> {
  return db.transaction(async tx => {
    await tx.run(sql`select from users where id = ${viewerId} for no key update`)
    const { now, timeZone } = await lockOwn(tx, id, viewerId)
    await mustBeFreeToStart(tx, viewerId)
    await mustHaveRoom(tx, viewerId, id)
    const until = lastDayFrom(dayAt(now, timeZone))
    await tx.run(sql`update series set until = greatest(until, ${until}::date), ended_at = null where id = ${id}`)
    await record(tx, { fact: 'seriesRenewed', seriesId: id, creatorId: viewerId })
    await makeDates(tx, id)
    return seriesSeenBy(tx, id, viewerId)
  })
}
