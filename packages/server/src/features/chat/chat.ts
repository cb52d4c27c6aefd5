import { setTimeout as after } from 'node:timers/promises'
import type { ServerFrame } from '@papadag/contract/frame'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Meters } from '../../platform/meters.ts'
import { createDelivery } from './delivery.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'

const topic = 'chat'
/**
 * How often the database is polled while the nodes cannot hear each other, and so the delay of a message at most
 * (safety S41).
 */
const lookEveryMs = 1500
/** A statement that was given up may still commit within this time. */
const doubtMs = 5000
/** Messages per bus message, which may have 8000 bytes. */
const messagesPerWake = 100
/** After a wake-up for several messages the next one is delayed by this much for each, up to the maximum. */
const restMs = { each: 1, most: 20 } as const

/** The node that sent the wake-up. */
const Sent = z.object({ node: z.string() })

const Wake = z.extend(Sent, {
  /** Where to look; the database has the content. */
  stored: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]))),
  /** A frame of numbers only, for all connections of a user. */
  relay: z.optional(z.object({ userId: z.int(), frame: z.unknown() })),
})

export interface ChatParts {
  db: Db
  bus: Bus
  log: Logger
  retentionDays: number
  isLimited: boolean
  meters: Pick<Meters, 'committed' | 'delivered'>
}

/** Delivers stored messages to every open connection of both members, on every node. */
export interface ChatLine {
  mailbox: Mailbox
  /** The connections to deliver to, created later. */
  attach(live: Live): void
  /** Sends a frame to all connections of a user, on every node. */
  relay(userId: number, frame: ServerFrame): void
  close(): void
}

export function createChatLine({ db, bus, log, retentionDays, isLimited, meters }: ChatParts): ChatLine {
  const node = crypto.randomUUID()
  const delivery = createDelivery(db, retentionDays, meters)
  let live: Live | undefined
  /** The period in which messages may have been stored without a wake-up. */
  let doubt: { sinceMs: number; untilMs: number } | undefined
  let isLooking = false
  /** Places not announced to the other nodes yet. */
  const untold: [chatId: number, seq: number, senderId: number, partnerId: number][] = []
  let isWaking = false

  function beInDoubt() {
    const nowMs = performance.now()
    doubt = { sinceMs: doubt?.sinceMs ?? nowMs, untilMs: nowMs + doubtMs }
  }

  async function wake(body: Omit<z.output<typeof Wake>, 'node'>) {
    try {
      await bus.publish(topic, { node, ...body })
    } catch (error) {
      // A lost wake-up is made up for by the next poll of the database.
      log.warn({ err: error }, 'chat wake-up lost')
    }
  }

  /**
   * Tells the other nodes where to look. Messages stored while a wake-up is being sent go with the next one; under load
   * that one is delayed, since each wake-up is a commit of its own.
   */
  async function wakeForStored() {
    isWaking = true
    while (untold.length > 0) {
      const told = untold.splice(0, messagesPerWake)
      await wake({ stored: told })
      if (told.length > 1 && untold.length < messagesPerWake) {
        await after(Math.min(restMs.most, told.length * restMs.each))
      }
    }
    isWaking = false
  }

  const mailbox = createMailbox({
    db,
    isLimited,
    onDoubt: beInDoubt,
    onStored(messages) {
      meters.committed(messages.length)
      delivery.stored(messages)
      for (const { chatId, seq, senderId, partnerId } of messages) untold.push([chatId, seq, senderId, partnerId])
      if (!isWaking) void wakeForStored()
    },
  })

  bus.subscribe(topic, payload => {
    if (Sent.parse(payload).node === node) return
    const heard = Wake.parse(payload)
    // Another node of this Papadag wrote it, from a frame it had built itself.
    if (heard.relay) live?.send(heard.relay.userId, heard.relay.frame as ServerFrame)
    if (heard.stored) delivery.heard(heard.stored)
  })

  async function look() {
    if (isLooking) return
    isLooking = true
    const begunMs = performance.now()
    try {
      await delivery.catchUp()
      if (doubt) {
        await delivery.look((begunMs - doubt.sinceMs) / 1000)
        doubt = begunMs > doubt.untilMs ? undefined : { ...doubt, sinceMs: begunMs }
      }
    } catch (error) {
      log.debug({ err: error }, 'chat look-up')
    } finally {
      isLooking = false
    }
  }

  const looking = setInterval(() => {
    if (!bus.isConnected()) beInDoubt()
    void look()
  }, lookEveryMs)
  bus.onGap(() => {
    beInDoubt()
    void look()
  })

  return {
    mailbox,
    attach(connections) {
      live = connections
      delivery.attach(connections)
    },
    relay(userId, frame) {
      live?.send(userId, frame)
      void wake({ relay: { userId, frame } })
    },
    close: () => clearInterval(looking),
  }
}
