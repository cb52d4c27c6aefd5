import { brotliDecompressSync, gunzipSync, gzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { errorCode } from '../../platform/error-code.ts'
import { tileBytes } from '../../platform/map/limits.ts'
import { Message } from '../../platform/protobuf.ts'

/** Shortbread 1.x has 24 layers. */
const maxLayers = 64

export interface CheckedTile {
  /** The tile as it is served. */
  packed: Uint8Array
  plain: Buffer
  layers: string[]
}

/** Why a tile cannot be served, as the end of a sentence that begins with the tile. */
export type TileFault = 'is damaged' | 'is a picture' | 'is larger than 1 MB'

/** Checks a tile as stored in an MBTiles file, however it is packed. */
export function checkTile(stored: Uint8Array): CheckedTile | TileFault {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
  if (bytes.length > tileBytes.packed) return 'is larger than 1 MB'
  if (isPicture(bytes)) return 'is a picture'
  try {
    const { plain, layers } = contentOf(bytes)
    const packed = isGzip(bytes) ? bytes : gzipSync(plain)
    return packed.length > tileBytes.packed ? 'is larger than 1 MB' : { packed, plain, layers }
  } catch (error) {
    const isTooLong = errorCode(error) === 'ERR_BUFFER_TOO_LARGE'
    return isTooLong ? 'is larger than 1 MB' : 'is damaged'
  }
}

const room = { maxOutputLength: tileBytes.unpacked }
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b
/** The two bytes of its header are a multiple of 31; no vector tile begins so. */
const isZlib = (bytes: Buffer) => ((bytes[0] ?? 0) & 15) === 8 && bytes.length > 1 && bytes.readUInt16BE() % 31 === 0
const isZstd = (bytes: Buffer) => bytes.length > 3 && bytes.readUInt32BE() === 0x28b52ffd

/** A tile unpacked; the checksums of gzip and zlib detect damage that the database does not. */
function contentOf(bytes: Buffer): { plain: Buffer; layers: string[] } {
  const whole = (plain: Buffer) => ({ plain, layers: layersOf(plain) })
  if (isGzip(bytes)) return whole(gunzipSync(bytes, room))
  if (isZlib(bytes)) return whole(inflateSync(bytes, room))
  if (isZstd(bytes)) return whole(zstdDecompressSync(bytes, room))
  try {
    return whole(bytes)
  } catch (error) {
    // Brotli and bare deflate have no mark of their own.
    for (const unpack of [brotliDecompressSync, inflateRawSync]) {
      try {
        return whole(unpack(bytes, room))
      } catch {
        // It is packed in another way, or damaged.
      }
    }
    throw error
  }
}

function isPicture(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12)
  return /^\x89PNG|^\xff\xd8\xff|^RIFF....WEBP|^GIF8|^....ftypavif/s.test(start)
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
