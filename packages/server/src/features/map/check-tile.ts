import { gunzipSync, gzipSync } from 'node:zlib'
import { errorCode } from '../../platform/error-code.ts'
import { tileBytes } from '../../platform/map/limits.ts'
import { Message } from '../../platform/protobuf.ts'

/** Shortbread 1.x has 24 layers. */
const maxLayers = 64

export interface CheckedTile {
  /** The tile as it is served. */
  packed: Uint8Array
  layers: string[]
}

/** Why a tile cannot be served, as the end of a sentence that begins with the tile. */
export type TileFault = 'is damaged' | 'is a picture' | 'is larger than 1 MB'

/** Checks a tile as stored in an MBTiles file: packed with gzip or not at all. */
export function checkTile(stored: Uint8Array): CheckedTile | TileFault {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  if (bytes.length > tileBytes.packed) return 'is larger than 1 MB'
  if (isPicture(bytes)) return 'is a picture'
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    // The checksum of gzip detects damage that the database does not.
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: tileBytes.unpacked }) : bytes
    return { packed: isPacked ? bytes : gzipSync(plain), layers: layersOf(plain) }
  } catch (error) {
    const isTooLong = errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
    return isTooLong ? 'is larger than 1 MB' : 'is damaged'
  }
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12)
  return /^\x89PNG|^\xff\xd8\xff|^RIFF....WEBP/s.test(start)
}

/** The names of a vector tile's layers; throws for anything that is not one. */
function layersOf(plain: Buffer): string[] {
  const names: string[] = []
  const tile = new Message(plain)
  while (tile.next()) {
    if (tile.field !== 3) throw new RangeError('a field that no tile has')
    let name: string | undefined
    const layer = new Message(tile.bytes())
    while (layer.next()) {
      if (layer.field === 1) name = layer.text()
      else layer.skip()
    }
    if (name === undefined || names.push(name) > maxLayers) throw new RangeError('a layer without a name')
  }
  return names
}
