/**
 * The changes that are announced to open screens, with the reads that they make stale. A write names those it can make.
 */
export const changes = {
  /** A notice. */
  notices: ['/api/notifications', '/api/today'],
  playdate: ['/api/playdates', '/api/users/me/playdates', '/api/invites', '/api/series', '/api/today'],
  /** A poll and its answers. */
  poll: ['/api/polls', '/api/today'],
  /** A meeting that the app proposes, and how many have accepted. */
  proposal: ['/api/proposals', '/api/today'],
  /** A place, its reviews and its history. */
  place: ['/api/places', '/api/map', '/api/users/me/favorite-places', '/api/playdates', '/api/circles'],
  /** A father as others see him. */
  person: ['/api/users', '/api/playdates', '/api/places', '/api/chats', '/api/circles', '/api/today'],
  /** What two users may see of each other. */
  relation: ['/api/chats', '/api/circles', '/api/users', '/api/playdates', '/api/notifications', '/api/today'],
  chat: ['/api/chats', '/api/today'],
  /** A circle, its members, and who is asked to join it. */
  circle: ['/api/circles', '/api/chats', '/api/today'],
  account: ['/api/user', '/api/users/me'],
  /** The outcome of a report. */
  report: ['/api/reports'],
  /** What moderators have to look at. */
  moderation: ['/api/moderation'],
} as const satisfies Record<string, readonly string[]>

/** The lists of a user's own playdates; a sheet is found by the thing it shows. */
const ownPlaydates = [
  '/api/users/me/playdates',
  '/api/playdates/past',
  '/api/playdates/cancelled',
  '/api/playdates/upcoming',
  '/api/series',
  '/api/today',
]

/** The name of a change. */
export type Touch = keyof typeof changes

/** The reads that a user makes stale for himself with these changes. */
export function readsTouchedBy(touches: readonly Touch[]): string[] {
  return touches.flatMap(touch => changes[touch])
}

/**
 * The reads of the people concerned, who are named by the transaction's notices, seats, chats and reports. All other
 * reads are notified of a change if they show the thing or list its area.
 */
export function readsOfPeople(touch: Touch): readonly string[] {
  if (touch === 'place' || touch === 'moderation') return []
  if (touch === 'playdate') return ownPlaydates
  return touch === 'person' ? changes.chat : changes[touch]
}
