import { type FileHandle, open } from 'node:fs/promises'
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import type { Box } from './geometry.ts'
import { ImportProblem, type OnBytes } from './osm-object.ts'
import { readPrimitives } from './pbf-primitives.ts'
import { Message } from './protobuf.ts'
import type { RawSource, Visitor } from './raw-objects.ts'

// https://wiki.openstreetmap.org/wiki/PBF_Format: a header and blocks, each behind its length and a small header.
const maxHeader = 64 * 1024
const maxBlock = 32 * 1024 * 1024
const understood: ReadonlySet<string> = new Set(['OsmSchema-V0.6', 'DenseNodes'])

/** The content of a block, known after its first read: later passes skip blocks they do not need. */
interface Block {
  offset: number
  size: number
  kinds?: ReturnType<typeof readPrimitives>
}

/** Reads a `.osm.pbf` file, with only one block in memory at a time. */
export function readPbf(path: string, name: string, onBytes: OnBytes): RawSource {
  let blocks: Block[] | undefined
  let box: Box | undefined
  let room = Buffer.alloc(64 * 1024)

  async function listBlocks(file: FileHandle): Promise<Block[]> {
    const { size } = await file.stat()
    const found: Block[] = []
    let hasHeader = false
    for (let offset = 0; offset < size; ) {
      const head = await bytes(file, offset, 4)
      const length = head.readUInt32BE()
      if (length > maxHeader) throw broken('is not an .osm.pbf file')
      const { type, datasize } = blockHeader(await bytes(file, offset + 4, length))
      const start = offset + 4 + length
      if (datasize > maxBlock) throw broken('is broken')
      if (start + datasize > size) throw broken('ends in the middle')
      if (type === 'OSMHeader') {
        box = header(inflate(await bytes(file, start, datasize)))
        hasHeader = true
      } else if (type === 'OSMData') {
        if (!hasHeader) throw broken('is not an .osm.pbf file')
        found.push({ offset: start, size: datasize })
      }
      offset = start + datasize
    }
    if (!hasHeader) throw broken('is not an .osm.pbf file')
    return found
  }

  /** Returns a buffer that the next read overwrites. */
  async function bytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
    if (room.length < length) room = Buffer.alloc(Math.max(length, room.length * 2))
    const buffer = room.subarray(0, length)
    const { bytesRead } = await file.read(buffer, 0, length, position)
    if (bytesRead < length) throw broken('ends in the middle')
    return buffer
  }

  function blockHeader(buffer: Buffer) {
    let [type, datasize] = ['', 0]
    const message = new Message(buffer)
    while (message.next()) {
      if (message.field === 1) type = message.text()
      else if (message.field === 3) datasize = message.varint()
      else message.skip()
    }
    return { type, datasize }
  }

  function inflate(blob: Buffer): Buffer {
    const message = new Message(blob)
    // One chunk for the whole block, since joining chunks would take twice the memory.
    let chunkSize = 64 * 1024
    while (message.next()) {
      if (message.field === 1) return message.bytes()
      if (message.field === 2) chunkSize = Math.min(maxBlock, message.varint()) + 64
      else if (message.field === 3) return inflateSync(message.bytes(), { maxOutputLength: maxBlock, chunkSize })
      else if (message.field === 7) return zstdDecompressSync(message.bytes(), { maxOutputLength: maxBlock, chunkSize })
      else if (message.field > 3) throw broken('is packed in a way that Papadag cannot read; pack it with zlib')
      else message.skip()
    }
    throw broken('is broken')
  }

  function header(buffer: Buffer): Box | undefined {
    let found: Box | undefined
    const message = new Message(buffer)
    while (message.next()) {
      if (message.field === 1) found = headerBox(message.bytes())
      else if (message.field === 4) {
        const feature = message.text()
        if (!understood.has(feature)) throw broken(`needs ${feature}, which Papadag cannot read`)
      } else message.skip()
    }
    return found
  }

  function headerBox(buffer: Buffer): Box {
    const [box, message] = [{ south: 0, west: 0, north: 0, east: 0 }, new Message(buffer)]
    const sides = [undefined, 'west', 'east', 'north', 'south'] as const
    while (message.next()) {
      const side = sides[message.field]
      if (side) box[side] = message.signed() / 1e9
      else message.skip()
    }
    return box
  }

  function broken(what: string) {
    return new ImportProblem(`${name} ${what}. Nothing was imported.`)
  }

  return {
    box: () => box,
    async scan(visitor: Visitor) {
      const file = await open(path)
      try {
        blocks ??= await listBlocks(file)
        for (const block of blocks) {
          if (!block.kinds || isUseful(block.kinds, visitor)) {
            block.kinds = readPrimitives(inflate(await bytes(file, block.offset, block.size)), visitor)
          }
          onBytes(block.size)
        }
      } catch (error) {
        if (error instanceof ImportProblem) throw error
        // Errors of zlib and of varints mean the same to the operator: the file is damaged.
        throw error instanceof RangeError ||
          (error instanceof Error && 'code' in error && /^Z_|ZSTD|^ERR_/.test(String(error.code)))
          ? broken('is broken')
          : error
      } finally {
        await file.close()
      }
    },
  }
}

function isUseful(kinds: NonNullable<Block['kinds']>, { node, way, relation, ids }: Visitor): boolean {
  const hasIds = !ids || (kinds.firstNode <= ids.last && kinds.lastNode >= ids.first)
  return Boolean((node && kinds.hasNodes && hasIds) || (way && kinds.hasWays) || (relation && kinds.hasRelations))
}
