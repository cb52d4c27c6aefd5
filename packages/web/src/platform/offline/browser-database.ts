import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/**
 * An IndexedDB database that opens on first use and can be deleted by another tab. `use` runs work on it, and returns
 * the fallback in a browser without storage.
 */
export function createBrowserDatabase<Tables extends DBSchema>(name: string, make: (db: IDBPDatabase<Tables>) => void) {
  let opening: Promise<IDBPDatabase<Tables>> | undefined
  const forget = () => {
    opening = undefined
  }
  const open = () =>
    openDB<Tables>(name, 1, {
      upgrade: make,
      // Another tab deletes the database because the user has logged out.
      blocking: (_from, _to, event) => {
        forget()
        if (event.target instanceof IDBDatabase) event.target.close()
      },
      terminated: forget,
    })

  return {
    async use<T>(otherwise: T, work: (db: IDBPDatabase<Tables>) => Promise<T>): Promise<T> {
      try {
        opening ??= open()
        return await work(await opening)
      } catch {
        forget()
        return otherwise
      }
    },

    /** Closes this tab's connection, which would prevent the database from being deleted. */
    async close() {
      await opening?.then(db => db.close()).catch(() => {})
      forget()
    },
  }
}
