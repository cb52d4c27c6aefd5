import { createHash } from 'node:crypto'
import { featureKeys } from '@papadag/contract/places/places'
import { isIndoor } from './mapping.ts'
import type { NamedPlace } from './matching/names.ts'
import type { Tags } from './osm-object.ts'
import { descriptionOf, keptTags } from './place-texts.ts'

/** A place as a table row. */
export interface ImportedRow {
  source_id: string
  type: string
  name: string
  named_after: string | null
  description: string | null
  address: string | null
  latitude: number
  longitude: number
  features: string[]
  changing_table: string | null
  indoor: boolean
  source_tags: Tags
  source_hash: string
  source_aliases: string[]
}

/** About a centimetre; more digits would only make equal places differ. */
const places = 1e7

/** The row of a place, with a hash that shows whether anything has changed. */
export function rowOf(place: NamedPlace, namedAfter: string | undefined, aliases: string[]): ImportedRow {
  const row = {
    source_id: place.id,
    type: place.type,
    name: namedAfter === undefined ? (place.name ?? '') : `Speeltuin ${namedAfter}`,
    named_after: namedAfter ?? null,
    description: descriptionOf(place.type, place.tags),
    address: place.address ?? null,
    latitude: Math.round(place.latitude * places) / places,
    longitude: Math.round(place.longitude * places) / places,
    features: featureKeys[place.type].filter(key => place.features.includes(key)),
    changing_table: place.changingTable,
    source_tags: keptTags(place.tags),
    source_aliases: aliases,
  }
  return {
    ...row,
    // Also determined by the tags in the hash; including it in the hash would change every place once.
    indoor: isIndoor(place.type, row.source_tags),
    source_hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url'),
  }
}
