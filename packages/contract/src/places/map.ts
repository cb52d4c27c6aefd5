import * as z from 'zod/mini'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { Id } from '../schema.ts'
import { FactFilter } from './facts.ts'
import { FeatureFilter, placeTypes, TypeName } from './places.ts'

/** Part of a map tile with its number of places. */
export const MapCell = z.object({
  /** The centre of its places. */
  latitude: z.number(),
  longitude: z.number(),
  /** With `facts=` those that are certain to fit. */
  count: z.int(),
  /** With `facts=` those of which not everything is known; else 0. */
  unknown: z.int(),
})
/** A place as a pin; the rest is read when it is opened. */
export const MapPlace = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(placeTypes),
  latitude: z.number(),
  longitude: z.number(),
  status: z.enum(['new', 'confirmed']),
  /** With `facts=` alone: whether it is certain to fit. */
  certain: z.optional(z.boolean()),
})
export type MapPlace = z.output<typeof MapPlace>

export const MapTile = z.object({
  /** Zoomed out: the number of places in each cell of the tile. */
  cells: z.array(MapCell),
  /** Zoomed in: the places themselves. */
  places: z.array(MapPlace),
  /** With `facts=` over very many places: the numbers of its cells are estimated from a part of them. */
  isEstimate: z.optional(z.boolean()),
})
export type MapTile = z.output<typeof MapTile>

export const mapTile = route('GET /api/map/:z/:x/:y', {
  access: 'member',
  summary:
    'Gets the places on one map tile (slippy map numbering, z 0–19): counts per cell when zoomed out, individual places when zoomed in.',
  query: z.object({ type: TypeName, features: FeatureFilter, facts: FactFilter }),
  reply: MapTile,
  errors: ['map.unknownTile'],
  cacheS: limits.mapTileCacheS,
})
