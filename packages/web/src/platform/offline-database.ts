import type { MessageDescriptor } from '@lingui/core'
import { currentUser } from '@papadag/contract/auth'
import { address } from '@papadag/contract/route'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { reads } from './reads.ts'

/** What a read answered, for when there is no network. */
export type KeptAnswer = { userId: number; at: string; answer: unknown; keptAtMs: number }

/** Something to send that waits for a network. */
export type WaitingWrite = {
  /** Of the thing and what is done to it: a later wish takes the place of an earlier one. */
  address: string
  userId: number
  at: string
  input: object
  touches: string[]
  /** Tells this wish from a later one for the same thing. */
  id: string
  queuedAtMs: number
  /** What is said when the server will not have it. */
  refused: MessageDescriptor
}

interface Tables extends DBSchema {
  answers: { key: [userId: number, at: string]; value: KeptAnswer; indexes: { keptAtMs: number } }
  waiting: { key: [userId: number, address: string]; value: WaitingWrite; indexes: { queuedAtMs: number } }
}

// By this beginning it is deleted when its user leaves; see user-data.ts.
const name = 'papadag-offline'
let opening: Promise<IDBPDatabase<Tables>> | undefined

/** Whose it is, what is kept and sent now; undefined when nobody is signed in. */
export function ownId(): number | undefined {
  return reads.getQueryData<{ id: number } | null>([address(currentUser)])?.id
}

/** Deletes what is of anybody else. */
export const forgetOthers = (userId: number) =>
  onOfflineDatabase(undefined, async db => {
    for (const table of ['answers', 'waiting'] as const) {
      const writing = db.transaction(table, 'readwrite')
      for (const key of await writing.store.getAllKeys()) if (key[0] !== userId) void writing.store.delete(key)
      await writing.done
    }
  })

/** Runs on the database; a browser that stores nothing is no reason for the rest not to work. */
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
    // It is being deleted: its user has left.
    blocking: (_from, _to, event) => {
      opening = undefined
      if (event.target instanceof IDBDatabase) event.target.close()
    },
    terminated: () => {
      opening = undefined
    },
  })
}
