import { expect, test } from 'vitest'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

test('a father can start only so many chats and send only so many messages', async () => {
  const { server } = await world()
  expect(limitsOf(server, /chats/)).toEqual({
    'POST /api/chats': ['10 in 60 s', '60 in 86400 s'],
    'POST /api/chats/:id/messages': ['20000 in 86400 s'],
  })
})
