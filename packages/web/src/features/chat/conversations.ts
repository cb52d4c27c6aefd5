import type { Message } from '@papadag/contract/chat'
import { useSyncExternalStore } from 'react'
import type { Unsent } from './chat-database.ts'

/** An own message on its way. */
export type Pending = Unsent & { state: 'sending' | 'failed' }

/** What this tab holds of one chat. */
export type Conversation = {
  messages: readonly Message[]
  pending: readonly Pending[]
  /** The server, or what is kept here, has said what there is. */
  isReady: boolean
  /** Nobody could be asked the last time. */
  isOutOfReach: boolean
  /** There may be more before the first one. */
  hasEarlier: boolean
  isPartnerTyping: boolean
  /** What the server refused, in its words, where it is about the chat and not about one message. */
  problem: string | undefined
}

const nothing: Conversation = {
  messages: [],
  pending: [],
  isReady: false,
  isOutOfReach: false,
  hasEarlier: false,
  isPartnerTyping: false,
  problem: undefined,
}

const conversations = new Map<number, Conversation>()
const watchers = new Set<() => void>()

export function conversation(chatId: number): Conversation {
  return conversations.get(chatId) ?? nothing
}

export const heldChats = () => [...conversations.keys()]

export function changeConversation(chatId: number, change: Partial<Conversation>) {
  conversations.set(chatId, { ...conversation(chatId), ...change })
  for (const watcher of watchers) watcher()
}

export function forgetConversations() {
  conversations.clear()
  for (const watcher of watchers) watcher()
}

/** The chat as this tab knows it, kept up to date. */
export function useConversation(chatId: number): Conversation {
  return useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => conversation(chatId),
  )
}
