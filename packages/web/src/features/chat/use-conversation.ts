import { useCallback, useSyncExternalStore } from 'react'
import type { Chats } from './store/chats.ts'
import { type Conversation, emptyConversation } from './store/conversations.ts'

/** The state of one chat in this tab. */
export function useConversation(chats: Chats | undefined, chatId: number): Conversation {
  const watch = useCallback((watcher: () => void) => chats?.watch(watcher) ?? (() => {}), [chats])
  return useSyncExternalStore(watch, () => chats?.conversation(chatId) ?? emptyConversation)
}
