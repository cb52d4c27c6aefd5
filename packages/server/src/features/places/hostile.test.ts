import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aPlayground } from '../../testing/places.ts'
import { world } from '../../testing/world.ts'

const json = { 'content-type': 'application/json' }
const multipart = { 'content-type': 'multipart/form-data; boundary=x' }

/** Hostile values. */
const values = [
  'null',
  'true',
  '[]',
  '{}',
  '-1',
  '1e308',
  '1e-400',
  '"\\u0000"',
  '"\\ud800"',
  '"‮٣"',
  `"${"'); drop table places; --".repeat(8)}"`,
  '["__proto__"]',
  '{"__proto__":{"admin":true},"constructor":1}',
  `[${'['.repeat(2000)}${']'.repeat(2000)}]`,
]
const keys = [
  'name',
  'type',
  'address',
  'description',
  'latitude',
  'longitude',
  'features',
  'imageUrl',
  'rating',
  'kind',
]

test('no value of any field makes a call about places answer 5xx or break a rule', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  await host.fetch('GET', '/api/user')
  const calls = [
    ['POST', '/api/places'],
    ['POST', '/api/playgrounds'],
    ['PUT', `/api/places/${id}/reviews`],
    ['POST', `/api/places/${id}/proposals`],
    ['POST', `/api/places/${id}/revert`],
  ] as const
  const right =
    '"type":"restaurant","name":"De Pannenkoek","address":"Dam 1","latitude":1,"longitude":1,"kind":"change"'
  for (const [method, path] of calls) {
    for (const key of [...keys, 'revisionId', 'text']) {
      for (const value of values) {
        const body = `{${right},"rating":3,"revisionId":1,"${key}":${value}}`
        const response = await host.fetch(method, path, { headers: json, body })
        expect([path, key, value, response.status < 500]).toEqual([path, key, value, true])
      }
    }
  }
  expect(await db.count(sql`from places where features <> '{}' or image_url is not null or type is null`)).toBe(0)
})

test('a body that is too large, too deep or malformed is refused with a sentence', async () => {
  const { db, host } = await world()
  const { id } = await aPlayground(host)
  const name = 'x'.repeat(1024 * 1024)
  const large = await host.fetch('POST', '/api/places', { headers: json, body: JSON.stringify({ name }) })
  expect(large.status).toBe(413)
  for (const [method, path] of [
    ['POST', '/api/playgrounds/with-image'],
    ['PATCH', `/api/places/${id}`],
  ] as const) {
    const send = async (body: string, headers: Record<string, string>) =>
      (await host.fetch(method, path, { body, headers })).status
    expect(await send('{"name":"De Zandkuil"}', json)).toBe(415)
    expect(await send('name=De+Zandkuil', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415)
    for (const body of ['x', '--x', '--x\r\n\r\n', '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nDe']) {
      expect([body, await send(body, multipart)]).toEqual([body, 400])
    }
    const many = Array.from(
      { length: 40 },
      (_, n) => `--x\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n1\r\n`,
    )
    expect(await send(`${many.join('')}--x--\r\n`, multipart)).toBe(400)
  }
  expect(await db.count(sql`from places`)).toBe(1)
})

test('a form field named like a JavaScript built-in is an ordinary field', async () => {
  const { host } = await world()
  const { id } = await aPlayground(host)
  const form = new FormData()
  form.set('name', 'Nieuwe naam')
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) form.set(name, 'x')
  const response = await host.fetch('PATCH', `/api/places/${id}`, { body: form })
  expect([200, 400]).toContain(response.status)
})

test('a request for a hostile path finds nothing', async () => {
  const { host } = await world()
  await aPlayground(host)
  const queries = [
    "q='%3B%20drop%20table%20places%3B--",
    'q=%00',
    'q=%ED%A0%80',
    `q=${'%25'.repeat(200)}`,
    `q=${'%5C'.repeat(200)}`,
    'q=a&q=b',
    'q[]=a',
    'features=__proto__',
    'features[]=sandbox',
    'limit=-1',
    'limit=1e3',
    'cursor=-1',
    'cursor=1e3',
    'cursor=%27',
    'cursor=9999999999',
  ]
  for (const list of ['/api/places', '/api/places/nearby', '/api/places/search', '/api/users/me/favorite-places']) {
    for (const query of queries) {
      const response = await host.fetch('GET', `${list}?${query}&latitude=1&longitude=1`)
      expect([list, query, response.status < 500]).toEqual([list, query, true])
      expect(await response.text()).not.toMatch(/select|syntax|sql/i)
    }
  }
})
