import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { uploadPendingPicture } from '@papadag/contract/pictures/uploads'
import { addPlace, addPlaygroundWithImage, onePlace, places } from '@papadag/contract/places/places'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPhoto, aPlayground, aRestaurant, here } from '../../testing/places.ts'
import { type Father, type World, world } from '../../testing/world.ts'

const json = { 'content-type': 'application/json' }

async function post(father: Father, path: string, body: unknown, headers: Record<string, string> = {}) {
  await father.fetch('GET', '/api/user')
  return father.fetch('POST', path, { headers: { ...json, ...headers }, body: JSON.stringify(body) })
}

async function postForm(
  father: Father,
  fields: Record<string, string>,
  file?: Blob | undefined,
  headers: Record<string, string> = {},
) {
  await father.fetch('GET', '/api/user')
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('placeImage', file, 'x.exe')
  return father.fetch('POST', '/api/playgrounds/with-image', { body: form, headers })
}

async function kept({ db, config }: Pick<World, 'db' | 'config'>) {
  return {
    files: (await readdir(join(config.dataDir, 'uploads'))).length,
    rows: await db.count(sql`from pictures`),
    places: await db.count(sql`from places`),
  }
}

const restaurant = { type: 'restaurant', name: 'De Pannenkoek', address: 'Dam 1', ...here }
const playground = { name: 'De Zandkuil', ...here }

test('a new place contains the fields of the call, and ignores all others', async () => {
  const { host } = await world()
  const response = await post(host, '/api/places', {
    ...restaurant,
    name: '  Café <b>“Zon”</b> & 👨‍👧  ',
    description: ' ',
    latitude: ' 52.37 ',
    longitude: '4.9',
    features: ['kidsMenu', 'kidsMenu', 'highChairs'],
    imageUrl: '',
    id: 7,
    rating: 5,
    reviewCount: 99,
    isSaved: true,
    status: 'confirmed',
    source: 'osm',
    createdBy: 1,
    distance: 1,
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual({
    id: 1,
    name: 'Café <b>“Zon”</b> & 👨‍👧',
    type: 'restaurant',
    description: null,
    address: 'Dam 1',
    latitude: 52.37,
    longitude: 4.9,
    features: ['kidsMenu', 'highChairs'],
    imageUrl: null,
    rating: null,
    reviewCount: 0,
    distance: null,
    isSaved: false,
    source: 'user',
    status: 'new',
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    isNameDerived: false,
    changingTable: null,
    facts: {},
    state: null,
  })
})

/** What is wrong, and the field that the refusal names. */
const wrongRestaurants: [object, string][] = [
  [{ name: 'ab' }, 'name'],
  [{ name: '  ab  ' }, 'name'],
  [{ name: undefined }, 'name'],
  [{ name: 'x'.repeat(201) }, 'name'],
  [{ name: 'nul\0' }, 'name'],
  [{ name: ['De Zandkuil'] }, 'name'],
  [{ address: 'ab' }, 'address'],
  [{ address: undefined }, 'address'],
  [{ address: null }, 'address'],
  [{ type: 'museum' }, 'type'],
  [{ type: undefined }, 'type'],
  [{ type: ['restaurant'] }, 'type'],
  [{ type: '__proto__' }, 'type'],
  [{ latitude: undefined }, 'latitude'],
  [{ latitude: '' }, 'latitude'],
  [{ latitude: '52,37' }, 'latitude'],
  [{ latitude: 'NaN' }, 'latitude'],
  [{ latitude: null }, 'latitude'],
  [{ latitude: true }, 'latitude'],
  [{ latitude: [52] }, 'latitude'],
  [{ latitude: 90.1 }, 'latitude'],
  [{ longitude: -180.5 }, 'longitude'],
  [{ longitude: '1e999' }, 'longitude'],
  [{ description: 'x'.repeat(2001) }, 'description'],
  [{ features: ['sandbox'] }, 'features.0'],
  [{ features: ['swing'] }, 'features.0'],
  [{ features: 'kidsMenu' }, 'features'],
  [{ features: { 0: 'kidsMenu' } }, 'features'],
  [{ features: Array(1000).fill('kidsMenu') }, 'features'],
  [{ imageUrl: 'javascript:alert(1)' }, 'imageUrl'],
  [{ imageUrl: '/uploads/../demo-password' }, 'imageUrl'],
  [{ imageUrl: 'data:image/png;base64,AAAA' }, 'imageUrl'],
  [{ imageUrl: `/uploads/${'0'.repeat(32)}.webp` }, 'imageUrl'],
]

test('a restaurant is refused at the field that is wrong, and not added', async () => {
  const { host, db } = await world()
  for (const [difference, path] of wrongRestaurants) {
    const response = await post(host, '/api/places', { ...restaurant, ...difference })
    const issues = expect.arrayContaining([expect.objectContaining({ path })])
    expect([response.status, await response.json()], JSON.stringify(difference).slice(0, 60)).toEqual([
      400,
      expect.objectContaining({ code: 'request.invalid', issues }),
    ])
  }
  expect(await db.count(sql`from places`)).toBe(0)
})

test('a playground needs no address, accepts only playground features and ignores a type', async () => {
  const { host } = await world()
  const response = await post(host, '/api/playgrounds', { ...playground, type: 'restaurant', features: ['sandbox'] })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ type: 'playground', address: null, features: ['sandbox'] })
  expect((await post(host, '/api/playgrounds', { ...playground, features: ['kidsMenu'] })).status).toBe(400)
  expect((await post(host, '/api/playgrounds', { ...playground, name: 'ab' })).status).toBe(400)
  // The general call requires one, whatever the type.
  expect((await post(host, '/api/places', { ...playground, type: 'playground' })).status).toBe(400)
  expect((await post(host, '/api/places', { ...playground, type: 'playground', address: 'Dam' })).status).toBe(201)
})

test('names of up to 200 characters are stored whole, whatever their size in bytes', async () => {
  const { host } = await world()
  const name = '🛝'.repeat(200)
  expect(await aPlayground(host, { name })).toMatchObject({ name })
  await expect(aPlayground(host, { name: `${name}🛝` })).rejects.toMatchObject({ status: 400 })
})

test('a place at 0,0 has no position, so it has no distance and is not near anything', async () => {
  const { host } = await world()
  const { id } = await aRestaurant(host, { latitude: 0, longitude: 0 })
  expect(await host.call(onePlace, { params: { id }, query: here })).toMatchObject({
    latitude: 0,
    longitude: 0,
    distance: null,
  })
})

test('a playground’s picture is resized and stripped of metadata', async () => {
  const { host, origin, db, config } = await world()
  const added = await host.call(addPlaygroundWithImage, {
    form: { name: 'Met foto', latitude: '52.37', longitude: '4.9', features: '["sandbox"]' },
    file: await aPhoto(),
  })
  expect(added).toMatchObject({
    features: ['sandbox'],
    latitude: 52.37,
    imageUrl: expect.stringMatching(/^\/uploads\//),
  })
  const picture = await fetch(new URL(added.imageUrl ?? '', origin))
  expect(picture.headers.get('content-type')).toBe('image/webp')
  expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 })
  expect(await kept({ db, config })).toEqual({ files: 1, rows: 1, places: 1 })
  const without = await postForm(host, { ...fields, name: 'Zonder foto' })
  expect(without.status).toBe(201)
  expect(await without.json()).toMatchObject({ imageUrl: null, features: [], description: null, address: null })
})

const fields = { name: 'De Zandkuil', latitude: '52.37', longitude: '4.9' }

const wrongForms: [Record<string, string>, string][] = [
  [{ features: 'sandbox' }, 'features'],
  [{ features: '"sandbox"' }, 'features'],
  [{ features: '{}' }, 'features'],
  [{ features: '[' }, 'features'],
  [{ features: '["kidsMenu"]' }, 'features.0'],
  [{ features: '[1]' }, 'features.0'],
  [{ features: `[${'"sandbox",'.repeat(1000)}"sandbox"]` }, 'features'],
  [{ name: 'ab' }, 'name'],
  [{ name: 'x'.repeat(1024 * 1024) }, 'name'],
  [{ latitude: 'x' }, 'latitude'],
  [{ longitude: '' }, 'longitude'],
]

test('a playground whose form is wrong is refused at that field, and its picture is not kept', async () => {
  const made = await world()
  for (const [difference, path] of wrongForms) {
    const response = await postForm(made.host, { ...fields, ...difference }, await aPhoto())
    const issues = [expect.objectContaining({ path })]
    expect([response.status, await response.json()], JSON.stringify(difference).slice(0, 60)).toEqual([
      400,
      expect.objectContaining({ issues }),
    ])
    expect(await kept(made)).toEqual({ files: 0, rows: 0, places: 0 })
  }
})

/** A PNG of this many pixels each way: little to send, much to decode. */
function blackPng(px: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(px, 0)
  header.writeUInt32BE(px, 4)
  header.writeUInt8(1, 8) // one bit a pixel
  const rows = deflateSync(Buffer.alloc(px * (1 + Math.ceil(px / 8))), { level: 1 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

test('a file that is not a picture or is too large adds no playground and leaves no file', async () => {
  const made = await world()
  const files: [Buffer, number][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    [Buffer.from('%PDF-1.7'), 415],
    [Buffer.from('\x89PNG\r\n\x1a\nnot really', 'latin1'), 400],
    [(await aPhoto().then(photo => photo.bytes().then(Buffer.from))).subarray(0, 300), 400],
    [blackPng(30_000), 400],
    [Buffer.alloc(8 * 1024 * 1024 + 1), 413],
  ]
  for (const [file, status] of files) {
    const response = await postForm(made.host, fields, new Blob([new Uint8Array(file)], { type: 'image/png' }))
    expect([file.length, response.status]).toEqual([file.length, status])
  }
  expect(await kept(made)).toEqual({ files: 0, rows: 0, places: 0 })
  // With fewer pixels the same file is a picture.
  expect((await postForm(made.host, fields, new Blob([new Uint8Array(blackPng(300))]))).status).toBe(201)
})

test('the picture’s row is removed when the place cannot be added', async () => {
  const made = await world()
  await made.db.script('alter table places add constraint none check (false) not valid')
  expect((await postForm(made.host, fields, await aPhoto())).status).toBe(409)
  expect(await kept(made)).toEqual({ files: 0, rows: 0, places: 0 })
})

test('a place with the same idempotency key is added once, and so is its picture', async () => {
  const made = await world({ fathers: 1 })
  const { host, father } = made
  const key = { 'idempotency-key': 'one-tap' }
  const bodies = await Promise.all(
    [1, 2, 3].map(async () => (await post(host, '/api/playgrounds', playground, key)).json()),
  )
  expect(new Set(bodies.map(body => JSON.stringify(body))).size).toBe(1)
  const photo = await aPhoto()
  const added = await Promise.all([1, 2, 3].map(() => postForm(host, fields, photo, key)))
  expect(added.map(({ status }) => status)).toEqual([201, 201, 201])
  const [first, ...repeats] = await Promise.all(added.map(async response => JSON.stringify(await response.json())))
  expect(repeats).toEqual([first, first])
  expect(await kept(made)).toEqual({ files: 1, rows: 1, places: 2 })
  // The same key of another user counts separately.
  await post(father, '/api/playgrounds', playground, key)
  expect(await father.call(places)).toHaveLength(3)
})

test('a picture uploaded beforehand becomes the picture of one place, and an external address is kept', async () => {
  const { host, visitor } = await world()
  const { imageUrl } = await visitor.call(uploadPendingPicture, { file: await aPhoto() })
  expect(await host.call(addPlace, { body: { ...restaurant, type: 'restaurant', imageUrl } })).toMatchObject({
    imageUrl,
  })
  expect((await post(host, '/api/places', { ...restaurant, imageUrl })).status).toBe(400)
  const elsewhere = 'https://elsewhere.example/photo.jpg?size=1'
  const response = await post(host, '/api/places', { ...restaurant, imageUrl: elsewhere })
  expect(await response.json()).toMatchObject({ imageUrl: elsewhere })
})

test('a father can add and edit only so many places, with a limit for each', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  for (let time = 0; time < 20; time += 1) await aPlayground(host)
  await expect(aPlayground(host)).rejects.toMatchObject({ status: 429 })
})
