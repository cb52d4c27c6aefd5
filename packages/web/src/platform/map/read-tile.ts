import { PbfReader } from 'pbf'

/** All coordinates are scaled to this tile size. */
export const extent = 4096
/** A dense tile of a large city has 40,000 points. A tile beyond this limit is drawn as far as it has been read. */
const maxPoints = 300_000
const maxValues = 100_000

/** x and y of each point, one after the other. */
export type Line = number[]
type Value = string | number | boolean | undefined

export interface Feature {
  layer: string
  kind: 'point' | 'line' | 'area'
  get(key: string): Value
  /** The points, lines or rings; reading them takes most of the time. */
  shape(): Line[]
}

interface Layer {
  name: string
  keys: string[]
  values: Value[]
  scale: number
  features: [start: number, end: number][]
}

const kinds = [undefined, 'point', 'line', 'area'] as const

/**
 * Passes every feature of a vector tile to `take`. A damaged or hostile tile ends the reading; whatever came before is
 * drawn. `@mapbox/vector-tile` would repeat the end of a ring as often as the tile says, 268 million times. Returns the layer
 * named `later` unread, as a tile of its own.
 */
export function readTile(bytes: Uint8Array, take: (feature: Feature) => void, later?: string): Uint8Array | undefined {
  const room = { points: maxPoints }
  let unread: Uint8Array | undefined
  try {
    const tile = new PbfReader(bytes)
    while (tile.pos < bytes.length) {
      const start = tile.pos
      const tag = tile.readVarint()
      if (tag !== 26) {
        tile.skip(tag)
        continue
      }
      const end = endOf(tile, bytes.length)
      if (later !== undefined && nameAt(tile) === later) unread = bytes.slice(start, end)
      else readLayer(tile, end, room, take)
      tile.pos = end
    }
  } catch {
    // The rest is unreadable.
  }
  return unread
}

/** The name of a layer that begins with it, as all programs write it. */
function nameAt(tile: PbfReader): string | undefined {
  const start = tile.pos
  const name = tile.readVarint() === 10 ? tile.readString() : undefined
  tile.pos = start
  return name
}

function endOf(tile: PbfReader, limit: number): number {
  const end = tile.readVarint() + tile.pos
  if (end > limit) throw new RangeError('a part without an end')
  return end
}

function readLayer(tile: PbfReader, end: number, room: { points: number }, take: (feature: Feature) => void) {
  const layer: Layer = { name: '', keys: [], values: [], scale: 1, features: [] }
  while (tile.pos < end) {
    const tag = tile.readVarint()
    if (tag === 10) layer.name = tile.readString()
    else if (tag === 26) layer.keys.push(tile.readString())
    else if (tag === 34) layer.values.push(readValue(tile, endOf(tile, end)))
    else if (tag === 40) layer.scale = extent / Math.max(1, tile.readVarint())
    else if (tag === 18) {
      const featureEnd = endOf(tile, end)
      layer.features.push([tile.pos, featureEnd])
      tile.pos = featureEnd
    } else tile.skip(tag)
    if (layer.keys.length + layer.values.length + layer.features.length > maxValues) throw new RangeError('too much')
  }
  for (const [start, featureEnd] of layer.features) {
    const feature = readFeature(tile, start, featureEnd, layer, room)
    if (feature) take(feature)
  }
}

function readValue(tile: PbfReader, end: number): Value {
  let value: Value
  while (tile.pos < end) {
    const tag = tile.readVarint()
    if (tag === 10) value = tile.readString()
    else if (tag === 21) value = tile.readFloat()
    else if (tag === 25) value = tile.readDouble()
    else if (tag === 32) value = tile.readVarint(true)
    else if (tag === 40) value = tile.readVarint()
    else if (tag === 48) value = tile.readSVarint()
    else if (tag === 56) value = tile.readBoolean()
    else tile.skip(tag)
  }
  return value
}

function readFeature(tile: PbfReader, start: number, end: number, layer: Layer, room: { points: number }) {
  let kind: Feature['kind'] | undefined
  let geometry = 0
  const tags: number[] = []
  tile.pos = start
  while (tile.pos < end) {
    const tag = tile.readVarint()
    if (tag === 18) {
      const tagsEnd = endOf(tile, end)
      while (tile.pos < tagsEnd && tags.length < 200) tags.push(tile.readVarint())
      tile.pos = tagsEnd
    } else if (tag === 24) kind = kinds[tile.readVarint()]
    else if (tag === 34) {
      geometry = tile.pos
      tile.pos = endOf(tile, end)
    } else tile.skip(tag)
  }
  if (!kind || geometry === 0) return undefined
  return {
    layer: layer.name,
    kind,
    get(key: string) {
      for (let at = 0; at + 1 < tags.length; at += 2)
        if (layer.keys[tags[at] ?? -1] === key) return layer.values[tags[at + 1] ?? -1]
      return undefined
    },
    shape() {
      tile.pos = geometry
      return readShape(tile, endOf(tile, end), layer.scale, room)
    },
  }
}

const [moveTo, lineTo, closePath] = [1, 2, 7]

function readShape(tile: PbfReader, end: number, scale: number, room: { points: number }): Line[] {
  const lines: Line[] = []
  let line: Line = []
  let [x, y] = [0, 0]
  while (tile.pos < end) {
    const command = tile.readVarint()
    const what = command & 7
    if (what === closePath) {
      // A ring ends once, whatever its count says.
      line.push(line[0] ?? 0, line[1] ?? 0)
      continue
    }
    if (what !== moveTo && what !== lineTo) throw new RangeError('an unknown command')
    for (let left = command >>> 3; left > 0 && tile.pos < end; left -= 1) {
      x += tile.readSVarint()
      y += tile.readSVarint()
      room.points -= 1
      if (room.points < 0) throw new RangeError('too many points')
      if (what === moveTo) {
        line = []
        lines.push(line)
      }
      line.push(x * scale, y * scale)
    }
  }
  return lines
}
