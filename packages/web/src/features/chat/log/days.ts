import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
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

/** Names of days and times in a chat: texts, since the browser's own formatters take a slow phone 100 ms to create. */
export function useDays() {
  const { t, i18n } = useLingui()
  const locale = localeOf(i18n.locale)
  const dates = useDates()
  // Names that are not within a sentence are capitalised.
  const capitalised = (name: string) => name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
  return {
    time: dates.time,
    /** `Vandaag`, `Gisteren`, `Vrijdag 27 november` */
    day(moment: string, today: number) {
      const days = daysAgo(moment, today)
      return days < 1 ? t`Today` : days < 2 ? t`Yesterday` : capitalised(dates.dayAndMonth(moment))
    },
    /** `10:42`, `Gisteren`, `Wo` */
    brief(moment: string, today: number) {
      const days = daysAgo(moment, today)
      if (days < 1) return dates.time(moment)
      return days < 2 ? t`Yesterday` : capitalised(dates.leaf(moment).weekday)
    },
    /** How long messages are kept: `1 week`, `10 dagen` */
    period(days: number) {
      const weeks = days / 7
      return Number.isInteger(weeks)
        ? t`${plural(weeks, { one: '# week', other: '# weeks' })}`
        : t`${plural(days, { one: '# day', other: '# days' })}`
    },
  }
}
