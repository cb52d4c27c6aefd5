import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Meters } from '../../platform/meters.ts'
import { forOthers, forSender } from './mailbox.ts'
import { isKept, messageFields } from './queries.ts'
import { hasteS, type StoredMessage } from './store.ts'

/** How long a chat's position is remembered after its last message. */
const rememberMs = 300_000
/** A message commits at most this long after its time, since the database cancels slower statements. */
const commitS = 5
/** A screen may have read before that commit, and a look-up waits at most this long for its turn. */
const marginS = 3

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
type Found = z.output<typeof Found>

type Where = Pick<Found, 'chatId' | 'seq' | 'senderId' | 'partnerId'>
interface Missing {
  from: number
  members: readonly [number, number]
}

/** A message of another node: its chat, number and both members. */
type Place = readonly [chatId: number, seq: number, senderId: number, partnerId: number]

/**
 * Delivers each message to both members' open connections on this node, once and in the order of its chat, whichever
 * node stored it. Numbers commit in order, so a number beyond the next one tells what is missing.
 */
export interface Delivery {
  attach(live: Live): void
  /** Messages this node has just stored. */
  stored(messages: readonly StoredMessage[]): void
  /** Another node announced that it stored these. */
  heard(places: readonly Place[]): void
  /** Reads all messages stored in the last seconds by any node; rejects if the database is unavailable. */
  look(seconds: number): Promise<void>
  /** Retries what could not be read; rejects if that fails again. */
  catchUp(): Promise<void>
}

export function createDelivery(db: Db, retentionDays: number, meters: Pick<Meters, 'delivered'>): Delivery {
  let live: Live | undefined
  /** The last delivered number of each chat. */
  const given = new Map<number, { seq: number; atMs: number }>()
  /** The number from which each chat must be read; `asked` are the chats being read now. */
  let missing = new Map<number, Missing>()
  let asked = new Map<number, Missing>()
  let lookup: Promise<void> | undefined

  function give(message: Found) {
    const { chatId, seq, partnerId, senderId } = message
    const last = given.get(chatId)
    if (last && last.seq >= seq) return
    // Re-inserted, so that the map is ordered by last use.
    given.delete(chatId)
    given.set(chatId, { seq, atMs: performance.now() })
    live?.send(partnerId, { type: 'message', message: forOthers(message) })
    live?.send(senderId, { type: 'message', message: forSender(message) })
    meters.delivered(Date.now() - Date.parse(message.sentAt))
  }

  function forgetOld() {
    const beforeMs = performance.now() - rememberMs
    for (const [chatId, { atMs }] of given) {
      if (atMs > beforeMs) return
      given.delete(chatId)
    }
  }

  const found = (which: ReturnType<typeof sql>) =>
    db.many(
      Found,
      sql`select ${messageFields(undefined)}, m.client_id as "clientId", they.user_id as "partnerId"
            from messages m join chat_members they on they.chat_id = m.chat_id and they.user_id <> m.sender_id
           where ${isKept(retentionDays)} and ${which} order by m.chat_id, m.seq`,
    )

  function miss({ chatId, seq, senderId, partnerId }: Where) {
    const last = given.get(chatId)?.seq
    if (last !== undefined && last >= seq) return
    const from = Math.min(missing.get(chatId)?.from ?? seq, last === undefined ? seq : last + 1)
    missing.set(chatId, { from, members: [senderId, partnerId] })
  }

  /** For how many seconds one of these members has been connected. */
  function hereForS(userIds: readonly number[]) {
    return Math.max(0, ...userIds.map(id => live?.hereForMs(id) ?? 0)) / 1000
  }

  /** One look-up at a time, for everything missing by then; what is found missing meanwhile waits for the next one. */
  async function lookUp() {
    while (missing.size > 0) {
      ;[asked, missing] = [missing, new Map()]
      const chatIds = [...asked.keys()]
      const froms = [...asked.values()].map(({ from }) => from)
      // For a chat new to this node, the announcement of the previous message may still be in flight, so read a moment
      // back.
      const seconds = [...asked].map(([chatId, { members }]) =>
        given.has(chatId) ? 0 : Math.min(hasteS, hereForS(members) + marginS),
      )
      try {
        const rows = await found(sql`m.chat_id = any(${chatIds}::int[]) and exists (
          select from unnest(${chatIds}::int[], ${froms}::int[], ${seconds}::float8[]) as w (chat_id, seq, seconds)
           where w.chat_id = m.chat_id
             and (m.seq >= w.seq or m.sent_at > now() - make_interval(secs => w.seconds)))`)
        for (const message of rows) give(message)
      } catch (error) {
        for (const [chatId, { from, members }] of asked) {
          const [senderId, partnerId] = members
          miss({ chatId, seq: from, senderId, partnerId })
        }
        throw error
      } finally {
        asked = new Map()
      }
    }
  }

  function catchUp(): Promise<void> {
    lookup ??= lookUp().finally(() => {
      lookup = undefined
    })
    return lookup
  }

  /** The next `catchUp` reads what is still missing. */
  const catchUpQuietly = () => void catchUp().catch(() => {})

  return {
    attach(connections) {
      live = connections
    },
    stored(messages) {
      forgetOld()
      for (const message of messages) {
        const { chatId, seq, isInHaste } = message
        const last = given.get(chatId)?.seq
        const isNext = last === undefined ? !isInHaste || seq === 1 : last === seq - 1
        if (isNext && !missing.has(chatId) && !asked.has(chatId)) give(message)
        else miss(message)
      }
      if (missing.size > 0) catchUpQuietly()
    },
    heard(places) {
      forgetOld()
      for (const [chatId, seq, senderId, partnerId] of places) {
        if (hereForS([senderId, partnerId]) > 0) miss({ chatId, seq, senderId, partnerId })
        // Nobody is connected here; whoever connects reads by himself, and the chat is then new to this node.
        else given.delete(chatId)
      }
      if (missing.size > 0) catchUpQuietly()
    },
    async look(seconds) {
      const users = [...(live?.users() ?? [])]
      if (users.length === 0) return
      // A member reads by himself what was stored before he connected.
      const since = users.map(id => Math.min(seconds + commitS, hereForS([id]) + marginS))
      const rows = await found(sql`m.sent_at > now() - make_interval(secs => ${seconds + commitS}) and exists (
        select from chat_members here join unnest(${users}::int[], ${since}::float8[]) as u (id, seconds) on u.id = here.user_id
         where here.chat_id = m.chat_id and m.sent_at > now() - make_interval(secs => u.seconds))`)
      for (const message of rows) give(message)
    },
    catchUp,
  }
}
