import { type Box, isPosition, meanOf, type Path } from '../geometry.ts'
import type { Near, Source, Tags, Wants } from '../osm-object.ts'
import { giveRelation, giveWay, isClosedPath, type Take } from '../outlines.ts'
import { NodePositions, sorted } from './node-positions.ts'

/** A way with the ids of its nodes, or with its shape if the file contains that. */
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
  /** The ids of the ways that form its outlines. */
  outerWays(): number[]
  paths?: Path[]
  center?: { latitude: number; longitude: number } | undefined
}

/** The callbacks of one pass through a file. Kinds of objects without a callback are skipped, if possible undecoded. */
export interface Visitor {
  /** Objects without any of these keys come without tags. */
  keys: ReadonlySet<string>
  node?(id: number, latitude: number, longitude: number, tags: Tags | undefined): void
  way?(way: RawWay): void
  relation?(relation: RawRelation): void
  /** The range of node ids wanted; undefined means all. */
  ids?: { first: number; last: number } | undefined
}

/** A file of nodes, ways and relations that refer to one another. */
export interface RawSource {
  box(): Box | undefined
  scan(visitor: Visitor): Promise<void>
}

const noKeys: ReadonlySet<string> = new Set()

/** Adds shapes to the objects of such a file, by reading it again for the nodes of the wanted ways. */
export function withShapes(raw: RawSource, keys: ReadonlySet<string>): Source {
  return {
    box: raw.box,
    async each(wants, take) {
      const waiting = await takeReady(raw, keys, wants, take)
      await takeWaiting(raw, waiting, take)
    },
    eachNear: (near, wants, take) => takeNear(raw, keys, near, wants, take),
  }
}

/** Objects whose shape needs the positions of nodes. */
interface Waiting {
  ways: { id: number; tags: Tags; refs: number[] }[]
  relations: { id: number; tags: Tags; outerWays: number[] }[]
}

/** Takes the wanted objects that have a shape or position in the file, and returns the others. */
async function takeReady(raw: RawSource, keys: ReadonlySet<string>, wants: Wants, take: Take): Promise<Waiting> {
  const waiting: Waiting = { ways: [], relations: [] }
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
      else waiting.ways.push({ id, tags, refs: refs() })
    },
    relation({ id, tags, outerWays, paths, center }) {
      if (!tags || !wants(tags)) return
      if (paths) giveRelation(take, { id, tags, paths })
      else if (center) take({ id: `relation/${id}`, tags, ...center, rings: [] })
      else waiting.relations.push({ id, tags, outerWays: outerWays() })
    },
  })
  return waiting
}

async function takeWaiting(raw: RawSource, { ways, relations }: Waiting, take: Take) {
  const members = await refsOf(raw, new Set(relations.flatMap(({ outerWays }) => outerWays)))
  const positions = await positionsOf(raw, [...ways.flatMap(({ refs }) => refs), ...[...members.values()].flat()])
  for (const { id, tags, refs } of ways) {
    const path = positions.pathOf(refs)
    giveWay(take, { id, tags, path, isClosed: refs.length > 3 && refs[0] === refs.at(-1) })
  }
  for (const { id, tags, outerWays } of relations) {
    const paths = outerWays.map(way => positions.pathOf(members.get(way) ?? []))
    giveRelation(take, { id, tags, paths })
  }
}

async function takeNear(raw: RawSource, keys: ReadonlySet<string>, near: Near, wants: Wants, take: Take) {
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
}

async function positionsOf(raw: RawSource, nodeIds: readonly number[]): Promise<NodePositions> {
  const wanted = sorted(nodeIds)
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

/** The ids of the nodes of each of these ways. */
async function refsOf(raw: RawSource, ways: ReadonlySet<number>): Promise<Map<number, number[]>> {
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
