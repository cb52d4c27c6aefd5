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
const bytesPerPlace = 45
const bytesPerMember = 11

/** Id, time, content and client id of a message, and whether it is urgent; null for a long one. */
const Rest = z.nullable(z.tuple([z.int(), z.string(), z.string(), z.nullable(z.string()), z.boolean()]))
type Rest = z.output<typeof Rest>

/** The node that sent the wake-up. */
const Sent = z.object({ node: z.string() })

const Wake = z.extend(Sent, {
  /** Chat, number, sender and audience of each message, the rest of it, and whether it is an announcement. */
  stored: z.optional(z.array(z.tuple([z.int(), z.int(), z.int(), z.array(z.int()), Rest, z.boolean()]))),
  /** A frame of numbers only, for all connections of a user. */
  relay: z.optional(z.object({ userId: z.int(), frame: z.unknown() })),
})
type Wake = z.output<typeof Wake>
type Stored = NonNullable<Wake['stored']>[number]

export interface WakeUpParts {
  bus: Bus
  log: Logger
  /** Called with the messages that another node has stored. */
  onStored(announced: readonly Announced[]): void
  /** Called with a frame from another node, for all connections of these users. */
  onRelay(audience: readonly number[], frame: ServerFrame): void
}

/** Tells the other nodes what happens in chats on this one. */
export interface WakeUps {
  tellStored(messages: readonly StoredMessage[]): void
  relay(audience: readonly number[], frame: ServerFrame): void
  /** Resolves when everything has been announced to the other nodes. */
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
      // A lost wake-up is made up for by the next check of the database.
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
    const { relay, stored } = Wake.parse(payload)
    // Another node of this Papadag sent it, from a frame it had built itself.
    if (relay) onRelay([relay.userId], relay.frame as ServerFrame)
    if (stored) onStored(stored.map(toAnnounced))
  })

  return {
    tellStored(messages) {
      // A node that begins to listen now reads what was stored in its first seconds.
      if (bus.isAlone()) return
      untold.push(...messages)
      waking ??= wakeForStored()
    },
    relay(audience, frame) {
      for (const userId of audience) void wake({ relay: { userId, frame } })
    },
    told: async () => waking,
  }
}

/** As many of these messages, from the first on, as one wake-up can carry. */
function withinOneWake(untold: readonly StoredMessage[]) {
  const stored: Stored[] = []
  let bytes = 0
  for (const message of untold) {
    const { chatId, seq, senderId, audience, id, sentAt, content, clientId, isInHaste, isAnnouncement } = message
    const rest: Rest = [id, sentAt, content, clientId, isInHaste]
    const length = Buffer.byteLength(JSON.stringify(rest))
    // A node of the version before knows neither replies nor dates, and this one reads what has no content here.
    const isShort = length <= bytesPerMessage && message.replyTo === null && message.playdateId === null
    bytes += bytesPerPlace + audience.length * bytesPerMember + (isShort ? length : 0)
    if (bytes > bytesPerWake) break
    stored.push([chatId, seq, senderId, [...audience], isShort ? rest : null, isAnnouncement])
  }
  return { told: { stored }, count: stored.length }
}

function toAnnounced([chatId, seq, senderId, audience, rest, isAnnouncement]: Stored): Announced {
  const place = { chatId, seq, senderId, audience }
  if (!rest) return { place }
  const [id, sentAt, content, clientId, isInHaste] = rest
  return {
    place,
    message: {
      ...place,
      id,
      sentAt,
      content,
      clientId,
      isInHaste,
      isAnnouncement,
      replyTo: null,
      playdateId: null,
      dateUnseenBy: [],
      replyUnseenBy: [],
      isFromElsewhere: false,
    },
  }
}
