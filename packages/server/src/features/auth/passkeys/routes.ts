import * as contract from '@papadag/contract/passkeys'
import type { Route } from '@papadag/contract/route'
import { ownUser } from '../../../domain/account.ts'
import { auditStart } from '../../../domain/audit.ts'
import { record } from '../../../domain/facts.ts'
import type { Config } from '../../../platform/config.ts'
import { type BrowserControl, type Call, type Served, serve } from '../../../platform/http/serve.ts'
import { Problem } from '../../../platform/problem.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../../platform/rate-limits.ts'
import type { Sessions } from '../../../platform/sessions/sessions.ts'
import { challengeAt, challengeSeconds, newChallenge, type Purpose } from './challenges.ts'
import * as commands from './commands.ts'
import { optionsToLogIn, optionsToMake } from './credentials.ts'
import { askedAt, makerOf, mustOwnPasskey, ownPasskey, ownPasskeys } from './queries.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/** The login asks for them each time it is opened. */
const asked: RateLimit = { name: 'passkeys-asked', windows: [{ times: 200, seconds: 15 * minute }] }
const wrong: RateLimit = { name: 'wrong-passkeys', windows: [{ times: 50, seconds: 15 * minute }] }
const added: RateLimit = { name: 'passkeys-added', windows: [{ times: 20, seconds: hour }] }
const changed: RateLimit = { name: 'passkeys-changed', windows: [{ times: 60, seconds: hour }] }

export interface PasskeyParts {
  config: Pick<Config, 'publicUrl' | 'sessionSecret'>
  limiter: RateLimiter
  sessions: Pick<Sessions, 'announceEnd'>
}

type Asking = Pick<Call<Route>, 'origin' | 'browser' | 'language'>

/** Where and in which browser a call is made; throws `request.unknownPath` where no passkey can work. */
export function surroundings(
  { origin, browser, language }: Asking,
  { publicUrl, sessionSecret }: PasskeyParts['config'],
): commands.Surroundings {
  return {
    rp: partyAt(origin, publicUrl),
    sessionSecret,
    browser: browser.secretFor('passkey'),
    userAgent: browser.userAgent,
    language,
  }
}

function partyAt(origin: string, publicUrl: string | undefined): RelyingParty {
  const rp = relyingParty(origin, { publicUrl })
  if (!rp) throw new Problem('request.unknownPath')
  return rp
}

/** Passkeys: keys that a father's devices keep, with which he logs in (docs/decisions/0035-passkeys.md). */
export const passkeyRoutes = (parts: PasskeyParts): Served[] => [...loginRoutes(parts), ...ownRoutes(parts)]

const askerOf = (sessionSecret: string, browser: BrowserControl, purpose: Purpose) => ({
  sessionSecret,
  purpose,
  browser: browser.keep('passkey', challengeSeconds),
})

function loginRoutes({ config, limiter }: PasskeyParts): Served[] {
  const { publicUrl, sessionSecret } = config
  return [
    serve(contract.passkeyOptions, { visitorLimit: asked }, async ({ db, browser, origin, query }) => {
      const rp = partyAt(origin, publicUrl)
      if (query.for === 'register') {
        const challenge = await newChallenge(db, askerOf(sessionSecret, browser, 'register'))
        // His own names are known to his browser alone.
        const nobody = { name: 'Papadag', displayName: 'Papadag', known: [] }
        return optionsToMake(rp, challenge, { ...nobody, handle: commands.handleOf(challenge) })
      }
      const { seconds, isMoved } = await askedAt(db, rp)
      const challenge = challengeAt(seconds, askerOf(sessionSecret, browser, 'login'))
      return { ...optionsToLogIn(rp, challenge), ...(isMoved && { isMoved }) }
    }),

    serve(contract.logInWithPasskey, async call => {
      const { db, body, session, visitor } = call
      const where = surroundings(call, config)
      // Counted before it is checked; only refused ones stay counted.
      await limiter.consume(wrong, visitor)
      const { userId, passkeyId, also } = await commands.provePasskey(db, body, where)
      await limiter.giveBack(wrong, visitor)
      await session.start(userId, { passkeyId, also: [auditStart, ...also], remember: body.remember })
      const user = await ownUser(db, userId)
      if (!user) throw new Problem('auth.required')
      return user
    }),
  ]
}

/** What a father does with his own. */
function ownRoutes({ config, sessions }: PasskeyParts): Served[] {
  const { publicUrl, sessionSecret } = config
  return [
    serve(contract.passkeys, ({ db, member }) => ownPasskeys(db, member.id)),

    serve(contract.newPasskeyOptions, { limit: asked }, async ({ db, browser, origin, member }) => {
      const rp = partyAt(origin, publicUrl)
      const { handle, name, displayName, known } = await makerOf(db, member.id, rp)
      const challenge = await newChallenge(db, askerOf(sessionSecret, browser, `add for ${member.id}`))
      return optionsToMake(rp, challenge, {
        name,
        displayName,
        handle: handle === null ? commands.handleOf(challenge) : Buffer.from(handle, 'hex'),
        known: known.map(id => Buffer.from(id, 'hex').toString('base64url')),
      })
    }),

    serve(contract.addPasskey, { limit: added }, async call => {
      const { db, body, member } = call
      const where = surroundings(call, config)
      const proven = await commands.readPasskey(db, body, `add for ${member.id}`, where)
      const id = await db.transaction(async tx => {
        const passkeyId = await commands.keepPasskey(tx, proven, member.id, where)
        await record(tx, { fact: 'passkeyAdded', userId: member.id, passkeyId, sessionId: member.sessionId })
        return passkeyId
      })
      const made = await ownPasskey(db, id, member.id)
      if (!made) throw new Problem('passkey.unknown')
      return made
    }),

    serve(
      contract.renamePasskey,
      { limit: changed, allow: ({ db, params, member }) => mustOwnPasskey(db, params.id, member.id) },
      ({ db, params, body, member }) => commands.rename(db, params.id, body.name, member.id),
    ),

    serve(
      contract.removePasskey,
      { limit: changed, allow: ({ db, params, member }) => mustOwnPasskey(db, params.id, member.id) },
      async ({ db, params, member, origin, session }) => {
        const ended = await commands.remove(db, params.id, member.id, partyAt(origin, publicUrl))
        await sessions.announceEnd(ended)
        // His own, if it was opened with this one.
        if (ended.includes(member.sessionId)) await session.end()
      },
    ),
  ]
}
