import { createHmac } from 'node:crypto'
import * as contract from '@papadag/contract/codes'
import { deviceName } from '@papadag/contract/users/device-name'
import { ownUser } from '../../../domain/account.ts'
import { auditStart } from '../../../domain/audit.ts'
import { nameKey } from '../../../domain/names/name-key.ts'
import { type Served, serve } from '../../../platform/http/serve.ts'
import type { Mailer } from '../../../platform/mail.ts'
import { Problem } from '../../../platform/problem.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../../platform/rate-limits.ts'
import { askCode, browserOf, codeOfLink, codeSeconds, enterCode } from './codes.ts'

const asked: RateLimit = { name: 'codes-asked', windows: [{ times: 20, seconds: hour, inNetwork: 100 }] }
/** As often as an account gets one, so that nobody waits for a mail that does not come. */
const askedForOne: RateLimit = { name: 'codes-asked-for', windows: [{ times: 3, seconds: hour }] }
const wrong: RateLimit = { name: 'wrong-codes', windows: [{ times: 50, seconds: 15 * minute }] }
const opened: RateLimit = { name: 'code-links', windows: [{ times: 60, seconds: hour }] }

export interface CodeParts {
  /** Undefined without mail: then these calls answer 404. */
  mailer: Pick<Mailer, 'isDown'> | undefined
  limiter: RateLimiter
  sessionSecret: string
}

/** Codes that are mailed and typed where somebody logs in. */
export function codeRoutes({ mailer, limiter, sessionSecret }: CodeParts): Served[] {
  async function allow() {
    if (!mailer) throw new Problem('request.unknownPath')
  }

  /** Counts what was typed, whether or not an account has it. */
  function keyOf(name: string): `code:${number}` {
    const hash = createHmac('sha256', sessionSecret)
      .update(`code for ${nameKey(name)}`)
      .digest()
    return `code:${hash.readUIntBE(0, 6)}`
  }

  return [
    serve(contract.askLoginCode, { allow, visitorLimit: asked }, async ({ db, body, browser }) => {
      if (mailer?.isDown()) throw new Problem('mail.unavailable')
      await limiter.consume(askedForOne, keyOf(body.email ?? body.username ?? ''))
      const secret = browser.bind('code', codeSeconds)
      const device = deviceName(browser.userAgent ?? null) ?? null
      await askCode(db, { ...body, browser: browserOf(secret), device })
    }),

    serve(contract.enterLoginCode, { allow }, async ({ db, body, browser, session, visitor }) => {
      // Counted before the code is compared; only wrong ones stay counted.
      await limiter.consume(wrong, visitor)
      const secret = browser.secretFor('code')
      const userId = await enterCode(db, sessionSecret, secret && browserOf(secret), body.code)
      await limiter.giveBack(wrong, visitor)
      await session.start(userId, { also: [auditStart], remember: body.remember })
      browser.release('code')
      const user = await ownUser(db, userId)
      if (!user) throw new Problem('auth.required')
      return user
    }),

    serve(contract.codeByLink, { allow, visitorLimit: opened }, async ({ db, params, browser }) => {
      const { code, browser: asking } = await codeOfLink(db, sessionSecret, params.token)
      const secret = browser.secretFor('code')
      return { code, isAsking: secret !== undefined && browserOf(secret) === asking }
    }),
  ]
}
