import type { ServerFrame } from '@papadag/contract/frame'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/bus.ts'
import { type Db, sql } from '../../platform/db.ts'
import type { Live } from '../../platform/live.ts'
import { createMailbox, type Mailbox, type StoredMessage } from './mailbox.ts'
import { isKept, messageFields, withoutNothing } from './queries.ts'

const topic = 'chat'
/** Without a bus the database is asked this often; delivery is late by no more than that (safety S41). */
const pollEveryMs = 1500
/** A commit may take so long that a later message is seen first. */
const overlapS = 15
/** Messages in one message on the bus, which takes 8000 bytes. */
const messagesPerWake = 100

/** Chat, seq, sender, partner: where to look; the text is in the database. */
const Wake = z.object({
  node: z.string(),
  stored: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]))),
  /** A frame that carries nothing but numbers, for all connections of a user. */
  relay: z.optional(z.object({ userId: z.int(), frame: z.unknown() })),
})

export interface ChatParts {
  db: Db
  bus: Bus
  log: Logger
  retentionDays: number
  isLimited: boolean
}

/** Brings what is stored to every open connection of both members, on every node. */
export interface ChatLine {
  mailbox: Mailbox
  /** The connections to deliver to; they are made after this. */
  attach(live: Live): void
  /** A frame to all connections of a user, on every node. */
  relay(userId: number, frame: ServerFrame): void
  close(): void
}

export function createChatLine({ db, bus, log, retentionDays, isLimited }: ChatParts): ChatLine {
  const node = crypto.randomUUID()
  let live: Live | undefined
  /** Messages delivered here lately, by id: the database is asked with an overlap. */
  const delivered = new Map<number, number>()
  let pollSince = new Date(0).toISOString()
  let isPolling = false

  function deliver(message: Omit<StoredMessage, 'isNew'>) {
    if (delivered.has(message.id)) return
    delivered.set(message.id, performance.now())
    const { partnerId, clientId, ...shown } = message
    live?.send(partnerId, { type: 'message', message: shown })
    live?.send(message.senderId, { type: 'message', message: withoutNothing({ ...shown, clientId }) })
  }

  function forgetDelivered() {
    const before = performance.now() - 4 * overlapS * 1000
    for (const [id, atMs] of delivered) {
      if (atMs > before) return
      delivered.delete(id)
    }
  }

  function wake(body: Omit<z.output<typeof Wake>, 'node'>) {
    // What is lost here is found by the next look into the database.
    bus.publish(topic, { node, ...body }).catch((error: unknown) => log.warn({ err: error }, 'chat wake-up lost'))
  }

  const mailbox = createMailbox({
    db,
    isLimited,
    onStored(messages) {
      forgetDelivered()
      for (const { isNew: _isNew, ...message } of messages) deliver(message)
      for (let at = 0; at < messages.length; at += messagesPerWake) {
        const part = messages.slice(at, at + messagesPerWake)
        wake({ stored: part.map(({ chatId, seq, senderId, partnerId }) => [chatId, seq, senderId, partnerId]) })
      }
    },
  })

  const Found = z.object({
    id: z.int(),
    chatId: z.int(),
    senderId: z.int(),
    content: z.string(),
    sentAt: z.string(),
    seq: z.int(),
    clientId: z.nullable(z.string()),
    partnerId: z.int(),
  })
  const found = (which: ReturnType<typeof sql>) => sql`
    select ${messageFields(undefined)}, m.client_id as "clientId", they.user_id as "partnerId"
      from messages m join chat_members they on they.chat_id = m.chat_id and they.user_id <> m.sender_id
     where ${isKept(retentionDays)} and ${which} order by m.chat_id, m.seq`

  /** Another node stored these: whoever is here gets them. */
  async function fetchStored(stored: readonly (readonly [number, number, number, number])[]) {
    const here = stored.filter(([, , senderId, partnerId]) => live?.has(senderId) || live?.has(partnerId))
    if (here.length === 0) return
    const [chatIds, seqs] = [here.map(([chatId]) => chatId), here.map(([, seq]) => seq)]
    const which = sql`(m.chat_id, m.seq) in (select * from unnest(${chatIds}::int[], ${seqs}::int[]))`
    for (const message of await db.many(Found, found(which))) deliver(message)
  }

  bus.subscribe(topic, payload => {
    const heard = Wake.parse(payload)
    if (heard.node === node) return
    // Another node of ours wrote it, from a frame it had made itself.
    if (heard.relay) live?.send(heard.relay.userId, heard.relay.frame as ServerFrame)
    if (heard.stored) fetchStored(heard.stored).catch(() => void poll())
  })

  /** Looks for what was stored lately by anybody, for those who are here. */
  async function poll() {
    if (isPolling || !live) return
    isPolling = true
    try {
      const users = [...live.users()]
      const asked = new Date().toISOString()
      if (users.length > 0) {
        const which = sql`m.sent_at > ${pollSince}::timestamptz - make_interval(secs => ${overlapS}) and m.chat_id in
          (select chat_id from chat_members where user_id = any(${users}::int[]))`
        for (const message of await db.many(Found, found(which))) deliver(message)
      }
      pollSince = asked
    } catch (error) {
      log.debug({ err: error }, 'chat poll')
    } finally {
      isPolling = false
    }
  }

  const polling = setInterval(() => {
    if (!bus.isConnected()) void poll()
    else pollSince = new Date().toISOString()
  }, pollEveryMs)
  bus.onGap(() => void poll())

  return {
    mailbox,
    attach(connections) {
      live = connections
    },
    relay(userId, frame) {
      live?.send(userId, frame)
      wake({ relay: { userId, frame } })
    },
    close: () => clearInterval(polling),
  }
}
