import type { Connection } from './connection.ts'

/** The open connections of this node. */
export interface Roster {
  readonly all: ReadonlySet<Connection>
  users(): Iterable<number>
  /** A user's connections, the oldest first. */
  of(userId: number): ReadonlySet<Connection>
  add(connection: Connection): void
  /** Lists a connection under the user who has authenticated on it. */
  signIn(connection: Connection, userId: number): void
  /** Takes a connection from its user's list; it stays open, so that what is on its way is still sent. */
  signOut(connection: Connection): void
  remove(connection: Connection): void
}

const none: ReadonlySet<Connection> = new Set()

export function createRoster(): Roster {
  const all = new Set<Connection>()
  const byUser = new Map<number, Set<Connection>>()

  function signOut(connection: Connection) {
    if (!connection.member) return
    const { id } = connection.member
    const own = byUser.get(id)
    own?.delete(connection)
    if (own?.size === 0) byUser.delete(id)
  }

  return {
    all,
    users: () => byUser.keys(),
    of: userId => byUser.get(userId) ?? none,
    add: connection => void all.add(connection),
    signIn(connection, userId) {
      const own = byUser.get(userId) ?? new Set()
      byUser.set(userId, own.add(connection))
    },
    signOut,
    remove(connection) {
      all.delete(connection)
      signOut(connection)
    },
  }
}
