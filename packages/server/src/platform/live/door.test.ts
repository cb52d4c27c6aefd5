import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testDb } from '../../testing/database.ts'
import { interruptible } from '../../testing/interruptible.ts'
import { world } from '../../testing/world.ts'

const upgradeHeaders = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]

/** Knocks as a socket would, byte by byte, so that a test may hang up as rudely as it likes. */
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
])('who knocks %s is refused, and hanging up rudely then harms nobody', async (_who, path, headers, status) => {
  const { origin, visitor } = await world()
  const socket = await knock(origin, path, headers)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(`HTTP/1.1 ${status}`)

  socket.resetAndDestroy()
  expect((await visitor.fetch('GET', '/api/health')).status).toBe(200)
})

test('who hangs up rudely while the server looks up who he is harms nobody', async () => {
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

test('who is refused and never hangs up is not waited for', async () => {
  const { origin, server } = await world()
  const { promise: gone, resolve: left } = Promise.withResolvers<void>()
  server.http.server.once('upgrade', (_request, socket) => socket.once('close', () => left()))
  const socket = await knock(origin, '/nothing')
  socket.resume()
  await gone
})

test('who offers another protocol than a socket is answered in the one he came with', async () => {
  const { origin } = await world()
  const socket = await knock(origin, '/api/health', [], ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'])
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch('HTTP/1.1 200')
})
