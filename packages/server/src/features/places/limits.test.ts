import { expect, test } from 'vitest'
import { limitsOf } from '../../testing/rules/limits-of.ts'
import { world } from '../../testing/world.ts'

test('places are added, changed and saved so often', async () => {
  const { server } = await world()
  expect(limitsOf(server, /(places|playgrounds)/)).toEqual({
    'POST /api/places': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/playgrounds': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/playgrounds/with-image': ['20 in 60 s', '100 in 86400 s'],
    'PATCH /api/places/:id': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/favorite': ['120 in 60 s'],
    'DELETE /api/places/:id/favorite': ['120 in 60 s'],
    'PUT /api/places/:id/reviews': ['20 in 60 s', '100 in 86400 s'],
    'DELETE /api/places/:id/reviews': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/revert': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/confirm': ['20 in 60 s', '100 in 86400 s'],
    'POST /api/places/:id/proposals': ['20 in 60 s', '100 in 86400 s'],
  })
})
