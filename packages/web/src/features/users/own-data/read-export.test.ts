import { limits } from '@papadag/contract/limits'
import { expect, test, vi } from 'vitest'
import { readExport, UnreadableExport } from './read-export.ts'

const fileOf = (content: unknown) =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], 'papadag-export.json')
const anExport = (parts: object) => ({ format: 'papadag-export', version: 1, ...parts })
const place = { placeName: 'De Zandkuil', type: 'playground', latitude: 52.1, longitude: 5.1 }

test('only the importable parts are read from the file', async () => {
  const { part, tooMany } = await readExport(
    fileOf(
      anExport({
        about: 'Alles.',
        account: {
          firstName: 'Daan',
          email: 'daan@papadag.test',
          isModerator: true,
          childrenInfo: [{ name: 'Mees', age: 4, birthMonth: '2022-01' }],
        },
        chats: [{ messages: [{ content: 'Geheim' }] }],
        favoritePlaces: [{ ...place, placeId: 7, savedAt: '2026-01-01' }],
        reviews: [{ ...place, rating: 4, text: null }],
      }),
    ),
  )
  expect(tooMany).toBe(0)
  expect(part).toEqual(
    anExport({
      account: { firstName: 'Daan', favoriteLocations: [], childrenInfo: [{ name: 'Mees', birthMonth: '2022-01' }] },
      favoritePlaces: [place],
      reviews: [{ ...place, rating: 4, text: null }],
    }),
  )
})

test.each([
  ['not JSON', '{"format"'],
  ['an empty file', ''],
  ['another product’s', { format: 'mobilizon', version: 1 }],
  ['a list', [1, 2]],
  ['nothing', 'null'],
])('an export that is %s is refused with a sentence', async (_, content) => {
  await expect(readExport(fileOf(content))).rejects.toBeInstanceOf(UnreadableExport)
})

test('a file larger than any export is refused before it is read', async () => {
  const huge = Object.defineProperty(new File([], 'huge.json'), 'size', { value: 65 * 1024 * 1024 })
  const read = vi.spyOn(huge, 'text')
  await expect(readExport(huge)).rejects.toBeInstanceOf(UnreadableExport)
  expect(read).not.toHaveBeenCalled()
})

test('fields of other types and names that reach into prototypes change nothing', async () => {
  const { part, picture } = await readExport(
    fileOf(`{"format":"papadag-export","version":"1","__proto__":{"polluted":true},"account":{"__proto__":{"city":"X"},
      "firstName":{"a":1},"bio":["x"],"profileImage":"../../etc/passwd","childrenInfo":"x","favoriteLocations":{"length":9}},
      "favoritePlaces":[null,7,"x",{"placeName":{}}],"reviews":{"0":1},"pictures":[{"address":"../../etc/passwd","base64":"AA=="}]}`),
  )
  expect(part).toEqual({
    format: 'papadag-export',
    version: 0,
    account: { favoriteLocations: [], childrenInfo: [] },
    favoritePlaces: Array(4).fill({ placeName: null, type: null, latitude: null, longitude: null }),
    reviews: [],
  })
  expect(picture).toBeUndefined()
  expect({}).not.toHaveProperty('polluted')
})

test('items that do not fit in a request are counted and reported', async () => {
  const many = Array(limits.importedFavorites + 3).fill(place)
  const long = Array(limits.importedReviews + 2).fill({ ...place, rating: 5, text: 'é'.repeat(limits.review) })
  const { part, tooMany } = await readExport(fileOf(anExport({ favoritePlaces: many, reviews: long })))
  expect(part.favoritePlaces).toHaveLength(limits.importedFavorites)
  expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThan(limits.bodyBytes)
  expect(tooMany).toBe(3 + long.length - (part.reviews?.length ?? 0))
})

test('the picture in the file is imported if it is valid', async () => {
  const address = `/uploads/${'a'.repeat(32)}.webp`
  const withPicture = (base64: unknown) =>
    readExport(fileOf(anExport({ account: { profileImage: address }, pictures: [{ address, base64 }] })))
  expect((await withPicture(btoa('RIFF'))).picture).toMatchObject({ size: 4, type: 'image/webp' })
  expect((await withPicture('%%%')).picture).toBeUndefined()
  expect((await withPicture(7)).picture).toBeUndefined()
  expect((await withPicture('A'.repeat(3 * limits.imageBytes))).picture).toBeUndefined()
})
