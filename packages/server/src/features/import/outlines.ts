import { areaOf, meanOf, type Path } from './geometry.ts'
import type { OsmObject, Tags, Taker } from './osm-object.ts'

export type Take = (object: OsmObject) => void

/** An outline of a relation, or of a hole in it, or a part of one. */
export interface Outline {
  path: Path
  isInner: boolean
}

/** Passes on a way. Of one that crosses the border of an extract, the file may lack some or all of the points. */
export function giveWay(taker: Taker, way: { id: number; tags: Tags; path: Path; isClosed: boolean }) {
  const { tags, path, isClosed } = way
  const id = `way/${way.id}`
  if (path.length === 0) return taker.takeUnplaced({ id, tags, why: 'points' })
  const shape = isClosed ? areaOf([closed(path)].filter(isClosedPath)) : undefined
  if (shape) taker.take({ id, tags, ...shape })
  else taker.take({ id, tags, ...meanOf(path), rings: [], ...(isClosed ? {} : { line: path }) })
}

export function giveRelation(taker: Taker, relation: { id: number; tags: Tags; outlines: readonly Outline[] }) {
  const { tags, outlines } = relation
  const id = `relation/${relation.id}`
  const joinedOf = (inner: boolean) =>
    joined(outlines.flatMap(({ path, isInner }) => (isInner === inner ? [path] : [])))
  const outer = joinedOf(false)
  const whole = outer.filter(isClosedPath)
  const rings = whole.length > 0 ? whole : outer.map(closed).filter(isClosedPath)
  const shape = rings.length > 0 ? areaOf([...rings, ...joinedOf(true).filter(isClosedPath)]) : undefined
  if (shape) taker.take({ id, tags, ...shape })
  else if (outer[0]) taker.take({ id, tags, ...meanOf(outer[0]), rings: [] })
  else taker.takeUnplaced({ id, tags, why: 'outlines' })
}

/** Passes on the outlines of a relation that are whole as one area, and the others as lines. */
export function giveParts(take: Take, relation: { id: number; tags: Tags; outlines: readonly Outline[] }) {
  const { tags, outlines } = relation
  const id = `relation/${relation.id}`
  const joinedOf = (inner: boolean) =>
    joined(outlines.flatMap(({ path, isInner }) => (isInner === inner ? [path] : [])))
  const [outer, inner] = [joinedOf(false), joinedOf(true)]
  const whole = outer.filter(isClosedPath)
  const shape = whole.length > 0 ? areaOf([...whole, ...inner.filter(isClosedPath)]) : undefined
  if (shape) take({ id, tags, ...shape })
  for (const line of [...outer, ...(shape ? [] : inner)]) {
    if (!shape || !isClosedPath(line)) take({ id, tags, ...meanOf(line), rings: [], line })
  }
}

function isClosedPath(path: Path): boolean {
  return path.length >= 8 && path[0] === path[path.length - 2] && path[1] === path[path.length - 1]
}

/** Closes an outline across the points that are not in the file. */
function closed(path: Path): Path {
  return path.length < 6 || isClosedPath(path) ? path : [...Array.from(path), path[0] ?? 0, path[1] ?? 0]
}

/** Joins paths that meet at their ends into outlines. */
function joined(paths: readonly Path[]): Path[] {
  const rings: number[][] = []
  const open = paths.filter(path => path.length > 0).map(path => Array.from(path))
  /** The paths at each end; a relation may have thousands. */
  const meeting = new Map<string, number[][]>()
  for (const path of open) {
    for (const end of new Set([startOf(path), endOf(path)])) {
      const others = meeting.get(end)
      if (others) others.push(path)
      else meeting.set(end, [path])
    }
  }
  const taken = new Set<number[]>()
  for (const path of open.toReversed()) {
    if (taken.has(path)) continue
    taken.add(path)
    const whole = [...path]
    while (!isClosedPath(whole)) {
      const end = endOf(whole)
      const waiting = meeting.get(end) ?? []
      while (waiting[0] && taken.has(waiting[0])) waiting.shift()
      const [next] = waiting
      if (!next) break
      taken.add(next)
      const points = end === startOf(next) ? next : backwards(next)
      for (let i = 2; i < points.length; i += 1) whole.push(points[i] ?? 0)
    }
    rings.push(whole)
  }
  return rings
}

const startOf = (path: number[]) => `${path[0]} ${path[1]}`
const endOf = (path: number[]) => `${path.at(-2)} ${path.at(-1)}`

function backwards(path: readonly number[]): number[] {
  const turned: number[] = []
  for (let i = path.length - 2; i >= 0; i -= 2) turned.push(path[i] ?? 0, path[i + 1] ?? 0)
  return turned
}
