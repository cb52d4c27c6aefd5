import { expect, test } from 'vitest'
import { world } from '../testing/world.ts'

test('a request has 30 s to arrive whole and its headers 10 s', async () => {
  const { server } = await world()
  expect(server.http.server).toMatchObject({ requestTimeout: 30_000, headersTimeout: 10_000 })
})
