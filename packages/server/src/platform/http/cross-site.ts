import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export const xsrfCookie = 'XSRF-TOKEN'
export const xsrfHeader = 'x-xsrf-token'

/** Issues and checks the token that proves a state-changing call comes from our own page (safety S17). */
export interface CrossSiteTokens {
  /** A fresh token, bound to the session if there is one. */
  issue(sessionId: number | undefined): string
  /** Whether a cookie's token belongs to this session, or to none. */
  fits(token: string | undefined, sessionId: number | undefined): boolean
  /** Whether header and cookie agree and belong to the session. */
  verify(cookie: string | undefined, header: string | undefined, sessionId: number | undefined): boolean
}

const form = /^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/

function isSame(a: string, b: string) {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const maxProven = 10_000

export function createCrossSiteTokens(secret: string): CrossSiteTokens {
  // A browser sends the same token with each request, so a proven one is remembered.
  const proven = new Set<string>()

  function sign(random: string, sessionId: number | undefined) {
    return createHmac('sha256', secret)
      .update(`xsrf:${sessionId ?? ''}:${random}`)
      .digest('base64url')
  }

  function fits(token: string | undefined, sessionId: number | undefined) {
    if (token === undefined || !form.test(token)) return false
    const claim = `${sessionId ?? ''}:${token}`
    if (proven.has(claim)) return true
    const [random = '', signature = ''] = token.split('.')
    if (!isSame(signature, sign(random, sessionId))) return false
    if (proven.size >= maxProven) proven.clear()
    proven.add(claim)
    return true
  }

  return {
    issue(sessionId) {
      const random = randomBytes(16).toString('base64url')
      return `${random}.${sign(random, sessionId)}`
    },
    fits,
    verify(cookie, header, sessionId) {
      if (!cookie || !header || cookie.length < 16 || !isSame(cookie, header)) return false
      // Without a session there is nothing to bind it to: the double submission itself is the proof.
      return sessionId === undefined || fits(cookie, sessionId)
    },
  }
}
