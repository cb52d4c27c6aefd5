import { useDates } from '../../../platform/language/dates.ts'

/** A past day, with the year if it is not this one. */
export function useDay(moment: string): string {
  const dates = useDates()
  const isThisYear = new Date(moment).getFullYear() === new Date().getFullYear()
  return isThisYear ? dates.dayAndMonth(moment) : dates.fullDate(moment)
}
