import type { ServerFrame } from '@papadag/contract/live/frame'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Meters } from '../../platform/metrics/meters.ts'
import { createDelivery } from './sending/delivery.ts'
import { createMailbox, type Mailbox } from './sending/mailbox.ts'
import type { StoredMessage } from './sending/store.ts'
import { createWakeUps } from './sending/wake-ups.ts'

/**
 * How often the database is polled while the nodes cannot hear each other, which bounds the delay of a message (safety
 * S41).
 */
const lookEveryMs = 1500
/**
 * How often the chats are compared with what was announced: a node that dies may not have announced its last messages.
 */
const compareEveryMs = 3000
/** An abandoned statement may still commit within this time. */
const doubtMs = 5000

export interface ChatParts {
  db: Db
  bus: Bus
  log: Logger
  retentionDays: number
  isLimited: boolean
  meters: Pick<Meters, 'committed' | 'delivered'>
}

/** Delivers stored messages to every open connection of the members who hear them, on every node. */
export interface ChatLine {
  mailbox: Mailbox
  /** The connections to deliver to, created later. */
  attach(live: Live): void
  /** Sends a frame to all connections of these users, on every node. */
  relay(audience: readonly number[], frame: ServerFrame): void
  /** Called before the repeat of a stored message is answered: delivers what came before it in its chat. */
  deliverUpTo(repeated: StoredMessage): Promise<void>
  /** Resolves when everything put into the mailbox has been stored or refused, and the other nodes have been told. */
  close(): Promise<void>
}

export function createChatLine({ db, bus, log, retentionDays, isLimited, meters }: ChatParts): ChatLine {
  const delivery = createDelivery(db, retentionDays, meters)
  let live: Live | undefined
  /** The period in which messages may have been stored without a wake-up. */
  let doubt: { sinceMs: number; untilMs: number } | undefined
  let isLooking = false
  let lastLook = Promise.resolve()
  let nextLook: Promise<void> | undefined
  let comparedAtMs = performance.now()

  const wakeUps = createWakeUps({
    bus,
    log,
    onStored: announced => delivery.heard(announced),
    onRelay: (audience, frame) => live?.sendToEach(audience, frame),
  })

  const mailbox = createMailbox({
    db,
    isLimited,
    onDoubt: beInDoubt,
    onStored(messages) {
      meters.committed(messages.length)
      delivery.stored(messages)
      wakeUps.tellStored(messages)
    },
  })

  function beInDoubt() {
    const nowMs = performance.now()
    doubt = { sinceMs: doubt?.sinceMs ?? nowMs, untilMs: nowMs + doubtMs }
  }

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
      if (begunMs - comparedAtMs >= compareEveryMs) {
        await delivery.compare((begunMs - comparedAtMs) / 1000)
        comparedAtMs = begunMs
      }
    } catch (error) {
      log.debug({ err: error }, 'chat look-up')
    } finally {
      isLooking = false
    }
  }

  /** Delivers what is in doubt, with a read that begins after this call; concurrent callers share it. */
  function lookFromNowOn(): Promise<void> {
    nextLook ??= lastLook.then(() => {
      nextLook = undefined
      const read = delivery.look((performance.now() - (doubt?.sinceMs ?? performance.now())) / 1000)
      lastLook = read.catch(() => {})
      return read
    })
    return nextLook
  }

  function beInDoubtIfAlone() {
    if (!bus.isConnected()) beInDoubt()
  }

  // While a node starts, it may serve before it hears the others.
  beInDoubtIfAlone()
  const looking = setInterval(() => {
    beInDoubtIfAlone()
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
    relay(audience, frame) {
      live?.sendToEach(audience, frame)
      wakeUps.relay(audience, frame)
    },
    async deliverUpTo(repeated) {
      // Messages stored by a statement that seemed to fail have not been announced; all other older ones have.
      if (doubt) await lookFromNowOn()
      else if (repeated.isInHaste) await delivery.upTo(repeated)
    },
    async close() {
      clearInterval(looking)
      await mailbox.emptied()
      await wakeUps.told()
    },
  }
}
