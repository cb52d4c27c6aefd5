import { isPrivate, placeTypeOf } from '../mapping.ts'
import type { Tags } from '../osm-object.ts'
import { devicesOf } from './equipment.ts'

/** What is read around playgrounds, in the second pass. */
export type Surrounding =
  | 'device'
  | 'tree'
  | 'treeRow'
  | 'wood'
  | 'barrier'
  | 'water'
  | 'tap'
  | 'bicycleParking'
  | 'playground'

/** The keys of the objects around playgrounds. */
export const surroundingKeys: readonly string[] = [
  'leisure',
  'playground',
  'natural',
  'landuse',
  'waterway',
  'barrier',
  'amenity',
  'man_made',
]

const fences: ReadonlySet<string> = new Set(['fence', 'wall', 'hedge', 'city_wall', 'railing', 'wire_fence'])
const waterways: ReadonlySet<string> = new Set(['river', 'canal', 'stream', 'ditch', 'drain', 'riverbank', 'dock'])
/** Basins that are dry except after rain, and water that is behind walls. */
const notOpen: ReadonlySet<string> = new Set(['detention', 'infiltration', 'fountain', 'wastewater', 'swimming'])

/** Whether a barrier keeps a child in. */
export function isFence(barrier: string | undefined): boolean {
  return barrier !== undefined && fences.has(barrier)
}

function isWater({ natural, waterway, landuse, tunnel, covered, location, water, basin }: Tags): boolean {
  if ((tunnel !== undefined && tunnel !== 'no') || covered === 'yes' || location === 'underground') return false
  if (notOpen.has(water ?? '') || notOpen.has(basin ?? '')) return false
  return (
    natural === 'water' ||
    natural === 'coastline' ||
    waterways.has(waterway ?? '') ||
    landuse === 'basin' ||
    landuse === 'reservoir'
  )
}

/** What an object is to the playgrounds around it. */
export function surroundingOf(tags: Tags): Surrounding | undefined {
  if (tags.leisure !== undefined && placeTypeOf(tags) === 'playground') return 'playground'
  if ((tags.playground ?? tags.leisure ?? tags.amenity) !== undefined && devicesOf(tags).length > 0)
    return isPrivate(tags) ? undefined : 'device'
  if (tags.natural === 'tree') return 'tree'
  if (tags.natural === 'tree_row') return 'treeRow'
  if (isWater(tags)) return 'water'
  if (isFence(tags.barrier)) return 'barrier'
  if (tags.natural === 'wood' || tags.landuse === 'forest') return 'wood'
  if (tags.amenity === 'drinking_water' || (tags.man_made === 'water_tap' && tags.drinking_water === 'yes'))
    return isPrivate(tags) ? undefined : 'tap'
  if (tags.amenity === 'bicycle_parking') return isPrivate(tags) ? undefined : 'bicycleParking'
  return undefined
}
