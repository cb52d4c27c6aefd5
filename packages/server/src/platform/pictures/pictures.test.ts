import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@papadag/contract/limits'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { album, blue, canvas, red, size } from '../../testing/pictures/album.ts'
import { sql } from '../db/db.ts'
import { createPictureEncoder } from './encoder.ts'
import { pictureHeaders } from './pictures.ts'
import type { PictureStore } from './store.ts'

/** Red on the left, blue on the right. */
function redAndBlue(width = 800, height = 400): Sharp {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: blue } }
  return canvas(width, height).composite([{ input: right, left: width / 2, top: 0 }])
}

async function colourAt(picture: Buffer, left: number, top: number) {
  const pixel = await sharp(picture).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()
  const [r = 0, , b = 0] = pixel
  return r > b ? 'red' : 'blue'
}

/** A JPEG padded to exactly this size with comments that every decoder skips. */
function padded(jpeg: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = []
  let missing = bytes - jpeg.length
  while (missing > 0) {
    const length = missing > 65_537 + 4 ? 65_537 : missing > 65_537 ? missing - 4 : missing
    const comment = Buffer.alloc(length)
    comment.writeUInt16BE(0xfffe, 0)
    comment.writeUInt16BE(length - 2, 2)
    comments.push(comment)
    missing -= length
  }
  return Buffer.concat([jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)])
}

test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
  'a %s becomes a WebP of 512 px under a random name',
  async format => {
    const { pictures, open, kept } = await album()
    const file = await canvas(900, 700)[format]().toBuffer()
    const first = await pictures.keep(file, { size })
    const second = await pictures.keep(file, { size })
    expect(first).toMatch(/^\/uploads\/[0-9a-f]{32}\.webp$/)
    expect(second).not.toBe(first)
    expect(await sharp(await open(first)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect(await kept()).toEqual({ files: expect.arrayContaining([first.slice(9), second.slice(9)]), rows: 2 })
  },
)

test('a small picture is not enlarged', async () => {
  const { pictures, open } = await album()
  const imageUrl = await pictures.keep(await canvas(64, 64).png().toBuffer(), { size })
  expect(await sharp(await open(imageUrl)).metadata()).toMatchObject({ width: 64, height: 64 })
})

test('all metadata of a photo is removed, its position included', async () => {
  const { pictures, open } = await album()
  const file = await canvas(600, 600)
    .withExif({ IFD0: { Copyright: 'Daan' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 3/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const before = await sharp(file).metadata()
  expect([before.exif?.length, before.xmp?.length, before.icc?.length].every(Boolean)).toBe(true)

  const after = await sharp(await open(await pictures.keep(file, { size }))).metadata()
  expect([after.exif, after.xmp, after.icc, after.iptc, after.orientation]).toEqual(Array(5).fill(undefined))
})

test('a photo stored sideways by a phone is turned upright', async () => {
  const { pictures, open } = await album()
  // Orientation 6: the left edge of the file is the top of the scene.
  const file = await redAndBlue().jpeg({ quality: 95 }).withMetadata({ orientation: 6 }).toBuffer()
  const picture = await open(await pictures.keep(file, { size }))
  expect(await colourAt(picture, 256, 50)).toBe('red')
  expect(await colourAt(picture, 256, 460)).toBe('blue')
})

test('only the first frame of an animated picture is kept', async () => {
  const { pictures, open } = await album()
  const frames = [await canvas(300, 300, red).png().toBuffer(), await canvas(300, 300, blue).png().toBuffer()]
  for (const format of ['gif', 'webp'] as const) {
    const file = await sharp(frames, { join: { animated: true } })
      [format]()
      .toBuffer()
    expect((await sharp(file).metadata()).pages).toBe(2)
    const picture = await open(await pictures.keep(file, { size }))
    expect((await sharp(picture).metadata()).pages ?? 1).toBe(1)
    expect(await colourAt(picture, 100, 100)).toBe('red')
  }
})

test('a file of exactly 8 MB is accepted, and one with a byte more is too large', async () => {
  const { pictures, kept } = await album()
  const file = padded(await canvas(600, 600).jpeg().toBuffer(), limits.imageBytes)
  expect(file).toHaveLength(8 * 1024 * 1024)
  await pictures.keep(file, { size })
  await expect(pictures.keep(Buffer.concat([file, Buffer.alloc(1)]), { size })).rejects.toMatchObject({
    code: 'image.tooLarge',
  })
  expect(await kept()).toMatchObject({ rows: 1 })
})

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
const foreign: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG': () => svg,
  'a TIFF': () => canvas(10, 10).tiff().toBuffer(),
  'an AVIF': () => canvas(10, 10).avif().toBuffer(),
  'a HEIC': () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj\n'),
  'a program': () => Buffer.from('MZ\x90\0'),
  'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a sound in a RIFF': () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1'),
  nothing: () => Buffer.alloc(0),
}

const broken: Record<string, () => Buffer | Promise<Buffer>> = {
  'a picture of 41 megapixels': () => canvas(8200, 5000).png().toBuffer(),
  'a photo cut off halfway': async () => {
    const file = await redAndBlue().jpeg().toBuffer()
    return file.subarray(0, file.length / 2)
  },
  'a PNG cut off halfway': async () => {
    const file = await redAndBlue().png().toBuffer()
    return file.subarray(0, file.length / 2)
  },
  'the first bytes of a PNG before an SVG': () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]),
  'the first bytes of a JPEG before noise': () =>
    Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(5000, 7)]),
}

test.each([
  ...Object.entries(foreign).map(([name, make]) => [name, 'image.unsupported', make] as const),
  ...Object.entries(broken).map(([name, make]) => [name, 'image.broken', make] as const),
])('an upload of %s is refused as “%s”, and leaves nothing', async (_, code, make) => {
  const { pictures, kept } = await album()
  await expect(pictures.keep(await make(), { size })).rejects.toMatchObject({ code })
  expect(await kept()).toEqual({ files: [], rows: 0 })
})

test('a picture of exactly 40 megapixels is accepted', async () => {
  const { pictures } = await album()
  await pictures.keep(await canvas(8000, 5000).jpeg().toBuffer(), { size })
})

/** A decoder that hangs on 1 px, crashes on 2, and answers otherwise. */
const moodyWorker = `
process.on('message', ({ px }) => {
  while (px === 1);
  if (px === 2) process.kill(process.pid, 'SIGSEGV')
  else process.send(Buffer.from('picture'))
})
process.on('disconnect', () => process.exit())`

test('a picture that hangs or crashes the decoder is refused, and the next one is decoded', async () => {
  const folder = emptyFolder()
  const workerPath = join(folder, 'worker.mjs')
  await writeFile(workerPath, moodyWorker)
  const encoder = createPictureEncoder({ timeoutMs: 1000, workerPath })
  onTestFinished(() => encoder.close())

  const answers = await Promise.all(
    [1, 512, 2, 512].map(px => encoder.encode(Buffer.from('file'), { px, fit: 'cover' })),
  )
  expect(answers.map(String)).toEqual(['undefined', 'picture', 'undefined', 'picture'])
})

test('pictures beyond the memory limit are refused for now, and one user’s never fill the room of others', async () => {
  const { pictures } = await album()
  const file = Buffer.concat([await canvas(20, 20).jpeg().toBuffer(), Buffer.alloc(7 * 1024 * 1024)])
  const keepAll = (who: string) =>
    Array.from({ length: 20 }, () =>
      pictures.keep(file, { size, who }).then(
        () => 'kept',
        ({ code }) => code,
      ),
    )
  const outcomes = await Promise.all(Array.from({ length: 6 }, (_, at) => Promise.all(keepAll(`user ${at}`))))
  // In the order of arrival: everybody has got something in, the first one most.
  for (const one of outcomes) expect(one[0]).toBe('kept')
  expect(outcomes.flat()).toContain('request.tooOften')
  expect(outcomes.flat().filter(code => code === 'kept').length).toBeLessThanOrEqual(36)
})

test('an invented name is not looked up in the store, whose requests may cost money', async () => {
  const asked: string[] = []
  const store: PictureStore = {
    put: async () => {},
    async get(name) {
      asked.push(name)
      return Buffer.from('picture')
    },
    remove: async () => {},
    async *list() {},
  }
  const { db, pictures } = await album({ store })
  const invented = `${'a'.repeat(32)}.webp`
  expect(await pictures.read(invented)).toBeUndefined()
  expect(asked).toEqual([])
  await db.run(sql`insert into pictures (name, bytes) values (${invented}, 7)`)
  expect(String(await pictures.read(invented))).toBe('picture')
  expect(asked).toEqual([invented])
})

test('no file is left when the database refuses a picture’s row', async () => {
  const { pictures, kept } = await album()
  const file = await canvas(20, 20).png().toBuffer()
  await expect(pictures.keep(file, { size, ownerId: 999 })).rejects.toThrow()
  expect(await kept()).toEqual({ files: [], rows: 0 })
})

test('a picture of a place keeps its proportions, up to 1280 px', async () => {
  const { pictures, open } = await album()
  const address = await pictures.keep(await canvas(2000, 1000).jpeg().toBuffer(), { size: 'place' })
  expect(await sharp(await open(address)).metadata()).toMatchObject({ width: 1280, height: 640 })
})

test.each<[what: string, start: string, code: string]>([
  ['a JPEG', '\xff\xd8\xff', 'image.broken'],
  ['a PNG', '\x89PNG\r\n\x1a\n', 'image.broken'],
  ['an old GIF', 'GIF87a', 'image.broken'],
  ['a GIF', 'GIF89a', 'image.broken'],
  ['a WebP', 'RIFF\x00\x00\x00\x00WEBP', 'image.broken'],
  ['another RIFF', 'RIFF\x00\x00\x00\x00WAVE', 'image.unsupported'],
  ['something with WEBP in it', 'XXXX\x00\x00\x00\x00WEBP', 'image.unsupported'],
  ['a GIF of no year', 'GIF88a', 'image.unsupported'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image.unsupported'],
  ['nothing', '', 'image.unsupported'],
])('a file that only begins like %s is refused, and nothing is kept', async (_, start, code) => {
  const { pictures, kept } = await album()
  const file = Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(start ? 100 : 0)])
  await expect(pictures.keep(file, { size })).rejects.toMatchObject({ code })
  expect(await pictures.make(file, size, 'user 7')).toBeUndefined()
  expect(await kept()).toEqual({ files: [], rows: 0 })
})

test('only the server can read the picture files, and only by their own names', async () => {
  const { pictures, folder } = await album()
  const imageUrl = await pictures.keep(await canvas(20, 20).png().toBuffer(), { size })
  const name = imageUrl.slice('/uploads/'.length)
  expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  expect(await pictures.read(name)).toBeInstanceOf(Buffer)
  for (const other of ['', '.', '../lock.sqlite', `${name}.tmp`, name.toUpperCase(), `${'0'.repeat(32)}.webp`]) {
    expect([other, await pictures.read(other)]).toEqual([other, undefined])
  }
  expect(pictureHeaders(name)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': `inline; filename="${name}"`,
    'cache-control': 'private, max-age=86400',
  })
})
