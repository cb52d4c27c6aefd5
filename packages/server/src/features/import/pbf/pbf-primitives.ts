import { allSigneds, Message } from '../../../platform/protobuf.ts'
import { isPosition } from '../geometry.ts'
import type { Tags } from '../osm-object.ts'
import { blockOf, type PbfBlock } from './pbf-block.ts'
import { isClosedList, type RawRelation, type RawWay, type Visitor } from './raw-objects.ts'

/** The kinds of elements in a block, so that later passes can skip blocks they do not need. */
export interface Contents {
  hasNodes: boolean
  hasWays: boolean
  hasRelations: boolean
  firstNode: number
  lastNode: number
}

type GiveNode = (id: number, latitude: number, longitude: number, tags: Tags | undefined) => void

const noValues: number[] = []
const memberKinds = ['node', 'way', 'relation'] as const

/** Hands the nodes, ways and relations of a block to the visitor. */
export function readPrimitives(buffer: Buffer, visitor: Visitor): Contents {
  const block = blockOf(buffer, visitor.keys)
  const contents: Contents = {
    hasNodes: false,
    hasWays: false,
    hasRelations: false,
    firstNode: Number.POSITIVE_INFINITY,
    lastNode: Number.NEGATIVE_INFINITY,
  }

  function giveNode(id: number, latitude: number, longitude: number, tags: Tags | undefined) {
    contents.hasNodes = true
    if (id < contents.firstNode) contents.firstNode = id
    if (id > contents.lastNode) contents.lastNode = id
    visitor.node?.(id, block.latitude(latitude), block.longitude(longitude), tags)
  }

  const isWanted = (latitude: number, longitude: number) =>
    visitor.keys.size > 0 && (visitor.isThere?.(block.latitude(latitude), block.longitude(longitude)) ?? true)

  const readers: Record<number, (message: Message) => void> = {
    1: message => readNode(message, block, giveNode),
    2: message => readDenseNodes(message, block, giveNode, isWanted),
    3(message) {
      contents.hasWays = true
      const way = visitor.way && wayIn(message, block, visitor)
      if (way) visitor.way?.(way)
    },
    4(message) {
      contents.hasRelations = true
      if (visitor.relation) visitor.relation(relationIn(message, block))
    },
  }
  for (const group of block.groups) {
    const message = new Message(group)
    while (message.next()) {
      const read = readers[message.field]
      if (read) read(new Message(message.bytes()))
      else message.skip()
    }
  }
  return contents
}

function readNode(message: Message, block: PbfBlock, give: GiveNode) {
  let [id, latitude, longitude] = [0, 0, 0]
  let [keys, values]: [number[], number[]] = [[], []]
  while (message.next()) {
    if (message.field === 1) id = message.signed()
    else if (message.field === 2) keys = message.varints()
    else if (message.field === 3) values = message.varints()
    else if (message.field === 8) latitude = message.signed()
    else if (message.field === 9) longitude = message.signed()
    else message.skip()
  }
  give(id, latitude, longitude, block.tagsOf(keys, values))
}

function readDenseNodes(
  message: Message,
  block: PbfBlock,
  give: GiveNode,
  isWanted: (latitude: number, longitude: number) => boolean,
) {
  const none = new Message(Buffer.alloc(0))
  let [ids, latitudes, longitudes, tags] = [none, none, none, none]
  while (message.next()) {
    if (message.field === 1) ids = new Message(message.bytes())
    else if (message.field === 8) latitudes = new Message(message.bytes())
    else if (message.field === 9) longitudes = new Message(message.bytes())
    else if (message.field === 10) tags = new Message(message.bytes())
    else message.skip()
  }
  // Each number is the difference from the previous one. The four lists are read in parallel, without copying them.
  let [id, latitude, longitude] = [0, 0, 0]
  while (!ids.isOver) {
    id += ids.signed()
    latitude += latitudes.signed()
    longitude += longitudes.signed()
    // Most nodes have none.
    const key = tags.isOver ? 0 : tags.varint()
    if (key === 0) give(id, latitude, longitude, undefined)
    else if (isWanted(latitude, longitude)) give(id, latitude, longitude, denseTags(key, tags, block))
    else {
      skipTags(tags)
      give(id, latitude, longitude, undefined)
    }
  }
}

/** Reads the rest of one node's tags: keys and values alternate up to a 0. The list is empty when no node has tags. */
function denseTags(first: number, tags: Message, block: PbfBlock): Tags | undefined {
  const [keys, values] = [[first], [tags.varint()]]
  while (!tags.isOver) {
    const key = tags.varint()
    if (key === 0) break
    keys.push(key)
    values.push(tags.varint())
  }
  return block.tagsOf(keys, values)
}

function skipTags(tags: Message) {
  tags.varint()
  while (!tags.isOver && tags.varint() !== 0) tags.varint()
}

function wayIn(message: Message, block: PbfBlock, { keys: wanted, wayIds }: Visitor): RawWay | undefined {
  let id = 0
  let [keys, values]: [number[], number[]] = [noValues, noValues]
  let [refs, latitudes, longitudes]: (Buffer | undefined)[] = []
  while (message.next()) {
    if (message.field === 1) {
      id = message.varint()
      if (wayIds && !wayIds.mayHave(id)) return undefined
    } else if (wanted.size === 0 && (message.field === 2 || message.field === 3)) message.skip()
    else if (message.field === 2) keys = message.varints()
    else if (message.field === 3) values = message.varints()
    else if (message.field === 8) refs = message.bytes()
    else if (message.field === 9) latitudes = message.bytes()
    else if (message.field === 10) longitudes = message.bytes()
    else message.skip()
  }
  const [down, across, nodes] = [latitudes, longitudes, refs]
  return {
    id,
    tags: block.tagsOf(keys, values),
    refs: () => sumsIn(nodes),
    isClosed: () => isClosedList(sumsIn(nodes)),
    path: () => (down && across ? pathIn(sumsIn(down), sumsIn(across), block) : undefined),
  }
}

/** A point that the writer of the file did not have either has a position outside the globe. */
function pathIn(latitudes: readonly number[], longitudes: readonly number[], block: PbfBlock): number[] | undefined {
  const path = latitudes.flatMap((value, index) => {
    const [latitude, longitude] = [block.latitude(value), block.longitude(longitudes[index] ?? Number.NaN)]
    return isPosition(latitude, longitude) ? [longitude, latitude] : []
  })
  return path.length > 0 ? path : undefined
}

function relationIn(message: Message, block: PbfBlock): RawRelation {
  let id = 0
  let [keys, values, roles, ids, kinds]: number[][] = [[], [], [], [], []]
  while (message.next()) {
    if (message.field === 1) id = message.varint()
    else if (message.field === 2) keys = message.varints()
    else if (message.field === 3) values = message.varints()
    else if (message.field === 8) roles = message.varints()
    else if (message.field === 9) ids = sumsOf(message.signeds())
    else if (message.field === 10) kinds = message.varints()
    else message.skip()
  }
  return {
    id,
    tags: block.tagsOf(keys ?? [], values ?? []),
    ways: () =>
      (ids ?? []).flatMap((way, index) =>
        memberKinds[kinds?.[index] ?? 0] === 'way'
          ? [{ id: way, isInner: block.textAt(roles?.[index] ?? 0) === 'inner', path: undefined }]
          : [],
      ),
  }
}

function sumsIn(packed: Buffer | undefined): number[] {
  return packed ? sumsOf(allSigneds(packed)) : []
}

/** Turns differences from the previous number into the numbers, in place. */
function sumsOf(values: number[]): number[] {
  let sum = 0
  for (const [index, value] of values.entries()) {
    sum += value
    values[index] = sum
  }
  return values
}
