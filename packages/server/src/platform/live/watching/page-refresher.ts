import type { Watched } from '../connection.ts'
import type { Shows } from './shows.ts'

/**
 * Screens have to read again before this matters, so it gives way to them; one for each user, since his turns may be
 * far off.
 */
const atOnce = 16

interface Wanted {
  userId: number
  findAgain: () => Promise<Shows>
  lists: Set<Watched>
}

/**
 * Looks up again what is on the pages of lists that have changed; screens of one user with the same list share the
 * query.
 */
export function createPageRefresher(found: (watched: Watched, shows: Shows) => void): (watched: Watched) => void {
  const waiting = new Map<string, Wanted>()
  const underWay = new Set<number>()

  async function next() {
    if (underWay.size >= atOnce) return
    const first = waiting.entries().find(([, { userId }]) => !underWay.has(userId))
    if (!first) return
    const [key, { userId, findAgain, lists }] = first
    waiting.delete(key)
    underWay.add(userId)
    // Without a reply the lists keep what they know, and are notified of the rest in the slow round.
    const shows = await findAgain().catch(() => undefined)
    underWay.delete(userId)
    if (shows) for (const watched of lists) found(watched, shows)
    void next()
  }

  return watched => {
    const { findAgain, path, connection } = watched
    const userId = connection.member?.id
    if (!findAgain || userId === undefined) return
    const key = `${userId} ${path}`
    const same = waiting.get(key) ?? { userId, findAgain, lists: new Set() }
    same.lists.add(watched)
    waiting.set(key, same)
    void next()
  }
}
