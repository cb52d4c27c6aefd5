import { useLingui } from '@lingui/react/macro'
import { type HalfDay, type Weekday, weekdays } from '@papadag/contract/users/papa-days'
import { useDates } from '../../platform/language/dates.ts'
import { listIn } from '../../platform/language/formats.ts'

/** The names of the weekdays in the current language. */
export function useWeekdayNames(): (day: Weekday) => string {
  const dates = useDates()
  // The contract counts from Monday.
  return day => dates.weekday((weekdays.indexOf(day) + 1) % 7)
}

/** These half days in words: `Wednesday and Friday afternoon`; empty if there are none. */
export function useSharedDays(days: readonly HalfDay[]): string {
  const { t, i18n } = useLingui()
  const nameOf = useWeekdayNames()
  const words = weekdays.flatMap(weekday => {
    const [morning, afternoon] = [days.includes(`${weekday}-am`), days.includes(`${weekday}-pm`)]
    const name = nameOf(weekday)
    if (morning && afternoon) return [name]
    if (morning) return [t`${name} morning`]
    return afternoon ? [t`${name} afternoon`] : []
  })
  return listIn(i18n.locale, words)
}
