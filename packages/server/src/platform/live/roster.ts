import type { Connection } from './connection.ts'

/** The open connections of this node. */
export interface Roster {
  readonly all: ReadonlySet<Connection>
  users(): Iterable<number>
  /** A user's connections, oldest first. */
  of(userId: number): readonly Connection[]
  add(connection: Connection): void
  /** Lists a connection under the user who has authenticated on it. */
  signIn(connection: Connection, userId: number): void
  /** Removes a connection from its user's list; it stays open, so that pending frames are still sent. */
  signOut(connection: Connection): void
  remove(connection: Connection): void
}

const none: readonly Connection[] = []

/** `onRemoved` is called for each connection that has ended. */
export function createRoster(onRemoved: (connection: Connection) => void = () => {}): Roster {
  const all = new Set<Connection>()
  // Most users have one connection: a set for each would take as much memory as the rest of the roster.
  const byUser = new Map<number, readonly Connection[]>()
  const of = (userId: number) => byUser.get(userId) ?? none

  function signOut(connection: Connection) {
    if (!connection.member) return
    const { id } = connection.member
    const left = of(id).filter(own => own !== connection)
    if (left.length === 0) byUser.delete(id)
    else byUser.set(id, left)
  }

  return {
    all,
    users: () => byUser.keys(),
    of,
    add: connection => void all.add(connection),
    signIn: (connection, userId) => void byUser.set(userId, [...of(userId), connection]),
    signOut,
    remove(connection) {
      all.delete(connection)
      signOut(connection)
      onRemoved(connection)
    },
  }
}
