import { readdir } from 'node:fs/promises'
import { limits } from '@papadag/contract/limits'
import {
  createPlaydate,
  createTestPlaydate,
  editPlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aPlaydate, world } from '../../testing/world.ts'

const Id = z.object({ id: z.number() })
const Ids = z.array(Id)
const json = { 'content-type': 'application/json' }

test('the app answers only a request to read a page, and anything else at its address gets 404 in JSON', async () => {
  const { host } = await world()
  const typeOf = async (method: string, path: string) => {
    const response = await host.fetch(method, path)
    return [response.status, response.headers.get('content-type')?.split(';')[0]]
  }
  for (const path of ['/playdates', '/']) {
    expect(await typeOf('GET', path)).toEqual([200, 'text/html'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([method, ...(await typeOf(method, path))]).toEqual([method, 404, 'application/json'])
  }
  expect(await typeOf('GET', '/nothing')).toEqual([404, 'text/html'])
  for (const path of ['/ws/nothing', '/uploads/nothing', '/assets/nothing'])
    expect([path, ...(await typeOf('GET', path))]).toEqual([path, 404, 'application/json'])
})

test('every response has the security headers, pages have those for pages too, and nothing from the API is cached', async () => {
  const { host } = await world()
  const assets = await readdir(new URL('../../../../web/dist/assets/', import.meta.url))
  const script = assets.find(name => name.endsWith('.js'))
  for (const path of ['/api/user', '/api/playdates/999', '/api/nothing', `/assets/${script}`, '/service-worker.js']) {
    const { headers } = await host.fetch('GET', path)
    expect(Object.fromEntries(headers), path).toMatchObject({
      'content-security-policy': "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': path.startsWith('/api') ? 'no-store' : expect.stringMatching(/max-age|no-cache/),
    })
    // Only what may change is asked for again, by its tag.
    if (!path.startsWith('/api')) expect(headers.has('etag'), path).toBe(path === '/service-worker.js')
    for (const name of ['x-powered-by', 'access-control-allow-origin', 'cross-origin-opener-policy'])
      expect(headers.get(name), `${name} of ${path}`).toBeNull()
  }
  for (const path of ['/', '/nowhere', '/i/nobody', '/kijk']) {
    const { headers } = await host.fetch('GET', path)
    expect(Object.fromEntries(headers), path).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(
        /script-src 'self'( 'sha256-[\w+/=]+')*; .*frame-ancestors 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'permissions-policy': 'geolocation=(self), camera=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
  }
})

test('each visitor gets a different token, and one bound to another session is refused', async () => {
  const { host, father, visitor } = await world({ fathers: 1 })
  await Promise.all([host, father, visitor].map(client => client.fetch('GET', '/api/user')))
  const tokens = [host, father, visitor].map(client => client.cookies.get('XSRF-TOKEN') ?? '')
  expect(new Set(tokens).size).toBe(3)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9\-_.~]{16,}$/)

  const stolen = father.cookies.get('XSRF-TOKEN') ?? ''
  host.cookies.set('XSRF-TOKEN', stolen)
  const response = await host.fetch('POST', '/api/playdates', { headers: json, body: JSON.stringify(aPlaydate()) })
  expect(response.status).toBe(403)
  await host.fetch('GET', '/api/user')
  expect(host.cookies.get('XSRF-TOKEN')).not.toBe(stolen)
  expect(
    (await host.fetch('POST', '/api/playdates', { headers: json, body: JSON.stringify(aPlaydate()) })).status,
  ).toBe(201)
})

test('a request from another site is refused even with cookie and token', async () => {
  const { host } = await world()
  await host.fetch('GET', '/api/user')
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
  ]) {
    const response = await host.fetch('POST', '/api/playdates', {
      headers: { ...json, ...headers },
      body: JSON.stringify(aPlaydate()),
    })
    expect([headers, response.status]).toEqual([headers, 403])
  }
  const own = await host.fetch('POST', '/api/playdates', {
    headers: { ...json, origin: host.origin },
    body: JSON.stringify(aPlaydate()),
  })
  expect(own.status).toBe(201)
})

test('a repeated create with one Idempotency-Key makes one playdate, even when both arrive at once', async () => {
  const { host, father } = await world({ fathers: 1 })
  await Promise.all([host, father].map(client => client.fetch('GET', '/api/user')))
  const request = { headers: { ...json, 'idempotency-key': 'a-key' }, body: JSON.stringify(aPlaydate()) }

  const answers = await Promise.all([1, 2, 3].map(() => host.fetch('POST', '/api/playdates/test-create', request)))
  expect(answers.map(answer => answer.status)).toEqual([201, 201, 201])
  const ids = await Promise.all(answers.map(async answer => Id.parse(await answer.json()).id))
  expect(new Set(ids).size).toBe(1)
  expect(await host.call(upcomingPlaydates)).toHaveLength(1)

  await father.fetch('POST', '/api/playdates/test-create', request)
  expect(await host.call(upcomingPlaydates)).toHaveLength(2)
})

const long = (length: number) => 'x'.repeat(length)

test('the server accepts 10 kB of cookies and an address of 4 kB', async () => {
  const { origin } = await world()
  const room = limits.urlBytes - '/api/health?a='.length
  const headers = { cookie: `a=${long(10_000)}` }
  expect((await fetch(`${origin}/api/health?a=${long(room)}`, { headers })).status).toBe(200)
})

test('a list’s Link header leads to the next page, and no playdate is skipped or repeated', async () => {
  const { host } = await world()
  const start = Date.now() + 86_400_000
  for (let count = 0; count < 7; count += 1) {
    // Two playdates at the same time, told apart by their ids.
    const startTime = new Date(start + Math.floor(count / 2) * 3_600_000).toISOString()
    await host.call(createPlaydate, {
      body: aPlaydate({ startTime, endTime: new Date(Date.parse(startTime) + 60_000).toISOString() }),
    })
  }
  const all = await host.call(upcomingPlaydates)
  const seen: number[] = []
  let next: string | undefined = '/api/playdates/upcoming?limit=3'
  while (next) {
    const response = await host.fetch('GET', next)
    seen.push(...Ids.parse(await response.json()).map(({ id }) => id))
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  expect(seen).toEqual(all.map(playdate => playdate.id))
})

test('a playdate made on the test page starts at the next full hour and lasts one hour', async () => {
  const { host } = await world()
  const askedMs = Date.now()
  const made = await host.call(createTestPlaydate, { body: { title: ' ', location: '', maxParticipants: 'veel' } })
  expect(made).toMatchObject({
    title: 'Nieuwe speelafspraak',
    location: 'Te bepalen',
    maxParticipants: 5,
    description: null,
  })
  expect(made.startTime).toMatch(/T\d\d:00:00\.000Z$/)
  expect(Date.parse(made.endTime) - Date.parse(made.startTime)).toBe(3_600_000)
  expect(Date.parse(made.startTime)).toBeGreaterThan(askedMs)
  const edited = await host.call(editPlaydate, {
    params: { id: made.id },
    body: { ...aPlaydate(), title: '', maxParticipants: '12' },
  })
  expect(edited).toMatchObject({ title: 'Speelafspraak', maxParticipants: 12 })
})

test('a long reply is compressed for those who accept it, and a short one is sent unchanged', async () => {
  const { host } = await world()
  const read = async (headers: Record<string, string>) => {
    const response = await host.fetch('GET', '/api/playdates/upcoming', { headers })
    return [response.headers.get('content-encoding'), await response.json()]
  }
  await host.call(createPlaydate, { body: aPlaydate() })
  expect(await read({ 'accept-encoding': 'gzip, br' })).toMatchObject([null, [{}]])
  for (let made = 0; made < 12; made += 1) await host.call(createPlaydate, { body: aPlaydate() })
  const [encoding, playdates] = await read({ 'accept-encoding': 'gzip, br' })
  expect(encoding).toBe('gzip')
  expect(playdates).toHaveLength(13)
  for (const accepted of ['identity', 'br'])
    expect(await read({ 'accept-encoding': accepted })).toEqual([null, playdates])
})

test('an allowed origin may call the whole contract and read its Link and Retry-After headers', async () => {
  const origin = 'https://elsewhere.example'
  const { visitor } = await world({ env: { ALLOWED_ORIGINS: origin } })
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const wish = { 'access-control-request-method': method, 'access-control-request-headers': 'if-none-match' }
    const { status, headers } = await visitor.fetch('OPTIONS', '/api/user', { headers: { origin, ...wish } })
    expect([method, status, headers.get('access-control-allow-origin')]).toEqual([method, 204, origin])
    expect(headers.get('access-control-allow-methods')?.split(/, ?/)).toContain(method)
    expect(headers.get('access-control-allow-headers')?.split(/, ?/)).toContain('if-none-match')
  }
  const { headers } = await visitor.fetch('GET', '/api/health', { headers: { origin } })
  expect(headers.get('access-control-expose-headers')).toBe('link, retry-after, x-request-id')
})

test('HEAD answers with the headers of GET, without the body', async () => {
  const { visitor } = await world()
  for (const path of ['/', '/login', '/nothing-here', '/api/health', '/api/nothing']) {
    const [whole, head] = await Promise.all(['GET', 'HEAD'].map(method => visitor.fetch(method, path)))
    expect([path, head?.status, head?.headers.get('content-type')]).toEqual([
      path,
      whole?.status,
      whole?.headers.get('content-type'),
    ])
    expect(await head?.text()).toBe('')
  }
})

test('security.txt names the contact and an expiry date, and is absent without a contact', async () => {
  const { visitor } = await world({
    env: { CONTACT_EMAIL: 'hallo@papadag.example', PUBLIC_URL: 'https://papadag.example' },
  })
  const answer = await visitor.fetch('GET', '/.well-known/security.txt')
  const [, contact] = /^Contact: (.+)$/m.exec(await answer.clone().text()) ?? []
  const [, expires = ''] = /^Expires: (.+)$/m.exec(await answer.text()) ?? []
  expect(contact).toBe('mailto:hallo@papadag.example')
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(179.9)
  expect(days).toBeLessThanOrEqual(180)

  const nameless = await world()
  expect((await nameless.visitor.fetch('GET', '/.well-known/security.txt')).status).toBe(404)
})
