import { type FactValues, factKeys, factSources, type PlaceFacts } from '@papadag/contract/places/facts'
import * as z from 'zod/mini'

/** What open data says of a playground. Hours have their text alone, since the rest depends on when one asks. */
export const OpenFacts = z.object({
  source: z.enum(factSources),
  facts: z.record(z.string(), z.unknown()),
  at: z.iso.date(),
})
export type OpenFacts = z.output<typeof OpenFacts>

/** The facts of a playground that are shown. */
export function decide(open: OpenFacts | null): PlaceFacts {
  if (!open) return {}
  const { source, facts, at } = open
  const values = facts as Partial<FactValues> // written by the import alone, from values of this type
  return Object.fromEntries(
    factKeys.filter(key => values[key] !== undefined).map(key => [key, { value: values[key], source, agreed: 0, at }]),
  )
}
