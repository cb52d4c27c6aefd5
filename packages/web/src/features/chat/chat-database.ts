import type { Message } from '@papadag/contract/chat'
import { limits } from '@papadag/contract/limits'
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

/** What was written and is not acknowledged yet; `reason` is what the server said when it refused it. */
export type Unsent = {
  clientId: string
  chatId: number
  content: string
  writtenAt: string
  reason?: string | undefined
}

interface Tables extends DBSchema {
  messages: { key: [chatId: number, seq: number]; value: Message; indexes: { sentAt: string } }
  outbox: { key: string; value: Unsent; indexes: { writtenAt: string } }
}

const prefix = 'papadag-chat-'
let owner: number | undefined
let opening: Promise<IDBPDatabase<Tables>> | undefined

/** From now on this user's; what another one left behind goes. */
export async function openChatDatabase(userId: number) {
  owner = userId
  opening = undefined
  await deleteDatabases(name => name !== prefix + userId)
}

/** Stops using it and, since its owner has left, deletes it. Another tab may hold that of who has come. */
export async function wipeChatDatabase() {
  const name = prefix + owner
  const open = opening
  owner = undefined
  opening = undefined
  await open?.then(db => db.close()).catch(() => {})
  await deleteDatabases(other => other === name)
}

async function deleteDatabases(isMeant: (name: string) => boolean) {
  try {
    const all = await indexedDB.databases()
    const names = all.flatMap(({ name }) => (name?.startsWith(prefix) && isMeant(name) ? [name] : []))
    await Promise.all(names.map(name => deleteDB(name)))
  } catch {
    // A browser that stores nothing has nothing to delete.
  }
}

/** Runs on the database; a browser that stores nothing is no reason for the chat not to work. */
async function use<T>(otherwise: T, work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  if (owner === undefined) return otherwise
  try {
    opening ??= open(prefix + owner)
    return await work(await opening)
  } catch {
    opening = undefined
    return otherwise
  }
}

function open(name: string) {
  return openDB<Tables>(name, 1, {
    upgrade(db) {
      db.createObjectStore('messages', { keyPath: ['chatId', 'seq'] }).createIndex('sentAt', 'sentAt')
      db.createObjectStore('outbox', { keyPath: 'clientId' }).createIndex('writtenAt', 'writtenAt')
    },
    // Another tab deletes it: its owner has left.
    blocking: (_from, _to, event) => {
      opening = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
  })
}

const everythingOf = (chatId: number) => IDBKeyRange.bound([chatId, 0], [chatId, limits.idMax])

export const readMessages = (chatId: number) => use([], db => db.getAll('messages', everythingOf(chatId)))

export const keepMessages = (messages: readonly Message[]) =>
  use(undefined, async db => {
    const writing = db.transaction('messages', 'readwrite')
    for (const message of messages) void writing.store.put(message)
    await writing.done
  })

/** A chat that he may not see any more. */
export const dropChat = (chatId: number) => use(undefined, db => db.delete('messages', everythingOf(chatId)))

/** The chats that something is kept of. */
export const keptChats = () =>
  use<number[]>([], async db => {
    const found: number[] = []
    let cursor = await db.transaction('messages').store.openKeyCursor()
    while (cursor) {
      found.push(cursor.key[0])
      // On to the next chat, past all messages of this one.
      cursor = await cursor.continue([cursor.key[0] + 1, 0])
    }
    return found
  })

/** Deletes what is past its time. */
export const expireMessages = (retentionDays: number, now = Date.now()) =>
  use(undefined, async db => {
    const until = new Date(now - retentionDays * 86_400_000).toISOString()
    const range = IDBKeyRange.upperBound(until)
    const writing = db.transaction(['messages', 'outbox'], 'readwrite')
    const messages = writing.objectStore('messages')
    for (const key of await messages.index('sentAt').getAllKeys(range)) void messages.delete(key)
    const outbox = writing.objectStore('outbox')
    for (const key of await outbox.index('writtenAt').getAllKeys(range)) void outbox.delete(key)
    await writing.done
  })

export const readOutbox = () => use([], db => db.getAllFromIndex('outbox', 'writtenAt'))
export const keepUnsent = (unsent: Unsent) =>
  use(undefined, async db => {
    await db.put('outbox', unsent)
  })
export const dropUnsent = (clientId: string) => use(undefined, db => db.delete('outbox', clientId))
