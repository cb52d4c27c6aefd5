import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { createClient } from '@redis/client'
import { createTransport } from 'nodemailer'
import { WebSocket } from 'ws'
import type { Config } from '../platform/config.ts'
import { openDataDir } from '../platform/data-dir.ts'
import type { PictureStore } from '../platform/pictures/store.ts'
import { version } from '../platform/version.ts'
import { broken, look, off, ok } from './diagnosis.ts'
import { lastBackupMs } from './facts.ts'

const answerMs = 5000
const clockMs = 5000
const little = { look: 2e9, broken: 200e6 } as const
const backupHours = 36

/** What concerns this machine and what is around it, beside the database. */
export function surroundingChecks(config: Config, store: PictureStore) {
  return {
    version: () => ok(`Papadag ${version} on Node ${process.version}`),

    dataFolder() {
      openDataDir(config.dataDir)
      const { bavail, bsize } = statfsSync(config.dataDir)
      const free = bavail * bsize
      const text = `${config.dataDir}, ${(free / 1e9).toFixed(1)} GB free`
      return free < little.broken ? broken(text) : free < little.look ? look(text) : ok(text)
    },

    backup() {
      if (!config.backup) return look('BACKUP_DIR is not set: nobody makes one')
      const lastMs = lastBackupMs(config.backup.folder)
      if (lastMs === 0) return look(`there is none in ${config.backup.folder} yet`)
      const hours = Math.round((Date.now() - lastMs) / 3_600_000)
      return hours > backupHours
        ? broken(`the last one is ${hours} hours old`)
        : ok(`the last one is ${hours} hours old`)
    },

    async pictureStore() {
      if (!config.pictureStore) return ok('the folder uploads of DATA_DIR')
      const name = `${randomBytes(16).toString('hex')}.webp`
      const probe = randomBytes(64)
      await store.put(name, probe)
      const back = await store.get(name)
      await store.remove(name)
      if (!back?.equals(probe)) return broken('it gives back something else than it was given')
      if (await store.get(name)) return broken('it keeps what was deleted')
      return ok(`the bucket ${config.pictureStore.bucket} takes, gives and deletes`)
    },

    async redis() {
      if (!config.redisUrl) return off('REDIS_URL is not set; nodes hear each other through PostgreSQL')
      const client = createClient({
        url: config.redisUrl,
        socket: { connectTimeout: answerMs, reconnectStrategy: false },
      })
      client.on('error', () => {})
      await client.connect()
      await client.ping().finally(() => client.destroy())
      return ok('it answers')
    },

    publicUrl: () => checkPublicUrl(config),
    socket: () => checkSocket(config),

    proxies() {
      if (config.trustProxy === false && config.publicUrl?.startsWith('https:'))
        return broken('TRUST_PROXY is off behind a proxy with TLS: all visitors look like one, and share its limits')
      return ok(config.trustProxy === false ? 'none is believed' : `TRUST_PROXY is ${config.trustProxy}`)
    },

    async mail() {
      if (!config.mail) return off('SMTP_URL is not set: nobody can reset a password')
      const limits = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs }
      const transport = createTransport({ url: config.mail.smtpUrl, ...limits })
      // The server's own words may hold an address.
      await transport.verify().catch((error: { code?: string }) => {
        throw new Error(`the mail server does not let Papadag in (${error.code ?? 'no reason'})`)
      })
      transport.close()
      return ok('the mail server lets Papadag in')
    },

    push() {
      if (!config.publicUrl?.startsWith('https:')) return off('PUBLIC_URL is not https, which browsers ask for')
      return ok(`push services reach the operator at ${config.publicUrl}`)
    },

    contact: () =>
      config.contactEmail ? ok(config.contactEmail) : look('CONTACT_EMAIL is not set; the legal texts need it'),
  }
}

async function checkPublicUrl({ publicUrl }: Config) {
  if (!publicUrl) return off('PUBLIC_URL is not set')
  const sentMs = Date.now()
  const response = await fetch(`${publicUrl}/api/health`, { signal: AbortSignal.timeout(answerMs) }).catch(
    () => undefined,
  )
  if (!response) return broken(`${publicUrl} does not answer within ${answerMs / 1000} s`)
  const body: unknown = await response.json().catch(() => undefined)
  const isOurs = typeof body === 'object' && body !== null && ('status' in body || 'code' in body)
  if (!isOurs) return broken(`something else than Papadag answers at ${publicUrl}`)
  if (!response.ok) return broken(`${publicUrl} says ${response.status}`)
  const apartMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - sentMs)
  return apartMs > clockMs ? look(`its clock is ${Math.round(apartMs / 1000)} s apart from this one`) : ok(publicUrl)
}

/** A socket is opened, and nothing is said on it. */
function checkSocket({ publicUrl }: Config) {
  if (!publicUrl) return off('PUBLIC_URL is not set')
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/ws`, {
    origin: publicUrl,
    handshakeTimeout: answerMs,
  })
  return new Promise<ReturnType<typeof ok>>(resolve => {
    socket.on('open', () => resolve(ok('live updates come through')))
    // Without a session the server closes, which is an answer all the same.
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(
        statusCode === 401
          ? ok('live updates come through')
          : broken(`a WebSocket to ${publicUrl} is answered with ${statusCode}: does the proxy pass upgrades on?`),
      )
    })
    socket.on('error', () => resolve(broken(`a WebSocket to ${publicUrl} does not open`)))
  }).finally(() => socket.terminate())
}
