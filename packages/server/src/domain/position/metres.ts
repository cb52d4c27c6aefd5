import * as z from 'zod/mini'

export const Point = z.object({ latitude: z.number(), longitude: z.number() })
export type Point = z.output<typeof Point>

const metresPerDegree = 111_320

/** About how far two points in one country are apart. */
export function metresBetween(one: Point, other: Point) {
  const wide = Math.cos((one.latitude * Math.PI) / 180)
  return metresPerDegree * Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * wide)
}
