import { createHmac } from 'node:crypto'

/** A user's name in the log: the same within a month, of no use without the key, unrelated to next month's (safety S45). */
export function pseudonym(secret: string, userId: number): string {
  const month = new Date().toISOString().slice(0, 7)
  return createHmac('sha256', secret).update(`log:${month}:${userId}`).digest('base64url').slice(0, 12)
}
