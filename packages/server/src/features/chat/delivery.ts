import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Meters } from '../../platform/meters.ts'
import { forOthers, forSender } from './mailbox.ts'
import { isKept, messageFields } from './queries.ts'
import { hasteS, type StoredMessage } from './store.ts'

/** How long a chat's place is remembered after its last message. */
const rememberMs = 300_000
/** A commit is that long after its message's time at most: the database gives up on statements before. */
const commitS = 5
/** He may have asked before that was committed; and a look-up waits so long for its turn at the database at most. */
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

/** Where a message of another node stands: chat, number and both members. */
type Place = readonly [chatId: number, seq: number, senderId: number, partnerId: number]

/**
 * Gives each message to the open connections of both members on this node, once and in each chat's order, wherever it
 * was stored. Numbers are committed in their order, so a number beyond the next one says what is missing.
 */
export interface Delivery {
  attach(live: Live): void
  /** Stored by this node just now. */
  stored(messages: readonly StoredMessage[]): void
  /** Another node says that it stored these. */
  heard(places: readonly Place[]): void
  /** Looks for all that was stored in the last seconds by anybody; rejects when the database is away. */
  look(seconds: number): Promise<void>
  /** Looks again for what could not be had; rejects when it still cannot. */
  catchUp(): Promise<void>
}

export function createDelivery(db: Db, retentionDays: number, meters: Pick<Meters, 'delivered'>): Delivery {
  let live: Live | undefined
  /** The last number given here, by chat. */
  const given = new Map<number, { seq: number; atMs: number }>()
  /** From where on a chat has to be looked up; `asked` are those that are being looked up now. */
  let missing = new Map<number, Missing>()
  let asked = new Map<number, Missing>()
  let lookup: Promise<void> | undefined

  function give(message: Found) {
    const { chatId, seq, partnerId, senderId } = message
    const last = given.get(chatId)
    if (last && last.seq >= seq) return
    // Those that were touched last stand last.
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

  /** For how many seconds somebody of these has been here. */
  function hereForS(userIds: readonly number[]) {
    return Math.max(0, ...userIds.map(id => live?.hereForMs(id) ?? 0)) / 1000
  }

  /** One look at a time, with all that is missing by then: what comes in meanwhile is the next one. */
  async function lookUp() {
    while (missing.size > 0) {
      ;[asked, missing] = [missing, new Map()]
      const chatIds = [...asked.keys()]
      const froms = [...asked.values()].map(({ from }) => from)
      // In a chat that is new here, word of the message before may still be on its way: it is a moment old.
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

  /** What stays missing now is found by the next `catchUp`. */
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
        // Nobody is here to be given it, and who comes asks for it: from then on the chat is new here.
        else given.delete(chatId)
      }
      if (missing.size > 0) catchUpQuietly()
    },
    async look(seconds) {
      const users = [...(live?.users() ?? [])]
      if (users.length === 0) return
      // What was stored before somebody came is for him to ask for.
      const since = users.map(id => Math.min(seconds + commitS, hereForS([id]) + marginS))
      const rows = await found(sql`m.sent_at > now() - make_interval(secs => ${seconds + commitS}) and exists (
        select from chat_members here join unnest(${users}::int[], ${since}::float8[]) as u (id, seconds) on u.id = here.user_id
         where here.chat_id = m.chat_id and m.sent_at > now() - make_interval(secs => u.seconds))`)
      for (const message of rows) give(message)
    },
    catchUp,
  }
}
