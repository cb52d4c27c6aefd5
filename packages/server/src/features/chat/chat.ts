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
/** While the nodes cannot hear each other the database is asked this often: so late is a message at most (safety S41). */
const lookEveryMs = 1500
/** A statement that was given up may still be committed within this time. */
const doubtMs = 5000
/** Messages in one message on the bus, which takes 8000 bytes. */
const messagesPerWake = 100
/** After a wake-up for several the next one waits so long for each of them, up to the most. */
const restMs = { each: 1, most: 20 } as const

/** Who woke the others. */
const Sent = z.object({ node: z.string() })

const Wake = z.extend(Sent, {
  /** Where to look; the text is in the database. */
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
  meters: Pick<Meters, 'committed' | 'delivered'>
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

export function createChatLine({ db, bus, log, retentionDays, isLimited, meters }: ChatParts): ChatLine {
  const node = crypto.randomUUID()
  const delivery = createDelivery(db, retentionDays, meters)
  let live: Live | undefined
  /** Since when something may have been stored of which nothing was heard, and until when that may go on. */
  let doubt: { sinceMs: number; untilMs: number } | undefined
  let isLooking = false
  /** What the others have not been told yet. */
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
      // What is lost here is found by the next look into the database.
      log.warn({ err: error }, 'chat wake-up lost')
    }
  }

  /**
   * Tells the others where to look. What is stored while one wake-up is on its way goes with the next one; and when much
   * is stored, a moment later too, for each is a commit of its own.
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
    // Another node of ours wrote it, from a frame it had made itself.
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
