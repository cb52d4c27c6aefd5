import type { MessageDescriptor } from '@lingui/core'
import { currentUser } from '@papadag/contract/auth'
import { address } from '@papadag/contract/route'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { reads } from './reads.ts'

/** A reply stored for offline use. */
export type KeptAnswer = { userId: number; at: string; answer: unknown; keptAtMs: number }

/** A write that waits for a network. */
export type WaitingWrite = {
  /** The address of the request. A later write to it replaces this one. */
  address: string
  userId: number
  at: string
  input: object
  touches: string[]
  /** Distinguishes this write from a later one for the same address. */
  id: string
  queuedAtMs: number
  /** The title of the toast for a refusal. */
  refused: MessageDescriptor
}

interface Tables extends DBSchema {
  answers: { key: [userId: number, at: string]; value: KeptAnswer; indexes: { keptAtMs: number } }
  waiting: { key: [userId: number, address: string]; value: WaitingWrite; indexes: { queuedAtMs: number } }
}

// The prefix by which it is deleted at logout; see user-data.ts.
const name = 'papadag-offline'
let opening: Promise<IDBPDatabase<Tables>> | undefined

/** The id of the signed-in user. */
export function ownId(): number | undefined {
  return reads.getQueryData<{ id: number } | null>([address(currentUser)])?.id
}

/** Deletes the rows of all other users. */
export const forgetOthers = (userId: number) =>
  onOfflineDatabase(undefined, async db => {
    for (const table of ['answers', 'waiting'] as const) {
      const writing = db.transaction(table, 'readwrite')
      for (const key of await writing.store.getAllKeys()) if (key[0] !== userId) void writing.store.delete(key)
      await writing.done
    }
  })

/** Runs on the database. A browser without storage gets the fallback. */
export async function onOfflineDatabase<T>(otherwise: T, work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
  try {
    opening ??= open()
    return await work(await opening)
  } catch {
    opening = undefined
    return otherwise
  }
}

function open() {
  return openDB<Tables>(name, 1, {
    upgrade(db) {
      db.createObjectStore('answers', { keyPath: ['userId', 'at'] }).createIndex('keptAtMs', 'keptAtMs')
      db.createObjectStore('waiting', { keyPath: ['userId', 'address'] }).createIndex('queuedAtMs', 'queuedAtMs')
    },
    // Another tab deletes the database because the user has logged out.
    blocking: (_from, _to, event) => {
      opening = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: () => {
      opening = undefined
    },
  })
}
