import type { Playdate } from '@papadag/contract/playdates/playdates'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'

/** How many dates of a new series are planned at once. */
const plannedAtOnce = 3

/** The first days of a series that has just begun with this date, as moments. */
export function firstDates({ startTime, series }: Pick<Playdate, 'startTime' | 'series'>): string[] {
  const days = [startTime]
  while (series && days.length < plannedAtOnce) {
    const next = after(series.every, startTime, days.length)
    if (dateAndTimeOf(next).date > series.until) return days
    days.push(next)
  }
  return days
}

function after(every: Rhythm, first: string, turns: number): string {
  const day = new Date(first)
  if (every !== 'monthByWeekday') {
    day.setDate(day.getDate() + turns * (every === 'week' ? 7 : 14))
    return day.toISOString()
  }
  const [weekday, inMonth] = [day.getDay(), Math.ceil(day.getDate() / 7)]
  day.setMonth(day.getMonth() + turns, 1)
  const month = day.getMonth()
  day.setDate(1 + ((weekday - day.getDay() + 7) % 7) + 7 * (inMonth - 1))
  // A fifth weekday means the last one.
  if (day.getMonth() !== month) day.setDate(day.getDate() - 7)
  return day.toISOString()
}
