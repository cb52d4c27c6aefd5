import { currentUser } from '@papadag/contract/auth'
import { limits } from '@papadag/contract/limits'
import { placeReviews, reviewPlace } from '@papadag/contract/places/place-reviews'
import { favoritePlaces, savePlace } from '@papadag/contract/places/places'
import { type Export, exportAccount } from '@papadag/contract/users/export'
import { importAccount, previewImport } from '@papadag/contract/users/imports'
import { editProfile } from '@papadag/contract/users/users'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground, aRestaurant } from '../../testing/places.ts'
import { type Father, world } from '../../testing/world.ts'

const zandkuil = { latitude: 52.091, longitude: 5.122 }

/** The export of a father with something of everything, from a separate Papadag. */
async function exported(): Promise<Export> {
  const { host, father } = await world({ fathers: 1 })
  await host.call(editProfile, {
    body: {
      firstName: 'Daan',
      lastName: 'de Vries',
      bio: 'Bouwt hutten.',
      city: 'Utrecht',
      phoneNumber: '0612345678',
      favoriteLocations: ['Griftpark'],
      childrenInfo: [
        { name: 'Mees', age: 4, birthMonth: `${new Date().getUTCFullYear() - 4}-01` },
        { name: 'Pim', age: 2 },
      ],
    },
  })
  const sand = await aPlayground(father, { name: 'De Zandkuil', ...zandkuil })
  const hidden = await aPlayground(father, { name: 'Nergens anders', latitude: 52.5, longitude: 5.5 })
  for (const { id } of [sand, hidden]) await host.call(savePlace, { params: { id } })
  await host.call(reviewPlace, { params: { id: sand.id }, body: { rating: 4, text: 'Veel zand.' } })
  return host.call(exportAccount)
}

/** The part of an export that a client sends. */
function partOf({ format, version, account, favoritePlaces, reviews }: Export) {
  return { format, version, account, favoritePlaces, reviews }
}

async function raw(father: Father, body: unknown): Promise<{ status: number; code?: string }> {
  await father.fetch('GET', '/api/health/live')
  const response = await father.fetch('POST', '/api/users/me/import/preview', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  const reply = (await response.json()) as { code?: string }
  return { ...reply, status: response.status }
}

test('an export is imported on another Papadag: profile, children, favourites and reviews', async () => {
  const body = partOf(await exported())
  const { host, father } = await world({ fathers: 1 })
  const there = await aPlayground(father, { name: 'de zandkuil', latitude: 52.0912, longitude: 5.1221 })
  const expected = {
    profile: [
      { field: 'firstName', from: 'Vader 1', to: 'Daan' },
      { field: 'lastName', from: 'de Tester', to: 'de Vries' },
      { field: 'bio', from: null, to: 'Bouwt hutten.' },
      { field: 'phoneNumber', from: null, to: '0612345678' },
      { field: 'city', from: null, to: 'Utrecht' },
      { field: 'favoriteLocations', from: null, to: 'Griftpark' },
    ],
    children: { added: ['Mees', 'Pim'], known: 0, left: [] },
    favoritePlaces: { added: ['de zandkuil'], known: 0, unknown: ['Nergens anders'] },
    reviews: { added: ['de zandkuil'], known: 0, unknown: [] },
  }
  const before = await host.call(exportAccount)
  expect(await host.call(previewImport, { body })).toEqual(expected)
  expect(partOf(await host.call(exportAccount))).toEqual(partOf(before))

  expect(await host.call(importAccount, { body })).toEqual(expected)
  expect(await host.call(currentUser)).toMatchObject({
    username: 'vader1',
    email: 'vader1@papadag.test',
    firstName: 'Daan',
    city: 'Utrecht',
    childrenInfo: body.account.childrenInfo,
    favoriteLocations: ['Griftpark'],
  })
  expect(await host.call(favoritePlaces, {})).toMatchObject([{ id: there.id }])
  const [review] = await host.call(placeReviews, { params: { id: there.id } })
  expect(review).toMatchObject({ rating: 4, text: 'Veel zand.' })
})

test('a second import changes nothing, and existing data is kept', async () => {
  const body = partOf(await exported())
  const { db, host, father } = await world({ fathers: 1 })
  const { id } = await aPlayground(father, { name: 'De Zandkuil', ...zandkuil })
  await host.call(reviewPlace, { params: { id }, body: { rating: 2, text: 'Van hier.' } })
  await host.call(editProfile, { body: { childrenInfo: [{ name: 'mees', age: 7 }] } })
  await host.call(importAccount, { body })
  const once = await host.call(exportAccount)
  expect(once.reviews).toMatchObject([{ rating: 2, text: 'Van hier.' }])
  expect(once.account.childrenInfo).toMatchObject([{ name: 'mees', age: 7 }, { name: 'Pim' }])

  const [again, sameMoment] = await Promise.all([
    host.call(importAccount, { body }),
    host.call(importAccount, { body }),
  ])
  expect(again).toEqual(sameMoment)
  expect(again).toEqual({
    profile: [],
    children: { added: [], known: 2, left: [] },
    favoritePlaces: { added: [], known: 1, unknown: ['Nergens anders'] },
    reviews: { added: [], known: 1, unknown: [] },
  })
  expect(partOf(await host.call(exportAccount))).toEqual(partOf(once))
  expect(await db.count(sql`from audit where event = 'account.imported' and user_id = ${host.id}`)).toBe(3)
})

test('an imported place matches an existing one only by name, type and position', async () => {
  const { db, host, father } = await world({ fathers: 1 })
  const meant = { placeName: 'De Zandkuil', type: 'playground' as const, ...zandkuil }
  const body = { format: 'papadag-export', version: 1, favoritePlaces: [meant] }
  const found = async () => (await host.call(previewImport, { body })).favoritePlaces.added
  await aPlayground(father, { name: 'De Zandkuil', latitude: zandkuil.latitude + 0.002, longitude: zandkuil.longitude })
  await aPlayground(father, { name: 'De Waterkuil', ...zandkuil })
  await aRestaurant(father, { name: 'De Zandkuil', ...zandkuil })
  expect(await found()).toEqual([])
  const same = await aPlayground(father, { name: 'De Zandkuil', ...zandkuil })
  expect(await found()).toEqual(['De Zandkuil'])
  await db.run(sql`update places set hidden_at = now() where id = ${same.id}`)
  expect(await found()).toEqual([])
})

test('grown-up or surplus children, and values that a profile does not accept, are left out', async () => {
  const { host } = await world()
  const born = (age: number) => `${new Date().getUTCFullYear() - age}-01`
  const childrenInfo = [
    { name: 'Volwassen', birthMonth: born(19) },
    ...Array.from({ length: limits.children - 1 }, (_, at) => ({ name: `Kind ${at}`, birthMonth: born(5) })),
  ]
  await host.call(editProfile, {
    body: { childrenInfo: [1, 2].map(number => ({ name: `Hier ${number}`, age: 3 })) },
  })
  const body = { format: 'papadag-export', version: 1, account: { firstName: 'D', city: '', bio: null, childrenInfo } }
  const { profile, children } = await host.call(previewImport, { body })
  expect(profile).toEqual([])
  expect(children.added).toHaveLength(limits.children - 2)
  expect(children.left).toEqual(['Volwassen', `Kind ${limits.children - 2}`])
})

test('a foreign file, a newer one and one that is too large are refused with a sentence', async () => {
  const { host } = await world()
  expect(await raw(host, { format: 'mobilizon', version: 1 })).toMatchObject({ status: 400, code: 'import.foreign' })
  expect(await raw(host, { format: 'papadag-export', version: 2 })).toMatchObject({
    status: 400,
    code: 'import.version',
  })
  expect(await raw(host, {})).toMatchObject({ status: 400, code: 'request.invalid' })
  expect(await raw(host, '{"format":"papadag-export","version":1,"x":')).toMatchObject({ status: 400 })
  const padded = { format: 'papadag-export', version: 1, about: 'x'.repeat(limits.bodyBytes) }
  expect(await raw(host, padded)).toMatchObject({ status: 413, code: 'request.tooLarge' })
})

test('hostile lists, keys and texts are refused, or stored as the text that they are', async () => {
  const { host, db } = await world()
  const file = (parts: object) => ({ format: 'papadag-export', version: 1, ...parts })
  const place = { placeName: 'x', type: 'playground', ...zandkuil }
  for (const parts of [
    { favoritePlaces: Array(limits.importedFavorites + 1).fill({}) },
    { reviews: Array(limits.importedReviews + 1).fill({ ...place, rating: 5 }) },
    { reviews: [{ ...place, rating: 6 }] },
    { favoritePlaces: [{ ...place, latitude: 91 }] },
    { favoritePlaces: [{ ...place, type: 'users' }] },
    { favoritePlaces: { length: 1 } },
    { account: { childrenInfo: [{ name: 'x', birthMonth: '2021-13' }] } },
    { account: { childrenInfo: Array(limits.children + 1).fill({ name: 'x', birthMonth: '2021-01' }) } },
    { account: { bio: 'x'.repeat(limits.bio + 1) } },
    { account: { firstName: 'a\0b' } },
    { account: [] },
  ])
    expect([parts, (await raw(host, file(parts))).status]).toEqual([parts, 400])

  const before = await host.call(currentUser)
  const polluted = `{"format":"papadag-export","version":1,"__proto__":{"isModerator":true},
    "account":{"__proto__":{"city":"Elders"},"constructor":{"prototype":{"city":"Elders"}},"isModerator":true,
    "isOperator":true,"id":1,"username":"baas","email":"baas@papadag.test","badge":"Baas"}}`
  const answer = await raw(host, polluted)
  expect(answer.status === 400 || (answer.status === 200 && !JSON.stringify(answer).includes('Elders'))).toBe(true)
  expect(await host.call(currentUser)).toEqual(before)
  expect(Object.prototype).not.toHaveProperty('city')

  const script = '<img src=x onerror=alert(1)>'
  await host.call(importAccount, {
    body: file({ account: { firstName: script, childrenInfo: [{ name: script, birthMonth: '2024-01' }] } }) as never,
  })
  expect(await host.call(currentUser)).toMatchObject({ firstName: script, childrenInfo: [{ name: script }] })
  expect(await db.count(sql`from users where is_moderator or is_operator`)).toBe(0)
})

test('imports are limited', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  const body = { format: 'papadag-export', version: 1 }
  for (let time = 0; time < 10; time += 1) await host.call(importAccount, { body })
  expect((await host.fetch('POST', '/api/users/me/import', { body: '{}' })).status).toBe(429)
})
