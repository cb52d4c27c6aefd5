import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { currentUser, register } from '@papadag/contract/auth'
import { uploadPendingPicture, uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { anAccount, world } from '../../testing/world.ts'

async function aPhoto(background = '#ffc62e'): Promise<Blob> {
  const file = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return new Blob([new Uint8Array(file)], { type: 'text/plain' })
}

const newcomer = anAccount()

test('a visitor registers with an uploaded picture that nobody else can use', async () => {
  const { visitor, newFather, origin } = await world()
  const { imageUrl } = await visitor.call(uploadPendingPicture, { file: await aPhoto() })
  const user = await visitor.call(register, { body: { ...newcomer, profileImage: imageUrl } })
  expect(user.profileImage).toBe(imageUrl)

  // Without a session, as an <img> in a mail or on another device would ask.
  const picture = await fetch(new URL(imageUrl, origin))
  expect(picture.status).toBe(200)
  expect(Object.fromEntries(picture.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=86400',
  })
  expect((await sharp(await picture.arrayBuffer()).metadata()).format).toBe('webp')

  const thief = await newFather()
  const again = thief.call(register, {
    body: { ...newcomer, username: 'dief', email: 'dief@papadag.test', profileImage: imageUrl },
  })
  await expect(again).rejects.toMatchObject({
    status: 400,
    body: { issues: [{ path: 'profileImage', code: 'url.invalid' }] },
  })
})

test('a new profile picture replaces the old one, which is deleted at once', async () => {
  const { host, config } = await world()
  const first = await host.call(uploadProfilePicture, { file: await aPhoto('#ffc62e') })
  const second = await host.call(uploadProfilePicture, { file: await aPhoto('#12332e') })
  expect(await host.call(currentUser)).toMatchObject({ profileImage: second.imageUrl })
  expect((await host.fetch('GET', first.imageUrl)).status).toBe(404)
  expect(await readdir(join(config.dataDir, 'uploads'))).toEqual([second.imageUrl.slice('/uploads/'.length)])
})

test('an unsupported picture is refused with a sentence and changes nothing', async () => {
  const { host, config } = await world()
  host.cookies.set('language', 'en')
  const drawing = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' })
  await expect(host.call(uploadProfilePicture, { file: drawing })).rejects.toMatchObject({
    status: 415,
    body: { error: expect.stringContaining('Only image files are allowed') },
  })
  const large = new Blob([new Uint8Array(8 * 1024 * 1024 + 1)])
  await expect(host.call(uploadProfilePicture, { file: large })).rejects.toMatchObject({
    status: 413,
    body: { error: expect.stringContaining('Maximum file size is 8MB') },
  })
  expect(await host.call(currentUser)).toMatchObject({ profileImage: null })
  expect(await readdir(join(config.dataDir, 'uploads'))).toEqual([])
})

test('an upload without a picture or without parts is refused', async () => {
  const { visitor } = await world()
  await visitor.fetch('GET', '/api/health/live')
  const form = new FormData()
  form.set('somethingElse', await aPhoto(), 'photo.jpg')
  const wrongPart = await visitor.fetch('POST', '/api/upload/profile-image', { body: form })
  expect(wrongPart.status).toBe(400)
  expect(await wrongPart.json()).toMatchObject({ code: 'image.missing' })
  const json = { headers: { 'content-type': 'application/json' }, body: '{}' }
  expect((await visitor.fetch('POST', '/api/upload/profile-image', json)).status).toBe(415)
})

test('a visitor can upload ten pictures an hour, and a member thirty', async () => {
  const { visitor, host } = await world({ env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' } })
  // Requests come as if from a visitor behind a proxy, since direct ones from this machine are not limited.
  await visitor.fetch('GET', '/api/health/live')
  await host.fetch('GET', '/api/user')
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  async function statuses(client: typeof visitor, times: number) {
    const seen: number[] = []
    for (let time = 0; time < times; time += 1) {
      const form = new FormData()
      form.set('profileImage', await aPhoto(), 'photo.jpg')
      seen.push((await client.fetch('POST', '/api/upload/profile-image', { body: form, headers })).status)
    }
    return seen
  }
  expect(await statuses(visitor, 11)).toEqual([...Array(10).fill(200), 429])
  expect(await statuses(host, 31)).toEqual([...Array(30).fill(200), 429])
})
