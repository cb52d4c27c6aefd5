import { limits } from '@papadag/contract/limits'
import { rhythms } from '@papadag/contract/playdates/repeats'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { announcePlaydates } from '../announce.ts'
import { tellBlockers } from '../notices/playdate-with-blocked.ts'
import { tellEnding } from '../notices/series/series-ending.ts'
import { planReminders } from '../reach/reminders.ts'
import { seat } from '../seats.ts'
import { planAsking } from './asking.ts'
import { nextSlots, timesOf } from './rule.ts'
import { seatRegulars } from './standing.ts'

const Stored = z.object({
  creatorId: z.int(),
  every: z.enum(rhythms),
  anchorSlot: z.int(),
  anchorDate: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  endDays: z.int(),
  until: z.string(),
  pauses: z.array(z.object({ from: z.string(), until: z.string() })),
  leftOut: z.array(z.int()),
  children: z.int(),
  hasEnded: z.boolean(),
  isSuspended: z.boolean(),
  mayMake: z.boolean(),
  now: z.string(),
})
export type StoredSeries = z.output<typeof Stored>

/**
 * Locks a series until the transaction ends. Its creator is locked first, as in a deletion of his account. No dates are
 * made while moderators stop its creator from planning, or hide one of its dates.
 */
export async function lockSeries(tx: Db, id: number): Promise<StoredSeries | undefined> {
  await tx.run(sql`select from users u join series s on s.creator_id = u.id where s.id = ${id} for key share of u`)
  return tx.one(
    Stored,
    sql`select s.creator_id as "creatorId", s.every, s.anchor_slot as "anchorSlot", s.anchor_date::text as "anchorDate",
               s.start_at::text as "startAt", s.end_at::text as "endAt", s.end_days as "endDays", s.until::text as until,
               (select coalesce(json_agg(json_build_object('from', lower(d), 'until', upper(d) - 1) order by lower(d)), '[]'::json)
                  from unnest(s.pauses) d) as pauses,
               to_json(s.left_out) as "leftOut", s.children, s.ended_at is not null as "hasEnded",
               exists (select from users u where u.id = s.creator_id and u.suspended_until > now()) as "isSuspended",
               exists (select from users u where u.id = s.creator_id and u.hidden_at is null and not u.may_not_start
                          and coalesce(u.suspended_until <= now(), true))
               and not exists (select from playdates h where h.series_id = s.id and h.hidden_at is not null) as "mayMake",
               ${isoOf(sql`now()`)} as now
          from series s where s.id = ${id} for update`,
  )
}

interface When {
  /** Replaces the current time, in tests. */
  at?: string | undefined
  /** Triggered by time, not by a user. */
  isDue?: boolean
}

/**
 * Creates the missing ones among the next dates of a series, each once, and records when the next one is due. Before
 * the last date its creator is told that he can renew it.
 */
export async function makeDates(tx: Db, id: number, { at, isDue = false }: When = {}): Promise<void> {
  const series = await lockSeries(tx, id)
  if (!series) return
  const { now, leftOut, mayMake, hasEnded } = series
  const slots = hasEnded ? [] : nextSlots({ ...series, rule: series, now: at ?? now }, limits.seriesDates)
  if (mayMake)
    await insertDates(
      tx,
      id,
      series,
      slots.filter(slot => !leftOut.includes(slot)),
    )
  const [next, ...others] = slots
  const due = next === undefined ? null : mayMake ? timesOf(series, next).startTime : tomorrow(now)
  if (isDue && mayMake && next !== undefined && others.length === 0) await tellEnding(tx, id, next)
  await tx.run(sql`update series set makes_at = ${due}::timestamptz where id = ${id}`)
}

const tomorrow = (now: string) => new Date(Date.parse(now) + 86_400_000).toISOString()

const Made = z.object({ id: z.int() })

async function insertDates(tx: Db, id: number, series: StoredSeries, slots: readonly number[]): Promise<void> {
  const times = slots.map(slot => timesOf(series, slot))
  const made = await tx.many(
    Made,
    sql`insert into playdates (creator_id, title, description, location, location_visibility, area, place_id, grid_latitude,
                               grid_longitude, start_time, end_time, max_participants, minimum_fathers, series_id, slot, kind)
        select s.creator_id, s.title, s.description, s.location, s.location_visibility, s.area, s.place_id, s.grid_latitude,
               s.grid_longitude, d.start_time, d.end_time, s.max_participants, s.minimum_fathers, s.id, d.slot, s.kind
          from series s
         cross join unnest(${slots}::int[], ${times.map(({ startTime }) => startTime)}::timestamptz[],
                           ${times.map(({ endTime }) => endTime)}::timestamptz[]) as d (slot, start_time, end_time)
         where s.id = ${id} order by d.slot
        on conflict (series_id, slot) where series_id is not null do nothing
        returning id`,
  )
  if (made.length === 0) return
  for (const date of made) {
    await seat(tx, date.id, series.creatorId, series.children)
    await seatRegulars(tx, date.id)
  }
  const areMade = sql`p.id = any(${made.map(date => date.id)}::int[])`
  await tellBlockers(tx, areMade)
  await announcePlaydates(tx, areMade)
  await planReminders(tx, areMade)
  await planAsking(tx, areMade)
}

/** Creates the dates that have become due, each series separately; several nodes may do so at once. */
export async function makeDueDates(db: Db): Promise<void> {
  for (;;) {
    const due = await db.many(Made, sql`select id from series where makes_at <= now() order by makes_at limit 100`)
    for (const { id } of due) await db.transaction(tx => makeDates(tx, id, { isDue: true }))
    if (due.length < 100) return
  }
}
