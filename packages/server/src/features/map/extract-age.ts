import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { inflateSync, zstdDecompressSync } from 'node:zlib'
import { Message } from '../../platform/protobuf.ts'
import { MapProblem } from './map-problem.ts'

/** What the format allows of a block, packed and unpacked, and of the small header before it. */
const most = { block: 32 * 1024 * 1024, header: 64 * 1024 }

/**
 * When the data of an extract was taken: as its header says, or else when its newest object was edited. Undefined for one
 * without either; throws for a file that is not an extract.
 */
export function ageOf(extract: string): number | undefined {
  const file = openSync(extract, 'r')
  try {
    let newest: number | undefined
    let isHeaded = false
    for (const { type, content } of blocksOf(file)) {
      if (type === 'OSMHeader') {
        isHeaded = true
        const said = timeOf(content)
        if (said !== undefined) return said
      } else if (!isHeaded) throw new RangeError('no header')
      else if (type === 'OSMData') newest = later(newest, newestIn(content))
    }
    if (!isHeaded) throw new RangeError('no header')
    return newest
  } catch {
    throw new MapProblem(`${basename(extract)} is not an .osm.pbf file, or is damaged.`)
  } finally {
    closeSync(file)
  }
}

function* blocksOf(file: number) {
  const read = (position: number, length: number) => {
    const buffer = Buffer.alloc(length)
    return buffer.subarray(0, readSync(file, buffer, 0, length, position))
  }
  for (let at = 0, start = read(0, 4); start.length > 0; start = read(at, 4)) {
    const length = start.readUInt32BE()
    if (length > most.header) throw new RangeError('no header')
    const about = new Message(read(at + 4, length))
    let [type, size] = ['', 0]
    while (about.next()) {
      if (about.field === 1) type = about.text()
      else if (about.field === 3) size = about.varint()
      else about.skip()
    }
    if (size > most.block) throw new RangeError('too large')
    const packed = read(at + 4 + length, size)
    if (packed.length < size) throw new RangeError('cut off')
    yield { type, content: unpacked(packed) }
    at += 4 + length + size
  }
}

function unpacked(packed: Buffer): Buffer {
  const blob = new Message(packed)
  while (blob.next()) {
    if (blob.field === 1) return blob.bytes()
    if (blob.field === 3) return inflateSync(blob.bytes(), { maxOutputLength: most.block })
    if (blob.field === 7) return zstdDecompressSync(blob.bytes(), { maxOutputLength: most.block })
    blob.skip()
  }
  return Buffer.alloc(0)
}

/** `osmosis_replication_timestamp`. */
function timeOf(header: Buffer): number | undefined {
  const message = new Message(header)
  while (message.next()) {
    if (message.field === 32) return message.int64() * 1000
    message.skip()
  }
  return undefined
}

function later(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}

/** When the newest object of a block was edited, if its objects say so. */
function newestIn(block: Buffer): number | undefined {
  let granularityMs = 1000
  const groups: Buffer[] = []
  const message = new Message(block)
  while (message.next()) {
    if (message.field === 2) groups.push(message.bytes())
    else if (message.field === 18) granularityMs = message.varint()
    else message.skip()
  }
  let newest = 0
  for (const group of groups) {
    const objects = new Message(group)
    while (objects.next()) {
      // Dense nodes have their facts in field 5, single objects in field 4.
      const times = objects.field === 2 ? denseTimes(objects.bytes()) : singleTime(objects.bytes())
      // A clock that was ahead says nothing.
      for (const time of times) if (time > newest && time * granularityMs <= Date.now()) newest = time
    }
  }
  return newest > 0 ? newest * granularityMs : undefined
}

function denseTimes(nodes: Buffer): number[] {
  const info = partOf(nodes, 5)
  const message = new Message(info ?? Buffer.alloc(0))
  while (message.next()) {
    if (message.field !== 2) {
      message.skip()
      continue
    }
    let time = 0
    return message.signeds().map(step => {
      time += step
      return time
    })
  }
  return []
}

function singleTime(object: Buffer): number[] {
  const message = new Message(partOf(object, 4) ?? Buffer.alloc(0))
  while (message.next()) {
    if (message.field === 2) return [message.varint()]
    message.skip()
  }
  return []
}

function partOf(buffer: Buffer, field: number): Buffer | undefined {
  const message = new Message(buffer)
  while (message.next()) {
    if (message.field === field) return message.bytes()
    message.skip()
  }
  return undefined
}
