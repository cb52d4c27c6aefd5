import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { whileItAnswers } from '../browser/storage.ts'

/** Raised when what is stored changes its form: what is stored in another one is deleted. */
const form = 2

/**
 * An IndexedDB database that opens on first use and can be deleted by another tab. `use` runs work on it, and returns
 * the fallback in a browser without storage, or whose storage does not answer.
 */
export function createBrowserDatabase<Tables extends DBSchema>(name: string, make: (db: IDBPDatabase<Tables>) => void) {
  let opening: Promise<IDBPDatabase<Tables>> | undefined
  // Whether it has not answered yet, so that nothing else waits for it.
  let isLate = false
  const forget = () => {
    opening = undefined
    isLate = false
  }
  // Where the browser has no databases at all, this throws at once.
  const open = async () =>
    openDB<Tables>(name, form, {
      upgrade(db) {
        for (const table of db.objectStoreNames) db.deleteObjectStore(table)
        make(db)
      },
      // Another tab deletes the database because the user has logged out.
      blocking: (_from, _to, event) => {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    })

  /** The database; undefined if it does not open in time. One that opens later is used from then on. */
  async function opened() {
    if (isLate) return undefined
    opening ??= open()
    const asked = opening
    try {
      return await whileItAnswers(asked)
    } catch {
      const inTime = () => {
        isLate = false
      }
      isLate = opening === asked
      asked.then(inTime, forget)
      return undefined
    }
  }

  return {
    async use<T>(otherwise: T, work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
      const db = await opened()
      if (!db) return otherwise
      try {
        return await whileItAnswers(work(db))
      } catch {
        forget()
        return otherwise
      }
    },

    /** Closes this tab's connection, which would prevent the database from being deleted. */
    async close() {
      const closing = opening?.then(db => db.close()).catch(() => {})
      forget()
      if (closing) await whileItAnswers(closing).catch(() => {})
    },
  }
}
