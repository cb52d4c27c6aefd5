import type { Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import type { DBSchema, IDBPDatabase } from 'idb'
import { databaseNames, deleteDatabase } from '../../../platform/browser/storage.ts'
import { createBrowserDatabase } from '../../../platform/offline/browser-database.ts'

/**
 * A message that the server has not acknowledged; `reason` is the server's sentence if it was refused, `code` its
 * cause.
 */
export type Unsent = {
  clientId: string
  chatId: number
  content: string
  writtenAt: string
  /** An announcement by the creator of a playdate. */
  announcement?: boolean
  /** The number of the message that it answers. */
  replyTo?: number
  /** The date that it is about. */
  playdateId?: number
  reason?: string | undefined
  code?: string | undefined
}

interface Tables extends DBSchema {
  messages: { key: [chatId: number, seq: number]; value: Message; indexes: { sentAt: string } }
  outbox: { key: string; value: Unsent; indexes: { writtenAt: string } }
}

const prefix = 'papadag-chat-'
const everythingOf = (chatId: number) => IDBKeyRange.bound([chatId, 0], [chatId, limits.idMax])

export type ChatDatabase = ReturnType<typeof createChatDatabase>

/** The messages and the outbox that this browser keeps for one user. It opens on first use. */
export function createChatDatabase(userId: number) {
  const name = prefix + userId
  const database = createBrowserDatabase<Tables>(name, db => {
    db.createObjectStore('messages', { keyPath: ['chatId', 'seq'] }).createIndex('sentAt', 'sentAt')
    db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('writtenAt', 'writtenAt')
  })
  let isWiped = false

  /** Chat continues without the database in a browser that stores nothing. */
  async function use<T>(otherwise: T, work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
    return isWiped ? otherwise : database.use(otherwise, work)
  }

  return {
    /** Deletes what other users have left in this browser. */
    deleteOthers: () => deleteDatabases(other => other !== name),

    /** Deletes this user's database and leaves those of other users, who may be logged in in another tab. */
    async wipe() {
      isWiped = true
      await database.close()
      await deleteDatabases(other => other === name)
    },

    readMessages: (chatId: number) => use([], db => db.getAll('messages', everythingOf(chatId))),

    keepMessages: (messages: readonly Message[]) =>
      use(undefined, async db => {
        const writing = db.transaction('messages', 'readwrite')
        for (const message of messages) void writing.store.put(message)
        await writing.done
      }),

    dropChat: (chatId: number) => use(undefined, db => db.delete('messages', everythingOf(chatId))),

    /** The chats whose messages it contains. */
    keptChats: () =>
      use<number[]>([], async db => {
        const found: number[] = []
        let cursor = await db.transaction('messages').store.openKeyCursor()
        while (cursor) {
          found.push(cursor.key[0])
          // Skips the other messages of this chat.
          cursor = await cursor.continue([cursor.key[0] + 1, 0])
        }
        return found
      }),

    expire: (retentionDays: number, now = Date.now()) =>
      use(undefined, async db => {
        const until = new Date(now - retentionDays * 86_400_000).toISOString()
        const range = IDBKeyRange.upperBound(until)
        const writing = db.transaction(['messages', 'outbox'], 'readwrite')
        const messages = writing.objectStore('messages')
        for (const key of await messages.index('sentAt').getAllKeys(range)) void messages.delete(key)
        const outbox = writing.objectStore('outbox')
        for (const key of await outbox.index('writtenAt').getAllKeys(range)) void outbox.delete(key)
        await writing.done
      }),

    readOutbox: () => use([], db => db.getAllFromIndex('outbox', 'writtenAt')),
    keepUnsent: (unsent: Unsent) =>
      use(undefined, async db => {
        await db.put('outbox', unsent)
      }),
    dropUnsent: (clientId: string) => use(undefined, db => db.delete('outbox', clientId)),
  }
}

async function deleteDatabases(isMeant: (name: string) => boolean) {
  const names = await databaseNames()
  await Promise.all(names.filter(name => name.startsWith(prefix) && isMeant(name)).map(deleteDatabase))
}
