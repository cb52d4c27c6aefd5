import { limits } from '@papadag/contract/limits'
import { rhythms } from '@papadag/contract/playdates/repeats'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { record } from '../../facts.ts'
import { startWithMembers } from '../members-first.ts'
import { dateColumns } from '../plan-columns.ts'
import { seat } from '../seats.ts'
import { isPlanned } from '../state.ts'
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
  timeZone: z.string(),
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
               s.start_at::text as "startAt", s.end_at::text as "endAt", s.end_days as "endDays", s.time_zone as "timeZone", s.until::text as until,
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
 * Creates the missing ones among the next dates of a series, each once, while fewer than three are ahead, and records
 * when to look again. Before the last date its creator is notified that he can renew it.
 */
export async function makeDates(tx: Db, id: number, { at, isDue = false }: When = {}): Promise<void> {
  const series = await lockSeries(tx, id)
  if (!series) return
  const { leftOut, mayMake, hasEnded } = series
  const now = at ?? series.now
  const slots = hasEnded ? [] : nextSlots({ ...series, rule: series, now }, limits.seriesDates)
  const made = await datesFrom(tx, id, now, slots)
  const ahead = made.filter(date => date.isPlanned && date.startTime > now)
  const room = limits.seriesDates - ahead.length
  const missing = slots.filter(slot => !leftOut.includes(slot) && !isTaken(series, slot, made))
  if (mayMake) await insertDates(tx, id, series, missing.slice(0, Math.max(0, room)))
  const [next, ...others] = slots
  if (isDue && mayMake && next !== undefined && others.length === 0)
    await record(tx, { fact: 'seriesEnding', seriesId: id, slot: next })
  const due = next === undefined ? null : !mayMake ? tomorrow(series.now) : timesOf(series, next).startTime
  // A moved date may begin before the next one of the rule, and make room.
  const first = missing.length > room ? ahead[0]?.startTime : undefined
  const makesAt = first !== undefined && due !== null && first < due ? first : due
  await tx.run(sql`update series set makes_at = ${makesAt}::timestamptz where id = ${id}`)
}

const Existing = z.object({ slot: z.int(), startTime: z.string(), isPlanned: z.boolean() })
type Existing = z.output<typeof Existing>

const dayMs = 86_400_000
/** Two dates of a series that are nearer than this are in the same turn of its rhythm. */
const turnMs = { week: 3.5 * dayMs, twoWeeks: 7 * dayMs, monthByWeekday: 14 * dayMs } as const

/** The dates that exist: those with these numbers, and those that begin after now or began shortly before. */
function datesFrom(tx: Db, id: number, now: string, slots: readonly number[]): Promise<Existing[]> {
  return tx.many(
    Existing,
    sql`select p.slot, ${isoOf(sql`p.start_time`)} as "startTime", ${isPlanned} as "isPlanned"
          from playdates p
         where p.series_id = ${id}
           and (p.slot = any(${slots}::int[]) or p.start_time > ${now}::timestamptz - interval '28 days')
         order by p.start_time, p.id`,
  )
}

/** Whether this date exists, or another one has been moved into its turn of the rhythm. */
function isTaken(series: StoredSeries, slot: number, made: readonly Existing[]): boolean {
  const start = Date.parse(timesOf(series, slot).startTime)
  return made.some(
    date =>
      date.slot === slot || (date.isPlanned && Math.abs(Date.parse(date.startTime) - start) < turnMs[series.every]),
  )
}

const tomorrow = (now: string) => new Date(Date.parse(now) + 86_400_000).toISOString()

const Made = z.object({ id: z.int() })

async function insertDates(tx: Db, id: number, series: StoredSeries, slots: readonly number[]): Promise<void> {
  const times = slots.map(slot => timesOf(series, slot))
  const made = await tx.many(
    Made,
    sql`insert into playdates (creator_id, ${dateColumns.names}, start_time, end_time, series_id, slot)
        select s.creator_id, ${dateColumns.of(sql`s`)}, d.start_time, d.end_time, s.id, d.slot
          from series s
         cross join unnest(${slots}::int[], ${times.map(({ startTime }) => startTime)}::timestamptz[],
                           ${times.map(({ endTime }) => endTime)}::timestamptz[]) as d (slot, start_time, end_time)
         where s.id = ${id} order by d.slot
        on conflict (series_id, slot) where series_id is not null do nothing
        returning id`,
  )
  if (made.length === 0) return
  await startWithMembers(
    tx,
    made.map(date => date.id),
  )
  for (const date of made) {
    await seat(tx, date.id, series.creatorId, series.children)
    await seatRegulars(tx, date.id)
  }
  await record(tx, { fact: 'repeated', playdates: made.map(date => date.id) })
}

/** Creates the dates that have become due, each series separately; several nodes may do so at once. */
export async function makeDueDates(db: Db): Promise<void> {
  for (;;) {
    const due = await db.many(Made, sql`select id from series where makes_at <= now() order by makes_at limit 100`)
    for (const { id } of due) await db.transaction(tx => makeDates(tx, id, { isDue: true }))
    if (due.length < 100) return
  }
}
