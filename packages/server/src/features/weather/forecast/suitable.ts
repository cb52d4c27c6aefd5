import { isTied, type PlaceFacts } from '@papadag/contract/places/facts'
import { type ForChild, forChild } from '@papadag/contract/places/for-child'
import type { Place } from '@papadag/contract/places/places'
import type { FitReason } from '@papadag/contract/weather/places-for'

/** What those who come, and the weather, ask of a place. */
export interface Asked {
  /** Of the children who come. */
  ages: readonly number[]
  needsShade: boolean
  /** The day, `2027-06-05`. */
  day: string
}

/** Below this age a father wants a fence. */
const fenceUnder = 3
/** Whatever is within this many metres is near enough to be chosen for what it is. */
const reachM = 3000
const mostReasons = 3

const points = { yes: 1, unknown: 0, soso: -1, no: -2 } as const satisfies Record<ForChild['answer'], number>

interface Suitable {
  place: Place
  points: number
  reasons: FitReason[]
}

/** How well a place suits, and why; undefined if it is closed or suits none of the children. */
function suited(place: Place, { ages, needsShade, day }: Asked): Suitable | undefined {
  const { facts } = place
  const state = place.state && place.state.until >= day ? place.state.kind : undefined
  const forEach = ages.map(age => forChild({ facts }, age))
  const isForNone = forEach.length > 0 && forEach.every(({ answer }) => answer === 'no')
  if (state === 'closed' || isForNone) return undefined

  const fence = ages.some(age => age < fenceUnder) ? certain(facts.fence) : undefined
  const shade = needsShade ? certain(facts.shade) : undefined
  const devices = forEach.flatMap(one =>
    one.answer === 'yes' ? (one.reasons.find(reason => reason !== 'fenced' && reason !== 'partlyFenced') ?? []) : [],
  )
  const reasons: FitReason[] = [
    ...(fence === 'whole' ? ['fenced' as const] : []),
    ...(shade === 'much' || shade === 'some' ? ['shade' as const] : []),
  ]
  const missing = [fence, shade].filter(value => value === 'none').length + (state ? 1 : 0)
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
export function inOrder(places: readonly Place[], asked: Asked): Suitable[] {
  const rank = ({ place, points }: Suitable) => ((place.distance ?? 0) > reachM ? Number.MIN_SAFE_INTEGER : points)
  return places
    .flatMap(place => suited(place, asked) ?? [])
    .sort((a, b) => rank(b) - rank(a) || distance(a) - distance(b))
}

const distance = ({ place }: Suitable) => place.distance ?? 0
