import { keysOf, nameKey } from '../../domain/name-key.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail.ts'
import { Problem } from '../../platform/problem.ts'
import { type RateLimiter, rateLimits } from '../../platform/rate-limits.ts'
import { compose, Reader } from './compose.ts'
import { changedMail, confirmMail, inactiveMail, resetMail } from './mail-texts.ts'
import { issueToken } from './tokens.ts'

export interface MailingParts {
  db: Db
  mailer: Mailer
  limiter: RateLimiter
  /** The origin that links lead to. */
  publicUrl: string
}

/** What the product mails. Each answers at once and works on afterwards. */
export interface Mailings {
  /** A link for a new password, to whoever has this address now or had it until a change that is not confirmed. */
  sendReset(email: string): void
  /** A link that confirms somebody's address; those beyond the limit stay unsent. */
  askToConfirm(userId: number): void
  /** Tells the address before that it is not the account's any more, and asks the new one to confirm. */
  tellOfNewAddress(userId: number, oldEmail: string): void
  /** Says that the account will go; answers whether that could be sent. */
  remind(userId: number): Promise<boolean>
}

/** At most so many accounts share an address: one's own, and others' before they changed it. */
const maxHolders = 5

const current = sql`u.email`
const forResets = sql`coalesce(u.reset_email, u.email)`

export function createMailings({ db, mailer, limiter, publicUrl }: MailingParts): Mailings {
  function readers(to: Sql, which: Sql): Promise<Reader[]> {
    return db.many(
      Reader,
      sql`select u.id, ${to} as "to", u.username, u.first_name as "firstName", u.language,
                 (u.email_confirmed or ${to} is not distinct from u.reset_email) as "isConfirmed"
            from users u where ${which} order by u.id limit ${maxHolders}`,
    )
  }

  async function isWithinLimit(kind: string, userId: number) {
    try {
      await limiter.consume(rateLimits.mailsPerAccount, `${kind}:${userId}`)
      return true
    } catch (refusal) {
      if (refusal instanceof Problem) return false
      throw refusal
    }
  }

  async function askToConfirm(userId: number) {
    for (const reader of await readers(current, sql`u.id = ${userId} and not u.email_confirmed`)) {
      if (!(await isWithinLimit('confirm', userId))) continue
      const token = await issueToken(db, 'confirm', reader)
      await mailer.send(compose(confirmMail, reader, `${publicUrl}/auth?confirm=${token}`))
    }
  }

  return {
    sendReset(email) {
      mailer.later(async () => {
        const holders = await readers(forResets, sql`array[u.email_key, u.reset_email_key] && ${keysOf(email)}::text[]`)
        const sendings = holders.map(async reader => {
          if (!(await isWithinLimit('reset', reader.id))) return
          const token = await issueToken(db, 'reset', reader)
          await mailer.send(compose(resetMail, reader, `${publicUrl}/auth?reset=${token}`))
        })
        await Promise.all(sendings)
      })
    },

    askToConfirm(userId) {
      mailer.later(() => askToConfirm(userId))
    },

    tellOfNewAddress(userId, oldEmail) {
      mailer.later(() => askToConfirm(userId))
      mailer.later(async () => {
        if (!(await isWithinLimit('notice', userId))) return
        // An address that was not confirmed itself is nobody's to be told.
        const isOld = sql`u.reset_email_key = ${nameKey(oldEmail)}`
        for (const reader of await readers(forResets, sql`u.id = ${userId} and ${isOld}`)) {
          await mailer.send(compose(changedMail, reader, `${publicUrl}/auth?forgot`))
        }
      })
    },

    async remind(userId) {
      const [reader] = await readers(forResets, sql`u.id = ${userId}`)
      return reader !== undefined && mailer.send(compose(inactiveMail, reader, `${publicUrl}/auth`))
    },
  }
}
