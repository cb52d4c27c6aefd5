import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openPictures } from '../../domain/pictures.ts'
import { testDb } from '../../testing/database.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { s3StandIn } from '../../testing/s3-stand-in.ts'
import { sql } from '../db/db.ts'
import { createFolderLedger } from '../ledger.ts'
import { belongsTogether } from './belonging.ts'
import { createLocalPictureStore, type PictureStore } from './store.ts'
import { createS3PictureStore } from './store-s3.ts'

/** Every kind of store, each with a foreign file in it. */
const stores: Record<string, () => Promise<PictureStore>> = {
  async 'in a folder'() {
    const folder = emptyFolder()
    await writeFile(join(folder, 'README & more.txt'), 'not ours')
    return createLocalPictureStore(folder)
  },
  async 'in a bucket'() {
    const { options, objects } = await s3StandIn({ pageSize: 3 })
    objects.set('README & more.txt', { body: Buffer.from('not ours'), changedAt: new Date() })
    return createS3PictureStore(options, () => {})
  },
}

const named = (n: number) => `${n.toString(16).padStart(32, '0')}.webp`

async function names(store: PictureStore) {
  return (await Array.fromAsync(store.list())).map(({ name }) => name).sort()
}

describe.each(Object.entries(stores))('with a store in %s', (_name, open) => {
  test('a stored picture is returned unchanged until it is removed', async () => {
    const store = await open()
    const picture = Buffer.from(Array.from({ length: 70_000 }, (_, n) => n % 256))
    await store.put(named(1), picture)
    expect((await store.get(named(1)))?.equals(picture)).toBe(true)
    await store.put(named(1), Buffer.from('another'))
    expect(String(await store.get(named(1)))).toBe('another')
    await store.remove(named(1))
    expect(await store.get(named(1))).toBeUndefined()
  })

  test('getting a missing picture yields nothing, and removing it does no harm', async () => {
    const store = await open()
    expect(await store.get(named(9))).toBeUndefined()
    await store.remove(named(9))
  })

  test('large and concurrent pictures are stored whole', async () => {
    const store = await open()
    const large = Buffer.alloc(9 * 1024 * 1024, 'zand')
    await Promise.all([store.put(named(0), large), ...[1, 2, 3, 4].map(n => store.put(named(n), Buffer.from(`${n}`)))])
    expect((await store.get(named(0)))?.equals(large)).toBe(true)
    expect(String(await store.get(named(4)))).toBe('4')
  })

  test('a list names every picture with its time, and no other file', async () => {
    const store = await open()
    const begun = Date.now()
    const all = Array.from({ length: 8 }, (_, n) => named(n))
    for (const name of all) await store.put(name, Buffer.from('x'))
    expect(await names(store)).toEqual(all)
    for await (const { changedAtMs } of store.list()) {
      // Tests may run on another clock than that of the files.
      expect(Math.abs(changedAtMs - begun)).toBeLessThan(2 * 86_400_000)
    }
  })

  test.each([
    '',
    '.',
    '..',
    '../secret',
    'a/b.webp',
    '%2e%2e',
    'x.webp?acl',
    'x.webp#',
    'É.webp',
    'README & more.txt',
    'a.png',
  ])('a name like %j is not a picture', async name => {
    const store = await open()
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow()
    expect(await store.get(name)).toBeUndefined()
    await store.remove(name)
    expect(await names(store)).toEqual([])
  })
})

test('a bucket has two and a half seconds to answer', async () => {
  const { options } = await s3StandIn()
  const limits = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => limits.mockRestore())
  expect(await createS3PictureStore(options, () => {}).get(named(9))).toBeUndefined()
  expect(limits.mock.calls).toEqual([[2500]])
})

test('foreign objects in the bucket are left alone', async () => {
  const { options, objects } = await s3StandIn()
  objects.set('README', { body: Buffer.from('not ours'), changedAt: new Date() })
  await createS3PictureStore(options, () => {}).remove('README')
  expect(objects.has('README')).toBe(true)
})

test.each([
  ['another secret', { secretAccessKey: 'guessed' }],
  ['another key', { accessKeyId: 'somebody' }],
  ['another region', { region: 'us-test-9' }],
  ['a bucket that is not there', { bucket: 'nothing' }],
  ['nobody listening', { endpoint: 'http://127.0.0.1:1' }],
])('with %s nothing is stored, and the operator learns why', async (_what, difference) => {
  const { options, objects } = await s3StandIn()
  const told: unknown[] = []
  const store = createS3PictureStore({ ...options, ...difference }, error => told.push(error))
  await expect(store.put(named(1), Buffer.from('x'))).rejects.toMatchObject({ code: 'server.unavailable' })
  expect(told).toEqual([expect.any(Error)])
  expect(String(told)).not.toMatch(/guessed|a secret/)
  expect(objects.size).toBe(0)
})

test('while the store is unavailable an upload is refused without a row, and a deletion is done by a later sweep', async () => {
  const { options, objects, setDown } = await s3StandIn()
  const db = await testDb()
  const pictures = await openPictures({
    db,
    store: createS3PictureStore(options, () => {}),
    dataDir: emptyFolder(),
  })
  onTestFinished(() => pictures.close())
  const file = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#ffc62e' } })
    .png()
    .toBuffer()
  const imageUrl = await pictures.keep(file, { size: 'place' })
  const name = imageUrl.slice('/uploads/'.length)
  expect([...objects.keys()]).toEqual([name])
  expect((await pictures.read(name))?.equals(objects.get(name)?.body ?? Buffer.alloc(0))).toBe(true)

  setDown(true)
  const away = { code: 'server.unavailable' }
  await expect(pictures.keep(file, { size: 'place' })).rejects.toMatchObject(away)
  await expect(pictures.read(name)).rejects.toMatchObject(away)
  await pictures.release(imageUrl)
  await db.run(sql`update pictures set created_at = now() - interval '2 hours'`)
  await expect(pictures.sweep()).rejects.toMatchObject(away)
  expect(await db.count(sql`from pictures`)).toBe(1)

  setDown(false)
  await pictures.sweep()
  expect(objects.size).toBe(0)
  expect(await db.count(sql`from pictures`)).toBe(0)
})

test('a database belongs to the store that its first node marked, and to no other', async () => {
  const db = await testDb()
  const { options } = await s3StandIn()
  const bucket = () => createS3PictureStore(options, () => {}).ledgerAt('store')
  const folder = createFolderLedger(join(emptyFolder(), 'store'))

  // Two nodes start concurrently, neither having seen the other's mark.
  expect(await Promise.all([belongsTogether(db, bucket()), belongsTogether(db, bucket())])).toEqual([true, true])
  expect(await belongsTogether(db, folder)).toBe(false)
  expect(await belongsTogether(db, bucket())).toBe(true)
})
