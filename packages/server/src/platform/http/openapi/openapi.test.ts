import { externalPicture } from '@papadag/contract/pictures/pictures'
import { uploadProfilePicture } from '@papadag/contract/pictures/uploads'
import { mapTile } from '@papadag/contract/places/map'
import { placeReviews, reviewPlace } from '@papadag/contract/places/place-reviews'
import { addPlaygroundWithImage, editPlace, savePlace } from '@papadag/contract/places/places'
import { joinPlaydate } from '@papadag/contract/playdates'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

test('the description of a form names its fields and picture and which are required', () => {
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

test('the description requires a JSON body exactly where the call does', () => {
  const { paths } = openApi([reviewPlace, savePlace, joinPlaydate])
  expect(paths).toHaveProperty(['/api/places/{id}/reviews', 'put', 'requestBody', 'required'], true)
  expect(paths).toHaveProperty(['/api/playdates/{id}/join', 'post', 'requestBody', 'required'], false)
  expect(paths).not.toHaveProperty(['/api/places/{id}/favorite', 'post', 'requestBody'])
})
