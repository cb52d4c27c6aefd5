import { expect, test } from 'vitest'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

test('playdates are planned, changed, cancelled and joined so often', async () => {
  const { server } = await world()
  expect(limitsOf(server, /playdates(\/test-create|\/:id|\/:id\/(undo-cancel|join|wait))?$/)).toEqual({
    'POST /api/playdates': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/test-create': ['30 in 60 s', '100 in 86400 s'],
    'PUT /api/playdates/:id': ['30 in 60 s', '100 in 86400 s'],
    'DELETE /api/playdates/:id': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/:id/undo-cancel': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/:id/join': ['60 in 60 s'],
    'DELETE /api/playdates/:id/join': ['60 in 60 s'],
    'POST /api/playdates/:id/wait': ['60 in 60 s'],
    'DELETE /api/playdates/:id/wait': ['60 in 60 s'],
  })
})
