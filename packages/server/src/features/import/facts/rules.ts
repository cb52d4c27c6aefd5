import { limits } from '@papadag/contract/limits'
import { equipment as equipmentKeys, type FactKey } from '@papadag/contract/places/facts'
import { outsideSchoolHours } from '@papadag/contract/places/school-hours'
import { isIndoor } from '../mapping.ts'
import type { Tags } from '../osm-object.ts'
import { plain } from '../place-texts.ts'
import type { Around } from './around.ts'
import { equipmentIn } from './equipment.ts'
import { isWaterOpen } from './fence.ts'
import { isFence } from './kinds.ts'
import { ageIn, type OpenFacts, oneOf, type Read, same, wrong, yesOrNo } from './values.ts'

/** From these shares of its ground a playground has much, or some, shade. */
const muchShade = 0.4
const someShade = 0.1
/** From these shares of all directions a fence stands around a playground wholly, or partly; the rest are gates. */
const wholeFence = 0.9
const partFence = 0.2

type Surface = NonNullable<OpenFacts['surface']>
const surfaces: Readonly<Record<string, Surface>> = {
  sand: 'sand',
  fine_sand: 'sand',
  grass: 'grass',
  artificial_turf: 'grass',
  rubber: 'rubber',
  tartan: 'rubber',
  rubbercrumb: 'rubber',
  asphalt: 'hard',
  concrete: 'hard',
  paved: 'hard',
  paving_stones: 'hard',
  sett: 'hard',
  stone: 'hard',
  compacted: 'hard',
}
const wheelchairs = { yes: 'yes', designated: 'yes', limited: 'partly', no: 'no' } as const
const access = { yes: 'everyone', permissive: 'everyone', public: 'everyone', customers: 'customers' } as const

/** A barrier that mappers give to a playground itself stands around it. */
function fenceOf(tags: Tags, around: Around): Read<NonNullable<OpenFacts['fence']>> {
  const says = same(yesOrNo(tags.fenced), isFence(tags.barrier) ? 'yes' : yesOrNo(tags.fence))
  if (says === wrong) return wrong
  if (says) return says === 'yes' ? 'whole' : 'none'
  if (around.isCrowded.pieces) return wrong
  return around.enclosed >= wholeFence ? 'whole' : around.enclosed >= partFence ? 'partly' : undefined
}

function toiletOf({ metres, tags }: { metres: number; tags: Tags }): OpenFacts['toilet'] {
  const [fee, table] = [
    yesOrNo(tags.fee),
    oneOf(tags.changing_table, { yes: 'yes', limited: 'yes', no: 'no' } as const),
  ]
  const entry = oneOf(tags.access, access)
  return {
    distance: Math.round(metres),
    fee: fee === wrong ? null : (fee ?? null),
    access: entry === wrong ? null : (entry ?? null),
    changingTable: table === wrong ? null : (table ?? null),
  }
}

/** How each fact is read from a playground's tags and from what is around it; undefined if these do not tell. */
export const factRules: { readonly [K in FactKey]: (tags: Tags, around: Around) => Read<OpenFacts[K]> } = {
  ages: ({ min_age: min, max_age: max }) => {
    const [from, to] = [ageIn(min), ageIn(max)]
    if (from === wrong || to === wrong) return wrong
    if (from === undefined && to === undefined) return undefined
    return from !== undefined && to !== undefined && from > to ? wrong : { from: from ?? null, to: to ?? null }
  },
  equipment: (tags, { equipment, isCrowded }) => {
    if (isCrowded.devices) return wrong
    const devices = new Set([...equipmentIn(tags), ...equipment])
    return devices.size === 0 ? undefined : equipmentKeys.filter(key => devices.has(key))
  },
  fence: fenceOf,
  openWater: (tags, around) => {
    if (isIndoor('playground', tags)) return undefined
    if (around.isCrowded.pieces) return wrong
    if (fenceOf(tags, around) === 'whole') return 'no'
    if (isWaterOpen(around, around.water, around.barriers)) return 'yes'
    return around.isCharted ? 'no' : undefined
  },
  shade: (tags, { shade, isCrowded }) => {
    if (isIndoor('playground', tags)) return undefined
    if (isCrowded.trees) return wrong
    if (shade === undefined) return undefined
    return shade >= muchShade ? 'much' : shade >= someShade ? 'some' : 'none'
  },
  surface: ({ surface }) => oneOf(surface, surfaces),
  toilet: ({ toilets: own }, { place: { toilets: nearest } }) => {
    const says = yesOrNo(own)
    if (says === wrong) return wrong
    const isHere = nearest !== undefined && nearest.metres === 0
    if (says === 'no') return isHere ? wrong : nearest ? toiletOf(nearest) : 'none'
    if (says === 'yes' && !isHere) return { distance: 0, fee: null, access: null, changingTable: null }
    return nearest && toiletOf(nearest)
  },
  wheelchair: ({ wheelchair }) => oneOf(wheelchair, wheelchairs),
  drinkingWater: ({ drinking_water: own }, { hasTap }) => yesOrNo(own) ?? (hasTap ? 'yes' : undefined),
  lit: ({ lit }) => yesOrNo(lit),
  dogs: ({ dog, dogs }) => same(yesOrNo(dog), yesOrNo(dogs)),
  // Playgrounds are outdoors unless a mapper says otherwise.
  indoor: tags => {
    const says = yesOrNo(tags.indoor)
    if (says === wrong) return wrong
    if (!isIndoor('playground', tags)) return 'no'
    return says === 'no' ? wrong : 'yes'
  },
  fee: ({ fee, charge }) => yesOrNo(fee) ?? (charge === undefined ? undefined : 'yes'),
  openingHours: ({ opening_hours: text, access: entry }, { place }) => {
    if (text === undefined)
      return place.isAtSchool && oneOf(entry, access) === 'everyone' ? { text: outsideSchoolHours } : undefined
    const line = plain(text, Number.POSITIVE_INFINITY)
    return line === '' || [...line].length > limits.openingHours ? wrong : { text: line }
  },
  bicycleParking: ({ bicycle_parking: own }, { hasBicycleParking }) =>
    yesOrNo(own) ?? (hasBicycleParking ? 'yes' : undefined),
  coffee: (_, { place }) => (place.hasCafe ? 'yes' : undefined),
}
