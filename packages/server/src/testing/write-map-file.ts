import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'

/** A vector tile with empty layers of these names; `size` adds this many bytes to the first. */
export function vectorTile(layers: readonly string[], size = 0): Buffer {
  return Buffer.concat(
    layers.map((name, at) => {
      const padding = at === 0 && size > 0 ? field(4, Buffer.alloc(size, 'a')) : Buffer.alloc(0)
      return field(3, Buffer.concat([field(1, Buffer.from(name)), padding, Buffer.from([0x78, 2])]))
    }),
  )
}

/** A field of protobuf with a length. */
function field(number: number, content: Buffer): Buffer {
  const length: number[] = []
  for (let rest = content.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest)
    if (rest <= 127) break
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), content])
}

export interface MapTile {
  z: number
  x: number
  y: number
  bytes: Uint8Array
}

/** The tiles over Utrecht: one of each zoom, four at 14. */
export function utrecht(bytes: Uint8Array = gzipSync(vectorTile(['land', 'streets']))): MapTile[] {
  const zooms = Array.from({ length: 14 }, (_, z) => ({ z, x: 8424 >> (14 - z), y: 5405 >> (14 - z), bytes }))
  const deep = [8424, 8425].flatMap(x => [5404, 5405].map(y => ({ z: 14, x, y, bytes })))
  return [...zooms, ...deep]
}

export interface MapFile {
  tiles?: MapTile[]
  metadata?: Record<string, string>
  /** Replaces the tables of MBTiles. */
  schema?: string
}

/** Writes an MBTiles file. */
export function writeMapFile(path: string, { tiles = utrecht(), metadata = {}, schema }: MapFile = {}): void {
  const database = new DatabaseSync(path)
  database.exec(
    schema ??
      'create table metadata (name text, value text); create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)',
  )
  if (schema === undefined) {
    const note = database.prepare('insert into metadata values (?, ?)')
    for (const [key, value] of Object.entries(metadata)) note.run(key, value)
    const add = database.prepare('insert into tiles values (?, ?, ?, ?)')
    database.exec('begin')
    for (const { z, x, y, bytes } of tiles) add.run(z, x, 2 ** z - 1 - y, bytes)
    database.exec('commit')
  }
  database.close()
}
