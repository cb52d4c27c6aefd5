import type { Line } from './read-tile.ts'

/** Whether a point is inside rings, by the even-odd rule. */
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

/** How far the points of a stretch may be from the straight line between its ends, as a share of its length. */
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

export interface Circle {
  x: number
  y: number
  radius: number
}

/** How far the points of a circle may be from it, as a share of its radius. */
const dent = 0.2

/** The circle that a line follows: a ring of at least five points, or an arc; undefined for any other line. */
export function circleOf(line: Line): Circle | undefined {
  const points = line.length / 2
  if (points < 3) return undefined
  const isRing = points > 5 && line[0] === line.at(-2) && line[1] === line.at(-1)
  const circle = isRing ? aroundMiddle(line) : throughThree(line)
  if (!circle) return undefined
  for (let at = 0; at < line.length; at += 2) {
    const distance = Math.hypot((line[at] ?? 0) - circle.x, (line[at + 1] ?? 0) - circle.y)
    if (Math.abs(distance - circle.radius) > circle.radius * dent) return undefined
  }
  return circle
}

function aroundMiddle(ring: Line): Circle {
  const { x, y, width, height } = boxOf(ring)
  return { x, y, radius: (width + height) / 4 }
}

/** The middle and the size of the box around a line. */
export function boxOf(line: Line) {
  const infinite = Number.POSITIVE_INFINITY
  let [left, right, top, bottom] = [infinite, -infinite, infinite, -infinite]
  for (let at = 0; at < line.length; at += 2) {
    const [x = 0, y = 0] = [line[at], line[at + 1]]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top }
}

/** The circle through the ends of a line and its middle point. */
function throughThree(line: Line): Circle | undefined {
  const middle = Math.floor(line.length / 4) * 2
  const [x1 = 0, y1 = 0] = line
  const [x2, y2] = [(line[middle] ?? 0) - x1, (line[middle + 1] ?? 0) - y1]
  const [x3, y3] = [(line.at(-2) ?? 0) - x1, (line.at(-1) ?? 0) - y1]
  const twice = 2 * (x2 * y3 - y2 * x3)
  if (twice === 0) return undefined
  const [one, other] = [x2 * x2 + y2 * y2, x3 * x3 + y3 * y3]
  const [x, y] = [(y3 * one - y2 * other) / twice, (x2 * other - x3 * one) / twice]
  return { x: x1 + x, y: y1 + y, radius: Math.hypot(x, y) }
}
