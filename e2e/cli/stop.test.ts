import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { logIn } from '@papadag/contract/auth'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Client } from '../../packages/server/src/testing/client.ts'
import { connect as connectSocket } from '../../packages/server/src/testing/socket.ts'
import { startProduct, temporaryDataDir } from '../../tools/product.ts'

async function open(url: string, sent: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(sent)
  return socket
}

const slowUpload =
  'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"u'

test('SIGTERM ends the server cleanly, even if clients send and read slowly', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const product = await startProduct({ DATA_DIR: dataDir })
  await open(product.url, slowUpload)
  await open(product.url, 'GET /api/health HTTP/1.1\r\nHos')
  await open(product.url, '')
  const deaf = await open(
    product.url,
    'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  )
  deaf.pause()
  await product.stop('SIGTERM')
  const again = await startProduct({ DATA_DIR: dataDir })
  await again.stop()
})

test('after SIGTERM the server tells proxies first, serves for two more seconds, and closes its sockets at different times', async () => {
  const { dataDir, remove } = temporaryDataDir()
  onTestFinished(remove)
  const product = await startProduct({ DATA_DIR: dataDir })
  const [, username = '', password = ''] = /demo father: (\S+), password (\S+)/.exec(product.output()) ?? []
  const client = new Client(product.url)
  const { id } = await client.call(logIn, { body: { username, password } })
  const father = Object.assign(client, { id })
  const sockets = await Promise.all(Array.from({ length: 5 }, (_, at) => connectSocket(father, `tab ${at}`)))
  const retries = sockets.map(socket => socket.frame('retry'))

  const ended = product.stop('SIGTERM')
  // Both are asked at once, since two seconds are short on a busy machine.
  await vi.waitFor(
    async () => {
      const asked = ['/api/health', '/api/health/live'].map(path => fetch(product.url + path))
      const [leaving, served] = await Promise.all(asked)
      expect(leaving?.status).toBe(503)
      expect(await leaving?.json()).toMatchObject({ code: 'server.unavailable', status: 'stopping' })
      expect(served?.status).toBe(200)
      expect(served?.headers.get('connection')).toBe('close')
    },
    { interval: 20 },
  )

  const afterMs = (await Promise.all(retries)).map(({ afterMs }) => Number(afterMs))
  expect(new Set(afterMs).size).toBeGreaterThan(1)
  for (const ms of afterMs) expect(ms).toBeLessThan(5000)
  await ended
})
