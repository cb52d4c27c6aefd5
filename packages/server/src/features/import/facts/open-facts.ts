import { type FactKey, factKeys, factValues } from '@papadag/contract/places/facts'
import type { FoundPlace } from '../gather.ts'
import type { Around } from './around.ts'
import { factRules } from './rules.ts'
import { type OpenFacts, wrong } from './values.ts'

/** Of how many playgrounds each fact is known, and which facts could not be used. */
export interface FactCounts {
  playgrounds: number
  known: Partial<Record<FactKey, number>>
  /** Those that contradict themselves, or are too much to be true, with the first place that has one. */
  skipped: Partial<Record<FactKey, { count: number; first: string }>>
}

/** Gives each playground the facts that its tags and surroundings tell. */
export function addFacts(arounds: readonly Around[]): FactCounts {
  const counts: FactCounts = { playgrounds: arounds.length, known: {}, skipped: {} }
  for (const around of arounds) {
    const { place } = around
    const facts: [FactKey, unknown][] = []
    for (const key of factKeys) {
      const value = factRules[key](place.factTags, around)
      if (value === undefined) continue
      if (value === wrong || !isFact(key, value)) skip(counts, key, place)
      else facts.push([key, value])
    }
    place.facts = Object.fromEntries(facts) as OpenFacts // each value fits its schema
    for (const [key] of facts) counts.known[key] = (counts.known[key] ?? 0) + 1
  }
  return counts
}

function isFact(key: FactKey, value: unknown): boolean {
  const whole = key === 'openingHours' ? { ...Object(value), openNow: null, opensAt: null } : value
  return factValues[key].safeParse(whole).success
}

function skip({ skipped }: FactCounts, key: FactKey, { id }: FoundPlace) {
  const { count, first } = skipped[key] ?? { count: 0, first: id }
  skipped[key] = { count: count + 1, first }
}
