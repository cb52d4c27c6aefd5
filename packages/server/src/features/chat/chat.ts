import type { ServerFrame } from '@papadag/contract/live/frame'
import type { Logger } from 'pino'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Live } from '../../platform/live/live.ts'
import type { Meters } from '../../platform/metrics/meters.ts'
import { createDelivery } from './sending/delivery.ts'
import { createMailbox, type Mailbox } from './sending/mailbox.ts'
import { createPoller } from './sending/poller.ts'
import type { StoredMessage } from './sending/store.ts'
import { createWakeUps } from './sending/wake-ups.ts'

export interface ChatParts {
  db: Db
  bus: Bus
  log: Logger
  retentionDays: number
  isLimited: boolean
  meters: Pick<Meters, 'committed' | 'delivered'>
}

/** Delivers stored messages to every open connection of the members who receive them, on every node. */
export interface ChatLine {
  mailbox: Mailbox
  /** The connections to deliver to, created later. */
  attach(live: Live): void
  /** Sends a frame to all connections of these users, on every node. */
  relay(audience: readonly number[], frame: ServerFrame): void
  /** Called before the repeat of a stored message is answered: delivers what came before it in its chat. */
  deliverUpTo(repeated: StoredMessage): Promise<void>
  /** Resolves when everything put into the mailbox has been stored or refused, and announced to the other nodes. */
  close(): Promise<void>
}

export function createChatLine({ db, bus, log, retentionDays, isLimited, meters }: ChatParts): ChatLine {
  const delivery = createDelivery(db, retentionDays, meters)
  let live: Live | undefined

  const wakeUps = createWakeUps({
    bus,
    log,
    onStored: announced => delivery.heard(announced),
    onRelay: (audience, frame) => live?.sendToEach(audience, frame),
  })

  const poller = createPoller(delivery, bus, log)

  const mailbox = createMailbox({
    db,
    isLimited,
    retentionDays,
    onDoubt: poller.beInDoubt,
    onStored(messages) {
      meters.committed(messages.length)
      delivery.stored(messages)
      wakeUps.tellStored(messages)
    },
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
      if (poller.isInDoubt()) await poller.pollFromNowOn()
      else if (repeated.isInHaste) await delivery.upTo(repeated)
    },
    async close() {
      poller.stop()
      await mailbox.emptied()
      await wakeUps.told()
    },
  }
}
