import { type Box, meanOf, type Path } from '../geometry.ts'
import type { Near, Source, Tags, Taker, Unreadable, Wanted, Wants } from '../osm-object.ts'
import { giveParts, giveRelation, giveWay } from '../outlines.ts'
import { NodePositions, SomeIds, sorted } from './node-positions.ts'

interface Center {
  latitude: number
  longitude: number
}

/** A way with the ids of its nodes. */
export interface RawWay {
  id: number
  /** Undefined unless one of the visitor's keys is among them. */
  tags: Tags | undefined
  refs(): number[]
  isClosed(): boolean
  /** Those of its points that the file stores with the way; undefined if it stores none there. */
  path(): Path | undefined
  center?: Center | undefined
}

export interface RawRelation {
  id: number
  tags: Tags | undefined
  /** The ways that form its outlines and holes, with their points if the file stores them with the relation. */
  ways(): RelationWay[]
  center?: Center | undefined
}

interface RelationWay {
  id: number
  isInner: boolean
  path: Path | undefined
}

/** Whether a way is closed by the ids of its nodes. */
export function isClosedList(refs: readonly number[]): boolean {
  return refs.length > 3 && refs[0] === refs.at(-1)
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
  /** Nodes elsewhere may come without tags, which take the longest to read. */
  isThere?(latitude: number, longitude: number): boolean
  /** Other ways may be left out. */
  wayIds?: { mayHave(id: number): boolean }
}

/** A file of nodes, ways and relations that refer to one another. */
export interface RawSource {
  box(): Box | undefined
  unreadable(): Unreadable
  scan(visitor: Visitor): Promise<void>
}

const noKeys: ReadonlySet<string> = new Set()

/** Adds shapes to the objects of such a file, by reading it again for the nodes of the wanted ways. */
export function withShapes(
  raw: RawSource,
  { keys, nearbyKeys }: { keys: ReadonlySet<string>; nearbyKeys: ReadonlySet<string> },
): Source {
  return {
    box: raw.box,
    unreadable: raw.unreadable,
    async each(wants, taker) {
      const waiting = await takeReady(raw, keys, wants, taker)
      await takeWaiting(raw, waiting, taker)
    },
    eachNear: wanted => takeNear(raw, nearbyKeys, wanted),
  }
}

/** Objects whose shape needs the positions of nodes. */
interface Waiting {
  ways: { id: number; tags: Tags; refs: number[] }[]
  relations: { id: number; tags: Tags; ways: RelationWay[] }[]
}

/** Takes the wanted objects that have a shape or position in the file, and returns the others. */
async function takeReady(raw: RawSource, keys: ReadonlySet<string>, wants: Wants, taker: Taker): Promise<Waiting> {
  const waiting: Waiting = { ways: [], relations: [] }
  await raw.scan({
    keys,
    node(id, latitude, longitude, tags) {
      if (tags && wants(tags)) taker.take({ id: `node/${id}`, tags, latitude, longitude, rings: [] })
    },
    way(way) {
      const { id, tags, center } = way
      if (!tags || !wants(tags)) return
      const path = way.path()
      if (path) giveWay(taker, { id, tags, path, isClosed: way.isClosed() })
      else if (center) taker.take({ id: `way/${id}`, tags, ...center, rings: [] })
      else waiting.ways.push({ id, tags, refs: way.refs() })
    },
    relation(relation) {
      const { id, tags, center } = relation
      if (!tags || !wants(tags)) return
      const ways = relation.ways()
      if (center && !ways.some(({ path }) => path)) taker.take({ id: `relation/${id}`, tags, ...center, rings: [] })
      else waiting.relations.push({ id, tags, ways })
    },
  })
  return waiting
}

async function takeWaiting(raw: RawSource, { ways, relations }: Waiting, taker: Taker) {
  const lacking = relations.flatMap(relation => relation.ways.flatMap(({ id, path }) => (path ? [] : [id])))
  const members = await membersOf(raw, new Set(lacking))
  const refs = [...members.values()].flatMap(({ path, refs: ids }) => (path ? [] : ids))
  const positions = await positionsOf(raw, [...ways.flatMap(way => way.refs), ...refs])
  for (const { id, tags, refs: ids } of ways) {
    giveWay(taker, { id, tags, path: positions.pathOf(ids), isClosed: isClosedList(ids) })
  }
  for (const { id, tags, ways: parts } of relations) {
    const outlines = parts.map(({ id: way, isInner, path }) => {
      const member = members.get(way)
      return { path: path ?? member?.path ?? positions.pathOf(member?.refs ?? []), isInner }
    })
    giveRelation(taker, { id, tags, outlines })
  }
}

/** A search for objects near something, while a file is read again. */
interface Search extends Wanted {
  positions: NodePositions
  found: Waiting
  /** The member ways of wanted relations, and the nearby ones among them. */
  members: Set<number>
  nearMembers: Map<number, { path: Path | undefined; refs: number[] }>
}

async function takeNear(raw: RawSource, keys: ReadonlySet<string>, wanted: readonly Wanted[]) {
  const searches: Search[] = wanted.map(search => ({
    ...search,
    positions: new NodePositions(),
    found: { ways: [], relations: [] },
    members: new Set(),
    nearMembers: new Map(),
  }))
  await raw.scan({
    keys,
    relation({ id, tags, ways }) {
      for (const { isWhole, wants, found, members } of searches) {
        if (!isWhole || !tags || !wants(tags)) continue
        const parts = ways()
        found.relations.push({ id, tags, ways: parts })
        for (const way of parts) members.add(way.id)
      }
    },
  })
  const { ways, nodes } = await waysOf(raw, keys, searches)
  await raw.scan({
    keys,
    isThere: (latitude, longitude) => searches.some(({ near }) => near(latitude, longitude, false)),
    node(id, latitude, longitude, tags) {
      const isOfPath = nodes.mayHave(id)
      if (!tags && !isOfPath) return
      for (const { wants, near, take, positions } of searches) {
        if (tags && wants(tags) && near(latitude, longitude, false)) {
          take({ id: `node/${id}`, tags, latitude, longitude, rings: [] })
        }
        if (isOfPath && near(latitude, longitude, true)) positions.add(id, latitude, longitude)
      }
    },
  })
  for (const { isWhole, near, positions } of searches) if (!isWhole) positions.keep(near)
  await raw.scan({
    keys,
    wayIds: ways,
    way(way) {
      for (const search of searches) {
        if (search.members.has(way.id)) takeMember(way, search)
        const { id, tags } = way
        if (tags && search.wants(tags)) takeNearWay({ ...way, id, tags }, search)
      }
    },
  })
  for (const search of searches) if (search.isWhole) await takeFound(raw, search)
}

/** All ways that are wanted, wherever they are, and their nodes. */
async function waysOf(raw: RawSource, keys: ReadonlySet<string>, searches: readonly Search[]) {
  const [ways, nodes] = [new SomeIds(), new SomeIds()]
  await raw.scan({
    keys,
    way(way) {
      const { id, tags } = way
      const isWanted = searches.some(({ members, wants }) => members.has(id) || (tags && wants(tags)))
      if (!isWanted) return
      ways.add(id)
      if (!way.path()) for (const ref of way.refs()) nodes.add(ref)
    },
  })
  return { ways, nodes }
}

function takeNearWay(way: RawWay & { tags: Tags }, { near, take, isWhole, positions, found }: Search) {
  const { id, tags, center } = way
  const path = way.path()
  const line = path ?? positions.pathOf(way.refs())
  if (line.length === 0) {
    if (center && near(center.latitude, center.longitude, true)) take({ id: `way/${id}`, tags, ...center, rings: [] })
  } else if (!isWhole) take({ id: `way/${id}`, tags, ...meanOf(line), rings: [], line })
  else if (!path) found.ways.push({ id, tags, refs: way.refs() })
  else if (isPathNear(path, near)) giveWay({ take, takeUnplaced() {} }, { id, tags, path, isClosed: way.isClosed() })
}

function takeMember(way: RawWay, { near, positions, nearMembers }: Search) {
  const path = way.path()
  const isNear = path ? isPathNear(path, near) : positions.pathOf(way.refs()).length > 0
  if (isNear) nearMembers.set(way.id, { path, refs: path ? [] : way.refs() })
}

/** Passes on nearby ways, and what nearby ways make up of relations, with the positions of all of their nodes. */
async function takeFound(raw: RawSource, { found, nearMembers, near, take }: Search) {
  const refs = [...nearMembers.values()].flatMap(member => member.refs)
  const positions = await positionsOf(raw, [...found.ways.flatMap(way => way.refs), ...refs])
  for (const { id, tags, refs: ids } of found.ways) {
    const path = positions.pathOf(ids)
    giveWay({ take, takeUnplaced() {} }, { id, tags, path, isClosed: isClosedList(ids) })
  }
  for (const { id, tags, ways } of found.relations) {
    const outlines = ways.flatMap(({ id: way, isInner, path: own }) => {
      const member = nearMembers.get(way)
      const path = own ?? member?.path ?? (member ? positions.pathOf(member.refs) : [])
      return path.length > 0 && (member || isPathNear(path, near)) ? [{ path, isInner }] : []
    })
    giveParts(take, { id, tags, outlines })
  }
}

function isPathNear(path: Path, near: Near): boolean {
  for (let i = 0; i + 1 < path.length; i += 2) if (near(path[i + 1] ?? 0, path[i] ?? 0, true)) return true
  return false
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

/** The points of each of these ways, or else the ids of their nodes. */
async function membersOf(raw: RawSource, ways: ReadonlySet<number>) {
  const members = new Map<number, { path: Path | undefined; refs: number[] }>()
  if (ways.size === 0) return members
  await raw.scan({
    keys: noKeys,
    way(way) {
      if (!ways.has(way.id)) return
      const path = way.path()
      members.set(way.id, { path, refs: path ? [] : way.refs() })
    },
  })
  return members
}
