import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

/** Section 7 of the specification, call by call. */
const calls = [
  'GET /api/user',
  'POST /api/login',
  'POST /api/register',
  'POST /api/logout',
  'POST /api/upload/profile-image',
  'GET /api/env',
  'GET /api/playdates/upcoming',
  'GET /api/playdates/past',
  'GET /api/playdates/:id',
  'POST /api/playdates/test-create',
  'POST /api/playdates',
  'PUT /api/playdates/:id',
  'DELETE /api/playdates/:id',
  'POST /api/playdates/:id/join',
  'DELETE /api/playdates/:id/join',
  'GET /api/places',
  'GET /api/places/nearby',
  'GET /api/places/search',
  'POST /api/places',
  'PATCH /api/places/:id',
  'POST /api/places/:id/favorite',
  'DELETE /api/places/:id/favorite',
  'POST /api/playgrounds/with-image',
  'POST /api/playgrounds',
  'GET /api/users/featured',
  'GET /api/users/me',
  'PATCH /api/users/me',
  'DELETE /api/users/me',
  'POST /api/users/me/profile-image',
  'GET /api/users/me/favorite-places',
  'GET /api/users/me/playdates',
  'GET /api/users/:id',
  'GET /api/users',
  'GET /api/chats',
  'GET /api/chats/:id',
  'POST /api/chats',
]

/** The calls open to visitors. */
const forVisitors = ['POST /api/login', 'POST /api/register', 'POST /api/logout', 'POST /api/upload/profile-image']

test('every call in the specification is served under its method and path', async () => {
  const { server } = await world()
  const served = new Set<string>(server.served.map(({ route }) => route.at))
  expect(calls.filter(call => !served.has(call))).toEqual([])
})

test('every call in the specification requires a session, except those for signing in', async () => {
  const { server } = await world()
  const access = new Map<string, string>(server.served.map(({ route }) => [route.at, route.access]))
  expect(calls.filter(call => access.get(call) !== 'member').sort()).toEqual([...forVisitors].sort())
})
