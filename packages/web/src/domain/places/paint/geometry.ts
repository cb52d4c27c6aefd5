import type { Line } from './read-tile.ts'

/** Whether a point lies inside rings, by the even-odd rule. */
export function isInside(x: number, y: number, rings: readonly Line[]): boolean {
  let isIn = false
  for (const ring of rings) {
    for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
      const [x1 = 0, y1 = 0] = [ring[at], ring[at + 1]]
      const [x2 = 0, y2 = 0] = [ring[before], ring[before + 1]]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isIn = !isIn
    }
  }
  return isIn
}

/** A straight stretch of a line: its middle, its direction and its length. */
export interface Straight {
  x: number
  y: number
  angle: number
  length: number
}

/** How far the points of a stretch may lie from the straight line between its ends, as a share of its length. */
const bend = 0.045

/** The longest stretch of a line that looks straight. */
export function longestStraight(line: Line): Straight | undefined {
  let best: Straight | undefined
  const points = line.length / 2
  for (let from = 0; from < points - 1; from += 1) {
    let reached = from + 1
    while (reached + 1 < points && isStraight(line, from, reached + 1)) reached += 1
    const [x1 = 0, y1 = 0] = [line[from * 2], line[from * 2 + 1]]
    const [x2 = 0, y2 = 0] = [line[reached * 2], line[reached * 2 + 1]]
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length > (best?.length ?? 0))
      best = { x: (x1 + x2) / 2, y: (y1 + y2) / 2, angle: upright(Math.atan2(y2 - y1, x2 - x1)), length }
    // Stretches that reach the line's end can only get shorter.
    if (reached === points - 1) break
  }
  return best
}

function isStraight(line: Line, from: number, to: number): boolean {
  const [x1 = 0, y1 = 0] = [line[from * 2], line[from * 2 + 1]]
  const [x2 = 0, y2 = 0] = [line[to * 2], line[to * 2 + 1]]
  const length = Math.hypot(x2 - x1, y2 - y1)
  for (let at = from + 1; at < to; at += 1) {
    const [x = 0, y = 0] = [line[at * 2], line[at * 2 + 1]]
    const aside = Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1))
    if (aside > length * length * bend) return false
  }
  return true
}

/** The same direction, flipped if needed so that text reads from the left or from below. */
export function upright(angle: number): number {
  if (angle > Math.PI / 2) return angle - Math.PI
  return angle <= -Math.PI / 2 ? angle + Math.PI : angle
}
