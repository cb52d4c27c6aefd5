import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { Problem } from '../problem.ts'
import { createCrossSiteTokens, xsrfCookie, xsrfHeader } from './cross-site.ts'
import type { LoginStep, Member } from './serve.ts'

type Named = Readonly<Record<string, string | undefined>>
type WithCookies = Pick<FastifyRequest, 'cookies'>

/** 256 bits, as the server writes them. */
const secretForm = /^[\w-]{43}$/

/**
 * The server's cookies: one contains the session, one remembers the device, one proves that a call comes from the
 * product's own page, and others bind a login that has begun to this browser, for minutes.
 */
export interface Cookies {
  sessionToken(cookies: Named): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** The token of a browser that stays logged in. */
  deviceToken(cookies: Named): string | undefined
  setDevice(reply: FastifyReply, token: string): void
  clearDevice(reply: FastifyReply): void
  /** Whether somebody is or stays logged in here, as far as the browser claims. */
  hasLogin(cookies: Named): boolean
  loginSecret(cookies: Named, step: LoginStep): string | undefined
  setLoginSecret(reply: FastifyReply, step: LoginStep, secret: string, seconds: number): void
  hasCrossSiteToken(request: WithCookies): boolean
  /** Sends a fresh cross-site token, bound to the session if there is one. */
  setCrossSiteToken(reply: FastifyReply, sessionId: number | undefined): void
  /** Sends a fresh cross-site token unless the request carries one that belongs to this session. */
  renewCrossSiteToken(request: WithCookies, reply: FastifyReply, sessionId: number | undefined): void
  /** Throws `request.crossSite` unless origin and token show that our own page sent the request. */
  checkCrossSite(request: FastifyRequest, member: Member | undefined): void
  isAllowedOrigin(origin: string, host: string | undefined): boolean
}

export function createCookies(config: Pick<Config, 'publicUrl' | 'sessionSecret' | 'allowedOrigins'>): Cookies {
  const { publicUrl, allowedOrigins } = config
  const secure = publicUrl?.startsWith('https:') ?? false
  const sessionCookie = secure ? '__Host-sid' : 'sid'
  const deviceCookie = secure ? '__Host-device' : 'device'
  const loginCookie = (step: LoginStep) => (secure ? `__Host-login-${step}` : `login-${step}`)
  const tokens = createCrossSiteTokens(config.sessionSecret)

  function setCrossSiteToken(reply: FastifyReply, sessionId: number | undefined) {
    reply.setCookie(xsrfCookie, tokens.issue(sessionId), { path: '/', sameSite: 'lax', secure })
  }

  function isAllowedOrigin(origin: string, host: string | undefined) {
    return allowedOrigins.includes(origin) || (publicUrl ? origin === publicUrl : URL.parse(origin)?.host === host)
  }

  return {
    sessionToken: cookies => cookies[sessionCookie],
    setSession(reply, token) {
      reply.setCookie(sessionCookie, token, {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: 30 * 24 * 3600,
      })
    },
    clearSession(reply) {
      reply.clearCookie(sessionCookie, { path: '/', secure })
    },
    deviceToken: cookies => cookies[deviceCookie],
    setDevice(reply, token) {
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 365 * 24 * 3600 } as const
      reply.setCookie(deviceCookie, token, options)
    },
    clearDevice(reply) {
      reply.clearCookie(deviceCookie, { path: '/', secure })
    },
    hasLogin: cookies => Boolean(cookies[sessionCookie] ?? cookies[deviceCookie]),
    loginSecret(cookies, step) {
      const secret = cookies[loginCookie(step)]
      return secret && secretForm.test(secret) ? secret : undefined
    },
    setLoginSecret(reply, step, secret, seconds) {
      const options = { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds } as const
      reply.setCookie(loginCookie(step), secret, options)
    },
    hasCrossSiteToken: ({ cookies }) => Boolean(cookies[xsrfCookie]),
    setCrossSiteToken,
    renewCrossSiteToken({ cookies }, reply, sessionId) {
      if (!tokens.fits(cookies[xsrfCookie], sessionId)) setCrossSiteToken(reply, sessionId)
    },
    checkCrossSite({ headers, cookies }, member) {
      const { origin, host, 'sec-fetch-site': site, [xsrfHeader]: token } = headers
      const isWelcome = origin === undefined || isAllowedOrigin(origin, host)
      const isSameSite =
        site === undefined || site === 'same-origin' || site === 'none' || allowedOrigins.includes(origin ?? '')
      const isProven = typeof token === 'string' && tokens.verify(cookies[xsrfCookie], token, member?.sessionId)
      if (!isWelcome || !isSameSite || !isProven) throw new Problem('request.crossSite')
    },
    isAllowedOrigin,
  }
}
