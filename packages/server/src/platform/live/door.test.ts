import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testDb } from '../../testing/database.ts'
import { interruptible } from '../../testing/interruptible.ts'
import { openSocket } from '../../testing/socket.ts'
import { world } from '../../testing/world.ts'

const upgradeHeaders = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]

/** Sends an upgrade request byte by byte, so that a test can disconnect at any point. */
async function knock(origin: string, path: string, headers: string[] = [], upgrade = upgradeHeaders): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.write([`GET ${path} HTTP/1.1`, 'Host: papadag.test', ...upgrade, ...headers, '', ''].join('\r\n'))
  return socket
}

test.each([
  ['to a place without sockets', '/nothing', [], '404'],
  ['from another site', '/ws', ['Origin: https://evil.example'], '403'],
])('an upgrade %s is refused, and a reset afterwards harms nobody', async (_who, path, headers, status) => {
  const { origin, visitor } = await world()
  const socket = await knock(origin, path, headers)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(`HTTP/1.1 ${status}`)

  socket.resetAndDestroy()
  expect((await visitor.fetch('GET', '/api/health')).status).toBe(200)
})

test('a reset while the server is looking up the session harms nobody', async () => {
  const { db, once: onceAfter } = interruptible(await testDb())
  const { origin, host, visitor, server } = await world({ db })
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  onceAfter('token_hash', () => {
    ask()
    return new Promise(() => {})
  })
  server.http.server.once('upgrade', (_request, socket) => socket.once('close', () => left()))
  const { promise: gone, resolve: left } = Promise.withResolvers<void>()

  const socket = await knock(origin, '/ws', [`Cookie: ${host.cookieHeader()}`])
  await asked
  socket.resetAndDestroy()

  await gone
  expect((await visitor.fetch('GET', '/api/health')).status).toBe(200)
})

test('a refused client that never hangs up is disconnected', async () => {
  const { origin, server } = await world()
  const { promise: gone, resolve: left } = Promise.withResolvers<void>()
  server.http.server.once('upgrade', (_request, socket) => socket.once('close', () => left()))
  const socket = await knock(origin, '/nothing')
  socket.resume()
  await gone
})

test('a client that offers another protocol than WebSocket is answered over HTTP/1.1', async () => {
  const { origin } = await world()
  const socket = await knock(origin, '/api/health', [], ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'])
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch('HTTP/1.1 200')
})

test.each([
  ['off', '127.0.0.1'],
  ['on', '192.0.2.7'],
  ['2', '198.51.100.9'],
  ['loopback, 192.0.2.0/24', '198.51.100.9'],
])('with TRUST_PROXY=%s a socket counts for the same address as a request', async (TRUST_PROXY, address) => {
  const { host, server } = await world({ env: { TRUST_PROXY } })
  const found = vi.spyOn(server.sessions, 'find')
  const headers = { 'x-forwarded-for': '203.0.113.1, 198.51.100.9, 192.0.2.7' }
  await host.fetch('GET', '/api/user', { headers })
  await openSocket(host, headers).opened()
  expect(found.mock.calls.map(([, who]) => who)).toEqual(Array(2).fill(`network ${address}`))
})
