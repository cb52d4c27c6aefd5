import { currentUser } from '@papadag/contract/auth'
import { address } from '@papadag/contract/route'
import type { DBSchema } from 'idb'
import { reads } from '../data/reads.ts'
import { createBrowserDatabase } from './browser-database.ts'
import type { WaitingWrite } from './waiting-write.ts'

/** A reply stored for offline use. */
export type KeptAnswer = { userId: number; at: string; answer: unknown; keptAtMs: number }

interface Tables extends DBSchema {
  answers: { key: [userId: number, at: string]; value: KeptAnswer; indexes: { keptAtMs: number } }
  waiting: { key: [userId: number, address: string]; value: WaitingWrite; indexes: { queuedAtMs: number } }
}

// The prefix by which it is deleted on logout; see user-data.ts.
const name = 'papadag-offline'
const database = createBrowserDatabase<Tables>(name, db => {
  db.createObjectStore('answers', { keyPath: ['userId', 'at'] }).createIndex('keptAtMs', 'keptAtMs')
  db.createObjectStore('waiting', { keyPath: ['userId', 'address'] }).createIndex('queuedAtMs', 'queuedAtMs')
})

/** Runs work on the database. A browser without storage gets the fallback. */
export const onOfflineDatabase = database.use

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
