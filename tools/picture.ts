import { crc32, deflateSync } from 'node:zlib'

/** A PNG of this size in which neighbouring pixels always differ, in its upper rows or in all of them. */
export function picture({ width = 640, height = 480, rowsWithDetail = Number.POSITIVE_INFINITY } = {}): {
  name: string
  mimeType: string
  buffer: Buffer
} {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < Math.min(height, rowsWithDetail); y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * (1 + width * 3) + 1 + x * 3
      rows.set([(x * 255) / width, (y * 255) / height, (x * y) % 256], at)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, red, green and blue
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return { name: 'ik.png', mimeType: 'image/png', buffer: Buffer.concat([signature, ...chunks]) }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
