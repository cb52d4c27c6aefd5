import { setImmediate as turn } from 'node:timers/promises'
import type { Message } from '@papadag/contract/chat'
import { type Db, DbConflict } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { nextBatch, type Waiting } from './next-batch.ts'
import { type Letter, type Refusal, type StoredMessage, store } from './store.ts'

/** Concurrent statements. */
const batchesInFlight = 2
/** A second batch starts only from this many messages on, since each statement has a fixed cost. */
const worthAnother = 16

type Shown = Omit<StoredMessage, 'isNew' | 'isInHaste' | 'isFromElsewhere' | 'elsewhere'>

/** A message as others than its sender see it who see all that it is about. */
export function forOthers({
  id,
  chatId,
  senderId,
  content,
  sentAt,
  seq,
  isAnnouncement,
  replyTo,
  playdateId,
}: Shown): Message {
  const message = { id, chatId, senderId, content, sentAt, seq, replyTo, playdateId, reactions: {} }
  return isAnnouncement ? { ...message, announcement: true } : message
}

/** A message as this member sees it. */
export function forMember(message: Shown, userId: number): Message {
  const { senderId, clientId, dateUnseenBy, replyUnseenBy } = message
  return {
    ...forOthers(message),
    ...(userId === senderId && clientId !== null && { clientId }),
    ...(dateUnseenBy.includes(userId) && { playdateId: null }),
    ...(replyUnseenBy.includes(userId) && { replyTo: null }),
  }
}

/** A message as its sender sees it. */
export const forSender = (message: Shown): Message => forMember(message, message.senderId)

/** A message stored now or earlier, its refusal, or the error of a statement that may or may not have committed. */
type Result = StoredMessage | { refusal: Refusal } | { error: unknown }

export interface MailboxParts {
  db: Db
  /** Called with each batch after its commit, in the order of each chat. */
  onStored(messages: readonly StoredMessage[]): void
  /** Called when a statement has failed and may or may not have committed. */
  onDoubt(): void
  /** Whether a stranger's messages are limited until he is answered. */
  isLimited: boolean
  retentionDays: number
}

/** Stores messages; resolves each once it is committed. */
export interface Mailbox {
  /** Throws one of `Refusal`. */
  put(letter: Letter): Promise<StoredMessage>
  /** Resolves when everything put into this chat so far is stored or refused. */
  settled(chatId: number): Promise<void>
  /** Resolves when it is empty. */
  emptied(): Promise<void>
}

/**
 * Group commit: messages that arrive during a statement form the next batch. There is no timer, so a lone message waits
 * for nothing. A chat with a message in flight waits, which keeps its order, and so does another message with the same
 * client id, which is a repeat if the first is stored.
 */
export function createMailbox({ db, onStored, onDoubt, ...rules }: MailboxParts): Mailbox {
  let waiting: Waiting[] = []
  const busy = createBusy()
  const attempt = createAttempts(letters => store(db, letters, rules), tell)
  let inFlight = 0
  let gathering: Promise<void> | undefined

  /** Messages that arrive in the same turn of the event loop share a batch. */
  function gather() {
    gathering ??= turn().then(() => {
      gathering = undefined
      next()
    })
  }

  function next() {
    while (inFlight < batchesInFlight && (inFlight === 0 || waiting.length >= worthAnother)) {
      const { batch, rest } = nextBatch(waiting, busy)
      if (batch.length === 0) return
      waiting = rest
      begin(batch)
    }
  }

  function begin(batch: readonly Waiting[]) {
    inFlight += 1
    busy.add(batch, storeAndTell(batch))
  }

  async function storeAndTell(batch: readonly Waiting[]): Promise<void> {
    const results = await attempt(batch)
    inFlight -= 1
    busy.remove(batch)
    // The database stores the next messages while these are delivered, which takes about as long.
    if (waiting.length >= worthAnother) next()
    if (results.length > 0) tell(batch, results)
    gather()
  }

  function tell(batch: readonly Waiting[], results: readonly Result[]) {
    try {
      const fresh = results.flatMap(result =>
        'isNew' in result && result.isNew ? [result, ...(result.elsewhere ? [result.elsewhere] : [])] : [],
      )
      if (fresh.length > 0) onStored(fresh)
      settle(batch, results)
      if (results.some(result => 'error' in result)) onDoubt()
    } catch (error) {
      for (const { reject } of batch) reject(error)
      onDoubt()
    }
  }

  return {
    put(letter) {
      return new Promise((resolve, reject) => {
        const {
          chatId,
          senderId,
          content,
          clientId,
          isAnnouncement = false,
          replyTo = null,
          playdateId = null,
        } = letter
        const name = clientId === undefined ? '' : `${senderId} ${clientId}`
        waiting.push({
          chatId,
          senderId,
          content,
          clientId,
          isAnnouncement,
          replyTo,
          playdateId,
          name,
          resolve,
          reject,
        })
        if (inFlight < batchesInFlight) gather()
      })
    },
    async settled(chatId) {
      while (busy.chats.has(chatId) || waiting.some(letter => letter.chatId === chatId)) {
        await (busy.chats.get(chatId) ?? gathering ?? Promise.any(busy.chats.values()))
      }
    },
    async emptied() {
      while (inFlight > 0 || waiting.length > 0) await (gathering ?? Promise.any(busy.chats.values()))
    },
  }
}

/** The chats and client ids of messages that are being stored, and what to wait for until they are. */
function createBusy() {
  const chats = new Map<number, Promise<unknown>>()
  const names = new Set<string>()
  return {
    chats,
    names,
    add(batch: readonly Waiting[], work: Promise<unknown>) {
      for (const { chatId, name } of batch) {
        chats.set(chatId, work)
        if (name) names.add(name)
      }
    },
    remove(batch: readonly Waiting[]) {
      for (const { chatId, name } of batch) {
        chats.delete(chatId)
        names.delete(name)
      }
    },
  }
}

/** Stores a batch, and tries again what collided with another node; returns no results if `tell` already has them. */
function createAttempts(
  storeAll: (letters: readonly Letter[]) => Promise<(StoredMessage | Refusal)[]>,
  tell: (batch: readonly Waiting[], results: readonly Result[]) => void,
) {
  const retried = new WeakSet<Waiting>()
  return async function attempt(batch: readonly Waiting[]): Promise<Result[]> {
    try {
      const results = await storeAll(batch)
      return results.map(result => (typeof result === 'string' ? { refusal: result } : result))
    } catch (error) {
      // Another node used the same client id or the same rows at the same moment: stored one by one, each message finds
      // its result.
      if (error instanceof DbConflict && batch.length > 1) {
        for (const letter of batch) tell([letter], await attempt([letter]))
        return []
      }
      if (error instanceof DbConflict && batch[0] && !retried.has(batch[0])) {
        retried.add(batch[0])
        return attempt(batch)
      }
      return batch.map(() => ({ error }))
    }
  }
}

/** Answers each sender. */
function settle(batch: readonly Waiting[], results: readonly Result[]) {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index] ?? { refusal: 'chat.unknown' }
    if ('isNew' in result) resolve(result)
    else reject('error' in result ? result.error : new Problem(result.refusal))
  }
}
