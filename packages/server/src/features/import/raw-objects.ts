import { areaOf, type Box, isPosition, meanOf, type Path } from './geometry.ts'
import { NodePositions, sorted } from './node-positions.ts'
import type { OsmObject, Source, Tags } from './osm-object.ts'

/** A way with its nodes by number, or with its shape if the file contains that. */
export interface RawWay {
  id: number
  /** Undefined unless one of the visitor's keys is among them. */
  tags: Tags | undefined
  refs(): number[]
  path?: Path
  center?: { latitude: number; longitude: number } | undefined
}

export interface RawRelation {
  id: number
  tags: Tags | undefined
  /** The numbers of the ways that form its outlines. */
  outerWays(): number[]
  paths?: Path[]
  center?: { latitude: number; longitude: number } | undefined
}

/** The callbacks of one pass through a file. Kinds of objects without a callback are skipped, if possible unread. */
export interface Visitor {
  /** Objects without any of these keys come without tags. */
  keys: ReadonlySet<string>
  node?(id: number, latitude: number, longitude: number, tags: Tags | undefined): void
  way?(way: RawWay): void
  relation?(relation: RawRelation): void
  /** The range of node numbers wanted; undefined means all. */
  ids?: { first: number; last: number } | undefined
}

/** A file of nodes, ways and relations that refer to each other. */
export interface RawSource {
  box(): Box | undefined
  scan(visitor: Visitor): Promise<void>
}

/** Adds shapes to the objects of such a file, by reading it again for the nodes of the wanted ways. */
export function withShapes(raw: RawSource, keys: ReadonlySet<string>): Source {
  const noKeys: ReadonlySet<string> = new Set()

  /** The positions of these nodes. */
  async function positionsOf(numbers: readonly number[]): Promise<NodePositions> {
    const wanted = sorted(numbers)
    const positions = new NodePositions()
    const [first, last] = [wanted.at(0), wanted.at(-1)]
    if (first === undefined || last === undefined) return positions
    const isWanted = wanted.has
    await raw.scan({
      keys: noKeys,
      ids: { first, last },
      node(id, latitude, longitude) {
        if (isWanted(id)) positions.add(id, latitude, longitude)
      },
    })
    return positions
  }

  /** The nodes of these ways. */
  async function refsOf(ways: ReadonlySet<number>): Promise<Map<number, number[]>> {
    const refs = new Map<number, number[]>()
    if (ways.size === 0) return refs
    await raw.scan({
      keys: noKeys,
      way(way) {
        if (ways.has(way.id)) refs.set(way.id, way.refs())
      },
    })
    return refs
  }

  return {
    box: raw.box,

    async each(wants, take) {
      const ways: { id: number; tags: Tags; refs: number[] }[] = []
      const relations: { id: number; tags: Tags; outerWays: number[] }[] = []
      await raw.scan({
        keys,
        node(id, latitude, longitude, tags) {
          if (tags && wants(tags) && isPosition(latitude, longitude)) {
            take({ id: `node/${id}`, tags, latitude, longitude, rings: [] })
          }
        },
        way({ id, tags, refs, path, center }) {
          if (!tags || !wants(tags)) return
          if (path) giveWay(take, { id, tags, path, isClosed: isClosedPath(path) })
          else if (center) take({ id: `way/${id}`, tags, ...center, rings: [] })
          else ways.push({ id, tags, refs: refs() })
        },
        relation({ id, tags, outerWays, paths, center }) {
          if (!tags || !wants(tags)) return
          if (paths) giveRelation(take, { id, tags, rings: joined(paths) })
          else if (center) take({ id: `relation/${id}`, tags, ...center, rings: [] })
          else relations.push({ id, tags, outerWays: outerWays() })
        },
      })

      const members = await refsOf(new Set(relations.flatMap(({ outerWays }) => outerWays)))
      const positions = await positionsOf([...ways.flatMap(({ refs }) => refs), ...[...members.values()].flat()])
      for (const { id, tags, refs } of ways) {
        const path = positions.pathOf(refs)
        giveWay(take, { id, tags, path, isClosed: refs.length > 3 && refs[0] === refs.at(-1) })
      }
      for (const { id, tags, outerWays } of relations) {
        const paths = outerWays.map(way => positions.pathOf(members.get(way) ?? []))
        giveRelation(take, { id, tags, rings: joined(paths) })
      }
    },

    async eachNear(near, wants, take) {
      await raw.scan({
        keys,
        node(id, latitude, longitude, tags) {
          if (tags && wants(tags) && near(latitude, longitude, false)) {
            take({ id: `node/${id}`, tags, latitude, longitude, rings: [] })
          }
        },
      })
      const positions = new NodePositions()
      await raw.scan({
        keys: noKeys,
        node(id, latitude, longitude) {
          if (near(latitude, longitude, true)) positions.add(id, latitude, longitude)
        },
      })
      await raw.scan({
        keys,
        way({ id, tags, refs, path, center }) {
          if (!tags || !wants(tags)) return
          const line = path ?? positions.pathOf(refs())
          if (line.length > 0) take({ id: `way/${id}`, tags, ...meanOf(line), rings: [], line })
          else if (center && near(center.latitude, center.longitude, true))
            take({ id: `way/${id}`, tags, ...center, rings: [] })
        },
      })
    },
  }
}

type Take = (object: OsmObject) => void

function giveWay(take: Take, way: { id: number; tags: Tags; path: Path; isClosed: boolean }) {
  const { tags, path, isClosed } = way
  // Objects across an extract's border are incomplete or missing.
  if (path.length === 0) return
  const id = `way/${way.id}`
  const shape = isClosedPath(path) ? areaOf([path]) : undefined
  if (shape) take({ id, tags, ...shape })
  else take({ id, tags, ...meanOf(path), rings: [], ...(isClosed ? {} : { line: path }) })
}

function giveRelation(take: Take, { id, tags, rings }: { id: number; tags: Tags; rings: Path[] }) {
  const closed = rings.filter(isClosedPath)
  const shape = areaOf(closed)
  if (shape) take({ id: `relation/${id}`, tags, ...shape })
  else if (rings[0]) take({ id: `relation/${id}`, tags, ...meanOf(rings[0]), rings: [] })
}

function isClosedPath(path: Path): boolean {
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
