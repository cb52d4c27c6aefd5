/** How much of the map the sheet covers: only its header, half of it, or everything below the search. */
export const stops = ['peek', 'half', 'full'] as const
export type Stop = (typeof stops)[number]

/** The stop nearest to the height at which the finger was lifted. */
export function nearestStop(heightPx: number, headPx: number, mapPx: number): Stop {
  const heights: Record<Stop, number> = { peek: headPx, half: mapPx / 2, full: mapPx }
  return stops.reduce((best, stop) =>
    Math.abs(heights[stop] - heightPx) < Math.abs(heights[best] - heightPx) ? stop : best,
  )
}
