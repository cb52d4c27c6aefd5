import { crossingAt, type Point, pointsAlong, type Segments, someSegment } from './plane.ts'

/** The ground of a playground, in metres around its centre. */
export interface Ground {
  /** Its outlines; none if it is just a point. */
  outline: Segments
}

const directions = 72
/** A fence of a playground stands at most this far inside or outside its edge, in metres. */
const insideMetres = 5
const outsideMetres = 25
/** The same for a playground that is just a point. */
const pointReach = { from: 2, to: 35 }

/** The share of the directions out of a playground in which a barrier stands at its edge. */
export function enclosedShare({ outline }: Ground, barriers: Segments): number {
  if (barriers.length === 0) return 0
  let closed = 0
  for (let index = 0; index < directions; index += 1) {
    const angle = (2 * Math.PI * (index + 0.5)) / directions
    const far = 10_000
    const ray = [0, 0, Math.cos(angle) * far, Math.sin(angle) * far] as const
    let edge = 0
    someSegment(outline, segment => {
      edge = Math.max(edge, (crossingAt(ray, segment) ?? 0) * far)
      return false
    })
    const from = outline.length === 0 ? pointReach.from : edge - insideMetres
    const to = outline.length === 0 ? pointReach.to : edge + outsideMetres
    const isClosed = someSegment(barriers, segment => {
      const at = crossingAt(ray, segment)
      return at !== undefined && at * far >= from && at * far <= to
    })
    if (isClosed) closed += 1
  }
  return closed / directions
}

/** Whoever stands this far inside a playground has its own fence between himself and what is outside. */
const inwardMetres = 3
/** How far water may be from a playground's edge, in metres. */
const waterMetres = 60
const mostStarts = 64
const mostEnds = 150

/** Whether a straight way leads from a playground to water that is near, with no barrier on it. */
export function isWaterOpen({ outline }: Ground, water: Segments, barriers: Segments): boolean {
  const edge = outline.length === 0 ? [{ x: 0, y: 0 }] : pointsAlong(outline, 5, mostStarts)
  const ends = pointsAlong(water, 5, mostEnds)
  return edge.some(point => {
    const start = inward(point)
    return ends.some(end => Math.hypot(end.x - point.x, end.y - point.y) <= waterMetres && isFree(start, end, barriers))
  })
}

function inward({ x, y }: Point): Point {
  const length = Math.hypot(x, y)
  const share = length <= inwardMetres ? 0 : 1 - inwardMetres / length
  return { x: x * share, y: y * share }
}

/** Whether nothing stands between two points, or right behind the second. */
function isFree(start: Point, end: Point, barriers: Segments): boolean {
  const length = Math.hypot(end.x - start.x, end.y - start.y)
  const beyond = length === 0 ? 1 : 1 + 1 / length
  const way = [start.x, start.y, start.x + (end.x - start.x) * beyond, start.y + (end.y - start.y) * beyond] as const
  return !someSegment(barriers, segment => crossingAt(way, segment) !== undefined)
}
