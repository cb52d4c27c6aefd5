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
  for (let path = open.pop(); path; path = open.pop()) {
    let whole = path
    while (!isClosedPath(whole)) {
      const at = open.findIndex(next => endOf(whole) === startOf(next) || endOf(whole) === endOf(next))
      const next = open[at]
      if (!next) break
      open.splice(at, 1)
      whole = [...whole, ...(endOf(whole) === startOf(next) ? next : backwards(next)).slice(2)]
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
