import type { Conversations, Pending } from './conversations.ts'

/** The messages on the screen that the server has not acknowledged. */
export function createPendingList(conversations: Conversations) {
  return {
    find(clientId: string): Pending | undefined {
      for (const chatId of conversations.ids()) {
        const found = conversations.get(chatId).pending.find(pending => pending.clientId === clientId)
        if (found) return found
      }
      return undefined
    },
    put(pending: Pending) {
      const { pending: before } = conversations.get(pending.chatId)
      const at = before.findIndex(({ clientId }) => clientId === pending.clientId)
      conversations.change(pending.chatId, { pending: at < 0 ? [...before, pending] : before.with(at, pending) })
    },
    remove(chatId: number, clientId: string) {
      const { pending } = conversations.get(chatId)
      if (pending.some(other => other.clientId === clientId)) {
        conversations.change(chatId, { pending: pending.filter(other => other.clientId !== clientId) })
      }
    },
    /** Those to send, in the order written. */
    toSend: () =>
      conversations
        .ids()
        .flatMap(chatId => conversations.get(chatId).pending)
        .filter(({ state }) => state === 'sending')
        .sort((a, b) => (a.writtenAt < b.writtenAt ? -1 : 1)),
  }
}
