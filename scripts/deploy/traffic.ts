import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { currentUser, logIn } from '@papadag/contract/auth'
import { WebSocket } from 'ws'
import { Client } from '../../packages/server/src/testing/client.ts'
import type { Product } from '../../tools/product.ts'
import { answers, check, end, patienceMs, until } from './checking.ts'

/** Does what people do, through a proxy: logs in, uploads a picture, and receives a change over the socket. */
export async function traffic(
  name: string,
  url: string,
  product: Product,
  [command = '', ...args]: string[],
  env: Record<string, string> = {},
) {
  const proxy = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  try {
    await answers(`${url}/api/health`)
    await check(`${name} carries a log-in`, async () => {
      const client = await demoClient(url, product)
      const { username } = await client.call(currentUser)
      return username
    })
    await check(`${name} carries an upload of several megabytes`, async () => {
      const client = await demoClient(url, product)
      const form = new FormData()
      form.set('profileImage', await bigPicture(), 'picture')
      const { status } = await client.fetch('POST', '/api/users/me/profile-image', { body: form })
      if (status !== 200) throw new Error(`answered ${status}`)
      return undefined
    })
    await check(`${name} carries live updates`, async () => {
      const client = await demoClient(url, product)
      await hearsChange(client, url)
      return undefined
    })
    await check(`the address sent by ${name} is trusted, one sent by a visitor is not`, async () => {
      // A forged header must not give a client a new budget of failed logins.
      const client = new Client(url)
      await client.fetch('GET', '/api/health')
      let last = 0
      for (let attempt = 0; attempt < 52; attempt += 1) {
        const answer = await client.fetch('POST', '/api/login', {
          body: JSON.stringify({ username: `nobody-${name}-${attempt}`, password: 'wrong-password' }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${attempt}` },
        })
        last = answer.status
        if (last === 429) break
      }
      if (last !== 429) throw new Error(`52 failed log-ins with made-up addresses ended with ${last}`)
      return undefined
    })
  } finally {
    await end(proxy)
  }
}

async function demoClient(url: string, product: Product) {
  const [, username = '', password = ''] = /demo father: (\S+), password (\S+)/.exec(product.output()) ?? []
  const client = new Client(url)
  await client.call(logIn, { body: { username, password } })
  return client
}

async function bigPicture(): Promise<Blob> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const bytes = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'white', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/png' })
}

async function hearsChange(client: Client, url: string) {
  const { id: userId } = await client.call(currentUser)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
    headers: { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url },
    handshakeTimeout: patienceMs,
  })
  const frames: { type: string }[] = []
  socket.on('message', data => frames.push(JSON.parse(String(data))))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authenticate', userId, token: null }))
  await until(() => frames.some(({ type }) => type === 'authenticated'), 'the socket was not let in')
  socket.send(JSON.stringify({ type: 'watch', paths: ['/api/users/me/playdates'], readAgoMs: 0 }))
  const start = Date.now() + 7 * 24 * 3600_000
  const made = await client.fetch('POST', '/api/playdates', {
    body: JSON.stringify({
      title: 'Through a proxy',
      location: 'The sandpit',
      startTime: new Date(start).toISOString(),
      endTime: new Date(start + 3600_000).toISOString(),
      maxParticipants: 5,
    }),
    headers: { 'content-type': 'application/json' },
  })
  if (made.status !== 201) throw new Error(`a playdate was answered ${made.status}`)
  await until(() => frames.some(({ type }) => type === 'changed'), 'no change was heard')
  socket.terminate()
}
