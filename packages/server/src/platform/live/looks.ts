import type { Connection, Watched } from './connection.ts'
import type { Shows } from './shows.ts'

/** Screens have to read again before this matters, so it yields to them. */
const atOnce = 2

/** Looks up again what is on the pages of lists that have changed; screens of one user with the same list share a look. */
export function createLooks(found: (watched: Watched, shows: Shows) => void): (watched: Watched) => void {
  const waiting = new Map<string, { look: () => Promise<Shows>; lists: Set<Watched> }>()
  let underWay = 0

  async function next() {
    const [first] = waiting
    if (!first || underWay >= atOnce) return
    const [key, { look, lists }] = first
    waiting.delete(key)
    underWay += 1
    // Without an answer the lists keep what they know, and hear of the rest in the slow round.
    const shows = await look().catch(() => undefined)
    underWay -= 1
    if (shows) for (const watched of lists) found(watched, shows)
    void next()
  }

  return watched => {
    const { look, path, connection } = watched
    if (!look) return
    const key = keyOf(connection, path)
    const same = waiting.get(key) ?? { look, lists: new Set() }
    same.lists.add(watched)
    waiting.set(key, same)
    void next()
  }
}

const keyOf = ({ member }: Connection, path: string) => `${member?.id} ${path}`
