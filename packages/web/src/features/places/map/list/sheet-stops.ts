/** How much of the window the list covers: only its handle, half the window, or everything below the search. */
export const stops = ['peek', 'half', 'full'] as const
export type Stop = (typeof stops)[number]

/** The height of the closed sheet; map.css has the same number. */
export const peekPx = 92

/** The stop nearest to the height at which the finger was lifted. */
export function nearestStop(heightPx: number, windowPx: number): Stop {
  const heights: Record<Stop, number> = { peek: peekPx, half: windowPx / 2, full: windowPx }
  return stops.reduce((best, stop) =>
    Math.abs(heights[stop] - heightPx) < Math.abs(heights[best] - heightPx) ? stop : best,
  )
}
