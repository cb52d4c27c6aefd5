import { browserStorage } from '../browser/storage.ts'

const storageKey = 'invitation'
const keptMs = 24 * 3600_000
const address = /^\/([ip]\/|circles\?code=)[\w-]{1,100}$/

/** Whether a path is an invitation's, a poll's, or that of a code of a circle. */
export const isInvitation = (path: string) => address.test(path)

/** Remembers a visitor's invitation, since a mailed link for a new password opens without it. */
export function keepInvitation(path: string) {
  browserStorage.set(storageKey, JSON.stringify({ path, at: Date.now() }))
}

/** The invitation with which this browser was last opened, for a day. */
export function keptInvitation(): string | undefined {
  try {
    const { path, at }: { path: unknown; at: unknown } = JSON.parse(browserStorage.get(storageKey) ?? 'null') ?? {}
    const isFresh = typeof at === 'number' && Date.now() - at < keptMs
    return isFresh && typeof path === 'string' && isInvitation(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Forgets the invitation once a member has seen it. */
export function forgetInvitation() {
  browserStorage.remove(storageKey)
}
