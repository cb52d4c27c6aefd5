import { limits } from '@papadag/contract/limits'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { onePlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import { world } from '../../../testing/world.ts'
import { paramsReader } from './request-parts.ts'

test.each(['0', '-1', '1.5', 'x', '', '2147483648', '12345678901', '１', '1 '])('%j in a path is not an id', id => {
  expect(paramsReader(onePlaydate)({ id })).toBeUndefined()
})

test('a number in a path is accepted as an id', () => {
  expect(paramsReader(onePlaydate)({ id: '2147483647' })).toEqual({ id: 2_147_483_647 })
})

test('a form where JSON is expected is refused, not read as an empty body', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  const body = new FormData()
  body.set('firstName', 'Daan')
  const response = await host.fetch('PATCH', '/api/users/me', { body })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'request.mediaType' })

  // A long one is refused for the same reason, and the connection goes on.
  body.set('bio', 'x'.repeat(2 * limits.bodyBytes))
  expect((await host.fetch('PATCH', '/api/users/me', { body })).status).toBe(415)
  expect((await host.fetch('GET', '/api/user')).status).toBe(200)
})

test.each([
  [limits.imageBytes, 'image.unsupported'],
  [limits.imageBytes + 1, 'image.tooLarge'],
  [limits.imageBytes + 2, 'image.tooLarge'],
  [0, 'image.missing'],
])('a file of %i bytes is refused as %s', async (bytes, code) => {
  const { host } = await world()
  await expect(host.call(uploadProfilePicture, { file: new Blob([Buffer.alloc(bytes)]) })).rejects.toMatchObject({
    code,
  })
})

test('only the file in the picture’s part counts, and without one the picture is missing', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  const send = async (parts: [name: string, bytes: number][]) => {
    const body = new FormData()
    for (const [name, bytes] of parts) body.append(name, new Blob([Buffer.alloc(bytes)]), 'picture')
    const response = await host.fetch('POST', '/api/users/me/profile-image', { body })
    return ((await response.json()) as { code: string }).code // a refusal
  }
  expect(await send([['other', 10]])).toBe('image.missing')
  expect(
    await send([
      ['other', limits.imageBytes + 1],
      ['profileImage', 10],
    ]),
  ).toBe('image.unsupported')
  expect(
    await send([
      ['profileImage', 10],
      ['profileImage', 0],
    ]),
  ).toBe('image.unsupported')
})
