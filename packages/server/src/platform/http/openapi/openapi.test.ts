import { externalPicture } from '@papadag/contract/pictures/pictures'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { mapTile } from '@papadag/contract/places/map'
import { placeReviews, reviewPlace } from '@papadag/contract/places/place-reviews'
import { addPlaygroundWithImage, editPlace, savePlace } from '@papadag/contract/places/places'
import { joinPlaydate } from '@papadag/contract/playdates/playdates'
import { problemStatus } from '@papadag/contract/problems'
import { methodAndPath, type Route, route } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { openApi } from './openapi.ts'

test('the description of a form names its fields and picture, and says which are required', () => {
  const { paths } = openApi([addPlaygroundWithImage, editPlace, uploadProfilePicture])
  const picture = { type: 'string', contentMediaType: 'image/*' }
  expect(paths).toMatchObject({
    '/api/playgrounds/with-image': {
      post: {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                required: ['name', 'latitude', 'longitude'],
                properties: { name: { type: 'string' }, description: {}, features: {}, placeImage: picture },
              },
            },
          },
        },
        responses: { 201: {}, 413: { description: 'image.tooLarge' } },
      },
    },
    '/api/places/{id}': {
      patch: { requestBody: { content: { 'multipart/form-data': { schema: { required: [] } } } } },
    },
    '/api/users/me/profile-image': {
      post: { requestBody: { content: { 'multipart/form-data': { schema: { required: ['profileImage'] } } } } },
    },
  })
})

test('a cacheable read is described with its ETag, a paged one with its Link, a picture as an image', () => {
  const { paths } = openApi([mapTile, placeReviews, externalPicture])
  expect(paths).toMatchObject({
    '/api/map/{z}/{x}/{y}': {
      get: {
        parameters: [
          { name: 'z', in: 'path' },
          { name: 'x' },
          { name: 'y' },
          { name: 'type', in: 'query' },
          { name: 'features' },
          { name: 'facts' },
        ],
        responses: { 200: { headers: { ETag: {}, 'Cache-Control': {} } }, 304: {} },
      },
    },
    '/api/places/{id}/reviews': {
      get: {
        parameters: [{ name: 'id' }, { name: 'limit', schema: { maximum: 500 } }, { name: 'cursor' }],
        responses: { 200: { headers: { Link: {} } } },
      },
    },
    '/api/pictures': {
      get: { parameters: [{ name: 'url', required: true }], responses: { 200: { content: { 'image/webp': {} } } } },
    },
  })
  expect(paths).not.toHaveProperty(['/api/pictures', 'get', 'responses', '304'])
})

test('the description requires a JSON body exactly where a call does', () => {
  const { paths } = openApi([reviewPlace, savePlace, joinPlaydate])
  expect(paths).toHaveProperty(['/api/places/{id}/reviews', 'put', 'requestBody', 'required'], true)
  expect(paths).toHaveProperty(['/api/playdates/{id}/join', 'post', 'requestBody', 'required'], false)
  expect(paths).not.toHaveProperty(['/api/places/{id}/favorite', 'post', 'requestBody'])
})

interface Described {
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  responses: Record<string, { description: string; headers?: object; content?: object }>
  security?: unknown
  requestBody?: { required: boolean; content: Record<string, { schema: Record<string, unknown> }> }
}
const describedOf = (route: Route) => {
  const { method, path } = methodAndPath(route.at)
  const { paths } = openApi([route]) as { paths: Record<string, Record<string, Described>> } // as `openApi` writes them
  const found = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!found) throw new Error('not described')
  return found
}
const text = z.string()

test('a read needs neither token nor key, a write needs the token, and one that creates takes a key', () => {
  const namesOf = (route: Route) => describedOf(route).parameters.map(({ name, required }) => [name, required])
  const common = { access: 'public', summary: 'Does.' } as const
  expect(namesOf(route('GET /api/things', common))).toEqual([])
  expect(namesOf(route('DELETE /api/things/:id', { ...common, repeats: 'natural' }))).toEqual([
    ['id', true],
    ['X-XSRF-TOKEN', true],
  ])
  expect(namesOf(route('POST /api/things/:token', { ...common, repeats: 'key' }))).toEqual([
    ['token', true],
    ['X-XSRF-TOKEN', true],
    ['Idempotency-Key', false],
  ])
  const [id, name] = describedOf(route('GET /api/things/:id/of/:name', common)).parameters
  expect([id?.schema, name?.schema]).toEqual([{ type: 'integer', minimum: 1 }, { type: 'string' }])
})

test('the description of a query says which of its fields are required', () => {
  const query = z.object({ near: z.string(), far: z.optional(z.string()) })
  const { parameters } = describedOf(route('GET /api/things', { access: 'public', summary: 'Lists.', query }))
  expect(parameters).toMatchObject([
    { name: 'near', in: 'query', required: true },
    { name: 'far', in: 'query', required: false },
  ])
})

test.each<[string, Route, codes: string[], isForMembers: boolean]>([
  ['a read for everybody', route('GET /api/a', { access: 'public', summary: 'A.' }), [], false],
  ['a read for members', route('GET /api/a', { access: 'member', summary: 'A.' }), ['auth.required'], true],
  [
    'a write for members',
    route('PUT /api/a', { access: 'member', summary: 'A.', repeats: 'natural' }),
    ['auth.required', 'request.crossSite', 'user.stopped'],
    true,
  ],
  [
    'a write that hidden members may make too',
    route('DELETE /api/a', { access: 'member', summary: 'A.', repeats: 'natural', isForHidden: true }),
    ['auth.required', 'request.crossSite'],
    true,
  ],
  [
    'a call that creates',
    route('POST /api/a', { access: 'public', summary: 'A.', repeats: 'key', errors: ['place.unknown'] }),
    ['place.unknown', 'request.crossSite', 'request.otherContent', 'user.stopped'],
    false,
  ],
])('%s lists its refusals by status, and whether it needs a session', (_, route, codes, isForMembers) => {
  const { responses, security } = describedOf(route)
  const named = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) => description.split(', ').map(code => [code, Number(status)] as const))
  const common = ['request.invalid', 'request.tooOften', 'server.unavailable']
  expect(named.map(([code]) => code).sort()).toEqual([...codes, ...common].sort())
  for (const [code, status] of named) expect(problemStatus[code as keyof typeof problemStatus]).toBe(status)
  expect(security).toEqual(isForMembers ? [{ session: [] }] : undefined)
})

test('a successful reply describes its body and headers', () => {
  const successOf = (more: object) =>
    describedOf({ at: 'GET /api/a', access: 'public', summary: 'A.', ...more } as Route).responses // as below
  expect(successOf({ reply: text })).toMatchObject({ 200: { content: { 'application/json': {} } } })
  expect(successOf({ reply: text })).not.toHaveProperty('204')
  expect(successOf({ reply: text })[200]).not.toHaveProperty('headers')
  expect(successOf({ reply: z.nullable(text) })).toMatchObject({ 200: {}, 204: {} })
  expect(successOf({})).toMatchObject({ 204: { description: 'Success' } })
  expect(successOf({})[204]).not.toHaveProperty('content')
  expect(successOf({ answers: 'picture' })[200]?.content).toEqual({ 'image/webp': {} })
  expect(successOf({ answers: 'calendar' })[200]?.content).toEqual({ 'text/calendar': {} })
  expect(Object.keys(successOf({ reply: text, cacheS: 60 })[200]?.headers ?? {})).toEqual(['ETag', 'Cache-Control'])
  expect(successOf({ reply: text, cacheS: 60 })).toHaveProperty('304')
  expect(Object.keys(successOf({ reply: z.array(text), answers: 'list' })[200]?.headers ?? {})).toEqual(['Link'])
})

test('calls with the same path are described side by side', () => {
  const common = { access: 'public', summary: 'A.' } as const
  const { paths } = openApi([route('GET /api/a', common), route('PUT /api/a', { ...common, repeats: 'natural' })])
  expect(Object.keys((paths as Record<string, object>)['/api/a'] ?? {})).toEqual(['get', 'put'])
})
