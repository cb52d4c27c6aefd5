import { randomBytes } from 'node:crypto'
import { statfsSync, statSync } from 'node:fs'
import { createClient } from '@redis/client'
import { createTransport } from 'nodemailer'
import { WebSocket } from 'ws'
import type { Config } from '../../platform/config.ts'
import { openDataDir } from '../../platform/files/data-dir.ts'
import { tileHost } from '../../platform/http/security-headers.ts'
import { areaOf } from '../../platform/map/about-map.ts'
import { pathOf, readState } from '../../platform/map/map-folder.ts'
import type { PictureStore } from '../../platform/pictures/store.ts'
import { version } from '../../platform/version.ts'
import { broken, look, off, ok, type Said } from './diagnosis.ts'
import { lastBackupMs } from './facts.ts'

const answerMs = 5000
const clockMs = 5000
const little = { look: 2e9, broken: 200e6 } as const
const backupHours = 36
const day = 24 * 3600_000
/** A map this old is outdated; streets and playgrounds change slowly. */
const mapDays = 400

/** Checks of this machine and of the services around it, except the database. */
export function surroundingChecks(config: Config, store: PictureStore) {
  return {
    version: () => ok('runs', { version, node: process.version }),

    dataFolder() {
      openDataDir(config.dataDir)
      const { bavail, bsize } = statfsSync(config.dataDir)
      const free = bavail * bsize
      const judge = free < little.broken ? broken : free < little.look ? look : ok
      return judge('room', { folder: config.dataDir, gigabytes: Math.round(free / 1e8) / 10 })
    },

    backup() {
      if (!config.backup) return look('noBackups')
      const lastMs = lastBackupMs(config.backup.folder)
      if (lastMs === 0) return look('noBackupYet', { folder: config.backup.folder })
      const hours = Math.round((Date.now() - lastMs) / 3_600_000)
      if (hours < 2) return ok('backedUpLately')
      return (hours > backupHours ? broken : ok)('backedUp', { hours })
    },

    async pictureStore() {
      if (!config.pictureStore) return ok('picturesInFolder')
      const name = `${randomBytes(16).toString('hex')}.webp`
      const probe = randomBytes(64)
      await store.put(name, probe)
      const back = await store.get(name)
      await store.remove(name)
      if (!back?.equals(probe)) return broken('bucketChanges')
      if (await store.get(name)) return broken('bucketKeeps')
      return ok('bucketWorks', { bucket: config.pictureStore.bucket })
    },

    async redis() {
      if (!config.redisUrl) return off('noRedis')
      const client = createClient({
        url: config.redisUrl,
        socket: { connectTimeout: answerMs, reconnectStrategy: false },
      })
      client.on('error', () => {})
      await client.connect()
      await client.ping().finally(() => client.destroy())
      return ok('answers')
    },

    publicUrl: () => checkPublicUrl(config),
    socket: () => checkSocket(config),

    proxies() {
      if (config.trustProxy === false && config.publicUrl?.startsWith('https:')) return broken('proxyUnknown')
      return config.trustProxy === false ? ok('noProxy') : ok('proxy', { value: String(config.trustProxy) })
    },

    async mail() {
      if (!config.mail) return off('noMail')
      const limits = { connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs }
      const transport = createTransport({ url: config.mail.smtpUrl, ...limits })
      // The server's own message may contain an address.
      const said = await transport.verify().then(
        () => ok('mailWorks'),
        ({ code }: { code?: string }) => broken('mailRefused', { reason: code ?? '–' }),
      )
      transport.close()
      return said
    },

    push() {
      if (!config.publicUrl?.startsWith('https:')) return off('noPush')
      return ok('push', { url: config.publicUrl })
    },

    contact: () => (config.contactEmail ? ok('verbatim', { text: config.contactEmail }) : look('noContact')),

    map: () => checkMap(config),
  }
}

function checkMap({ mapDir, tileProxy, tileUrl }: Config) {
  const { current } = readState(mapDir)
  const host = tileHost(tileUrl)
  if (!current) return tileProxy ? ok('mapProxied', { host }) : off('mapOfOthers', { host })
  const file = statSync(pathOf(mapDir, current.version), { throwIfNoEntry: false })
  if (file?.size !== current.bytes) return broken('mapLost', { name: current.name, folder: mapDir })
  const days = Math.max(0, Math.round((Date.now() - current.dataAtMs) / day))
  return (days > mapDays ? look : ok)('map', { name: current.name, area: areaOf(current), days })
}

async function checkPublicUrl({ publicUrl }: Config) {
  if (!publicUrl) return off('noPublicUrl')
  const sentMs = Date.now()
  const response = await fetch(`${publicUrl}/api/health`, { signal: AbortSignal.timeout(answerMs) }).catch(
    () => undefined,
  )
  if (!response) return broken('urlSilent', { url: publicUrl, seconds: answerMs / 1000 })
  const body: unknown = await response.json().catch(() => undefined)
  const isOurs = typeof body === 'object' && body !== null && ('status' in body || 'code' in body)
  if (!isOurs) return broken('urlOfOthers', { url: publicUrl })
  if (!response.ok) return broken('urlRefuses', { url: publicUrl, status: response.status })
  const apartMs = Math.abs(Date.parse(response.headers.get('date') ?? '') - sentMs)
  return apartMs > clockMs
    ? look('urlClock', { seconds: Math.round(apartMs / 1000) })
    : ok('verbatim', { text: publicUrl })
}

/** Opens a socket and sends nothing. */
function checkSocket({ publicUrl }: Config) {
  if (!publicUrl) return off('noPublicUrl')
  const socket = new WebSocket(`${publicUrl.replace(/^http/, 'ws')}/ws`, {
    origin: publicUrl,
    handshakeTimeout: answerMs,
  })
  return new Promise<Said>(resolve => {
    socket.on('open', () => resolve(ok('socketOpens')))
    // Without a session the server closes the socket, which proves that it was reached.
    socket.on('unexpected-response', (_request, { statusCode }) => {
      resolve(
        statusCode === 401 ? ok('socketOpens') : broken('socketRefused', { url: publicUrl, status: statusCode ?? '–' }),
      )
    })
    socket.on('error', () => resolve(broken('socketShut', { url: publicUrl })))
  }).finally(() => socket.terminate())
}
