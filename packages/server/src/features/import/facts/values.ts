import type { FactKey, FactValues } from '@papadag/contract/places/facts'
import { partsOf } from './equipment.ts'

/** What open data says of a playground. Opening hours have their text alone, since the rest depends on when one asks. */
export type OpenFacts = {
  [K in FactKey]?: K extends 'openingHours' ? Pick<FactValues[K], 'text'> : FactValues[K]
}

/** What the data say is contradictory, or too much to be true: the fact is skipped and counted. */
export const wrong = 'wrong'

export type Read<T> = T | typeof wrong | undefined

const yes: ReadonlySet<string> = new Set([
  'yes',
  'true',
  '1',
  'only',
  'designated',
  'permissive',
  'limited',
  'leashed',
  'outside',
  'automatic',
  'operating_times',
  'sunset-sunrise',
  'dusk-dawn',
  '24/7',
  'interval',
])
const no: ReadonlySet<string> = new Set(['no', 'none', 'false', '0', 'disused'])

/** The value of a tag that may be a list; several values that differ contradict each other. */
export function oneOf<T>(text: string | undefined, values: Readonly<Record<string, T>>): Read<T> {
  const known = partsOf(text).flatMap(part => (Object.hasOwn(values, part) ? [values[part]] : []))
  return new Set(known).size > 1 ? wrong : known[0]
}

/** A number or a sum, such as `fee=2 EUR`, means yes. */
export function yesOrNo(text: string | undefined): Read<'yes' | 'no'> {
  const said = new Set(
    partsOf(text).flatMap(part =>
      no.has(part) ? ['no' as const] : yes.has(part) || /\d/.test(part) ? ['yes' as const] : [],
    ),
  )
  return said.size > 1 ? wrong : [...said][0]
}

/** What two tags say of the same thing. */
export function same<T>(a: Read<T>, b: Read<T>): Read<T> {
  return a === undefined || a === b ? b : b === undefined ? a : wrong
}

/** In years; OpenStreetMap allows parts of years, and months as such. */
export function ageIn(text: string | undefined): Read<number> {
  if (text === undefined) return undefined
  const [, years] = /^(\d{1,2})(?:[.,]\d)?(?: ?(?:years?|jaar|jahre?))?$/i.exec(text.trim()) ?? []
  return years === undefined ? wrong : Number(years)
}
