import { expect, test } from 'vitest'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

test('a father can start only so many chats, send only so many messages and react only so often', async () => {
  const { server } = await world()
  expect(limitsOf(server, /chats/)).toEqual({
    'POST /api/chats': ['10 in 60 s', '60 in 86400 s'],
    'POST /api/chats/:id/messages': ['20000 in 86400 s'],
    'PUT /api/chats/:id/messages/:seq/reaction': ['60 in 60 s', '2000 in 86400 s'],
    'DELETE /api/chats/:id/messages/:seq/reaction': ['60 in 60 s', '2000 in 86400 s'],
  })
})
