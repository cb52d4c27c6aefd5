import { productTimeZone } from '@papadag/contract/limits'
import * as z from 'zod/mini'

const weekdays = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'] as const
const Clock = z.string().check(z.regex(/^\d\d:\d\d$/))

/** When a demo playdate takes place, relative to the day the demo was created. */
export const When = z.union([
  /** Running now, or later today; at night moved to the next morning. */
  z.enum(['now', 'soon']),
  /** A number of days from today. */
  z.object({ day: z.int(), from: Clock, to: Clock }),
  /** The first such weekday after today, or this many weeks later; week -1 is the last one before today. */
  z.object({ weekday: z.enum(weekdays), week: z.optional(z.int()), from: Clock, to: Clock }),
])
export type When = z.output<typeof When>

export interface Times {
  startTime: Temporal.Instant
  endTime: Temporal.Instant
}

function at(day: Temporal.PlainDate, from: string, to: string): Times {
  const instant = (clock: string) =>
    day.toZonedDateTime({ timeZone: productTimeZone, plainTime: Temporal.PlainTime.from(clock) }).toInstant()
  return { startTime: instant(from), endTime: instant(to) }
}

/** Converts a demo playdate's day to times in Amsterdam. */
export function timesOf(when: When, now: Temporal.Instant): Times {
  const here = now.toZonedDateTimeISO(productTimeZone)
  const today = here.toPlainDate()

  if (when === 'now') {
    if (here.hour < 9) return at(today, '09:30', '11:30')
    if (here.hour >= 18) return at(today.add({ days: 1 }), '09:30', '11:30')
    const begun = here.round({ smallestUnit: 'minute', roundingIncrement: 15, roundingMode: 'floor' })
    return {
      startTime: begun.subtract({ minutes: 45 }).toInstant(),
      endTime: begun.add({ minutes: 75 }).toInstant(),
    }
  }
  if (when === 'soon') {
    const start = here.round({ smallestUnit: 'hour', roundingMode: 'ceil' }).add({ hours: 1 })
    const isByDay = start.toPlainDate().equals(today) && start.hour >= 8 && start.hour <= 18
    if (!isByDay) return at(here.hour < 8 ? today : today.add({ days: 1 }), '09:30', '11:00')
    return { startTime: start.toInstant(), endTime: start.add({ minutes: 90 }).toInstant() }
  }
  if ('day' in when) return at(today.add({ days: when.day }), when.from, when.to)

  const ahead = (weekdays.indexOf(when.weekday) + 1 - today.dayOfWeek + 7) % 7
  const week = when.week ?? 0
  // Excludes today, since it would be past or future depending on the hour.
  const days = ahead === 0 && week >= 0 ? 7 : ahead
  return at(today.add({ days: days + 7 * week }), when.from, when.to)
}
