import type { Tags } from './osm-object.ts'
import { allSigneds, Message } from './protobuf.ts'
import type { Visitor } from './raw-objects.ts'

const noValues: number[] = []
const memberKinds = ['node', 'way', 'relation'] as const

/** Reads a block of nodes, ways and relations, and returns which of these it contained. */
export function readPrimitives(buffer: Buffer, visitor: Visitor) {
  const block = blockOf(buffer)
  const { textAt } = block
  const isKey = block.strings.map((_, index) => visitor.keys.has(textAt(index)))
  const seen = {
    hasNodes: false,
    hasWays: false,
    hasRelations: false,
    firstNode: Number.POSITIVE_INFINITY,
    lastNode: Number.NEGATIVE_INFINITY,
  }

  /** The tags of an object; undefined unless one of its keys is wanted. */
  function tagsOf(keys: readonly number[], values: readonly number[]): Tags | undefined {
    if (!keys.some(key => isKey[key])) return undefined
    return Object.fromEntries(keys.map((key, index) => [textAt(key), textAt(values[index] ?? 0)]))
  }

  function node(id: number, latitude: number, longitude: number, tags: Tags | undefined) {
    seen.hasNodes = true
    if (id < seen.firstNode) seen.firstNode = id
    if (id > seen.lastNode) seen.lastNode = id
    visitor.node?.(id, block.latitude(latitude), block.longitude(longitude), tags)
  }

  function readNode(message: Message) {
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
    node(id, latitude, longitude, tagsOf(keys, values))
  }

  function readDense(message: Message) {
    const none = new Message(Buffer.alloc(0))
    let [ids, latitudes, longitudes, tags] = [none, none, none, none]
    while (message.next()) {
      if (message.field === 1) ids = new Message(message.bytes())
      else if (message.field === 8) latitudes = new Message(message.bytes())
      else if (message.field === 9) longitudes = new Message(message.bytes())
      else if (message.field === 10) tags = new Message(message.bytes())
      else message.skip()
    }
    // Four delta-coded lists, read in step so that none has to be decoded into memory.
    let [id, latitude, longitude] = [0, 0, 0]
    while (!ids.isOver) {
      id += ids.signed()
      latitude += latitudes.signed()
      longitude += longitudes.signed()
      node(id, latitude, longitude, denseTags(tags))
    }
  }

  /** Alternating keys and values, with a 0 after each node; empty if no node in the block has tags. */
  function denseTags(tags: Message): Tags | undefined {
    let keys: number[] | undefined
    let values: number[] = noValues
    while (!tags.isOver) {
      const key = tags.varint()
      if (key === 0) break
      if (!keys) [keys, values] = [[], []]
      keys.push(key)
      values.push(tags.varint())
    }
    return keys && tagsOf(keys, values)
  }

  function readWay(message: Message) {
    seen.hasWays = true
    if (!visitor.way) return
    let id = 0
    let [keys, values]: [number[], number[]] = [[], []]
    let refs: Buffer | undefined
    while (message.next()) {
      if (message.field === 1) id = message.varint()
      else if (message.field === 2) keys = message.varints()
      else if (message.field === 3) values = message.varints()
      else if (message.field === 8) refs = message.bytes()
      else message.skip()
    }
    const packed = refs
    visitor.way({ id, tags: tagsOf(keys, values), refs: () => (packed ? running(allSigneds(packed)) : []) })
  }

  function readRelation(message: Message) {
    seen.hasRelations = true
    if (!visitor.relation) return
    let id = 0
    let [keys, values, roles, ids, kinds]: number[][] = [[], [], [], [], []]
    while (message.next()) {
      if (message.field === 1) id = message.varint()
      else if (message.field === 2) keys = message.varints()
      else if (message.field === 3) values = message.varints()
      else if (message.field === 8) roles = message.varints()
      else if (message.field === 9) ids = running(message.signeds())
      else if (message.field === 10) kinds = message.varints()
      else message.skip()
    }
    visitor.relation({
      id,
      tags: tagsOf(keys ?? [], values ?? []),
      outerWays: () =>
        (ids ?? []).filter(
          (_, index) => memberKinds[kinds?.[index] ?? 0] === 'way' && textAt(roles?.[index] ?? 0) !== 'inner',
        ),
    })
  }

  const readers: Record<number, (message: Message) => void> = { 1: readNode, 2: readDense, 3: readWay, 4: readRelation }
  for (const group of block.groups) {
    const message = new Message(group)
    while (message.next()) {
      const read = readers[message.field]
      if (read) read(new Message(message.bytes()))
      else message.skip()
    }
  }
  return seen
}

/** Decodes delta-coded numbers. */
function running(values: number[]): number[] {
  let sum = 0
  for (const [index, value] of values.entries()) {
    sum += value
    values[index] = sum
  }
  return values
}

function blockOf(buffer: Buffer) {
  let strings: Buffer[] = []
  const groups: Buffer[] = []
  let [granularity, latitudeOffset, longitudeOffset] = [100, 0, 0]
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === 1) strings = stringsIn(message.bytes())
    else if (message.field === 2) groups.push(message.bytes())
    else if (message.field === 17) granularity = message.varint()
    else if (message.field === 19) latitudeOffset = message.int64()
    else if (message.field === 20) longitudeOffset = message.int64()
    else message.skip()
  }
  const texts: (string | undefined)[] = []
  return {
    strings,
    groups,
    textAt(index: number): string {
      texts[index] ??= strings[index]?.toString('utf8') ?? ''
      return texts[index]
    },
    latitude: (value: number) => Math.round(latitudeOffset / 100 + (granularity / 100) * value) / 1e7,
    longitude: (value: number) => Math.round(longitudeOffset / 100 + (granularity / 100) * value) / 1e7,
  }
}

function stringsIn(buffer: Buffer): Buffer[] {
  const found: Buffer[] = []
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === 1) found.push(message.bytes())
    else message.skip()
  }
  return found
}
