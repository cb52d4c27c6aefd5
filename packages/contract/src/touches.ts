/** The changes that open screens hear of. A write names those it can make; nobody else hears of them. */
interface Change {
  /** The reads of those concerned: whom the transaction's notices, seats and chats name. */
  people?: readonly string[]
  /** The reads that show the thing itself, or list its area. */
  shown?: readonly string[]
}

const playdateLists = ['/api/playdates', '/api/users/me/playdates'] as const

export const changes = {
  /** A notice, for whom it is. */
  notices: { people: ['/api/notifications'] },
  /** A playdate, for everybody on it and whoever shows it. */
  playdate: { people: playdateLists, shown: playdateLists },
  /** A place, its reviews and history, for whoever shows it. */
  place: { shown: ['/api/places', '/api/map', '/api/users/me/favorite-places', '/api/playdates'] },
  /** A father as others see him, for those he chats with and whoever shows him. */
  person: { people: ['/api/chats'], shown: ['/api/users', '/api/playdates', '/api/places'] },
  /** What two users may see of each other, for both. */
  relation: { people: ['/api/chats', '/api/users', '/api/playdates', '/api/notifications'] },
  /** A chat, for its members. */
  chat: { people: ['/api/chats'] },
  /** An account, for its user. */
  account: { people: ['/api/user', '/api/users/me'] },
  /** The outcome of a report, for who sent it. */
  report: { people: ['/api/reports'] },
  /** What moderators have to look at, for them. */
  moderation: { shown: ['/api/moderation'] },
} as const satisfies Record<string, Change>

/** The name of a change. */
export type Touch = keyof typeof changes

/** What somebody makes stale for himself by making these changes. */
export function readsTouchedBy(touches: readonly Touch[]): string[] {
  return touches.flatMap(touch => {
    const { people = [], shown = [] }: Change = changes[touch]
    return [...people, ...shown]
  })
}

/** The reads of those concerned by a change. */
export function readsOfPeople(touch: Touch): readonly string[] {
  const { people = [] }: Change = changes[touch]
  return people
}
