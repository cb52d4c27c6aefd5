/** How much of the window the list over the map takes: only its head, half of it, or all under the search. */
export const stops = ['peek', 'half', 'full'] as const
export type Stop = (typeof stops)[number]

/** What is left of the sheet when it is put away; map.css has the same number. */
export const peekPx = 92

/** The stop that is nearest to a height at which the finger let go. */
export function nearestStop(heightPx: number, windowPx: number): Stop {
  const heights: Record<Stop, number> = { peek: peekPx, half: windowPx / 2, full: windowPx }
  return stops.reduce((best, stop) =>
    Math.abs(heights[stop] - heightPx) < Math.abs(heights[best] - heightPx) ? stop : best,
  )
}
