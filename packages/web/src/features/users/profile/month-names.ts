import { localeOf } from '../../../platform/language/locale.ts'

/** The months of a year, `01` to `12`, by their names. */
export function monthNames(language: string): { value: string; name: string }[] {
  const names = new Intl.DateTimeFormat(localeOf(language), { month: 'long' })
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1).padStart(2, '0'),
    name: names.format(new Date(2026, month, 15)),
  }))
}
