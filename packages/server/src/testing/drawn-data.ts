import type { Tags } from '../features/import/osm-object.ts'
import type { OsmData } from './write-pbf.ts'

const metresPerDegree = 111_195
const narrow = Math.cos((52.09 * Math.PI) / 180)
/** A point this many metres east and north of the playground's centre. */
export const at = (id: number, x: number, y: number, tags?: Tags) => ({
  id,
  lat: 52.09 + y / metresPerDegree,
  lon: 5.12 + x / metresPerDegree / narrow,
  ...(tags ? { tags } : {}),
})

type Corners = readonly (readonly [number, number])[]

/** A way through these points. */
export function drawn(
  id: number,
  corners: Corners,
  tags?: Tags,
  isClosed = false,
): Required<Omit<OsmData, 'relations'>> {
  const nodes = corners.map(([x, y], index) => at(id * 1000 + index, x, y))
  const refs = nodes.map(node => node.id)
  return {
    nodes,
    ways: [{ id, nodes: isClosed ? [...refs, id * 1000] : refs, ...(tags ? { tags } : {}) }],
  }
}

/** Corners of a square around the centre. */
export const square = (half: number, x = 0, y = 0): Corners => [
  [x - half, y - half],
  [x + half, y - half],
  [x + half, y + half],
  [x - half, y + half],
]

export function together(...parts: OsmData[]): OsmData {
  return {
    nodes: parts.flatMap(({ nodes = [] }) => nodes).sort((a, b) => a.id - b.id),
    ways: parts.flatMap(({ ways = [] }) => ways),
    relations: parts.flatMap(({ relations = [] }) => relations),
  }
}

/** A relation of so many ways that meet at their ends. */
export function manyParts(count: number): OsmData {
  const nodes = Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    return at(100_000 + index, 200 * Math.cos(angle), 200 * Math.sin(angle))
  })
  const ways = nodes.map(({ id }, index) => ({ id: 10_000 + index, nodes: [id, nodes[(index + 1) % count]?.id ?? 0] }))
  const members = ways.map(({ id }) => ({ ref: id, role: 'outer' }))
  return { nodes, ways, relations: [{ id: 5, members, tags: { type: 'multipolygon', natural: 'water' } }] }
}
