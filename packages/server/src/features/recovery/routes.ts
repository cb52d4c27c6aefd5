import * as contract from '@papadag/contract/users/recovery'
import type { CheckPassword } from '../../domain/password-policy.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Served, serve, turnAt } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, type RateLimit } from '../../platform/rate-limits.ts'
import type { Sessions } from '../../platform/sessions/sessions.ts'
import * as commands from './commands.ts'
import type { Mailings } from './mailings.ts'

const passwordResets: RateLimit = { name: 'password-resets', windows: [{ times: 10, seconds: hour }] }
const confirmationsAsked: RateLimit = { name: 'confirmations-asked', windows: [{ times: 3, seconds: hour }] }

export interface RecoveryParts {
  /** Undefined without mail: then these calls answer 404. */
  mailings: Mailings | undefined
  sessions: Sessions
  checkPassword: CheckPassword
  /** Resets the account's count of failed logins. */
  forgetTries: (db: Db, username: string) => Promise<void>
}

export function recoveryRoutes({ mailings, sessions, checkPassword, forgetTries }: RecoveryParts): Served[] {
  function there(): Mailings {
    if (!mailings) throw new Problem('request.unknownPath')
    return mailings
  }
  async function allow() {
    there()
  }

  return [
    serve(
      contract.askPasswordReset,
      { allow, visitorLimit: passwordResets },
      // The address is looked up after the reply, so that timing does not reveal whether an account has it.
      ({ db, body }) => there().sendReset(db, body.email),
    ),
    serve(contract.resetPassword, { allow }, async ({ db, params, body, visitor }) => {
      const username = await commands.holderOf(db, params.token)
      checkPassword(body.newPassword, username, 'newPassword')
      await sessions.announceEnd(await commands.resetPassword(db, params.token, body.newPassword, turnAt(visitor)))
      await forgetTries(db, username)
    }),
    serve(contract.confirmEmail, { allow }, ({ db, params }) => commands.confirmEmail(db, params.token)),
    serve(contract.emailConfirmation, { allow }, ({ db, member }) => commands.emailConfirmation(db, member.id)),
    serve(contract.askEmailConfirmation, { allow, limit: confirmationsAsked }, ({ db, member }) =>
      there().askToConfirm(db, member.id),
    ),
  ]
}
