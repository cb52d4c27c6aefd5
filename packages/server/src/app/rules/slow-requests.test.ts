import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

test('a request must arrive within 30 s and its headers within 10 s', async () => {
  const { server } = await world()
  expect(server.http.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 })
})
