import type { Db } from '../../../platform/db/db.ts'
import type { Live } from '../../../platform/live/live.ts'
import type { Meters } from '../../../platform/metrics/meters.ts'
import { type Gap, Gaps } from './gaps.ts'
import { createHearers, type Hearers } from './hearers.ts'
import { Positions } from './positions.ts'
import { hasteS, type StoredMessage } from './store.ts'
import { endsOf, messagesIn, messagesOf, type Undelivered, withMargin } from './undelivered.ts'

/** A number that no message has. */
const latest = 2_147_483_647

type Place = Pick<Undelivered, 'chatId' | 'seq' | 'senderId' | 'audience'>

/** A message of another node, and where to read it if the announcement could not carry it. */
export interface Announced {
  place: Place
  message?: Recent
}

/** A recently stored message. */
type Recent = Undelivered & Pick<StoredMessage, 'isInHaste'>

/**
 * Delivers each message to its audience's and sender's open connections on this node, once and in the order of its
 * chat, whichever node stored it. Numbers commit in order, so a number beyond the next one reveals what is missing.
 */
export interface Delivery {
  attach(live: Live): void
  /** Messages this node has just stored. */
  stored(messages: readonly StoredMessage[]): void
  /** Another node announced that it has stored these. */
  heard(announced: readonly Announced[]): void
  /** Delivers what was stored in a chat up to this message, which may be new to this node. */
  upTo(message: StoredMessage): Promise<void>
  /** Reads all messages stored in the last seconds by any node; rejects if the database is unavailable. */
  readLast(seconds: number): Promise<void>
  /**
   * Finds chats that have moved on in the last seconds without an announcement, for instance from a node that died;
   * otherwise reads nothing.
   */
  compare(seconds: number): Promise<void>
  /** Retries what could not be read; rejects if that fails again. */
  catchUp(): Promise<void>
}

export function createDelivery(db: Db, retentionDays: number, meters: Pick<Meters, 'delivered'>): Delivery {
  const given = new Positions()
  const { attach, give, hereForS, users } = createHearers(given, meters)
  const gaps = new Gaps(given)
  let lookup: Promise<void> | undefined

  async function read(missing: ReadonlyMap<number, Gap>) {
    const spans = Array.from(missing, ([chatId, gap]) => spanOf(chatId, gap, given.of(chatId), hereForS))
    give(await messagesIn(db, retentionDays, spans))
  }

  function catchUp(): Promise<void> {
    lookup ??= gaps.fill(read).finally(() => {
      lookup = undefined
    })
    return lookup
  }

  function catchUpIfNeeded() {
    // Messages that cannot be read now are read by the next `catchUp`.
    if (gaps.hasMissing) catchUp().catch(() => {})
  }

  /** Delivers a message, unless some before it must be read first. */
  function take(message: Recent) {
    const { chatId, seq, isInHaste } = message
    const last = given.of(chatId)
    const isNext = last === undefined ? !isInHaste || seq === 1 : last === seq - 1
    if (isNext && !gaps.has(chatId)) give([message])
    else gaps.add(chatId, seq, message)
  }

  return {
    attach,
    stored(messages) {
      given.forgetOld()
      for (const message of messages) take(message)
      catchUpIfNeeded()
    },
    heard(announced) {
      given.forgetOld()
      for (const { place, message } of announced) {
        const { chatId, seq, senderId, audience } = place
        // A member who connects reads by himself. One who does not receive this message may be connected and receive
        // the next, so a chat that is known here stays in order.
        if (given.of(chatId) === undefined && hereForS(senderId, ...audience) === 0) continue
        if (message) take(message)
        else gaps.add(chatId, seq, place)
      }
      catchUpIfNeeded()
    },
    async upTo({ chatId, seq, senderId, audience }) {
      const last = given.of(chatId)
      if (last !== undefined && last >= seq) return
      // A chat new to this node is read from a moment ago, not from this message on, which may be an old one.
      gaps.add(chatId, last === undefined ? latest : seq, { senderId, audience })
      await catchUp()
    },
    async readLast(seconds) {
      const present = Array.from(users(), userId => ({ userId, seconds: hereForS(userId) }))
      if (present.length > 0) give(await messagesOf(db, retentionDays, present, seconds))
    },
    async compare(seconds) {
      const [somebody] = users()
      if (somebody === undefined) return
      for (const { chatId, seq, senderId, audience, seconds: agoS } of await endsOf(db, seconds)) {
        const hereS = hereForS(senderId, ...audience)
        // A member who has connected since has read the chat himself.
        const isUnseen = given.of(chatId) !== undefined || withMargin(hereS) > agoS
        if (hereS > 0 && isUnseen) gaps.add(chatId, seq, { senderId, audience })
      }
      catchUpIfNeeded()
    },
    catchUp,
  }
}

/** What to read of a chat that has moved on to the number `last` here, which may be unknown. */
function spanOf(
  chatId: number,
  { from, senderId, audience }: Gap,
  last: number | undefined,
  hereForS: Hearers['hereForS'],
) {
  // Another read may have moved the chat on since the gap was recorded, up to a number before `from`.
  if (last !== undefined) return { chatId, from: last + 1, seconds: 0 }
  // For a chat new to this node, the announcement of the previous message may still be in flight, so it reads
  // slightly further back.
  return { chatId, from, seconds: Math.min(hasteS, withMargin(hereForS(senderId, ...audience))) }
}
