import type { Message } from '@papadag/contract/chat'
import { createWatchers } from '../../../platform/watchers.ts'
import type { Unsent } from './chat-database.ts'

/** A message of the user that the server has not acknowledged. */
export type Pending = Unsent & { state: 'sending' | 'failed' }

/** The state of one chat in this tab. */
export type Conversation = {
  messages: readonly Message[]
  pending: readonly Pending[]
  /** Messages are loaded, from the server or from the database. */
  isReady: boolean
  /** The last request for messages failed. */
  isOutOfReach: boolean
  /** The server may have messages before the first one here. */
  hasEarlier: boolean
  isSomebodyTyping: boolean
  /** The server's sentence if it refuses the chat as a whole rather than one message. */
  problem: string | undefined
}

export const emptyConversation: Conversation = {
  messages: [],
  pending: [],
  isReady: false,
  isOutOfReach: false,
  hasEarlier: false,
  isSomebodyTyping: false,
  problem: undefined,
}

export type Conversations = ReturnType<typeof createConversations>

/** The conversations that this tab holds in memory. */
export function createConversations() {
  const held = new Map<number, Conversation>()
  const { tell, watch } = createWatchers()
  const get = (chatId: number) => held.get(chatId) ?? emptyConversation
  return {
    get,
    ids: () => [...held.keys()],
    change(chatId: number, change: Partial<Conversation>) {
      held.set(chatId, { ...get(chatId), ...change })
      tell()
    },
    clear() {
      held.clear()
      tell()
    },
    watch,
  }
}
