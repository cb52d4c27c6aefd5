import { limits } from '@papadag/contract/limits'
import { type HalfDay, halfDays } from '@papadag/contract/users/papa-days'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

/** Half days as they are stored: one bit each, Monday morning being the lowest. */
export function bitsOf(days: readonly HalfDay[]): number {
  return days.reduce((bits, day) => bits | (1 << halfDays.indexOf(day)), 0)
}

/** The half days of these bits, in the order of the week. */
export function halfDaysIn(bits: number): HalfDay[] {
  return halfDays.filter((_, at) => (bits & (1 << at)) !== 0)
}

const morningAndAfternoon = 0b11

/** Whether these half days include one on this weekday; Monday is 1. */
export const isOnWeekday = (bits: number, weekday: number) =>
  (bits & (morningAndAfternoon << (2 * (weekday - 1)))) !== 0

const eachWeekday = halfDays.flatMap((_, at) => (at % 2 === 0 ? [morningAndAfternoon << at] : []))

/**
 * A father's own half days, and those that count when others are shown to him (safety S6b). Times are in milliseconds
 * by the database's clock, oldest first.
 */
export interface Own {
  days: number
  counting: number
  /** When he last changed them; keeps one time more than he may change them in a day. */
  changed: readonly number[]
  /** When weekdays last took effect. */
  opened: readonly number[]
}

const dayMs = 24 * 60 * 60 * 1000
const keptChanges = limits.papaDayChanges + 1
const lastOf = (times: readonly number[], many: number) => times.slice(-many)

/** When something that is allowed this often in 24 hours is allowed again. */
function freeFrom(times: readonly number[], many: number): number {
  return times.length < many ? 0 : (times.at(-many) ?? 0) + dayMs
}

/**
 * The half days that count by now. For a father who changes his days more often than allowed, nothing new counts for 24
 * hours, and only a few weekdays take effect in 24 hours, in the order of the week: nobody learns a whole week by
 * ticking all of it.
 */
export function settled(own: Own, now: number): Own {
  const unlocked = freeFrom(own.changed, keptChanges)
  if (unlocked > now) return own
  let { counting, opened } = own
  for (const weekday of eachWeekday) {
    const waiting = own.days & ~counting & weekday
    if (waiting === 0) continue
    // The other half of this weekday already counts.
    if ((counting & weekday) === 0) {
      const from = Math.max(freeFrom(opened, limits.papaDaysOpened), unlocked, own.changed.at(-1) ?? 0)
      if (from > now) break
      opened = lastOf([...opened, from], limits.papaDaysOpened)
    }
    counting |= waiting
  }
  return { ...own, counting, opened }
}

/** The state after he has changed his days to these; setting the same days changes nothing. */
export function changedTo(days: number, before: Own, now: number): Own {
  if (days === before.days) return before
  const own = settled(before, now)
  const changed = lastOf([...own.changed, now], keptChanges)
  return settled({ ...own, days, counting: own.counting & days, changed }, now)
}

const Stored = z.object({
  days: z.number(),
  counting: z.number(),
  changed: z.array(z.number()),
  opened: z.array(z.number()),
  now: z.number(),
  isNew: z.boolean(),
})

const msOf = (times: Sql) =>
  sql`coalesce((select json_agg((extract(epoch from t) * 1000)::float8 order by at) from unnest(${times}) with ordinality as x (t, at)), '[]'::json)`

async function stored(db: Db, userId: number) {
  const found = await db.one(
    Stored,
    sql`select papa_days as days, papa_days_counting as counting, ${msOf(sql`papa_days_changed`)} as changed,
               ${msOf(sql`papa_days_opened`)} as opened, (extract(epoch from now()) * 1000)::float8 as now,
               created_at > now() - interval '24 hours' as "isNew"
          from users where id = ${userId}`,
  )
  return found ?? { days: 0, counting: 0, changed: [], opened: [], now: 0, isNew: true }
}

/** The half days by which a father sees who shares them: none in the first 24 hours of his account. */
export async function countingDays(db: Db, userId: number): Promise<number> {
  const own = await stored(db, userId)
  return own.isNew ? 0 : settled(own, own.now).counting
}

const Counted = z.extend(Stored, { id: z.int() })

/** The half days that count for each of these fathers (a condition on the row `me`), in a fixed order. */
export async function countingDaysOf(db: Db, which: Sql): Promise<{ id: number; days: number }[]> {
  const fathers = await db.many(
    Counted,
    sql`select me.id, me.papa_days as days, me.papa_days_counting as counting, ${msOf(sql`me.papa_days_changed`)} as changed,
               ${msOf(sql`me.papa_days_opened`)} as opened, (extract(epoch from now()) * 1000)::float8 as now,
               me.created_at > now() - interval '24 hours' as "isNew"
          from users me where ${which} order by me.id`,
  )
  return fathers.map(({ id, ...own }) => ({ id, days: own.isNew ? 0 : settled(own, own.now).counting }))
}

const Days = z.object({ days: z.number() })

/** A father's own half days, for what only he sees. */
export async function ownDays(db: Db, userId: number): Promise<number> {
  return (await db.one(Days, sql`select papa_days as days from users where id = ${userId}`))?.days ?? 0
}

/** Whether a moment falls on one of these half days, in this time zone. */
export function fallsOn(days: number, moment: Sql, timeZone: Sql): Sql {
  const local = sql`(${moment} at time zone ${timeZone})`
  return sql`(${days}::int >> (extract(isodow from ${local})::int * 2 - 2 + (extract(hour from ${local}) >= 12)::int)) & 1 = 1`
}

/** The SQL assignments that change a father's half days; his row is locked. */
export async function setPapaDays(tx: Db, days: readonly HalfDay[], userId: number): Promise<Sql[]> {
  const before = await stored(tx, userId)
  const own = changedTo(bitsOf(days), before, before.now)
  const times = (all: readonly number[]) =>
    sql`(select coalesce(array_agg(to_timestamp(ms / 1000) order by at), '{}') from unnest(${all}::float8[]) with ordinality as x (ms, at))`
  return [
    sql`papa_days = ${own.days}`,
    sql`papa_days_counting = ${own.counting}`,
    sql`papa_days_changed = ${times(own.changed)}`,
    sql`papa_days_opened = ${times(own.opened)}`,
  ]
}
