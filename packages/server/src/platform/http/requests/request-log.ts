import { createHmac } from 'node:crypto'

const maxKnown = 10_000

/**
 * Names for users in the log: stable within a month, useless without the key, and unrelated to next month's (safety
 * S45).
 */
export function createPseudonyms(secret: string): (userId: number) => string {
  const known = new Map<number, string>()
  let month = ''
  let monthEndsMs = 0
  return userId => {
    const now = new Date()
    if (now.getTime() >= monthEndsMs) {
      month = now.toISOString().slice(0, 7)
      monthEndsMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
      known.clear()
    }
    if (known.size >= maxKnown) known.clear()
    const before = known.get(userId)
    if (before) return before
    const name = createHmac('sha256', secret).update(`log:${month}:${userId}`).digest('base64url').slice(0, 12)
    known.set(userId, name)
    return name
  }
}
