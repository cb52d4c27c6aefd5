import { isTied, type PlaceFacts } from '@papadag/contract/places/facts'
import { type ForChild, forChild } from '@papadag/contract/places/for-child'
import type { FitReason } from '@papadag/contract/weather/places-for'
import type { Suggested } from '../../../domain/places/suggested.ts'

/** What those who come, and the weather, ask of a place. */
export interface Asked {
  /** Of the children who come. */
  ages: readonly number[]
  needsShade: boolean
}

/** Below this age a father wants a fence. */
const fenceUnder = 3
/** Whatever is within this many metres is near enough to be chosen for what it is. */
const reachM = 3000
const mostReasons = 3

const points = { yes: 1, unknown: 0, soso: -1, no: -2 } as const satisfies Record<ForChild['answer'], number>

interface Suitable {
  place: Suggested
  points: number
  reasons: FitReason[]
}

/** How well a place suits, and why; undefined if it suits none of the children. */
function suited(place: Suggested, { ages, needsShade }: Asked): Suitable | undefined {
  const { facts, isTroubled } = place
  const forEach = ages.map(age => forChild({ facts }, age))
  if (forEach.length > 0 && forEach.every(({ answer }) => answer === 'no')) return undefined

  const fence = ages.some(age => age < fenceUnder) ? certain(facts.fence) : undefined
  const shade = needsShade ? certain(facts.shade) : undefined
  const devices = forEach.flatMap(one =>
    one.answer === 'yes' ? (one.reasons.find(reason => reason !== 'fenced' && reason !== 'partlyFenced') ?? []) : [],
  )
  const reasons: FitReason[] = [
    ...(fence === 'whole' ? ['fenced' as const] : []),
    ...(shade === 'much' || shade === 'some' ? ['shade' as const] : []),
  ]
  const missing = [fence, shade].filter(value => value === 'none').length + (isTroubled ? 1 : 0)
  return {
    place,
    points:
      Math.min(...forEach.map(({ answer }) => points[answer]), ...(forEach.length ? [] : [0])) +
      reasons.length -
      missing,
    reasons: [...new Set([...reasons, ...devices])].slice(0, mostReasons),
  }
}

/** A value on which fathers do not contradict each other. */
function certain<K extends 'fence' | 'shade'>(fact: PlaceFacts[K]) {
  return isTied(fact) ? undefined : fact?.value
}

/** The places that suit, the best of those within reach first; among equals, and further away, the nearest. */
export function inOrder(places: readonly Suggested[], asked: Asked): Suitable[] {
  const rank = ({ place, points }: Suitable) => ((place.distance ?? 0) > reachM ? Number.MIN_SAFE_INTEGER : points)
  return places
    .flatMap(place => suited(place, asked) ?? [])
    .sort((a, b) => rank(b) - rank(a) || distance(a) - distance(b))
}

const distance = ({ place }: Suitable) => place.distance ?? 0
