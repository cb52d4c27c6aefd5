import type { Live } from '../../../platform/live/live.ts'
import type { Meters } from '../../../platform/metrics/meters.ts'
import { forMember, forOthers, forSender } from './mailbox.ts'
import type { Positions } from './positions.ts'
import type { Undelivered } from './undelivered.ts'

/** The members who are connected to this node. */
export interface Hearers {
  attach(live: Live): void
  /** Sends each message that its chat has not been given yet to its sender and audience. */
  give(messages: readonly Undelivered[]): void
  /** For how many seconds one of these users has been connected. */
  hereForS(...userIds: readonly number[]): number
  users(): Iterable<number>
}

export function createHearers(given: Positions, meters: Pick<Meters, 'delivered'>): Hearers {
  let live: Live | undefined
  return {
    attach(connections) {
      live = connections
    },
    give(messages) {
      for (const message of messages) {
        const { chatId, seq, audience, dateUnseenBy, replyUnseenBy, senderId } = message
        if (!given.advance(chatId, seq)) continue
        const unseeing = audience.filter(id => dateUnseenBy.includes(id) || replyUnseenBy.includes(id))
        const seeing = unseeing.length === 0 ? audience : audience.filter(id => !unseeing.includes(id))
        live?.sendToEach(seeing, { type: 'message', message: forOthers(message) })
        for (const id of unseeing) live?.send(id, { type: 'message', message: forMember(message, id) })
        if (!message.isFromElsewhere) live?.send(senderId, { type: 'message', message: forSender(message) })
        meters.delivered(Date.now() - Date.parse(message.sentAt))
      }
    },
    hereForS: (...userIds) => Math.max(0, ...userIds.map(id => live?.hereForMs(id) ?? 0)) / 1000,
    users: () => live?.users() ?? [],
  }
}
