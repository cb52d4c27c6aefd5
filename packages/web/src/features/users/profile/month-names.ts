import { dateNameIn } from '../../../platform/language/formats.ts'

/** The months of a year, `01` to `12`, by their names. */
export function monthNames(language: string): { value: string; name: string }[] {
  return Array.from({ length: 12 }, (_, month) => ({
    value: String(month + 1).padStart(2, '0'),
    name: dateNameIn(language, 'month', new Date(Date.UTC(2026, month, 15))),
  }))
}
