import type { FeatureKey } from '@papadag/contract/places/places'
import { type FoundCompanion, type FoundPlace, type Gathered, give } from './gather.ts'
import { metresBetween, metresToShape } from './geometry.ts'
import type { Companion } from './mapping.ts'
import { Grid } from './matching/grid.ts'

/** How close an object must be to a playground's edge to belong to it, in metres, and the feature it adds. */
const reach: Partial<Record<Companion, { metres: number; feature: FeatureKey }>> = {
  bench: { metres: 10, feature: 'benches' },
  picnicTable: { metres: 15, feature: 'picnicTables' },
  toilets: { metres: 75, feature: 'restrooms' },
  toiletsWithChangingTable: { metres: 75, feature: 'restrooms' },
  sandpit: { metres: 3, feature: 'sandbox' },
  water: { metres: 10, feature: 'waterGames' },
}
const farthest = Math.max(...Object.values(reach).map(({ metres }) => metres))
/** How far a father goes with a child to toilets, and for a coffee, in metres from a playground's edge. */
const toiletMetres = 500
const cafeMetres = 250
/** More toilets or cafés than this within some 500 m are a mistake in the data, and so are more benches and the like. */
const mostTogether = 500
const mostCompanions = 2000
/** A playground this close to a restaurant belongs to it. */
const playCornerMetres = 30

/**
 * Gives playgrounds the features of nearby benches, sandpits, tables, toilets and water, and restaurants their
 * playground.
 */
export function join({ places, companions }: Gathered) {
  const grid = new Grid<FoundCompanion>(mostCompanions)
  const toilets = new Grid<FoundCompanion>(mostTogether)
  const cafes = new Grid<FoundCompanion>(mostTogether)
  for (const companion of companions) {
    if (reach[companion.kind]) grid.add(companion, companion)
    if (reach[companion.kind]?.feature === 'restrooms') toilets.add(companion, companion)
    if (companion.kind === 'cafe') cafes.add(companion, companion)
  }
  const playgrounds = new Grid<FoundPlace>()

  for (const place of places) {
    if (place.type !== 'playground') continue
    playgrounds.add(place, place)
    for (const companion of grid.near(place, farthest)) {
      const { metres, feature } = reach[companion.kind] ?? {}
      if (metres === undefined || feature === undefined || place.features.includes(feature)) continue
      if (metresBetween(companion, place) <= metres) give(place, feature)
    }
    for (const { latitude, longitude, tags } of toilets.near(place, toiletMetres)) {
      const metres = metresToShape(latitude, longitude, place)
      if (metres <= toiletMetres && metres < (place.toilets?.metres ?? Number.POSITIVE_INFINITY))
        place.toilets = { metres, tags }
    }
    place.hasCafe = cafes
      .near(place, cafeMetres)
      .values()
      .some(({ latitude, longitude }) => metresToShape(latitude, longitude, place) <= cafeMetres)
  }

  for (const place of places) {
    if (place.type !== 'restaurant') continue
    if (hasPlayground(place)) give(place, 'playCorner')
    if (place.rings.length === 0) continue
    for (const companion of grid.near(place, 0)) {
      if (companion.kind === 'toiletsWithChangingTable' && metresBetween(companion, place) === 0) {
        give(place, 'changingTables')
      }
    }
  }

  function hasPlayground(place: FoundPlace): boolean {
    for (const playground of playgrounds.near(place, playCornerMetres)) {
      if (metresBetween(playground, place) <= playCornerMetres) return true
    }
    return false
  }
  return { hasPlayground }
}
