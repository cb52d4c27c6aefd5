import { type FeatureKey, featureKeys, type PlaceType } from '@papadag/contract/places/places'
import type { Tags } from './osm-object.ts'

/** Objects near a place that reveal something about it. */
export type Companion =
  | 'bench'
  | 'picnicTable'
  | 'toilets'
  | 'toiletsWithChangingTable'
  | 'sandpit'
  | 'water'
  | 'cafe'
  | 'park'
  | 'school'
  | 'settlement'

/** Objects without any of these keys are skipped. */
export const interestingKeys: ReadonlySet<string> = new Set([
  'leisure',
  'amenity',
  'playground',
  'tourism',
  'natural',
  'place',
  'highway',
  'addr:street',
  'addr:place',
])

const eating: ReadonlySet<string> = new Set([
  'restaurant',
  'cafe',
  'fast_food',
  'ice_cream',
  'biergarten',
  'food_court',
])
const closedToOthers: ReadonlySet<string> = new Set(['private', 'no', 'permit'])
const noWords: ReadonlySet<string> = new Set(['no', 'none', '0', 'false'])
/** Prefixes or keys by which mappers mark objects that no longer exist, or do not exist yet. */
const lifecycle = /^(disused|abandoned|demolished|construction|razed|removed|proposed|was)(:|$)/
const waterPlay: ReadonlySet<string> = new Set(['water', 'splash_pad', 'pump', 'water_pump'])
const fathersReach: ReadonlySet<string> = new Set([
  'male_toilet',
  'unisex_toilet',
  'dedicated_room',
  'wheelchair_toilet',
  'room',
  'sales_area',
])
const settlements: ReadonlySet<string> = new Set([
  'city',
  'town',
  'village',
  'hamlet',
  'suburb',
  'quarter',
  'neighbourhood',
])

/** Whether a tag is present and is not a "no". */
function says(value: string | undefined): boolean {
  return value !== undefined && value !== '' && !noWords.has(value)
}

function isOneOf(value: string | undefined, values: readonly string[]): boolean {
  return value !== undefined && values.includes(value)
}

/** The type of place that an object is, whether or not it is open to the public. */
export function placeTypeOf(tags: Tags): PlaceType | undefined {
  if (Object.keys(tags).some(key => lifecycle.test(key))) return undefined
  if (tags.leisure === 'playground' || tags.leisure === 'indoor_play') return 'playground'
  if (tags.amenity !== undefined && eating.has(tags.amenity)) return 'restaurant'
  return undefined
}

/** Whether a playground has a roof. */
export function isIndoor(type: PlaceType, { leisure, indoor, location }: Tags): boolean {
  const says = leisure === 'indoor_play' || location === 'indoor' || isOneOf(indoor, ['yes', 'room', 'area'])
  return type === 'playground' && says
}

/** Whether access is restricted. "Customers" counts as open, since anybody can buy a coffee. */
export function isPrivate({ access }: Tags): boolean {
  return access !== undefined && closedToOthers.has(access)
}

/** The kind of companion that an object is to the places near it. */
export function companionOf(tags: Tags): Companion | undefined {
  if (tags.amenity === 'bench') return 'bench'
  if (tags.leisure === 'picnic_table' || tags.tourism === 'picnic_site') return 'picnicTable'
  if (tags.amenity === 'toilets' && !isPrivate(tags)) {
    return isOneOf(tags.changing_table, ['yes', 'limited']) ? 'toiletsWithChangingTable' : 'toilets'
  }
  if (tags.playground === 'sandpit' || (tags.natural === 'sand' && tags.golf === undefined)) return 'sandpit'
  if (tags.playground !== undefined && waterPlay.has(tags.playground)) return 'water'
  if (tags.leisure === 'swimming_pool' && tags.swimming_pool === 'wading') return 'water'
  if (tags.amenity === 'fountain' && (tags.fountain === 'splash_pad' || says(tags['playground:water']))) return 'water'
  if (tags.amenity === 'cafe' && !isPrivate(tags) && placeTypeOf(tags)) return 'cafe'
  if (tags.leisure === 'park' && tags.name) return 'park'
  if (tags.amenity === 'school' || tags.amenity === 'kindergarten') return 'school'
  if (tags.place !== undefined && settlements.has(tags.place) && tags.name) return 'settlement'
  return undefined
}

type Rule = (tags: Tags) => boolean

const rules: Readonly<Record<FeatureKey, Rule>> = {
  kidsMenu: tags =>
    says(tags.kids_menu) || says(tags['menu:kids']) || says(tags['diet:children']) || says(tags['children:menu']),
  highChairs: tags => says(tags.highchair),
  changingTables: tags =>
    isOneOf(tags.changing_table, ['yes', 'limited']) ||
    (tags.changing_table === undefined && (says(tags.diaper) || says(tags['toilets:changing_table']))),
  playCorner: tags =>
    tags['kids_area:indoor'] === undefined
      ? isOneOf(tags.kids_area, ['yes', 'indoor', 'designated'])
      : says(tags['kids_area:indoor']),
  strollerAccessible: tags =>
    tags.stroller === undefined
      ? isOneOf(tags.wheelchair, ['yes', 'designated'])
      : isOneOf(tags.stroller, ['yes', 'limited', 'designated']),
  restrooms: tags => says(tags.toilets),
  picnicTables: tags => says(tags.picnic_table),
  benches: tags => says(tags.bench),
  sandbox: tags =>
    says(tags['playground:sandpit']) || says(tags['playground:sandbox']) || names(tags.playground, ['sandpit']),
  waterGames: tags =>
    says(tags['playground:water']) ||
    says(tags['playground:splash_pad']) ||
    says(tags['playground:pump']) ||
    names(tags.playground, [...waterPlay]),
}

/** Whether a list such as `slide;sandpit` has one of these. */
function names(list: string | undefined, wanted: readonly string[]): boolean {
  return list?.split(';').some(value => wanted.includes(value.trim())) ?? false
}

/** The features named by an object's own tags. */
export function featuresOf(type: PlaceType, tags: Tags): FeatureKey[] {
  return featureKeys[type].filter(key => rules[key](tags))
}

/** Whether a restaurant's own tags say that children are welcome. */
export function welcomesChildren(tags: Tags): boolean {
  return (
    (['kidsMenu', 'highChairs', 'changingTables'] as const).some(key => rules[key](tags)) ||
    says(tags.kids_area) ||
    says(tags['kids_area:indoor']) ||
    says(tags['kids_area:outdoor']) ||
    names(tags.cuisine, ['pancake', 'pancakes'])
  )
}

/** Who can reach the changing table: one only in the women's room is of no use to a father. */
export function changingTableOf(tags: Tags): 'everyone' | 'womenOnly' | null {
  const rooms = (tags['changing_table:location'] ?? '').split(';').map(room => room.trim())
  if (!rules.changingTables(tags)) return null
  if (rooms.some(room => fathersReach.has(room))) return 'everyone'
  return rooms.includes('female_toilet') ? 'womenOnly' : null
}
