import { useLingui } from '@lingui/react'
import { useDates } from '../../../platform/language/dates.ts'
import { localeOf } from '../../../platform/language/locale.ts'

const dayMs = 86_400_000

/** The midnight before a time, in milliseconds. */
export function startOfDay(moment = new Date()) {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
}

/** How many days ago a time was on the calendar of this browser: 0 is today. */
export function daysAgo(moment: string, now: Date | number = new Date()): number {
  // Rounded, since a day may have 23 or 25 hours.
  return Math.round((startOfDay(new Date(now)) - startOfDay(new Date(moment))) / dayMs)
}

/** Names of days and times in a chat. */
export function useDays() {
  const { i18n } = useLingui()
  const locale = localeOf(i18n.locale)
  const dates = useDates()
  const near = (days: number) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
  // Names that stand alone are capitalised.
  const capitalised = (name: string) => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  return {
    time: dates.time,
    /** `Vandaag`, `Gisteren`, `Vrijdag 27 november` */
    day(moment: string, today: number) {
      const days = daysAgo(moment, today)
      return capitalised(days < 2 ? near(days) : dates.dayAndMonth(moment))
    },
    /** `10:42`, `Gisteren`, `Wo` */
    brief(moment: string, today: number) {
      const days = daysAgo(moment, today)
      if (days < 1) return dates.time(moment)
      return capitalised(days < 2 ? near(days) : dates.leaf(moment).weekday)
    },
    /** How long messages are kept: `1 week`, `10 dagen` */
    period(days: number) {
      const [value, unit] = days % 7 === 0 ? [days / 7, 'week'] : [days, 'day']
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
    },
  }
}
