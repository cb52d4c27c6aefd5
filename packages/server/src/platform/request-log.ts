import { createHmac } from 'node:crypto'

const maxKnown = 10_000
const known = new Map<string, string>()

/** A user's name in the log: the same within a month, of no use without the key, unrelated to next month's (safety S45). */
export function pseudonym(secret: string, userId: number): string {
  const month = new Date().toISOString().slice(0, 7)
  const inFull = `log:${month}:${userId}`
  const before = known.get(secret + inFull)
  if (before) return before
  const name = createHmac('sha256', secret).update(inFull).digest('base64url').slice(0, 12)
  if (known.size >= maxKnown) known.clear()
  known.set(secret + inFull, name)
  return name
}
