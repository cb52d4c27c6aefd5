import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFather, album, blue, canvas, size } from '../../testing/pictures/album.ts'
import { sql } from '../db/db.ts'

test('a user may store 200 MB and no more', async () => {
  const { db, pictures } = await album()
  const ownerId = await aFather(db, 'daan')
  const file = await canvas(20, 20).png().toBuffer()
  await pictures.keep(file, { size, ownerId })
  const fill = (bytes: number) => db.run(sql`update pictures set bytes = ${bytes} where owner_id = ${ownerId}`)
  await fill(200 * 1024 * 1024)
  await pictures.keep(file, { size, ownerId })
  await db.run(sql`update pictures set bytes = 0`)
  await fill(100 * 1024 * 1024 + 1)
  await expect(pictures.keep(file, { size, ownerId })).rejects.toMatchObject({ code: 'image.tooLarge' })
  // Others have room of their own, and so have pictures that are nobody's yet.
  await pictures.keep(file, { size, ownerId: await aFather(db, 'kwame') })
  await pictures.keep(file, { size })
})

test('a removed picture is refused both as it was sent and as it was stored, and others are not', async () => {
  const { db, pictures, open } = await album()
  const file = await canvas(20, 20).png().toBuffer()
  const stored = await open(await pictures.keep(file, { size }))
  await pictures.ban(db, stored)
  await expect(pictures.keep(file, { size })).rejects.toMatchObject({ code: 'image.removed' })
  const other = await canvas(20, 20, blue).png().toBuffer()
  await pictures.keep(other, { size })
  await pictures.ban(db, other)
  await pictures.ban(db, other)
  await expect(pictures.keep(other, { size })).rejects.toMatchObject({ code: 'image.removed' })
})

test('restoring a hidden picture brings it back at its address, whether or not it was deleted meanwhile', async () => {
  const { db, pictures, kept, open } = await album()
  const daan = await aFather(db, 'daan')
  const address = await pictures.keep(await canvas(20, 20).png().toBuffer(), { size, ownerId: daan })
  const picture = await open(address)
  await pictures.putBack(db, address, picture, undefined)
  expect(await db.count(sql`from pictures where owner_id = ${daan} and bytes = ${picture.length}`)).toBe(1)
  await pictures.release(address)
  expect(await kept()).toEqual({ files: [], rows: 0 })
  await pictures.putBack(db, address, picture, daan)
  expect(await open(address)).toEqual(picture)
  expect(await db.count(sql`from pictures where owner_id = ${daan} and bytes = ${picture.length}`)).toBe(1)
})

test('the first registration that names a pending picture within the hour gets it', async () => {
  const { db, pictures } = await album()
  const [daan, kwame] = [await aFather(db, 'daan'), await aFather(db, 'kwame')]
  const file = await canvas(20, 20).png().toBuffer()
  const refusal = { code: 'request.invalid', detail: { issues: [{ path: 'profileImage', code: 'url.invalid' }] } }

  const imageUrl = await pictures.keep(file, { size })
  await pictures.claim(db, imageUrl, daan, 'profileImage')
  await expect(pictures.claim(db, imageUrl, kwame, 'profileImage')).rejects.toMatchObject(refusal)
  await expect(pictures.claim(db, `/uploads/${'0'.repeat(32)}.webp`, kwame, 'profileImage')).rejects.toMatchObject(
    refusal,
  )

  const inTime = await pictures.keep(file, { size })
  await db.run(sql`update pictures set created_at = now() - interval '59 minutes' where owner_id is null`)
  await pictures.claim(db, inTime, kwame, 'profileImage')

  const late = await pictures.keep(file, { size })
  await db.run(sql`update pictures set created_at = now() - interval '61 minutes' where owner_id is null`)
  await expect(pictures.claim(db, late, kwame, 'profileImage')).rejects.toMatchObject(refusal)
})

test('a replaced picture is deleted, unless something still shows it', async () => {
  const { db, pictures, kept } = await album()
  const daan = await aFather(db, 'daan')
  const imageUrl = await pictures.keep(await canvas(20, 20).png().toBuffer(), { size, ownerId: daan })
  await db.run(sql`update users set profile_image = ${imageUrl} where id = ${daan}`)
  await pictures.release(imageUrl)
  await pictures.release(null)
  await pictures.release('https://elsewhere.example/daan.png')
  await pictures.release('/uploads/../demo-password')
  await db.run(sql`update users set profile_image = null where id = ${daan}`)
  // `https://x` is as long as `/uploads/`: cut off, it leaves the name of Daan's picture.
  await pictures.release(imageUrl.replace('/uploads/', 'https://x'))
  expect(await kept()).toMatchObject({ rows: 1, files: [expect.any(String)] })
  await pictures.release(imageUrl)
  expect(await kept()).toEqual({ files: [], rows: 0 })
})

test('the sweep deletes pictures that nobody claimed or shows, and keeps the others', async () => {
  const { db, pictures, folder, kept } = await album()
  const file = await canvas(20, 20).png().toBuffer()
  const pending = await pictures.keep(file, { size })
  const forgotten = await pictures.keep(file, { size })
  const daan = await aFather(db, 'daan')
  const replaced = await pictures.keep(file, { size, ownerId: daan })
  const shown = await pictures.keep(file, { size, ownerId: daan })
  await db.run(sql`update users set profile_image = ${shown} where id = ${daan}`)
  const recent = await pictures.keep(file, { size, ownerId: daan })
  const old = [forgotten, replaced, shown].map(imageUrl => imageUrl.slice('/uploads/'.length))
  await db.run(sql`update pictures set created_at = now() - interval '66 minutes' where name = any(${old}::text[])`)
  await db.run(sql`update pictures set created_at = now() - interval '64 minutes' where name = ${recent.slice(9)}`)

  // Left by a crash: a file without a row, whole or half-written. The other one belongs to another database.
  const hourAgo = Date.now() / 1000 - 3700
  const weekAgo = Date.now() / 1000 - 7 * 24 * 3600
  const ages = {
    ...{ 'crash.webp': hourAgo, 'crash.webp.tmp': hourAgo, 'old.webp': weekAgo + 100, 'elsewhere.webp': weekAgo - 100 },
    ...{ 'half-an-hour.webp': hourAgo + 1900, 'being-written.webp.tmp': Date.now() / 1000 },
  }
  for (const [name, age] of Object.entries(ages)) {
    await writeFile(join(folder, name), 'x')
    await utimes(join(folder, name), age, age)
  }
  await pictures.sweep()
  const { files, rows } = await kept()
  expect(rows).toBe(3)
  const own = [pending, shown, recent].map(address => address.slice(9))
  const others = ['being-written.webp.tmp', 'elsewhere.webp', 'half-an-hour.webp']
  expect(files.sort()).toEqual([...own, ...others].sort())
})
