import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PushMessage } from '@papadag/contract/push'
import webPush from 'web-push'

interface Received {
  path: string
  headers: IncomingMessage['headers']
  message: PushMessage
  /** The length of the encrypted payload. */
  bytes: number
  atMs: number
}

/** A push service on this machine that decrypts messages (RFC 8291) and answers as a test asks. */
export async function startPushStandIn() {
  const received: Received[] = []
  const devices = new Map<string, Keys>()
  const answers = new Map<string, { status: number; headers: Record<string, string> }>()
  const tries: string[] = []
  const held = new Set<string>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      const keys = devices.get(path)
      const { status, headers = {} } = answers.get(path) ?? { status: keys ? 201 : 404 }
      tries.push(path)
      // Answered as late as a test likes, which here means never.
      if (held.has(path)) return
      if (keys && status < 300) {
        const body = Buffer.concat(chunks)
        const text = decrypt(body, keys)
        received.push({
          path,
          headers: request.headers,
          message: PushMessage.parse(JSON.parse(text)),
          bytes: body.length,
          atMs: Date.now(),
        })
      }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // Listening on a port: the address is not a pipe's name.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return {
    env: { PUSH_ORIGINS: origin, VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey },
    received,
    tries,
    /** A subscription as a browser would send it. */
    subscription(name = randomBytes(6).toString('hex')) {
      const keys = createKeys()
      devices.set(`/${name}`, keys)
      return {
        endpoint: `${origin}/${name}`,
        keys: { p256dh: keys.ecdh.getPublicKey('base64url'), auth: keys.auth.toString('base64url') },
      }
    },
    /** Makes the requests for a device wait. */
    hold: (name: string) => void held.add(`/${name}`),
    answer: (name: string, status: number, headers: Record<string, string> = {}) =>
      void answers.set(`/${name}`, { status, headers }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>
  auth: Buffer
}

function createKeys(): Keys {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  return { ecdh, auth: randomBytes(16) }
}

/** Decrypts one record of aes128gcm (RFC 8188). */
function decrypt(body: Buffer, { ecdh, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const serverKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const derive = (secret: Uint8Array, with_: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, with_, info, length))
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), serverKey])
  const secret = derive(ecdh.computeSecret(serverKey), auth, keyInfo, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The text ends with the delimiter of the last record.
  return plain.subarray(0, plain.lastIndexOf(2)).toString()
}
