import { setTimeout as after } from 'node:timers/promises'
import type { ServerFrame } from '@papadag/contract/frame'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Place } from './delivery.ts'

const topic = 'chat'
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

export interface WakeUpParts {
  bus: Bus
  log: Logger
  /** Called with the messages that another node has stored. */
  onStored(places: readonly Place[]): void
  /** Called with a frame from another node, for all connections of a user. */
  onRelay(userId: number, frame: ServerFrame): void
}

/** Tells the other nodes what happens in chats on this one. */
export interface WakeUps {
  tellStored(places: readonly Place[]): void
  relay(userId: number, frame: ServerFrame): void
  /** Resolves when the other nodes have been told of everything. */
  told(): Promise<void>
}

export function createWakeUps({ bus, log, onStored, onRelay }: WakeUpParts): WakeUps {
  const node = crypto.randomUUID()
  const untold: Place[] = []
  let waking: Promise<void> | undefined

  async function wake(body: { stored?: readonly Place[]; relay?: { userId: number; frame: ServerFrame } }) {
    try {
      await bus.publish(topic, { node, ...body })
    } catch (error) {
      // A lost wake-up is made up for by the next poll of the database.
      log.warn({ err: error }, 'chat wake-up lost')
    }
  }

  /**
   * Messages stored while a wake-up is being sent go with the next one; under load that one is delayed, since each
   * wake-up is a commit of its own.
   */
  async function wakeForStored() {
    while (untold.length > 0) {
      const told = untold.splice(0, messagesPerWake)
      await wake({ stored: told })
      if (told.length > 1 && untold.length < messagesPerWake) {
        await after(Math.min(restMs.most, told.length * restMs.each))
      }
    }
    waking = undefined
  }

  bus.subscribe(topic, payload => {
    if (Sent.parse(payload).node === node) return
    const { relay, stored } = Wake.parse(payload)
    // Another node of this Papadag wrote it, from a frame it had built itself.
    if (relay) onRelay(relay.userId, relay.frame as ServerFrame)
    if (stored) onStored(stored)
  })

  return {
    tellStored(places) {
      untold.push(...places)
      waking ??= wakeForStored()
    },
    relay: (userId, frame) => void wake({ relay: { userId, frame } }),
    told: async () => waking,
  }
}
