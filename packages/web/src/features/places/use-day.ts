import { useDates } from '../../platform/dates.ts'

/** The day of something that has been, with the year when it is another one. */
export function useDay(moment: string): string {
  const dates = useDates()
  const isThisYear = new Date(moment).getFullYear() === new Date().getFullYear()
  return isThisYear ? dates.dayAndMonth(moment) : dates.fullDate(moment)
}
