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
const bytesPerMember = 11

/** Id, time, content and client id of a message, and whether it is in haste; null for a long one. */
const Rest = z.nullable(z.tuple([z.int(), z.string(), z.string(), z.nullable(z.string()), z.boolean()]))
type Rest = z.output<typeof Rest>

/** The node that sent the wake-up. */
const Sent = z.object({ node: z.string() })

const Wake = z.extend(Sent, {
  /** Chat, number, sender and partner of each message of a pair, in the form that nodes of the version before read too. */
  stored: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.int()]))),
  messages: z.optional(z.array(Rest)),
  /** Chat, number, sender and audience of each other message, the rest of it, and whether it is an announcement; nodes of the version before know no such chats. */
  shared: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.array(z.int()), Rest, z.boolean()]))),
  /** A frame of numbers only, for all connections of a user. */
  relay: z.optional(z.object({ userId: z.int(), frame: z.unknown() })),
})
type Wake = z.output<typeof Wake>

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
      const { told, count } = withinOneWake(untold)
      untold = untold.slice(count)
      await wake(told)
    }
    waking = undefined
  }

  bus.subscribe(topic, payload => {
    if (Sent.parse(payload).node === node) return
    const { relay, stored = [], messages = [], shared = [] } = Wake.parse(payload)
    // Another node of this Papadag wrote it, from a frame it had built itself.
    if (relay) onRelay(relay.userId, relay.frame as ServerFrame)
    const announced = stored.map(([chatId, seq, senderId, partnerId], index) =>
      toAnnounced({ chatId, seq, senderId, audience: [partnerId], isThread: false }, messages[index]),
    )
    for (const [chatId, seq, senderId, audience, rest, isAnnouncement] of shared) {
      announced.push(toAnnounced({ chatId, seq, senderId, audience, isThread: true }, rest, isAnnouncement))
    }
    if (announced.length > 0) onStored(announced)
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
  const stored: NonNullable<Wake['stored']> = []
  const messages: NonNullable<Wake['messages']> = []
  const shared: NonNullable<Wake['shared']> = []
  let bytes = 0
  let count = 0
  for (const {
    chatId,
    seq,
    senderId,
    audience,
    id,
    sentAt,
    content,
    clientId,
    isInHaste,
    isAnnouncement,
    isThread,
  } of untold) {
    const all: Rest = [id, sentAt, content, clientId, isInHaste]
    const length = Buffer.byteLength(JSON.stringify(all))
    const isShort = length <= bytesPerMessage
    const [partnerId, ...others] = audience
    bytes += bytesPerPlace + others.length * bytesPerMember + (isShort ? length : 0)
    if (bytes > bytesPerWake) break
    count += 1
    const rest = isShort ? all : null
    if (partnerId === undefined || isThread) shared.push([chatId, seq, senderId, [...audience], rest, isAnnouncement])
    else {
      stored.push([chatId, seq, senderId, partnerId])
      messages.push(rest)
    }
  }
  return { told: { stored, messages, shared }, count }
}

function toAnnounced(place: Announced['place'], rest: Rest | undefined, isAnnouncement = false): Announced {
  if (!rest) return { place }
  const [id, sentAt, content, clientId, isInHaste] = rest
  return { place, message: { ...place, id, sentAt, content, clientId, isInHaste, isAnnouncement } }
}
