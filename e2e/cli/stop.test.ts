import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { onTestFinished, test } from 'vitest'
import { startProduct, temporaryDataDir } from '../support/product.ts'

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

test('SIGTERM ends it well, though clients send and read slowly', async () => {
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
  await product.stop()
  const again = await startProduct({ DATA_DIR: dataDir })
  await again.stop()
})
