import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Chats } from './chats.ts'
import { type Conversation, emptyConversation } from './conversations.ts'

/** The chats of the signed-in user; undefined until their code has arrived. */
export const ChatState = createContext<Chats | undefined>(undefined)

export const useChatState = () => use(ChatState)

/** One chat as this tab knows it. */
export function useConversation(chats: Chats | undefined, chatId: number): Conversation {
  const watch = useCallback((watcher: () => void) => chats?.watch(watcher) ?? (() => {}), [chats])
  return useSyncExternalStore(watch, () => chats?.conversation(chatId) ?? emptyConversation)
}
