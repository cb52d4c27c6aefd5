import { limits, productTimeZone } from '@papadag/contract/limits'
import type { Rhythm } from '@papadag/contract/playdates/repeats'

/**
 * Computes the dates of a series. Each has a number (its slot); the one with `anchorSlot` is on `anchorDate`. Days and
 * hours are in the time zone of its place, so that ten o'clock stays ten o'clock when the clocks change there.
 */
export interface Rule {
  every: Rhythm
  anchorSlot: number
  anchorDate: string
  startAt: string
  endAt: string
  /** How many midnights a date spans. */
  endDays: number
  timeZone: string
}

export interface Times {
  startTime: string
  endTime: string
}

const weeks = { week: 1, twoWeeks: 2 } as const

/** The day of a date. For monthly series, a fifth weekday means the last one, which every month has. */
export function dayOf({ every, anchorSlot, anchorDate }: Rule, slot: number): Temporal.PlainDate {
  const anchor = Temporal.PlainDate.from(anchorDate)
  const times = slot - anchorSlot
  if (every !== 'monthByWeekday') return anchor.add({ weeks: times * weeks[every] })
  const first = anchor.with({ day: 1 }).add({ months: times })
  const earliest = first.add({ days: (anchor.dayOfWeek - first.dayOfWeek + 7) % 7 })
  const wanted = earliest.add({ weeks: Math.ceil(anchor.day / 7) - 1 })
  return wanted.month === first.month ? wanted : wanted.subtract({ weeks: 1 })
}

export function timesOf(rule: Rule, slot: number): Times {
  const day = dayOf(rule, slot)
  const start = inZone(day, rule.startAt, rule.timeZone)
  const end = inZone(day.add({ days: rule.endDays }), rule.endAt, rule.timeZone)
  // So does one in the hour that a clock change skips.
  const isTurned = Temporal.Instant.compare(end, start) <= 0
  return { startTime: iso(start), endTime: iso(isTurned ? start.add(lengthOf(rule)) : end) }
}

function lengthOf({ startAt, endAt, endDays }: Rule): Temporal.Duration {
  return Temporal.PlainTime.from(startAt)
    .until(Temporal.PlainTime.from(endAt))
    .add({ hours: 24 * endDays })
}

function inZone(day: Temporal.PlainDate, time: string, timeZone: string): Temporal.Instant {
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }).toInstant()
}

const iso = (instant: Temporal.Instant) => instant.toString({ fractionalSecondDigits: 3 })

function local(moment: string, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDateTime()
}

/** The day of this moment. */
export const dayAt = (moment: string, timeZone: string = productTimeZone): string =>
  local(moment, timeZone).toPlainDate().toString()

/** The rule by which the date with this number has these times. */
export function ruleFrom(
  every: Rhythm,
  { startTime, endTime }: Times,
  slot = 0,
  timeZone: string = productTimeZone,
): Rule {
  const start = local(startTime, timeZone)
  const shown = local(endTime, timeZone)
  // In the hour that a clock change repeats it seems to end before it begins, so it keeps its length instead.
  const isTurned = Temporal.PlainDateTime.compare(shown, start) <= 0
  const end = isTurned ? start.add(Temporal.Instant.from(startTime).until(endTime)) : shown
  return {
    every,
    timeZone,
    anchorSlot: slot,
    anchorDate: start.toPlainDate().toString(),
    startAt: start.toPlainTime().toString(),
    endAt: end.toPlainTime().toString(),
    endDays: start.toPlainDate().until(end.toPlainDate()).days,
  }
}

/** The last month of a school year (Wet op het primair onderwijs, art. 1). */
const lastMonth = 7

/**
 * The last day of a series that begins or is renewed on this day: 26 weeks later, or the end of the school year if that
 * is earlier. In the last month of a school year, the next one's end counts.
 */
export function lastDayFrom(day: string): string {
  const from = Temporal.PlainDate.from(day)
  const year = from.month < lastMonth ? from.year : from.year + 1
  const ends = Temporal.PlainDate.from({ year, month: lastMonth, day: 31 })
  const longest = from.add({ weeks: limits.seriesWeeks })
  return (Temporal.PlainDate.compare(longest, ends) < 0 ? longest : ends).toString()
}

export interface Days {
  from: string
  until: string
}

interface Window {
  rule: Rule
  /** The last possible day of a date. */
  until: string
  pauses: readonly Days[]
  now: string
}

/** The numbers of the next dates that begin after `now`, at most `count`. */
export function nextSlots({ rule, until, pauses, now }: Window, count: number): number[] {
  const found: number[] = []
  for (let slot = Math.max(0, slotBefore(rule, now)); found.length < count; slot += 1) {
    const day = dayOf(rule, slot).toString()
    if (day > until) return found
    const isPaused = pauses.some(pause => pause.from <= day && day <= pause.until)
    if (!isPaused && timesOf(rule, slot).startTime > now) found.push(slot)
  }
  return found
}

/** A number whose date is shortly before `now`. */
function slotBefore({ every, anchorSlot, anchorDate, timeZone }: Rule, now: string): number {
  const anchor = Temporal.PlainDate.from(anchorDate)
  const today = local(now, timeZone).toPlainDate()
  if (every === 'monthByWeekday') return anchorSlot - 1 + anchor.until(today, { largestUnit: 'months' }).months
  return anchorSlot - 1 + Math.floor(anchor.until(today, { largestUnit: 'weeks' }).weeks / weeks[every])
}
