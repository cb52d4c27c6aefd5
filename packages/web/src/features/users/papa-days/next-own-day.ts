import { type HalfDay, type Weekday, weekdays } from '@papadag/contract/users/papa-days'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'

/** The first day from tomorrow that he spends with his children, by this browser's calendar. */
export function nextOwnDay(days: readonly HalfDay[], now = new Date()): { day: Weekday; date: string } | undefined {
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead, 12)
    // Sunday is the last day of the week here, but the first in JavaScript.
    const day = weekdays[(at.getDay() + 6) % 7]
    if (day && (days.includes(`${day}-am`) || days.includes(`${day}-pm`))) return { day, date: dateAndTimeOf(at).date }
  }
  return undefined
}
