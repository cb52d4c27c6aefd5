import { once } from 'node:events'
import { connect } from 'node:net'
import { createPlaydate } from '@papadag/contract/playdates/playdates'
import { expect, test, vi } from 'vitest'
import { texts } from '../../../app/texts.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

const json = { 'content-type': 'application/json' }

test('requests are checked in the order of the contract: token, sign-in, existence, permission, validity, conflict', async () => {
  const { host, visitor, father } = await world({ fathers: 1 })
  const { id } = await host.call(createPlaydate, { body: aPlaydate() })
  const broken = { headers: json, body: '{"startTime":"never"}' }

  const status = async (client: typeof visitor, path: string, init: RequestInit) =>
    (await client.fetch('PUT', path, init))?.status
  await visitor.fetch('GET', '/api/health/live')
  await father.fetch('GET', '/api/user')
  expect(await status(visitor, '/api/playdates/999', { ...broken, headers: { ...json, 'x-xsrf-token': 'no' } })).toBe(
    403,
  )
  expect(await status(visitor, '/api/playdates/999', broken)).toBe(401)
  expect(await status(father, '/api/playdates/999', broken)).toBe(404)
  expect(await status(father, `/api/playdates/${id}`, broken)).toBe(403)
  expect(await status(host, `/api/playdates/${id}`, broken)).toBe(400)
})

test('a refusal is one sentence in the caller’s language with a code, and nothing more', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  const wrong = {
    headers: { ...json, 'accept-language': 'fr-BE,fr;q=0.9' },
    body: JSON.stringify({ ...aPlaydate(), maxParticipants: 51 }),
  }
  const response = await host.fetch('POST', '/api/playdates', wrong)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'Choisis un nombre entier de 1 à 50',
    message: 'Choisis un nombre entier de 1 à 50',
    code: 'request.invalid',
    issues: [
      { path: 'maxParticipants', message: 'Choisis un nombre entier de 1 à 50', code: 'playdate.maxParticipants' },
    ],
  })

  host.cookies.set('language', 'de')
  const unknown = await host.fetch('GET', '/api/playdates/999')
  expect(await unknown.json()).toMatchObject({
    error: 'Diese Verabredung gibt es nicht (mehr).',
    code: 'playdate.unknown',
  })
})

test('an unknown path below /api gets 404 in JSON, whoever asks', async () => {
  const { host, visitor } = await world()
  for (const path of ['/api', '/api/', '/api/nothing', '/api/playdates/1/2/3']) {
    for (const client of [host, visitor]) {
      const response = await client.fetch('GET', path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'application/json; charset=utf-8',
      ])
      expect(await response.json()).toMatchObject({ code: 'request.unknownPath' })
    }
  }
})

test('a body beyond 256 KB is refused as too large', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  const response = await host.fetch('POST', '/api/playdates', {
    headers: json,
    body: JSON.stringify({ title: 'x'.repeat(300_000) }),
  })
  expect(response.status).toBe(413)
  expect(await response.json()).toMatchObject({ code: 'request.tooLarge' })
})

const long = (length: number) => 'x'.repeat(length)
test.each<[what: string, path: string, headers: Record<string, string>, status: number, code: string]>([
  ['17 kB of cookies', '/', { cookie: `a=${long(17_000)}` }, 431, 'request.headersTooLarge'],
  ['17 kB of cookies for a call', '/api/user', { cookie: `a=${long(17_000)}` }, 431, 'request.headersTooLarge'],
  ['another header of 17 kB', '/api/user', { 'x-tab-id': long(17_000) }, 431, 'request.headersTooLarge'],
  ['the address of a call with 5 kB', `/api/user?a=${long(5000)}`, {}, 414, 'request.urlTooLong'],
  ['the address of a page with 5 kB', `/playdates?a=${long(5000)}`, {}, 414, 'request.urlTooLong'],
  ['an address of 20 kB', `/i/${long(20_000)}`, {}, 414, 'request.urlTooLong'],
])('%s gets a refusal that says what is wrong, in the visitor’s language', async (_, path, headers, status, code) => {
  const { origin } = await world()
  const response = await fetch(origin + path, { headers: { 'accept-language': 'de', ...headers } })
  expect([response.status, await response.json()]).toEqual([
    status,
    { code, error: texts[code as keyof typeof texts].de, message: texts[code as keyof typeof texts].de },
  ])
})

test('a call over its limit answers 429 with the seconds to wait, and RATE_LIMIT=off switches limits off', async () => {
  const { host } = await world({ env: { RATE_LIMIT: 'on' } })
  const outcomes = []
  for (let count = 0; count < 31; count += 1)
    outcomes.push(await host.call(createPlaydate, { body: aPlaydate() }).catch((refused: unknown) => refused))
  expect(outcomes.at(29)).toMatchObject({ myStatus: 'creator' })
  expect(outcomes.at(30)).toMatchObject({ status: 429, code: 'request.tooOften' })

  const free = await world({ env: { RATE_LIMIT: 'off' } })
  for (let count = 0; count < 31; count += 1) await free.host.call(createPlaydate, { body: aPlaydate() })
})

test('requests that arrive while the server closes are refused with a sentence in the caller’s language', async () => {
  const { server, origin } = await world()
  const connected = () => connect(Number(new URL(origin).port))
  const [slow, late] = [connected(), connected()]
  await Promise.all([once(slow, 'connect'), once(late, 'connect')])
  let answer = ''
  late.on('data', text => {
    answer += text
  })
  late.write('GET /api/health HTTP/1.1\r\nHost: x\r\n')
  slow.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  await once(server.http.server, 'request')
  // A request may be in flight at the moment its connection closes.
  vi.spyOn(server.http.server, 'closeIdleConnections').mockImplementation(() => {})
  const closed = server.http.close()
  await vi.waitFor(() => expect(server.http.server.listening).toBe(false))
  late.write('Accept-Language: de\r\n\r\n')
  await vi.waitFor(() => expect(answer).toContain('}'))
  expect(answer).toMatch(/^HTTP\/1.1 503 /)
  expect(answer).toMatch(/retry-after: 5/i)
  expect(answer).toContain('"error":"Wir sind gerade nicht erreichbar. Versuch es gleich noch einmal."')
  expect(answer).toContain('"code":"server.unavailable"')
  slow.destroy()
  late.destroy()
  await closed
})
