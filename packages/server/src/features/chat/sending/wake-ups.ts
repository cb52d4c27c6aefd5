import type { ServerFrame } from '@papadag/contract/live/frame'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Announced } from './delivery.ts'
import type { StoredMessage } from './store.ts'

const topic = 'chat'
/** PostgreSQL carries bus messages of less than 8000 bytes. */
const bytesPerWake = 7400
/** A longer message is announced without its content. */
const bytesPerMessage = 1600
const bytesPerPlace = 56

/** The node that sent the wake-up. */
const Sent = z.object({ node: z.string() })

const Wake = z.extend(Sent, {
  /** Chat, number, sender and partner of each message. */
  stored: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]))),
  /** For each of them its id, time, content and client id, and whether it is in haste; null for a long one. */
  messages: z.optional(
    z.array(z.nullable(z.tuple([z.int(), z.string(), z.string(), z.nullable(z.string()), z.boolean()]))),
  ),
  /** A frame of numbers only, for all connections of a user. */
  relay: z.optional(z.object({ userId: z.int(), frame: z.unknown() })),
})
type Wake = z.output<typeof Wake>
type Place = NonNullable<Wake['stored']>[number]
type Rest = NonNullable<Wake['messages']>[number]

export interface WakeUpParts {
  bus: Bus
  log: Logger
  /** Called with the messages that another node has stored. */
  onStored(announced: readonly Announced[]): void
  /** Called with a frame from another node, for all connections of a user. */
  onRelay(userId: number, frame: ServerFrame): void
}

/** Tells the other nodes what happens in chats on this one. */
export interface WakeUps {
  tellStored(messages: readonly StoredMessage[]): void
  relay(userId: number, frame: ServerFrame): void
  /** Resolves when the other nodes have been told of everything. */
  told(): Promise<void>
}

export function createWakeUps({ bus, log, onStored, onRelay }: WakeUpParts): WakeUps {
  const node = crypto.randomUUID()
  let untold: StoredMessage[] = []
  let waking: Promise<void> | undefined

  async function wake(body: Omit<Wake, 'node'>) {
    try {
      await bus.publish(topic, { node, ...body })
    } catch (error) {
      // A lost wake-up is made up for by the next look at the database.
      log.warn({ err: error }, 'chat wake-up lost')
    }
  }

  /** Messages stored while a wake-up is being sent go with the next one. */
  async function wakeForStored() {
    while (untold.length > 0) {
      const told = withinOneWake(untold)
      untold = untold.slice(told.stored.length)
      await wake(told)
    }
    waking = undefined
  }

  bus.subscribe(topic, payload => {
    if (Sent.parse(payload).node === node) return
    const { relay, stored, messages } = Wake.parse(payload)
    // Another node of this Papadag wrote it, from a frame it had built itself.
    if (relay) onRelay(relay.userId, relay.frame as ServerFrame)
    if (stored) onStored(stored.map((place, index) => toAnnounced(place, messages?.[index])))
  })

  return {
    tellStored(messages) {
      // A node that begins to listen meanwhile reads what was stored in its first seconds.
      if (bus.isAlone()) return
      untold.push(...messages)
      waking ??= wakeForStored()
    },
    relay: (userId, frame) => void wake({ relay: { userId, frame } }),
    told: async () => waking,
  }
}

/** As many of these messages, from the first on, as one wake-up carries. */
function withinOneWake(untold: readonly StoredMessage[]) {
  const stored: Place[] = []
  const messages: Rest[] = []
  let bytes = 0
  for (const { chatId, seq, senderId, partnerId, id, sentAt, content, clientId, isInHaste } of untold) {
    const all: Rest = [id, sentAt, content, clientId, isInHaste]
    const length = Buffer.byteLength(JSON.stringify(all))
    const isShort = length <= bytesPerMessage
    bytes += bytesPerPlace + (isShort ? length : 0)
    if (bytes > bytesPerWake) break
    stored.push([chatId, seq, senderId, partnerId])
    messages.push(isShort ? all : null)
  }
  return { stored, messages }
}

function toAnnounced([chatId, seq, senderId, partnerId]: Place, rest: Rest | undefined): Announced {
  const place = { chatId, seq, senderId, partnerId }
  if (!rest) return { place }
  const [id, sentAt, content, clientId, isInHaste] = rest
  return { place, message: { ...place, id, sentAt, content, clientId, isInHaste } }
}
