import { useLingui } from '@lingui/react'
import { type Weekday, weekdays } from '@papadag/contract/account/papa-days'
import { localeOf } from '../../platform/language/language.ts'

/** What the days of a week are called in the language on the screen. */
export function useWeekdayNames(): (day: Weekday) => string {
  const { i18n } = useLingui()
  const formatter = new Intl.DateTimeFormat(localeOf(i18n.locale), { weekday: 'long', timeZone: 'UTC' })
  // The fifth of January 2026 is a Monday.
  return day => formatter.format(new Date(Date.UTC(2026, 0, 5 + weekdays.indexOf(day))))
}
