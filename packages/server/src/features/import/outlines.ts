import { areaOf, meanOf, type Path } from './geometry.ts'
import type { OsmObject, Tags } from './osm-object.ts'

export type Take = (object: OsmObject) => void

export function giveWay(take: Take, way: { id: number; tags: Tags; path: Path; isClosed: boolean }) {
  const { tags, path, isClosed } = way
  // An extract may lack some or all of the nodes of a way that crosses its border.
  if (path.length === 0) return
  const id = `way/${way.id}`
  const shape = isClosedPath(path) ? areaOf([path]) : undefined
  if (shape) take({ id, tags, ...shape })
  else take({ id, tags, ...meanOf(path), rings: [], ...(isClosed ? {} : { line: path }) })
}

export function giveRelation(take: Take, { id, tags, paths }: { id: number; tags: Tags; paths: Path[] }) {
  const rings = joined(paths)
  const shape = areaOf(rings.filter(isClosedPath))
  if (shape) take({ id: `relation/${id}`, tags, ...shape })
  else if (rings[0]) take({ id: `relation/${id}`, tags, ...meanOf(rings[0]), rings: [] })
}

export function isClosedPath(path: Path): boolean {
  return path.length >= 8 && path[0] === path[path.length - 2] && path[1] === path[path.length - 1]
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
