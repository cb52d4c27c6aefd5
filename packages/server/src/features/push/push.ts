import { createHash, randomBytes } from 'node:crypto'
import type { PushMessage } from '@papadag/contract/push'
import type { Logger } from 'pino'
import webPush from 'web-push'
import * as z from 'zod/mini'
import type { Config } from '../../platform/config.ts'
import { batched } from '../../platform/db/batched.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Meters } from '../../platform/metrics/meters.ts'
import { isSendable, type Outside, postOutside } from '../../platform/outside.ts'

const { generateRequestDetails, getVapidHeaders } = webPush

const sendWithinMs = 8000
const resolveWithinMs = 2000
/** Payloads are padded to a multiple of this, so that their length reveals nothing. */
const paddedBytes = 1024
const retryWithinS = 60
const ended: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])
const noAnswer = { status: 0, retryAfterS: undefined }
const retryAtMostS = 3600
/** Shorter than the 12 hours for which a signature is valid. */
const signedForMs = 3_600_000
const originsAtMost = 1000
/** A push service whose name does not exist for as long has gone. */
const unresolvedDays = 3
/** Of the messages that a device has not acknowledged, this many are remembered: any of them shows that it is alive. */
const awaitedAtMost = 10
/** Devices reached within this time are recorded by one statement. */
const noteWithinMs = 10

const Device = z.object({
  id: z.int(),
  userId: z.int(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  rests: z.boolean(),
  isSilent: z.boolean(),
})
type Device = z.output<typeof Device>

/** The outcome of one message on all devices of a user. */
interface Delivery {
  sent: number
  /** How many of these have not acknowledged the messages before. */
  silent: number
  /** Devices that another attempt may reach. */
  failed: number[]
}

interface Delivered {
  message: PushMessage
  /** How long the push service keeps the message for a device that is off. */
  ttlS: number
  /** Only these devices; undefined means all. */
  only?: readonly number[] | undefined
}

/** Sends push messages (RFC 8030, 8291, 8292) to the devices of a user. */
export interface Push {
  publicKey: string
  deliver(userId: number, what: Delivered): Promise<Delivery>
  /** Whether messages may be sent to this address. */
  isEndpoint(endpoint: string): Promise<boolean>
  /** Whether messages can be encrypted for these keys. */
  areKeys(keys: { p256dh: string; auth: string }): boolean
}

/** The contact given to push services: this server's address or its operator's; undefined if push is off. */
function subjectOf({ publicUrl, contactEmail, host }: Pick<Config, 'publicUrl' | 'contactEmail' | 'host'>) {
  const local = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/
  const isLocal = publicUrl ? local.test(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')) : local.test(host)
  if (publicUrl?.startsWith('https:') && !isLocal) return publicUrl
  if (!isLocal) return undefined
  return contactEmail ? `mailto:${contactEmail}` : 'mailto:operator@localhost'
}

export interface PushParts {
  db: Db
  log: Logger
  config: Pick<Config, 'vapidKeys' | 'pushOrigins' | 'publicUrl' | 'contactEmail' | 'host'>
  outside: Outside
  meters: Pick<Meters, 'pushed'>
}

/** Undefined if push is off: without a public https address, except on this machine itself. */
export function createPush({ db, log, config, outside, meters }: PushParts): Push | undefined {
  const { vapidKeys, pushOrigins: trusted } = config
  const subject = subjectOf(config)
  if (!vapidKeys || !subject) return undefined
  const authorizationFor = createSigner({ ...vapidKeys, subject })
  const devicesOf = batched((userIds: readonly number[]) => devices(db, userIds))
  const sentTo = batched((all: readonly Sent[]) => noteSent(db, all), noteWithinMs)

  function requestFor({ endpoint, p256dh, auth }: Device, receipt: string, { message, ttlS }: Delivered) {
    const { notification } = message
    const acknowledged = { ...notification, data: { ...notification.data, receipt } }
    const text = JSON.stringify({ ...message, notification: acknowledged })
    const padded = text.padEnd(text.length + ((paddedBytes - (Buffer.byteLength(text) % paddedBytes)) % paddedBytes))
    return generateRequestDetails({ endpoint, keys: { p256dh, auth } }, padded, {
      headers: { Authorization: authorizationFor(endpoint) },
      TTL: Math.max(60, Math.round(ttlS)),
      urgency: 'high',
      // A later message on the same topic replaces one that is still waiting at the push service.
      topic: createHash('sha256').update(message.notification.tag).digest('base64url').slice(0, 32),
      contentEncoding: 'aes128gcm',
    })
  }

  /** Sends to one device and returns whether the push service accepted it, and if not, whether to try again. */
  async function send(device: Device, what: Delivered): Promise<'sent' | 'failed' | 'refused'> {
    const receipt = `${device.id}-${randomBytes(12).toString('hex')}`
    const { method: _, endpoint, headers, body } = requestFor(device, receipt, what)
    const lines = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const request = { headers: Object.fromEntries(lines), body: body ?? Buffer.alloc(0) }
    const answer = await postOutside(outside, endpoint, request, { trusted, ms: sendWithinMs })
    const { status, retryAfterS } = answer === 'unknownName' || !answer ? noAnswer : answer
    meters.pushed(URL.parse(endpoint)?.hostname ?? '', status)
    if (status >= 200 && status < 300) {
      await sentTo({ id: device.id, receipt })
      return 'sent'
    }
    // The subscription no longer exists, or the push service will never take a message for it.
    if (ended.has(status)) {
      await db.run(sql`delete from push_subscriptions where id = ${device.id}`)
      return 'refused'
    }
    log.warn({ service: URL.parse(endpoint)?.host, status }, 'push was not taken')
    if (status >= 300 && status < 500 && status !== 429) return 'refused'
    if (answer === 'unknownName' && (await hasGone(db, device.id))) return 'refused'
    const waitS = Math.min(retryAfterS ?? retryWithinS, retryAtMostS)
    await db.run(sql`
      update push_subscriptions set retry_at = now() + make_interval(secs => ${waitS}::float8) where id = ${device.id}`)
    return 'failed'
  }

  return {
    publicKey: vapidKeys.publicKey,

    async deliver(userId, what) {
      const devices = (await devicesOf(userId)).filter(({ id }) => what.only?.includes(id) ?? true)
      const results = await Promise.all(
        devices.map(async device => ({ device, result: device.rests ? 'failed' : await send(device, what) })),
      )
      const sent = results.filter(({ result }) => result === 'sent')
      return {
        sent: sent.length,
        silent: sent.filter(({ device }) => device.isSilent).length,
        failed: results.filter(({ result }) => result === 'failed').map(({ device }) => device.id),
      }
    },

    isEndpoint: endpoint => isSendable(outside, endpoint, trusted, resolveWithinMs),

    areKeys(keys) {
      try {
        webPush.encrypt(keys.p256dh, keys.auth, 'x', 'aes128gcm')
        return true
      } catch {
        return false
      }
    },
  }
}

/**
 * Signs for a push service once an hour, which RFC 8292 allows, since signing takes as long as encrypting a message.
 */
function createSigner({ publicKey, privateKey, subject }: { publicKey: string; privateKey: string; subject: string }) {
  const signed = new Map<string, { authorization: string; untilMs: number }>()
  return (endpoint: string): string => {
    const { origin } = new URL(endpoint)
    const known = signed.get(origin)
    if (known && Date.now() < known.untilMs) return known.authorization
    const { Authorization: authorization } = getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm')
    // Origins come from members, so their number is bounded.
    if (signed.size >= originsAtMost) signed.clear()
    signed.set(origin, { authorization, untilMs: Date.now() + signedForMs })
    return authorization
  }
}

/** The devices of each of these users. */
async function devices(db: Db, userIds: readonly number[]): Promise<Device[][]> {
  const all = await db.many(
    Device,
    sql`select id, user_id as "userId", endpoint, p256dh, auth, coalesce(retry_at > now(), false) as rests, ${isSilent} as "isSilent"
          from push_subscriptions where user_id = any(${userIds}::int[]) order by id`,
  )
  const byUser = Map.groupBy(all, ({ userId }) => userId)
  return userIds.map(userId => byUser.get(userId) ?? [])
}

/** Whether a device has acknowledged neither of its last two messages. */
export const isSilent = sql`cardinality(awaited) >= 2`

interface Sent {
  id: number
  receipt: string
}

/** Records that these devices were reached, except where another statement does so at this moment. */
async function noteSent(db: Db, all: readonly Sent[]): Promise<undefined[]> {
  await db.run(sql`
    update push_subscriptions s
       set last_sent_at = now(), retry_at = null, unresolved_since = null,
           awaited = (sent.receipts || s.awaited)[1:${sql.number(awaitedAtMost)}]
      from (select id, array_agg(receipt) as receipts
              from unnest(${all.map(({ id }) => id)}::int[], ${all.map(({ receipt }) => receipt)}::text[]) one (id, receipt)
             group by id) sent
     where s.id = sent.id and s.id = any (array(
      select id from push_subscriptions where id = any(${all.map(({ id }) => id)}::int[]) for update skip locked))`)
  return all.map(() => undefined)
}

/** Any of its latest messages shows that a device is alive. */
export async function acknowledge(db: Db, receipts: readonly string[]): Promise<void> {
  const ids = receipts.map(receipt => Number.parseInt(receipt, 10))
  await db.run(sql`
    update push_subscriptions set awaited = '{}' where id = any (array(
      select id from push_subscriptions where id = any(${ids}::bigint[]) and awaited && ${receipts}::text[]
       order by id for update))`)
}

/** Removes a device whose push service has had no name for days; returns whether it did. */
async function hasGone(db: Db, id: number): Promise<boolean> {
  const gone = await db.one(
    z.object({ id: z.int() }),
    sql`delete from push_subscriptions
         where id = ${id} and unresolved_since < now() - make_interval(days => ${sql.number(unresolvedDays)}) returning id`,
  )
  if (!gone)
    await db.run(
      sql`update push_subscriptions set unresolved_since = now() where id = ${id} and unresolved_since is null`,
    )
  return gone !== undefined
}
