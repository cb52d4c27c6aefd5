import type { FeatureKey, PlaceType } from '@papadag/contract/places/places'
import type { OpenFacts } from './facts/values.ts'
import { isExchanged, isInside, isPosition, type Path, type Shape } from './geometry.ts'
import {
  type Companion,
  changingTableOf,
  companionOf,
  featuresOf,
  isPrivate,
  placeTypeOf,
  welcomesChildren,
} from './mapping.ts'
import { Grid } from './matching/grid.ts'
import { isSameName } from './matching/same-name.ts'
import type { OsmObject, Source, Tags, UnplacedObject, WhyUnplaced } from './osm-object.ts'
import { nameOf } from './place-texts.ts'

/** A place as found, before it has a name and an address. */
export interface FoundPlace extends Shape {
  id: string
  /** Ids of objects merged into it. */
  aliases: string[]
  type: PlaceType
  tags: Tags
  name: string | undefined
  /** Without duplicates, in any order. */
  features: FeatureKey[]
  changingTable: 'everyone' | 'womenOnly' | null
  /** Its tags and those of the points merged into it. */
  factTags: Tags
  /** Of a playground, what is known of it, once its surroundings have been read. */
  facts?: OpenFacts
  /** Of a playground, the nearest toilets. */
  toilets?: { metres: number; tags: Tags }
  /** Of a playground, whether it is on the grounds of a school. */
  isAtSchool?: boolean
  /** Of a playground, whether there is a café near it. */
  hasCafe?: boolean
}

export interface FoundCompanion extends Shape {
  kind: Companion
  tags: Tags
}

/** How many objects did not become a place, and why. */
export interface Skipped {
  private: number
  atSchool: number
  unclosed: number
  restaurantsWithoutSign: number
  merged: number
  /** Those without a position in the files. */
  unplaced: Partial<Record<WhyUnplaced, { count: number; first: string }>>
}

export interface Gathered {
  read: Record<PlaceType, number>
  skipped: Skipped
  places: FoundPlace[]
  companions: FoundCompanion[]
  /** The ids of objects that the files name without telling enough to take or to miss them. */
  undecided: Set<string>
}

const noTags: Tags = {}
const noRings: readonly Path[] = []
/** Other objects are reduced to a point, since there are very many. */
const withArea: ReadonlySet<Companion> = new Set(['sandpit', 'water', 'park', 'school'])
const withTags: ReadonlySet<Companion> = new Set(['park', 'settlement', 'toilets', 'toiletsWithChangingTable'])

/** Adds a feature to a place unless it already has it. */
export function give(place: FoundPlace, feature: FeatureKey) {
  if (!place.features.includes(feature)) place.features.push(feature)
}

/** Reads the places and the equipment near them; objects with the same id in two files are one. */
export async function gather(sources: readonly Source[]): Promise<Gathered> {
  const gathered: Gathered = {
    read: { playground: 0, restaurant: 0 },
    skipped: { private: 0, atSchool: 0, unclosed: 0, restaurantsWithoutSign: 0, merged: 0, unplaced: {} },
    places: [],
    companions: [],
    undecided: new Set(),
  }
  const seen = new Set<string>()
  const wants = (tags: Tags) => placeTypeOf(tags) !== undefined || companionOf(tags) !== undefined
  const unplaced = new Map<string, UnplacedObject>()
  const takeUnplaced = (object: UnplacedObject) => {
    if (placeTypeOf(object.tags) && !unplaced.has(object.id)) unplaced.set(object.id, object)
  }
  const take = (object: OsmObject) => {
    const { id, tags, latitude, longitude } = object
    if (!isPosition(latitude, longitude)) return takeUnplaced({ id, tags, why: 'coordinates' })
    if (isExchanged(latitude, longitude)) return takeUnplaced({ id, tags, why: 'exchanged' })
    const type = placeTypeOf(tags)
    if (type && seen.has(id)) return
    if (type) seen.add(id)
    // An object tagged as both a sandpit and a playground counts as both.
    addCompanion(gathered, object)
    if (type) addPlace(gathered, object, type)
  }
  for (const source of sources) await source.each(wants, { take, takeUnplaced })
  for (const object of unplaced.values()) if (!seen.has(object.id)) addUnplaced(gathered, object)
  return gathered
}

function addUnplaced({ read, skipped, undecided }: Gathered, { id, tags, why }: UnplacedObject) {
  const type = placeTypeOf(tags)
  if (!type) return
  read[type] += 1
  if (isPrivate(tags)) {
    skipped.private += 1
    return
  }
  undecided.add(id)
  const { count, first } = skipped.unplaced[why] ?? { count: 0, first: id }
  skipped.unplaced[why] = { count: count + 1, first }
}

function addCompanion({ companions }: Gathered, { tags, latitude, longitude, rings }: OsmObject) {
  const kind = companionOf(tags)
  if (!kind) return
  companions.push({
    kind,
    latitude,
    longitude,
    rings: withArea.has(kind) ? rings : noRings,
    tags: withTags.has(kind) ? tags : noTags,
  })
}

function addPlace({ read, skipped, places, companions }: Gathered, object: OsmObject, type: PlaceType) {
  const { id, tags, latitude, longitude, rings } = object
  read[type] += 1
  if (isPrivate(tags)) {
    skipped.private += 1
    return
  }
  // A playground drawn as a line is a mistagged slide or fence.
  if (object.line) {
    skipped.unclosed += 1
    return
  }
  const name = nameOf(tags)
  // A restaurant without a name cannot be found by visitors.
  if (type === 'restaurant' && [...(name ?? '')].length < 3) {
    skipped.restaurantsWithoutSign += 1
    return
  }
  const features = featuresOf(type, tags)
  // In data without settlements the town is taken from addresses.
  const town = tags['addr:city']
  if (town) {
    companions.push({
      kind: 'settlement',
      latitude,
      longitude,
      rings: noRings,
      tags: { place: 'addressed', name: town },
    })
  }
  places.push({
    id,
    aliases: [],
    type,
    tags,
    latitude,
    longitude,
    rings,
    name,
    features,
    changingTable: changingTableOf(tags),
    factTags: tags,
  })
}

/** Drops school playgrounds, restaurants without a tag for children, and duplicates, once all objects are known. */
export function sift(gathered: Gathered, playgroundNear: (place: FoundPlace) => boolean): FoundPlace[] {
  const { skipped, undecided } = gathered
  // Its playground may be one of those without a position.
  const mayHavePlayground = undecided.size > 0
  const schools = new Grid<FoundCompanion>()
  for (const companion of gathered.companions) if (companion.kind === 'school') schools.add(companion, companion)

  const belonging = gathered.places.filter(place => {
    if (place.type === 'restaurant') {
      if (welcomesChildren(place.tags) || playgroundNear(place)) return true
      skipped.restaurantsWithoutSign += 1
      if (mayHavePlayground) undecided.add(place.id)
      return false
    }
    // A mapper who tagged it as open to the public has checked.
    const { latitude, longitude, tags } = place
    place.isAtSchool = schools.at(latitude, longitude).some(school => isInside(latitude, longitude, school.rings))
    const isOpen = !place.isAtSchool || tags.access !== undefined
    if (!isOpen) skipped.atSchool += 1
    return isOpen
  })
  const merged = mergePointsIntoAreas(belonging)
  skipped.merged = belonging.length - merged.length
  return merged
}

/** A point inside an area of its type is the same place, mapped twice. */
function mergePointsIntoAreas(places: readonly FoundPlace[]): FoundPlace[] {
  const areas = new Grid<FoundPlace>()
  for (const place of places) if (place.rings.length > 0) areas.add(place, place)
  return places.filter(place => {
    if (place.rings.length > 0) return true
    const { latitude, longitude, type, name } = place
    const area = areas
      .at(latitude, longitude)
      .find(
        other =>
          other.type === type &&
          isInside(latitude, longitude, other.rings) &&
          (!name || !other.name || isSameName(name, other.name)),
      )
    if (!area) return true
    area.aliases.push(place.id, ...place.aliases)
    area.name ??= name
    area.changingTable ??= place.changingTable
    area.factTags = { ...place.factTags, ...area.factTags }
    for (const feature of place.features) give(area, feature)
    return false
  })
}
