import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Member } from '../http/serve.ts'

const lifeMs = 60_000
const form = /^t1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/

/**
 * Single-use tickets for the authenticate frame (safety S22). They are signed rather than stored, so that any node can
 * check one; each node remembers the used ones until they expire.
 */
export interface Tickets {
  issue(member: Member): string
  /** Whether the token has the form of our tickets. */
  isOurs(token: string): boolean
  /** The member a ticket was issued to; undefined if it is forged, expired or already used. */
  take(token: string): Member | undefined
}

export function createTickets(secret: string, nowMs: () => number = Date.now): Tickets {
  const used = new Map<string, number>()

  function sign(payload: string) {
    return createHmac('sha256', secret).update(`ticket:${payload}`).digest('base64url')
  }

  return {
    issue(member) {
      const fields = [member.id, member.sessionId, nowMs() + lifeMs, randomBytes(8).toString('hex')]
      const payload = Buffer.from(fields.join(':')).toString('base64url')
      return `t1.${payload}.${sign(payload)}`
    },

    isOurs: token => form.test(token),

    take(token) {
      const [, payload = '', signature = ''] = token.split('.')
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(payload))]
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const [id, sessionId, untilMs] = Buffer.from(payload, 'base64url').toString().split(':').map(Number)
      const now = nowMs()
      for (const [old, oldUntilMs] of used) if (oldUntilMs < now) used.delete(old)
      if (!id || !sessionId || !untilMs || untilMs < now || used.has(payload)) return undefined
      used.set(payload, untilMs)
      return { id, sessionId }
    },
  }
}
