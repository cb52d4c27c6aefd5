import { pino } from 'pino'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { readConfig } from '../config.ts'
import { proxyTrustSentence, visitorsOf } from './visitor.ts'

function watched(trustProxy: false | number) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  return { lines, visitorOf: visitorsOf({ trustProxy }, log) }
}

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8::1:2:3:4', '2001:db8:0:0'],
  ['2001:db8::1:2:3:4:5', '2001:db8:0:1'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0'],
  ['::9', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['nonsense', 'nonsense'],
])('%s counts as %s', (ip, address) => {
  expect(watched(1).visitorOf({ ip, headers: {} }).address).toBe(address)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:DB8:0001:ffff::9', '2001:db8:1'],
  ['2001:db8::9', '2001:db8:0'],
])('%s lies in %s', (ip, network) => {
  expect(watched(1).visitorOf({ ip, headers: {} }).network).toBe(network)
})

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('%s is the operator’s own machine', ip => {
  expect(watched(false).visitorOf({ ip, headers: {} }).isLocal).toBe(true)
})

test('where a proxy is trusted, a request from this machine without its header is not the operator’s', () => {
  for (const ip of ['127.0.0.1', '::1']) {
    expect(watched(1).visitorOf({ ip, headers: {} }).isLocal).toBe(false)
    expect(visitorsOf({ trustProxy: ['loopback'] }, pino({ level: 'silent' }))({ ip, headers: {} }).isLocal).toBe(false)
  }
})

test.each(['x-forwarded-for', 'x-real-ip', 'forwarded'])(
  'a visitor through a proxy on the same machine, recognised by %s, is not the operator',
  name => {
    for (const trustProxy of [1, false] as const) {
      const { visitorOf } = watched(trustProxy)
      expect(visitorOf({ ip: '127.0.0.1', headers: { [name]: '192.0.2.7' } }).isLocal).toBe(false)
    }
  },
)

test('an untrusted proxy is logged once, without any address', () => {
  const { visitorOf, lines } = watched(false)
  visitorOf({ ip: '127.0.0.1', headers: {} })
  expect(lines).toEqual([])
  for (const client of ['192.0.2.7', '192.0.2.8']) {
    visitorOf({ ip: '127.0.0.1', headers: { 'x-forwarded-for': client } })
  }
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('TRUST_PROXY')
  expect(lines[0]).not.toContain('192.0.2')

  const trusting = watched(1)
  trusting.visitorOf({ ip: '192.0.2.7', headers: { 'x-forwarded-for': '192.0.2.7' } })
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

test('pictures are limited by address, as calls are', async () => {
  const { visitor } = await world({ env: { TRUST_PROXY: '1', RATE_LIMIT: '0.01' } })
  const statuses: number[] = []
  for (let time = 0; time < 13; time += 1) {
    const headers = { 'x-forwarded-for': '192.0.2.9' }
    statuses.push((await visitor.fetch('GET', `/uploads/${'a'.repeat(32)}.webp`, { headers })).status)
  }
  expect(statuses).toEqual([...Array<number>(12).fill(404), 429])
})
