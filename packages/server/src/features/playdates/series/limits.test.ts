import { expect, test } from 'vitest'
import { limitsOf } from '../../../testing/rules/limits-of.ts'
import { world } from '../../../testing/world.ts'

test('a father can take only so many standing places, and set and answer only so many pauses and questions', async () => {
  const { server } = await world()
  expect(limitsOf(server, /series|playdates.*confirm$/)).toEqual({
    'PUT /api/series/:id/standing': ['30 in 60 s', '200 in 86400 s'],
    'DELETE /api/series/:id/standing': ['30 in 60 s', '200 in 86400 s'],
    'PUT /api/series/:id/pause': ['30 in 60 s', '100 in 86400 s'],
    'DELETE /api/series/:id/pause': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/series/:id/renew': ['30 in 60 s', '100 in 86400 s'],
    'POST /api/playdates/:id/confirm': ['60 in 60 s'],
  })
})
