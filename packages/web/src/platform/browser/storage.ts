/** Values by name that survive a reload, or at least a screen where the browser stores nothing. */
function createStorage(find: () => Storage) {
  // What the browser refused to store or to remove (null), as in a private window or with a full disk.
  const refused = new Map<string, string | null>()
  const attempt = (name: string, value: string | null) => {
    try {
      if (value === null) find().removeItem(name)
      else find().setItem(name, value)
      refused.delete(name)
    } catch {
      refused.set(name, value)
    }
  }
  return {
    get(name: string): string | null {
      const kept = refused.get(name)
      if (kept !== undefined) return kept
      try {
        return find().getItem(name)
      } catch {
        return null
      }
    },
    set: (name: string, value: string) => attempt(name, value),
    remove: (name: string) => attempt(name, null),
    names(): string[] {
      const kept = [...refused].flatMap(([name, value]) => (value === null ? [] : [name]))
      try {
        return [...new Set([...Object.keys(find()).filter(name => !refused.has(name)), ...kept])]
      } catch {
        return kept
      }
    },
  }
}

/** What this browser stores. */
export const browserStorage = createStorage(() => localStorage)

/** What this tab stores. */
export const tabStorage = createStorage(() => sessionStorage)

/** A cookie's value; undefined without one, and where cookies are blocked. */
export function readCookie(name: string): string | undefined {
  try {
    const cookie = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
    return cookie && decodeURIComponent(cookie.slice(name.length + 1))
  } catch {
    return undefined
  }
}

export function writeCookie(name: string, value: string, maxAgeS: number) {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
    document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`
  } catch {
    // Where cookies are blocked, the server uses the language of the request.
  }
}

/** The files that this browser stores; undefined without a secure context or where it is refused. */
export function fileStorage(): CacheStorage | undefined {
  try {
    return globalThis.caches
  } catch {
    return undefined
  }
}

// A browser that has not answered by then is treated as one without storage.
const patienceMs = 2000

/** Fails if the browser's storage does not answer. */
export function whileItAnswers<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The storage of this browser does not answer.')), patienceMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The names of this browser's databases; none if it does not tell. */
export async function databaseNames(): Promise<string[]> {
  try {
    const found = await whileItAnswers(indexedDB.databases())
    return found.flatMap(({ name }) => name ?? [])
  } catch {
    return []
  }
}

/** Deletes a database once no tab uses it any more; one that cannot be deleted now is deleted at the next opportunity. */
export async function deleteDatabase(name: string): Promise<void> {
  try {
    const asked = indexedDB.deleteDatabase(name)
    await whileItAnswers(
      new Promise((resolve, reject) => {
        asked.onsuccess = resolve
        asked.onerror = reject
      }),
    )
  } catch {
    // A browser without storage has nothing to delete.
  }
}
