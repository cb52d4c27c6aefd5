import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { Message } from '../../../platform/protobuf.ts'
import type { Box } from '../geometry.ts'

/** The largest block, packed and unpacked, that the format allows. */
export const maxBlock = 32 * 1024 * 1024
const understood: ReadonlySet<string> = new Set(['OsmSchema-V0.6', 'DenseNodes', 'LocationsOnWays'])

/** A file that cannot be read; the message completes a sentence that begins with the file's name. */
export class BrokenPbf extends Error {
  override readonly name = 'BrokenPbf'
}

/** Reads the small header before each blob. */
export function blobHeader(buffer: Buffer) {
  let [type, datasize] = ['', 0]
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === 1) type = message.text()
    else if (message.field === 3) datasize = message.varint()
    else message.skip()
  }
  return { type, datasize }
}

export function unpack(blob: Buffer): Buffer {
  const message = new Message(blob)
  // A chunk of the full size avoids joining several, which would take twice the memory.
  let chunkSize = 64 * 1024
  while (message.next()) {
    if (message.field === 1) return message.bytes()
    if (message.field === 2) chunkSize = Math.min(maxBlock, message.varint()) + 64
    else if (message.field === 3) return inflateSync(message.bytes(), { maxOutputLength: maxBlock, chunkSize })
    else if (message.field === 7) return zstdDecompressSync(message.bytes(), { maxOutputLength: maxBlock, chunkSize })
    else if (message.field > 3) throw new BrokenPbf('is packed in a way that Papadag cannot read; pack it with zlib')
    else message.skip()
  }
  throw new BrokenPbf('is broken')
}

/** Reads the file's header: the area it covers, if specified. A file that needs an unknown feature is refused. */
export function boxOf(header: Buffer): Box | undefined {
  let box: Box | undefined
  const message = new Message(header)
  while (message.next()) {
    if (message.field === 1) box = sidesOf(message.bytes())
    else if (message.field === 4) {
      const feature = message.text()
      if (!understood.has(feature)) throw new BrokenPbf(`needs ${feature}, which Papadag cannot read`)
    } else message.skip()
  }
  return box
}

function sidesOf(buffer: Buffer): Box {
  const [box, message] = [{ south: 0, west: 0, north: 0, east: 0 }, new Message(buffer)]
  const sides = [undefined, 'west', 'east', 'north', 'south'] as const
  while (message.next()) {
    const side = sides[message.field]
    if (side) box[side] = message.signed() / 1e9
    else message.skip()
  }
  return box
}

/** Whether a reader failed because of the file's content: a number, a field or its compression. */
export function isBroken(error: unknown): boolean {
  return (
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && /^Z_|ZSTD|^ERR_/.test(String(error.code)))
  )
}
