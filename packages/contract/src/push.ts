import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { issue } from './problems.ts'
import { route } from './route.ts'
import { Id, opaque, optionalText, Timestamp } from './schema.ts'

/** A key as browsers give it: base64url of this many bytes. */
function key(bytes: number) {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string(issue('push.keys')).check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), issue('push.keys')))
}

/** A device that gets push messages. */
export const PushDevice = z.object({
  id: Id,
  name: z.nullable(z.string()),
  /** The host of its push service. */
  service: z.string(),
  createdAt: Timestamp,
  /** When the push service last accepted a message for it. */
  lastSentAt: z.nullable(Timestamp),
  /** Whether it has acknowledged none of the last two messages or more, so that notices go by mail too. */
  isSilent: z.boolean(),
  /** How a browser recognises itself: the first 16 hexadecimal digits of the SHA-256 of its endpoint. */
  fingerprint: z.string(),
})
export type PushDevice = z.output<typeof PushDevice>

export const pushKey = route('GET /api/push-key', {
  access: 'member',
  summary: 'Gets the public key for push subscriptions. 404 if push is off.',
  reply: z.object({ key: z.string() }),
  errors: ['push.off'],
})

export const pushDevices = route('GET /api/push-subscriptions', {
  access: 'member',
  summary: 'Lists the caller’s push devices, newest first.',
  reply: z.array(PushDevice),
})

export const subscribe = route('POST /api/push-subscriptions', {
  access: 'member',
  summary: 'Registers a device for push messages. Idempotent. An eleventh device replaces the oldest.',
  repeats: 'natural',
  body: z.object({
    endpoint: opaque(limits.url, issue('push.endpoint')),
    keys: z.object({ p256dh: key(65), auth: key(16) }),
    name: optionalText(limits.deviceName),
  }),
  reply: z.object({ id: Id }),
  status: 201,
  errors: ['push.off'],
  touchesOwn: ['/api/push-subscriptions'],
})

export const unsubscribe = route('DELETE /api/push-subscriptions/:id', {
  access: 'member',
  summary: 'Removes a push device.',
  repeats: 'natural',
  isForHidden: true,
  errors: ['push.unknown'],
  touchesOwn: ['/api/push-subscriptions'],
})

export const testPush = route('POST /api/push-subscriptions/:id/test', {
  access: 'member',
  summary: 'Sends a test message to a push device.',
  repeats: 'natural',
  status: 202,
  errors: ['push.off', 'push.unknown'],
})

/** Names the device and the message; only that device is sent it. */
const Receipt = z.string().check(z.regex(/^\d{1,10}-[\da-f]{24}$/))

export const pushReceipts = route('POST /api/push/receipts', {
  access: 'public',
  summary:
    'Acknowledges push messages that a device has received. Unknown receipts are ignored, and the reply does not reveal which they are.',
  repeats: 'natural',
  isForHidden: true,
  // A service worker may outlive the session of its browser.
  needsNoToken: true,
  body: z.object({ ids: z.array(Receipt).check(z.maxLength(limits.pushReceipts)) }),
  status: 202,
})

/**
 * The payload of a push message in the declarative form (webkit.org/blog/16535), which other browsers pass to the
 * service worker. The badge count appears in both places that versions of that form define.
 */
export const PushMessage = z.object({
  web_push: z.literal(8030),
  /** A browser that shows it by itself passes it to the service worker too, which acknowledges it. */
  mutable: z.literal(true),
  app_badge: z.int(),
  notification: z.object({
    title: z.string(),
    body: z.string(),
    navigate: z.string(),
    lang: z.string(),
    tag: z.string(),
    silent: z.boolean(),
    app_badge: z.string(),
    /** Buttons: the service worker makes their calls about `playdateId`, or opens the page where it cannot. */
    actions: z.optional(
      z.array(z.object({ action: z.enum(['coming', 'notComing']), title: z.string(), navigate: z.string() })),
    ),
    /**
     * `waits`: the notification stays on the screen while `waiting` of the unread counts names this. `asOf`: when it
     * was composed, by the clock of the unread counts; only later counts can show that it has been read. `receipt`: what
     * a device acknowledges; each gets its own.
     */
    data: z.object({
      waits: z.optional(z.string()),
      playdateId: z.optional(Id),
      asOf: z.number(),
      receipt: z.optional(z.string()),
    }),
  }),
})
export type PushMessage = z.output<typeof PushMessage>
