import { limits } from '@papadag/contract/limits'
import { allFeatureKeys, type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places/places'
import { pathTo } from '../../../platform/navigation/routes.ts'

/** What is searched for, in the address of the list as in that of the map. */
export type Wanted = { words: string; features: readonly FeatureKey[] }

/** Playgrounds first: most people look for one. */
export function featuresOf(type: PlaceType | undefined): readonly FeatureKey[] {
  return type ? featureKeys[type] : [...featureKeys.playground, ...featureKeys.restaurant]
}

export function readWanted(query: URLSearchParams): Wanted {
  const asked = (query.get('features') ?? '').split(',')
  return {
    words: (query.get('q') ?? '').trim().slice(0, limits.search),
    features: allFeatureKeys.filter(key => asked.includes(key)),
  }
}

/** The query of the address; other features than those of the type are left out. */
export function queryOf({ words, features }: Wanted, type: PlaceType | undefined) {
  const chosen = featuresOf(type).filter(key => features.includes(key))
  return { ...(words && { q: words }), ...(chosen[0] && { features: chosen.join() }) }
}

export function listAddress(wanted: Wanted, type: PlaceType | undefined, openId?: number): string {
  const query = {
    ...(type && { type }),
    ...queryOf(wanted, type),
    ...(openId !== undefined && { open: String(openId) }),
  }
  return pathTo('places', {}, Object.keys(query).length > 0 ? query : undefined)
}

/** The map has playgrounds alone. */
export function mapAddress(wanted: Wanted): string {
  const query = queryOf(wanted, 'playground')
  return pathTo('playground-map', {}, Object.keys(query).length > 0 ? query : undefined)
}
