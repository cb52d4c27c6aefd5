import * as z from 'zod/mini'

/** The map hosted by this server: vector tiles at `/tiles/{version}/{z}/{x}/{y}.mvt`. */
export const HostedMap = z.object({
  version: z.string(),
  minZoom: z.int(),
  maxZoom: z.int(),
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
})
export type HostedMap = z.output<typeof HostedMap>

/** A point on that map, for a still picture of what is around it. */
export const MapPoint = z.extend(HostedMap, { latitude: z.number(), longitude: z.number() })
export type MapPoint = z.output<typeof MapPoint>
