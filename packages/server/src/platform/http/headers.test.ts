import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { createCookies } from './cookies.ts'
import { hasHost, mustHaveHost, originOf } from './host.ts'
import { pageHeaders, securityHeaders, tileHost } from './security-headers.ts'

const sessionSecret = 'a secret for tests alone, long enough'
const open = (config: { publicUrl?: string; allowedOrigins?: string[] } = {}) =>
  createCookies({ publicUrl: undefined, allowedOrigins: [], sessionSecret, ...config })

/** A reply that notes its cookies. */
function noting() {
  const set: unknown[][] = []
  const reply: object = {
    setCookie: (...of: unknown[]) => set.push(of),
    clearCookie: (...of: unknown[]) => set.push(of),
  }
  return { set, reply: reply as FastifyReply } // what cookies ask of it
}

test.each([
  [undefined, 'sid', false],
  ['http://papadag.example', 'sid', false],
  ['https://papadag.example', '__Host-sid', true],
])('on the address %s, the session is in the cookie %s, which needs https: %s', (publicUrl, name, secure) => {
  const cookies = open(publicUrl ? { publicUrl } : {})
  const { set, reply } = noting()
  cookies.setSession(reply, 'token')
  cookies.clearSession(reply)
  cookies.setCrossSiteToken(reply, 7)
  expect(set).toEqual([
    [name, 'token', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 2_592_000 }],
    [name, { path: '/', secure }],
    ['XSRF-TOKEN', expect.any(String), { path: '/', sameSite: 'lax', secure }],
  ])
  expect([cookies.sessionToken({ [name]: 'x' }), cookies.sessionToken({ other: 'x' })]).toEqual(['x', undefined])
})

test('a token that belongs to the session stays valid, and any other is replaced', () => {
  const cookies = open()
  const { set, reply } = noting()
  cookies.setCrossSiteToken(reply, 7)
  const token = String(set[0]?.[1])
  expect(cookies.hasCrossSiteToken({ cookies: { 'XSRF-TOKEN': token } })).toBe(true)
  expect(cookies.hasCrossSiteToken({ cookies: {} })).toBe(false)
  cookies.renewCrossSiteToken({ cookies: { 'XSRF-TOKEN': token } }, reply, 7)
  expect(set).toHaveLength(1)
  for (const [cookie, session] of [
    [token, 8],
    [token, undefined],
    [undefined, 7],
  ] as const) {
    const before = set.length
    cookies.renewCrossSiteToken({ cookies: { 'XSRF-TOKEN': cookie } }, reply, session)
    expect(set).toHaveLength(before + 1)
  }
})

test.each<[string | undefined, string[], string, string | undefined, boolean]>([
  ['https://papadag.example', [], 'https://papadag.example', 'anything', true],
  ['https://papadag.example', [], 'https://other.example', 'other.example', false],
  ['https://papadag.example', ['https://other.example'], 'https://other.example', undefined, true],
  [undefined, [], 'http://here.example:3000', 'here.example:3000', true],
  [undefined, [], 'http://here.example:3000', 'here.example', false],
  [undefined, [], 'null', 'here.example', false],
  [undefined, [], 'null', undefined, true],
])(
  'at %s, which also allows %j, the origin %s is allowed on the host %s: %s',
  (publicUrl, allowedOrigins, origin, host, is) => {
    expect(open({ ...(publicUrl && { publicUrl }), allowedOrigins }).isAllowedOrigin(origin, host)).toBe(is)
  },
)

const here = 'http://here.example'
test.each<[string, Record<string, string>, boolean]>([
  ['from our own page', { origin: here, 'sec-fetch-site': 'same-origin' }, true],
  ['without headers of a browser', {}, true],
  ['typed by hand', { 'sec-fetch-site': 'none' }, true],
  ['from another page', { origin: 'http://evil.example' }, false],
  ['from another page of this site', { origin: here, 'sec-fetch-site': 'same-site' }, false],
  ['from a page across sites', { 'sec-fetch-site': 'cross-site' }, false],
  ['from an allowed page across sites', { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }, true],
  ['with another token', { origin: here, 'x-xsrf-token': 'verzonnen' }, false],
])('a request %s is accepted: %s', (_, headers, isTaken) => {
  const cookies = open({ allowedOrigins: ['https://app.example'] })
  const { set, reply } = noting()
  cookies.setCrossSiteToken(reply, 7)
  const token = String(set[0]?.[1])
  const request = {
    headers: { host: 'here.example', 'x-xsrf-token': token, ...headers },
    cookies: { 'XSRF-TOKEN': token },
  } as Partial<FastifyRequest> as FastifyRequest // what is checked
  const check = (sessionId: number) => () => cookies.checkCrossSite(request, { id: 1, sessionId })
  if (isTaken) expect(check(7)).not.toThrow()
  else expect(check(7)).toThrow('request.crossSite')
  expect(check(8)).toThrow('request.crossSite')
})

const tiles = { tileUrl: 'https://{s}.tile.example/{z}/{x}/{y}.png', tileProxy: false }
test('a page’s policy names the hosts of its tiles and sockets', () => {
  const policyOf = (headers: Readonly<Record<string, string>>) => headers['content-security-policy'] ?? ''
  const https = pageHeaders({ ...tiles, publicUrl: 'https://papadag.example' })
  expect(policyOf(https)).toContain("connect-src 'self' wss://papadag.example")
  expect(policyOf(https)).toContain("img-src 'self' data: blob: https://*.tile.example")
  const http = pageHeaders({ ...tiles, publicUrl: 'http://papadag.example', tileProxy: true })
  expect(policyOf(http)).toContain("connect-src 'self' ws://papadag.example")
  expect(policyOf(http)).toContain("img-src 'self' data: blob:;")
  const nowhere = pageHeaders({ ...tiles, publicUrl: undefined }, { scripts: ["'sha256-a'"], styles: ["'sha256-b'"] })
  expect(policyOf(nowhere)).toContain("connect-src 'self';")
  expect(policyOf(nowhere)).toContain("script-src 'self' 'sha256-a'; style-src 'self' 'sha256-b';")
  expect(tileHost('https://tile.example/{z}/{x}/{y}.png')).toBe('https://tile.example')
})

test.each<[string | undefined, string | undefined]>([
  ['https://papadag.example', 'max-age=31536000'],
  ['http://papadag.example', undefined],
  [undefined, undefined],
])('on the address %s, the header that asks for https in every response is %s', (publicUrl, asked) => {
  expect(securityHeaders({ publicUrl })['strict-transport-security']).toBe(asked)
})

const longest = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(16)}`

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['papadag.example', true],
  ['papadag.example:3000', true],
  ['papadag.example.', true],
  ['my_host', true],
  ['127.0.0.1', true],
  ['[::1]:3000', true],
  [longest, true],
  [`${longest}x`, false],
  ['', false],
  ['[', false],
  ['[:::]', false],
  ['a b', false],
  ['a/b', false],
  ['a@b', false],
  ['a:b', false],
  ['a:99999', false],
  ['999.1.1.1', false],
  ['a..b', false],
])('the Host %j is valid: %s', (host, isOne) => {
  expect(hasHost({ host })).toBe(isOne)
})

/** What `mustHaveHost` reads of a request. */
const request = (differences: object) =>
  ({
    headers: { host: 'papadag.example' },
    host: 'papadag.example',
    protocol: 'https',
    ...differences,
  }) as Partial<FastifyRequest> as FastifyRequest // no more

test.each<[string, object, boolean]>([
  ['as sent', {}, true],
  ['reported by a proxy', { host: 'elsewhere.example' }, true],
  ['reported wrongly', { host: 'a/b' }, false],
  ['sent wrongly', { headers: { host: '[' }, host: '[' }, false],
  ['sent wrongly and reported', { headers: { host: '[' }, host: 'papadag.example' }, false],
  ['absent', { headers: {}, host: '' }, true],
  ['of HTTP', { protocol: 'HTTP' }, true],
  ['of another protocol', { protocol: 'javascript' }, false],
  ['of two protocols', { protocol: 'https,http' }, false],
])('a host %s is accepted: %s', (_, differences, isTaken) => {
  const check = () => mustHaveHost(request(differences))
  if (isTaken) expect(check).not.toThrow()
  else expect(check).toThrow('request.invalid')
})

test('the server’s address is the one the operator set, or else the requested one', () => {
  expect(originOf(request({}), { publicUrl: 'https://papadag.nl' })).toBe('https://papadag.nl')
  expect(originOf(request({}), { publicUrl: undefined })).toBe('https://papadag.example')
  expect(originOf(request({ host: '' }), { publicUrl: undefined })).toBe('https://localhost')
})
