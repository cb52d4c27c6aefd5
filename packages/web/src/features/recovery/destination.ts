import { browserStorage } from '../../platform/browser/storage.ts'

const storageKey = 'after_reset'
/** As long as the mailed link works. */
const keptMs = 30 * 60_000

/** Remembers where he wanted to go when he asks for a new password, since the mailed link does not know it. */
export function keepDestination(search: string) {
  const next = new URLSearchParams(search).get('next')
  if (next) browserStorage.set(storageKey, JSON.stringify({ next, at: Date.now() }))
}

/** Where he wanted to go, once; whether it is a screen of ours is checked after the login. */
export function takeDestination(): string | undefined {
  try {
    const { next, at }: { next?: unknown; at?: unknown } = JSON.parse(browserStorage.get(storageKey) ?? 'null') ?? {}
    const isFresh = typeof at === 'number' && Date.now() - at < keptMs
    return isFresh && typeof next === 'string' ? next : undefined
  } catch {
    return undefined
  } finally {
    browserStorage.remove(storageKey)
  }
}
