import type { Path } from '../geometry.ts'

/** Straight pieces of lines in metres around a place: x1, y1, x2, y2, and so on. */
export type Segments = number[]

/** A point in metres around a place. */
export interface Point {
  x: number
  y: number
}

/** The part of a line at which another one crosses it, from 0 to 1; undefined if they do not meet. */
export function crossingAt(
  [ax, ay, bx, by]: readonly [number, number, number, number],
  [cx, cy, dx, dy]: readonly [number, number, number, number],
): number | undefined {
  const [rx, ry, sx, sy] = [bx - ax, by - ay, dx - cx, dy - cy]
  const cross = rx * sy - ry * sx
  if (cross === 0) return undefined
  const t = ((cx - ax) * sy - (cy - ay) * sx) / cross
  const u = ((cx - ax) * ry - (cy - ay) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? t : undefined
}

/** The pieces of a path. */
export function segmentsOf(path: Path): Segments {
  const segments: Segments = []
  for (let i = 0; i + 3 < path.length; i += 2)
    segments.push(path[i] ?? 0, path[i + 1] ?? 0, path[i + 2] ?? 0, path[i + 3] ?? 0)
  return segments
}

/** Calls back with each piece until one call returns true, and returns whether one did. */
export function someSegment(
  segments: Segments,
  is: (segment: readonly [number, number, number, number]) => boolean,
): boolean {
  for (let i = 0; i + 3 < segments.length; i += 4) {
    if (is([segments[i] ?? 0, segments[i + 1] ?? 0, segments[i + 2] ?? 0, segments[i + 3] ?? 0])) return true
  }
  return false
}

/** Points along the pieces, at most this many metres apart and at most this many of them. */
export function pointsAlong(segments: Segments, metres: number, most: number): Point[] {
  let length = 0
  someSegment(segments, ([x1, y1, x2, y2]) => {
    length += Math.hypot(x2 - x1, y2 - y1)
    return false
  })
  const step = Math.max(metres, length / most)
  const points: Point[] = []
  let until = 0
  someSegment(segments, ([x1, y1, x2, y2]) => {
    const piece = Math.hypot(x2 - x1, y2 - y1)
    for (; until <= piece; until += step) {
      const t = piece === 0 ? 0 : until / piece
      points.push({ x: x1 + t * (x2 - x1), y: y1 + t * (y2 - y1) })
    }
    until -= piece
    return false
  })
  return points
}
