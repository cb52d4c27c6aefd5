import { type FileHandle, open } from 'node:fs/promises'
import type { Box } from '../geometry.ts'
import { ImportProblem, type OnBytes } from '../osm-object.ts'
import { BrokenPbf, blobHeader, boxOf, isBroken, maxBlock, unpack } from './pbf-blobs.ts'
import { type Contents, readPrimitives } from './pbf-primitives.ts'
import type { RawSource, Visitor } from './raw-objects.ts'

// https://wiki.openstreetmap.org/wiki/PBF_Format: a header and blocks, each preceded by its length and a small header.
const maxHeader = 64 * 1024

interface Block {
  offset: number
  size: number
  /** Known once the block has been read. */
  contents?: Contents
}

/** Reads bytes of a file into a buffer that the next call overwrites. */
type ReadBytes = (position: number, length: number) => Promise<Buffer>

/** A `.osm.pbf` file. Only one block of it is in memory at a time. */
export function readPbf(path: string, name: string, onBytes: OnBytes): RawSource {
  let readTo = 0
  let listed: { blocks: Block[]; box: Box | undefined } | undefined

  function problem(error: unknown) {
    const what =
      error instanceof BrokenPbf ? error.message : isBroken(error) ? `is broken after byte ${readTo}` : undefined
    return what === undefined ? error : new ImportProblem(`${name} ${what}. Nothing was imported.`)
  }

  return {
    box: () => listed?.box,
    unreadable: () => ({ count: 0, first: '' }),
    async scan(visitor: Visitor) {
      const file = await open(path)
      try {
        const bytes = bytesOf(file)
        listed ??= await listBlocks((await file.stat()).size, bytes)
        for (const block of listed.blocks) {
          readTo = block.offset
          if (!block.contents || isUseful(block.contents, visitor)) {
            block.contents = readPrimitives(unpack(await bytes(block.offset, block.size)), visitor)
          }
          onBytes(block.size)
        }
      } catch (error) {
        throw problem(error)
      } finally {
        await file.close()
      }
    },
  }
}

async function listBlocks(size: number, bytes: ReadBytes) {
  const blocks: Block[] = []
  let box: Box | undefined
  let hasHeader = false
  for (let offset = 0; offset < size; ) {
    const length = (await bytes(offset, 4)).readUInt32BE()
    if (length > maxHeader) throw new BrokenPbf('is not an .osm.pbf file')
    const { type, datasize } = blobHeader(await bytes(offset + 4, length))
    const start = offset + 4 + length
    if (datasize > maxBlock) throw new BrokenPbf('is broken')
    if (start + datasize > size) throw new BrokenPbf('ends in the middle')
    if (type === 'OSMHeader') {
      box = boxOf(unpack(await bytes(start, datasize)))
      hasHeader = true
    } else if (type === 'OSMData') {
      if (!hasHeader) throw new BrokenPbf('is not an .osm.pbf file')
      blocks.push({ offset: start, size: datasize })
    }
    offset = start + datasize
  }
  if (!hasHeader) throw new BrokenPbf('is not an .osm.pbf file')
  return { blocks, box }
}

function bytesOf(file: FileHandle): ReadBytes {
  let room = Buffer.alloc(64 * 1024)
  return async (position, length) => {
    if (room.length < length) room = Buffer.alloc(Math.max(length, room.length * 2))
    const buffer = room.subarray(0, length)
    const { bytesRead } = await file.read(buffer, 0, length, position)
    if (bytesRead < length) throw new BrokenPbf('ends in the middle')
    return buffer
  }
}

function isUseful(contents: Contents, { node, way, relation, ids }: Visitor): boolean {
  const hasIds = !ids || (contents.firstNode <= ids.last && contents.lastNode >= ids.first)
  return Boolean(
    (node && contents.hasNodes && hasIds) || (way && contents.hasWays) || (relation && contents.hasRelations),
  )
}
