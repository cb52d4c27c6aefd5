import { limits } from '@papadag/contract/limits'
import { allFeatureKeys, type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places/places'
import { pathTo } from '../../../platform/navigation/routes.ts'
import { readTerms, termsAt } from './fact-filter.ts'

/** What is searched for, in the address of the list as in that of the map. */
export type Wanted = {
  words: string
  features: readonly FeatureKey[]
  /** The terms about what is known of a playground. */
  facts: readonly string[]
}

/** Playgrounds first: most people look for one. */
export function featuresOf(type: PlaceType | undefined): readonly FeatureKey[] {
  return type ? featureKeys[type] : [...featureKeys.playground, ...featureKeys.restaurant]
}

export function readWanted(query: URLSearchParams): Wanted {
  const asked = (query.get('features') ?? '').split(',')
  return {
    words: (query.get('q') ?? '').trim().slice(0, limits.search),
    features: allFeatureKeys.filter(key => asked.includes(key)),
    facts: readTerms(query.get('facts')),
  }
}

/** The query of the address; other features than those of the type are left out, and only playgrounds have facts. */
export function queryOf({ words, features, facts }: Wanted, type: PlaceType | undefined) {
  const chosen = featuresOf(type).filter(key => features.includes(key))
  return {
    ...(words && { q: words }),
    ...(chosen[0] && { features: chosen.join() }),
    ...(type === 'playground' && facts[0] && { facts: facts.join() }),
  }
}

/** What the chips choose. */
export type Chosen = Pick<Wanted, 'features' | 'facts'>

/** With or without one of several choices; no more than the server reads. */
export function toggled<Key extends string>(chosen: readonly Key[], key: Key, isOn: boolean): Key[] {
  return isOn ? [...chosen, key].slice(0, limits.factTerms) : chosen.filter(other => other !== key)
}

/** What narrows a read of places. */
export type Filter = { features?: string | undefined; facts?: string | undefined }

/** The same for the server, which knows no moments that move on. */
export function filterOf(wanted: Wanted, type: PlaceType | undefined, now = new Date()): Filter {
  const { features, facts } = queryOf(wanted, type)
  return { ...(features && { features }), ...(facts && { facts: termsAt(wanted.facts, now) ?? '' }) }
}

export function listAddress(wanted: Wanted, type: PlaceType | undefined, openId?: number): string {
  const query = {
    ...(type && { type }),
    ...queryOf(wanted, type),
    ...(openId !== undefined && { open: String(openId) }),
  }
  return pathTo('places', {}, Object.keys(query).length > 0 ? query : undefined)
}

/** The map has playgrounds alone; one of them may be open. */
export function mapAddress(wanted: Wanted, placeId?: number): string {
  const query = { ...queryOf(wanted, 'playground'), ...(placeId !== undefined && { place: String(placeId) }) }
  return pathTo('playground-map', {}, Object.keys(query).length > 0 ? query : undefined)
}
