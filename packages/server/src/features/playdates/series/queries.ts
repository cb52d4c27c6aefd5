import { rhythms } from '@papadag/contract/playdates/repeats'
import type { Series } from '@papadag/contract/playdates/series'
import * as z from 'zod/mini'
import { type Days, dayAt, lastDayFrom } from '../../../domain/playdates/series/rule.ts'
import { isNotOver, isShownTo } from '../../../domain/playdates/state.ts'
import { seriesThing } from '../../../domain/playdates/threads.ts'
import { blockedWith } from '../../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import type { Shows } from '../../../platform/live/watching/shows.ts'
import { Problem } from '../../../platform/problem.ts'

/**
 * Whether this viewer can see the series `s`: it is his own, he has a standing place, or he can see an upcoming date.
 */
function isSeenBy(viewerId: number): Sql {
  return sql`(s.creator_id = ${viewerId} or s.creator_id <> all (${blockedWith(viewerId)}) and (
    exists (select from series_regulars r where r.series_id = s.id and r.user_id = ${viewerId})
    or exists (select from playdates p where p.series_id = s.id and ${isNotOver} and ${isShownTo(viewerId)})))`
}

const Seen = z.object({
  id: z.int(),
  every: z.enum(rhythms),
  until: z.string(),
  day: z.string(),
  isMine: z.boolean(),
  standing: z.nullable(z.object({ children: z.int() })),
  pauses: z.array(z.object({ from: z.string(), until: z.string() })),
  hasEnded: z.boolean(),
  timeZone: z.string(),
  now: z.string(),
})

/** A series as this viewer may see it; throws `series.unknown` if he may not. */
export async function seriesSeenBy(db: Db, id: number, viewerId: number): Promise<Series> {
  const found = await db.one(
    Seen,
    sql`select s.id, s.every, s.until::text as until, s.anchor_date::text as day, s.creator_id = ${viewerId} as "isMine",
               (select json_build_object('children', r.children) from series_regulars r
                 where r.series_id = s.id and r.user_id = ${viewerId}) as standing,
               -- When he is away is nobody else's business.
               (select coalesce(json_agg(json_build_object('from', lower(d), 'until', upper(d) - 1) order by lower(d)), '[]'::json)
                  from unnest(s.pauses) d where s.creator_id = ${viewerId}) as pauses,
               s.ended_at is not null as "hasEnded", s.time_zone as "timeZone", ${isoOf(sql`now()`)} as now
          from series s where s.id = ${id} and ${isSeenBy(viewerId)}`,
  )
  if (!found) throw new Problem('series.unknown')
  const { now, timeZone, pauses, ...series } = found
  const today = dayAt(now, timeZone)
  const longest = lastDayFrom(today)
  const isShort = series.isMine && (series.hasEnded || longest > series.until)
  return { ...series, pauses: comingOf(pauses, today), renewableUntil: isShort ? longest : null }
}

const comingOf = (pauses: readonly Days[], today: string) => pauses.filter(({ until }) => until >= today)

const Creator = z.object({ creatorId: z.int() })

const whose = (id: number, viewerId: number) =>
  sql`select s.creator_id as "creatorId" from series s where s.id = ${id} and ${isSeenBy(viewerId)}`

async function creatorOf(db: Db, id: number, viewerId: number): Promise<number> {
  const found = await db.one(Creator, whose(id, viewerId))
  if (!found) throw new Problem('series.unknown')
  return found.creatorId
}

/** It is deleted together with its creator, and lasts longer once he renews it. */
export async function shows(db: Db, id: number, viewerId: number): Promise<Shows> {
  const found = await db.one(Creator, whose(id, viewerId))
  return { things: found ? [`person ${found.creatorId}`, seriesThing(id)] : [] }
}

/** For a route's `allow`: throws `series.unknown` unless the member may see it. */
export async function mustSeeSeries(db: Db, id: number, viewerId: number): Promise<void> {
  await creatorOf(db, id, viewerId)
}

/** For a route's `allow`: throws unless the member may see the series and created it. */
export async function mustOwnSeries(db: Db, id: number, viewerId: number): Promise<void> {
  if ((await creatorOf(db, id, viewerId)) !== viewerId) throw new Problem('series.notYours')
}
