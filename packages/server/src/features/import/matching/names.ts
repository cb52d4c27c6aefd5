import { limits } from '@papadag/contract/limits'
import type { FoundCompanion, FoundPlace } from '../gather.ts'
import { type Box, boxOf, isInside, metresToPath, metresToShape, widened } from '../geometry.ts'
import type { OsmObject, Tags, Wanted } from '../osm-object.ts'
import { addressFrom, addressOf, plain } from '../place-texts.ts'
import { createTowns } from '../towns.ts'
import { Grid } from './grid.ts'

/** A place with its name and address. */
export interface NamedPlace extends FoundPlace {
  /** The street or area it is named after; undefined if a mapper has named it. */
  namedAfter: string | undefined
  town: string | undefined
  address: string | undefined
}

/** The keys of the objects that places are named after. */
export const streetKeys: readonly string[] = ['highway', 'addr:street']
const addressMetres = 100
const streetMetres = 60
/** With an address this close, buildings are not searched. */
const nearEnoughMetres = 40
const streets: ReadonlySet<string> = new Set([
  'residential',
  'living_street',
  'pedestrian',
  'footway',
  'unclassified',
  'tertiary',
  'service',
])

/** The nearest objects found around one place so far. */
interface Around {
  place: FoundPlace
  box: Box
  address?: { metres: number; tags: Tags }
  street?: { metres: number; name: string }
}

function wants(tags: Tags): boolean {
  return tags['addr:street'] !== undefined || (tags.name !== undefined && streets.has(tags.highway ?? ''))
}

/** Names unnamed places after the street, park, neighbourhood or town they are in, which is read from the files. */
export function createNames(places: readonly FoundPlace[]) {
  const around = new Map<FoundPlace, Around>()
  const grid = new Grid<Around>()
  for (const place of places) {
    if (addressOf(place.tags) && place.tags['addr:city'] && place.name) continue
    const entry: Around = { place, box: widened(boxOf(place), addressMetres) }
    around.set(place, entry)
    grid.add(entry, place, addressMetres)
  }

  const wanted: Wanted = {
    isWhole: false,
    wants,
    near: (latitude, longitude, ofPath) =>
      grid
        .at(latitude, longitude)
        .some(
          ({ box: b, address }) =>
            latitude >= b.south &&
            latitude <= b.north &&
            longitude >= b.west &&
            longitude <= b.east &&
            !(ofPath && address && address.metres <= nearEnoughMetres),
        ),
    take: object => offer(grid, object),
  }

  return {
    /** What to look for in the files; nothing if all places have names and addresses. */
    wanted: around.size > 0 ? [wanted] : [],
    finish(companions: readonly FoundCompanion[]): NamedPlace[] {
      const towns = createTowns(companions)
      const parks = new Grid<FoundCompanion>()
      for (const companion of companions) if (companion.kind === 'park') parks.add(companion, companion)

      return places.map(place => {
        const { address, street } = around.get(place) ?? {}
        const town = place.tags['addr:city'] ?? address?.tags['addr:city'] ?? towns.townOf(place)
        const streetName = place.tags['addr:street'] ?? address?.tags['addr:street'] ?? street?.name
        // Extending the object avoids copying hundreds of thousands of them.
        return Object.assign(place, {
          town,
          address: addressOf(place.tags, town) ?? (streetName ? addressFrom({ street: streetName, town }) : undefined),
          namedAfter: namedAfter(place, streetName ?? parkAround(parks, place) ?? towns.neighbourhoodOf(place) ?? town),
        })
      })
    },
  }
}

function namedAfter(place: FoundPlace, surroundings: string | undefined): string | undefined {
  if (place.name !== undefined && [...place.name].length >= limits.placeNameMin) return undefined
  const after = place.name ?? plain(surroundings ?? '', limits.placeName - 40)
  return after || `${place.latitude.toFixed(4)}, ${place.longitude.toFixed(4)}`
}

function parkAround(parks: Grid<FoundCompanion>, { latitude, longitude }: FoundPlace): string | undefined {
  return parks.at(latitude, longitude).find(({ rings }) => isInside(latitude, longitude, rings))?.tags.name
}

/** Records an address or a street for the places to which it is the nearest so far. */
function offer(grid: Grid<Around>, { tags, latitude, longitude, line }: OsmObject) {
  if (tags['addr:street'] !== undefined) {
    for (const entry of grid.at(latitude, longitude)) {
      const metres = metresToShape(latitude, longitude, entry.place)
      if (metres <= addressMetres && isNearer(metres, entry.address))
        entry.address = { metres, tags: addressTags(tags) }
    }
    return
  }
  const { name } = tags
  if (!name || !line) return
  const entries = new Set<Around>()
  for (let i = 0; i + 1 < line.length; i += 2) {
    for (const entry of grid.at(line[i + 1] ?? 0, line[i] ?? 0)) entries.add(entry)
  }
  for (const entry of entries) {
    const metres = metresAlong(line, entry.place)
    if (metres <= streetMetres && isNearer(metres, entry.street)) entry.street = { metres, name }
  }
}

/** Whether an object is nearer than the one recorded; the first of two at the same distance wins. */
function isNearer(metres: number, than: { metres: number } | undefined): boolean {
  return than === undefined || metres < than.metres
}

function addressTags(tags: Tags): Tags {
  const { 'addr:street': street = '', 'addr:city': city } = tags
  return { 'addr:street': street, ...(city ? { 'addr:city': city } : {}) }
}

function metresAlong(line: ArrayLike<number>, place: FoundPlace): number {
  let nearest = metresToPath(place.latitude, place.longitude, line)
  for (let i = 0; i + 1 < line.length && place.rings.length > 0; i += 2) {
    nearest = Math.min(nearest, metresToShape(line[i + 1] ?? 0, line[i] ?? 0, place))
  }
  return nearest
}
