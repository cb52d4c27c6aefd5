import { setImmediate as turn } from 'node:timers/promises'
import type { Message } from '@papadag/contract/chat'
import { type Db, DbConflict } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { type Letter, type Refusal, type StoredMessage, store } from './store.ts'

/** Statements under way at once. */
const batchesInFlight = 2
/** Beside one another goes only with so many messages: each statement has a price of its own. */
const worthAnother = 16
/** Messages in one statement. */
const messagesPerBatch = 500
const charactersPerBatch = 250_000
const nobody = 0

/** As everybody but its sender sees it. */
export function forOthers({
  id,
  chatId,
  senderId,
  content,
  sentAt,
  seq,
}: Omit<StoredMessage, 'isNew' | 'isInHaste'>): Message {
  return { id, chatId, senderId, content, sentAt, seq }
}

/** With the name that the sender's own client gave it. */
export function forSender(message: Omit<StoredMessage, 'isNew' | 'isInHaste'>): Message {
  const seen = forOthers(message)
  return message.clientId === null ? seen : { ...seen, clientId: message.clientId }
}

export interface MailboxParts {
  db: Db
  /** Told of each batch after its commit, in the order of each chat. */
  onStored(messages: readonly StoredMessage[]): void
  /** A statement failed, and it is not known whether it was committed. */
  onDoubt(): void
  /** Whether a stranger may send only so many before he is answered. */
  isLimited: boolean
}

/** Where messages go in: it answers a message when it is committed. */
export interface Mailbox {
  /** Throws `chat.unknown`, `chat.partnerGone`, `chat.awaitAnswer`, `chat.messageRemoved` or `user.stopped`. */
  put(letter: Letter): Promise<StoredMessage>
  /** When everything that was put into this chat before is stored or refused. */
  settled(chatId: number): Promise<void>
}

interface Waiting extends Letter {
  /** Its sender's and his client's name for it; empty without one. */
  name: string
  resolve(stored: StoredMessage): void
  reject(error: unknown): void
}

/**
 * Group commit: while a statement is under way, what arrives gathers and goes into the next one together. There is no
 * timer, so a lone message waits for nothing. A chat with messages under way waits for them, which keeps its order; and
 * so does another message of the same name, which is a repeat if the first one is stored.
 */
export function createMailbox({ db, onStored, onDoubt, isLimited }: MailboxParts): Mailbox {
  let waiting: Waiting[] = []
  const busyChats = new Map<number, Promise<unknown>>()
  const busyNames = new Set<string>()
  const retried = new WeakSet<Waiting>()
  let inFlight = 0
  let gathering: Promise<void> | undefined

  /** What arrives in the same turn of the event loop goes together. */
  function gather() {
    gathering ??= turn().then(() => {
      gathering = undefined
      next()
    })
  }

  function next() {
    while (inFlight < batchesInFlight && (inFlight === 0 || waiting.length >= worthAnother)) {
      const batch: Waiting[] = []
      const rest: Waiting[] = []
      // In each chat one sender's at a time: all of his are judged alike.
      const senders = new Map<number, number>()
      let characters = 0
      for (const letter of waiting) {
        const { chatId, senderId, name } = letter
        const isFull = batch.length >= messagesPerBatch || characters >= charactersPerBatch
        const isBusy = busyChats.has(chatId) || (senders.get(chatId) ?? senderId) !== senderId
        if (isFull || isBusy || (name && busyNames.has(name))) {
          rest.push(letter)
          // Nothing of this chat overtakes it.
          senders.set(chatId, nobody)
        } else {
          batch.push(letter)
          senders.set(chatId, senderId)
          if (name) busyNames.add(name)
          characters += letter.content.length
        }
      }
      if (batch.length === 0) return
      waiting = rest
      inFlight += 1
      const work = deliver(batch).finally(() => {
        inFlight -= 1
        for (const { chatId, name } of batch) {
          busyChats.delete(chatId)
          busyNames.delete(name)
        }
        gather()
      })
      for (const { chatId } of batch) busyChats.set(chatId, work)
    }
  }

  async function deliver(batch: readonly Waiting[]): Promise<void> {
    try {
      settle(batch, await store(db, batch, isLimited))
    } catch (error) {
      // Another node took the same client's name for a message at the same moment, or the same rows: one by one it is
      // seen whose message that was.
      if (error instanceof DbConflict && batch.length > 1) {
        for (const letter of batch) await deliver([letter])
      } else if (error instanceof DbConflict && batch[0] && !retried.has(batch[0])) {
        retried.add(batch[0])
        await deliver(batch)
      } else {
        for (const { reject } of batch) reject(error)
        onDoubt()
      }
    }
  }

  function settle(batch: readonly Waiting[], results: readonly (StoredMessage | Refusal)[]) {
    const fresh = results.flatMap(result => (typeof result !== 'string' && result.isNew ? [result] : []))
    if (fresh.length > 0) onStored(fresh)
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index] ?? 'chat.unknown'
      if (typeof result === 'string') reject(new Problem(result))
      else resolve(result)
    }
  }

  return {
    put(letter) {
      return new Promise((resolve, reject) => {
        const { chatId, senderId, content, clientId } = letter
        const name = clientId === undefined ? '' : `${senderId} ${clientId}`
        waiting.push({ chatId, senderId, content, clientId, name, resolve, reject })
        if (inFlight < batchesInFlight) gather()
      })
    },
    async settled(chatId) {
      while (busyChats.has(chatId) || waiting.some(letter => letter.chatId === chatId)) {
        await (busyChats.get(chatId) ?? gathering ?? Promise.any(busyChats.values()))
      }
    },
  }
}
