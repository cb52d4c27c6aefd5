import * as contract from '@papadag/contract/auth'
import { ownProfile } from '@papadag/contract/users/users'
import { ownUser } from '../../domain/account.ts'
import { audit, auditStart } from '../../domain/audit.ts'
import { asTry } from '../../domain/circle-codes.ts'
import type { CheckPassword } from '../../domain/password-policy.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Visitor } from '../../platform/http/address.ts'
import { type Served, serve, turnAt } from '../../platform/http/serve.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, minute, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import * as commands from './commands.ts'
import { accountKey, clearTriesAtStart, countTry, freeTries, tooManyTries } from './login-delay.ts'
import { keepPasskey, readPasskey } from './passkeys/commands.ts'
import { surroundings } from './passkeys/routes.ts'

const failedLogins: RateLimit = { name: 'failed-logins', windows: [{ times: 50, seconds: 15 * minute }] }
const registrations: RateLimit = { name: 'registrations', windows: [{ times: 20, seconds: hour }] }

export interface AuthParts {
  config: Pick<Config, 'publicUrl' | 'sessionSecret' | 'rateLimit'>
  limiter: RateLimiter
  pictures: Pictures
  checkPassword: CheckPassword
  /** Called for a new account, in its transaction; undefined without mail. */
  onRegistered: ((tx: Db, userId: number) => Promise<void>) | undefined
}

export function authRoutes({ config, limiter, pictures, checkPassword, onRegistered }: AuthParts): Served[] {
  const { rateLimit, sessionSecret } = config

  /** The visitor in whose turn a password is hashed, however many addresses he has. */
  const turnOf = (visitor: Visitor) => (rateLimit === 'off' ? undefined : turnAt(visitor))

  const free = typeof rateLimit === 'number' ? Math.ceil(freeTries * rateLimit) : freeTries
  const counting = (key: string) => (rateLimit === 'off' ? undefined : countTry(key, free))

  async function self(db: Db, id: number) {
    const user = await ownUser(db, id)
    // The account was deleted while its session was still cached.
    if (!user) throw new Problem('auth.required')
    return user
  }

  return [
    serve(contract.currentUser, ({ db, member }) => self(db, member.id)),
    serve(ownProfile, ({ db, member }) => self(db, member.id)),

    serve(contract.logIn, async ({ db, body, session, visitor }) => {
      const key = accountKey(sessionSecret, body.username)
      // Counted before the password is checked, so that a blocked address learns nothing; only failures stay counted.
      await limiter.consume(failedLogins, visitor)
      const { account, isCounted } = await commands.accountOf(db, body.username, counting(key))
      if (!isCounted) throw await tooManyTries(db, key)
      const checked = commands.checkPassword(db, account, body.password, turnOf(visitor))
      // Read while the password is hashed, also for an unknown name, so that its timing does not differ.
      const user = ownUser(db, account?.id ?? 0)
      // The result of the password check comes first.
      user.catch(() => {})
      const { id, hash } = await checked
      await limiter.giveBack(failedLogins, visitor)
      await session.start(id, {
        provenHash: hash,
        remember: body.remember,
        also: rateLimit === 'off' ? [auditStart] : [clearTriesAtStart(key), auditStart],
      })
      return (await user) ?? self(db, id)
    }),

    // A second account with the same name is refused.
    serve(contract.register, { visitorLimit: registrations }, async call => {
      const { db, body, session, language, visitor } = call
      if (body.password !== undefined) checkPassword(body.password, body.username, 'password')
      const where = body.passkey && surroundings(call, config)
      const passkey = body.passkey && where && (await readPasskey(db, body.passkey, 'register', where))
      let passkeyId: number | undefined
      const register = () =>
        commands.register(db, pictures, body, {
          language,
          sessionSecret,
          turn: turnOf(visitor),
          keepPasskey:
            passkey &&
            (async (tx, userId) => {
              passkeyId = await keepPasskey(tx, passkey, userId, where)
            }),
          onRegistered,
        })
      const user = body.code ? await asTry(limiter, { visitor }, register) : await register()
      await session.start(user.id, { passkeyId })
      return user
    }),

    serve(contract.logOut, async ({ db, member, session }) => {
      await session.end()
      if (member) await audit(db, 'session.ended', member.id)
    }),
  ]
}
