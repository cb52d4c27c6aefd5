import { once } from 'node:events'
import { connect } from 'node:net'
import { methodAndPath } from '@papadag/contract/route'
import { expect, test } from 'vitest'
import { routes, serverPageRoutes } from '../../testing/examples.ts'
import { world } from '../../testing/world.ts'

/** None of these is a host with or without a port. */
const hostile = [
  ...[
    '[',
    ']',
    '[]',
    '[::1',
    '::1]',
    '[::1]]',
    '[[::1]]',
    '[::1]a',
    '[::g]',
    '[1.2.3.4]',
    '[::1]:x',
    '[v1.a]',
    '[::1%25lo]',
  ],
  ...['', ':', ':80', 'a:', 'a:b', 'a:80:80', 'a:65536', 'a:-1', 'a: 80', 'a:80x', 'a:0x50', 'a:999999'],
  ...['a b', 'a/b', 'a\\b', 'a?b', 'a#b', 'a@b', 'a:b@c', '@', '/', '?', '#', '%', 'a%', 'a%00', '%5b', 'a<b', 'a>b'],
  ...[
    'a^b',
    'a|b',
    '"a"',
    "a'b",
    'a`b',
    'a;b',
    'a,b',
    'http://a',
    '//a',
    '{{a}}',
    '$(a)',
    '1.2.3.4.5',
    '256.1.1.1',
    '0x1ffffffff',
  ],
  ...['\xe9.nl', 'a\tb', '\x80', `${'a'.repeat(64)}.nl`, `${'a.'.repeat(130)}nl`, '..', 'a..b', '.'],
]

/** Every address that the server answers itself, and one that does not exist. */
const addresses = [
  ...[...routes, ...serverPageRoutes]
    .map(({ at }) => methodAndPath(at))
    .map(({ method, path }) => [method, path.replace(/:\w+/g, '1')] as const),
  ...['/', '/playdates', '/i/token/1.jpg', '/nothing', '/api/nothing', '/sw.js', '/ws'].map(
    path => ['GET', path] as const,
  ),
  ...['/uploads/a.webp', '/assets/a.js', '/.well-known/security.txt', '/robots.txt', '/api/openapi.json'].map(
    path => ['GET', path] as const,
  ),
  ['OPTIONS', '/api/playdates'] as const,
]

/** The statuses of these requests, sent one after another over one connection. */
async function statusesOf(origin: string, heads: readonly string[]): Promise<number[]> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const closed = once(socket, 'close')
  let text = ''
  socket.setEncoding('latin1').on('data', part => (text += part))
  for (const [index, head] of heads.entries()) {
    const isLast = index === heads.length - 1
    socket.write(`${head}Content-Length: 0\r\n${isLast ? 'Connection: close\r\n' : ''}\r\n`, 'latin1')
  }
  await closed
  return Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
}

const all400 = hostile.map(() => 400)

test('no page and no call answers a request whose Host is not a host', async () => {
  expect(hostile.length).toBeGreaterThan(50)
  const { origin } = await world({ env: { ALLOWED_ORIGINS: 'https://else.example' } })
  for (const [method, path] of addresses) {
    const heads = hostile.map(host => `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`)
    expect([method, path, await statusesOf(origin, heads)]).toEqual([method, path, all400])
  }
}, 120_000)

test('a host and protocol reported by a trusted proxy must be valid; those of an untrusted one are ignored', async () => {
  const trusting = await world({ env: { TRUST_PROXY: '1' } })
  const alone = await world()
  const forwarded = (line: string) => `GET /i/token HTTP/1.1\r\nHost: papadag.example\r\n${line}\r\n`
  const hosts = hostile
    .filter(host => host !== '')
    .map(host => forwarded(`X-Forwarded-Host: ${host.replace(',', ';')}`))
  expect(await statusesOf(trusting.origin, hosts)).toEqual(hosts.map(() => 400))
  expect(await statusesOf(alone.origin, hosts)).toEqual(hosts.map(() => 404))
  const protocols = ['[', 'javascript', 'http:', ' ', 'https,[', 'file'].map(one =>
    forwarded(`X-Forwarded-Proto: ${one}`),
  )
  expect(await statusesOf(trusting.origin, protocols)).not.toContain(500)
})

test('a socket is not opened under a hostile Host', async () => {
  const { origin } = await world()
  const upgrade =
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
  for (const host of hostile) {
    const [status] = await statusesOf(origin, [`GET /ws HTTP/1.1\r\nHost: ${host}\r\n${upgrade}`])
    expect([host, status]).toEqual([host, 400])
  }
})

test.each([
  'papadag.example',
  'papadag.example:8443',
  'LOCALHOST:5000',
  '127.0.0.1',
  '[::1]:5000',
  'my_service',
  'a-b.nl.',
])('the host %s is served, and so is a probe without one', async host => {
  const { origin } = await world()
  const path = '/api/health/live'
  expect(await statusesOf(origin, [`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`])).toEqual([200])
  expect(await statusesOf(origin, [`GET ${path} HTTP/1.0\r\n`])).toEqual([200])
})
