import type { Letter, StoredMessage } from './store.ts'

/** The size of one batch. */
const messagesPerBatch = 500
const charactersPerBatch = 250_000
const nobody = ''

/** A message whose sender waits for the result. */
export interface Waiting extends Letter {
  /** The sender and his client id as one key; empty without a client id. */
  name: string
  resolve(stored: StoredMessage): void
  reject(error: unknown): void
}

/** The chats and client ids of messages that are being stored. */
export interface Busy {
  chats: Pick<ReadonlyMap<number, unknown>, 'has'>
  names: ReadonlySet<string>
}

/** Splits the waiting messages into those that can be stored by one statement now, and those that keep waiting. */
export function nextBatch(waiting: readonly Waiting[], busy: Busy): { batch: Waiting[]; rest: Waiting[] } {
  const batch: Waiting[] = []
  const rest: Waiting[] = []
  // One sender and date per chat and batch, since these messages are judged and counted alike.
  const senders = new Map<number, string>()
  const names = new Set<string>()
  let characters = 0
  for (const letter of waiting) {
    const { chatId, senderId, playdateId, name, content } = letter
    const kind = `${senderId} ${playdateId ?? ''}`
    const isFull = batch.length >= messagesPerBatch || characters >= charactersPerBatch
    const isBusy = busy.chats.has(chatId) || (senders.get(chatId) ?? kind) !== kind
    const mayRepeat = busy.names.has(name) || names.has(name)
    if (isFull || isBusy || mayRepeat) {
      rest.push(letter)
      // Later messages of this chat must not overtake it.
      senders.set(chatId, nobody)
    } else {
      batch.push(letter)
      senders.set(chatId, kind)
      if (name) names.add(name)
      characters += content.length
    }
  }
  return { batch, rest }
}
