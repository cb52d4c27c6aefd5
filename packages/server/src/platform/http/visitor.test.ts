import type { IncomingHttpHeaders } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { readConfig } from '../config.ts'
import { proxyTrustSentence, visitorsOf } from './visitor.ts'

const asked = (remoteAddress: string, headers: IncomingHttpHeaders = {}) => ({ socket: { remoteAddress }, headers })

function watched(trustProxy: false | number) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  return { lines, visitorOf: visitorsOf({ trustProxy }, log) }
}

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('the address %s is the operator’s own machine', ip => {
  expect(watched(false).visitorOf(asked(ip)).isLocal).toBe(true)
})

test('where a proxy is trusted, a request from this machine without the proxy’s header is not the operator’s', () => {
  for (const ip of ['127.0.0.1', '::1']) {
    expect(watched(1).visitorOf(asked(ip)).isLocal).toBe(false)
    expect(visitorsOf({ trustProxy: ['loopback'] }, pino({ level: 'silent' }))(asked(ip)).isLocal).toBe(false)
  }
})

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
  'a visitor through a proxy on the same machine, recognised by %s, is not the operator',
  name => {
    for (const trustProxy of [1, false] as const) {
      const { visitorOf } = watched(trustProxy)
      expect(visitorOf(asked('127.0.0.1', { [name]: '192.0.2.7' })).isLocal).toBe(false)
    }
  },
)

test('an untrusted proxy is logged once, without any address', () => {
  const { visitorOf, lines } = watched(false)
  visitorOf(asked('127.0.0.1'))
  expect(lines).toEqual([])
  for (const client of ['192.0.2.7', '192.0.2.8']) {
    visitorOf(asked('127.0.0.1', { 'x-forwarded-for': client }))
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('TRUST_PROXY')
  expect(lines[0]).not.toContain('192.0.2')

  const trusting = watched(1)
  trusting.visitorOf(asked('192.0.2.7', { 'x-forwarded-for': '192.0.2.7' }))
  expect(trusting.lines).toEqual([])
})

test('visitors through an undeclared proxy do not pass for the operator', async () => {
  const { visitor } = await world({ env: { RATE_LIMIT: 'on' } })
  await visitor.fetch('GET', '/api/user')
  const knock = async (headers: Record<string, string>) => {
    const { status } = await visitor.fetch('POST', '/api/register', {
      headers: { 'content-type': 'application/json', ...headers },
      body: '{}',
    })
    return status
  }
  const strangers = []
  for (let count = 0; count < 21; count += 1) strangers.push(await knock({ 'x-forwarded-for': `192.0.2.${count}` }))
  expect(strangers).toEqual([...Array(20).fill(400), 429])
  expect(await knock({})).toBe(400)
})

test.each([
  ['off', 'TRUST_PROXY is off: X-Forwarded-For is ignored'],
  ['on', 'TRUST_PROXY: one proxy is trusted; the address is number 1 from the right in X-Forwarded-For'],
  ['2', 'TRUST_PROXY: 2 proxies are trusted; the address is number 2 from the right in X-Forwarded-For'],
  ['loopback, 10.0.0.0/8', 'TRUST_PROXY: X-Forwarded-For is trusted from loopback, 10.0.0.0/8'],
])('with TRUST_PROXY=%s the log says which proxies the server trusts', (TRUST_PROXY, sentence) => {
  expect(proxyTrustSentence(readConfig({ TRUST_PROXY }))).toBe(sentence)
})

test('with TRUST_PROXY=on only the address written by the proxy counts, whatever the visitor put before it', async () => {
  const { visitor } = await world({ env: { RATE_LIMIT: 'on', TRUST_PROXY: 'on' } })
  await visitor.fetch('GET', '/api/user')
  const statuses = []
  for (let count = 0; count < 21; count += 1) {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${count}, 192.0.2.7` }
    statuses.push((await visitor.fetch('POST', '/api/register', { headers, body: '{}' })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(400), 429])
})

/** Writings of one address, as proxies send them, and of as many visitors who are none. */
const writings: [what: string, env: string, headers: (n: number) => Record<string, string>][] = [
  ['with the port of each connection', 'on', n => ({ 'x-forwarded-for': `198.51.100.9:${4000 + n}` })],
  [
    'with spaces and empty entries',
    'on',
    n => ({ 'x-forwarded-for': `${' '.repeat(n)}198.51.100.9${', '.repeat(n)}` }),
  ],
  [
    'within IPv6, as text or in hexadecimal',
    'on',
    n => ({ 'x-forwarded-for': `::ffff:${n % 2 ? 'C633:6409' : '198.51.100.9'}` }),
  ],
  ['of IPv6 in brackets with ports', 'on', n => ({ 'x-forwarded-for': `[2001:DB8:1:2::${n}]:${4000 + n}` })],
  ['of IPv6 with zones', 'on', n => ({ 'x-forwarded-for': `fe80::${n}%eth${n}` })],
  ['after what the visitor wrote himself', 'on', n => ({ 'x-forwarded-for': `192.0.2.${n}, 198.51.100.9` })],
  ['in Forwarded', 'on', n => ({ forwarded: `for=192.0.2.${n}, proto=https; For="198.51.100.9:${4000 + n}"` })],
  [
    'beside a Forwarded of the visitor',
    'on',
    n => ({ 'x-forwarded-for': '198.51.100.9', forwarded: `for=192.0.2.${n}` }),
  ],
  [
    'before a trusted proxy with a port',
    '2',
    n => ({ 'x-forwarded-for': `192.0.2.${n}, 198.51.100.9, 10.0.0.1:${n}` }),
  ],
  [
    'before a trusted network with ports',
    'loopback, 10.0.0.0/8',
    n => ({ 'x-forwarded-for': `198.51.100.9, 10.0.0.1:${n}` }),
  ],
  ['and no address at all', 'on', n => ({ 'x-forwarded-for': `192.0.2.${n}, visitor-${n}` })],
  ['and hidden in Forwarded', 'on', n => ({ forwarded: `for=192.0.2.${n}, for=_${n}` })],
  ['and odd numbers', 'on', n => ({ 'x-forwarded-for': `198.051.100.${n + 256}` })],
]
test.each(writings)('an address written %s does not make anybody a new visitor', async (_, TRUST_PROXY, headers) => {
  const { visitor } = await world({ env: { RATE_LIMIT: '0.1', TRUST_PROXY } })
  await visitor.fetch('GET', '/api/user')
  const register = async (also: Record<string, string>) =>
    (
      await visitor.fetch('POST', '/api/register', {
        headers: { 'content-type': 'application/json', ...also },
        body: '{}',
      })
    ).status
  expect([await register(headers(1)), await register(headers(2)), await register(headers(3))]).toEqual([400, 400, 429])
  expect(await register({ 'x-forwarded-for': '203.0.113.7:99' })).toBe(400)
})
