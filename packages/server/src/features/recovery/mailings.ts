import * as z from 'zod/mini'
import { compose, type MailText, Reader } from '../../domain/compose-mail.ts'
import { keysOf, nameKey } from '../../domain/name-key.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail.ts'
import { type Due, enqueue, type Outcome, type Sender } from '../../platform/outbox.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { changedMail, confirmMail, inactiveMail, resetMail } from './mail-texts.ts'
import { issueToken, type Purpose } from './tokens.ts'

const mailsPerAccount: RateLimit = { name: 'mails-account', windows: [{ times: 3, seconds: hour }] }

/** The mails of the product. Each call writes a row to the outbox, in the transaction of the change it belongs to. */
export interface Mailings {
  /** A link for a new password, to whoever has this address now or had it until a change that is not confirmed. */
  sendReset(tx: Db, email: string): Promise<void>
  /** A link that confirms somebody's address; those beyond the limit stay unsent. */
  askToConfirm(tx: Db, userId: number): Promise<void>
  /** Tells the address before that it is not the account's any more, and asks the new one to confirm. */
  tellOfNewAddress(tx: Db, userId: number, oldEmail: string): Promise<void>
  /** Warns that the account will be deleted. */
  remind(tx: Db, userId: number): Promise<void>
}

export const mailings: Mailings = {
  sendReset: (tx, email) => enqueue(tx, { kind: 'mail.reset', payload: { email } }),
  askToConfirm: (tx, userId) => enqueue(tx, { kind: 'mail.confirm', userId }),
  async tellOfNewAddress(tx, userId, oldEmail) {
    await enqueue(tx, { kind: 'mail.confirm', userId })
    await enqueue(tx, { kind: 'mail.changed', userId, payload: { oldEmail } })
  },
  remind: (tx, userId) => enqueue(tx, { kind: 'mail.inactive', userId }),
}

export interface MailSenderParts {
  db: Db
  mailer: Mailer
  limiter: RateLimiter
  /** The origin that links lead to. */
  publicUrl: string
}

/** At most so many accounts share an address: one's own, and others' before they changed it. */
const maxHolders = 5

const current = sql`u.email`
const forResets = sql`coalesce(u.reset_email, u.email)`
const Addressed = z.object({
  email: z.optional(z.string()),
  oldEmail: z.optional(z.string()),
  done: z.optional(z.array(z.int())),
})

/** What the outbox does with a mail that is due: whom it is for and what it says is looked up at that moment. */
export function mailSenders({ db, mailer, limiter, publicUrl }: MailSenderParts): Record<string, Sender> {
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
      await limiter.consume(mailsPerAccount, `${kind}:${userId}`)
      return true
    } catch (refusal) {
      if (refusal instanceof Problem) return false
      throw refusal
    }
  }

  /** Mails each of these; those who have got it already are spared when it is tried again. */
  async function mailTo(
    due: Due,
    found: readonly Reader[],
    text: MailText,
    { limit, link }: { limit?: string; link: (reader: Reader) => string | Promise<string> },
  ): Promise<Outcome> {
    const { done: before = [], ...payload } = Addressed.parse(due.payload)
    const done = [...before]
    let failure: { failed: string; isFinal: boolean } | undefined
    for (const reader of found) {
      if (done.includes(reader.id)) continue
      // Counted once, however often it is tried.
      if (limit && due.attempts === 1 && !(await isWithinLimit(limit, reader.id))) {
        done.push(reader.id)
        continue
      }
      const result = await mailer.send(compose(text, reader, { url: `${publicUrl}${await link(reader)}` }))
      if (result === 'sent' || result.isFinal) done.push(reader.id)
      if (result !== 'sent') failure = failure && !failure.isFinal ? failure : result
    }
    return failure ? { ...failure, payload: { ...payload, done } } : 'done'
  }

  const withToken = (purpose: Purpose) => async (reader: Reader) =>
    `/auth?${purpose}=${await issueToken(db, purpose, reader)}`

  return {
    'mail.reset': {
      async send(due) {
        const { email } = Addressed.parse(due.payload)
        const holders = await readers(
          forResets,
          sql`array[u.email_key, u.reset_email_key] && ${keysOf(email ?? '')}::text[]`,
        )
        return mailTo(due, holders, resetMail, { limit: 'reset', link: withToken('reset') })
      },
    },
    'mail.confirm': {
      async send(due) {
        const unconfirmed = await readers(current, sql`u.id = ${due.userId} and not u.email_confirmed`)
        return mailTo(due, unconfirmed, confirmMail, { limit: 'confirm', link: withToken('confirm') })
      },
    },
    'mail.changed': {
      async send(due) {
        const { oldEmail } = Addressed.parse(due.payload)
        // An address that was not confirmed itself is nobody's to be told.
        const isOld = sql`u.reset_email_key = ${nameKey(oldEmail ?? '')}`
        const holders = await readers(forResets, sql`u.id = ${due.userId} and ${isOld}`)
        return mailTo(due, holders, changedMail, { limit: 'notice', link: () => '/auth?forgot' })
      },
    },
    'mail.inactive': {
      async send(due) {
        return mailTo(due, await readers(forResets, sql`u.id = ${due.userId}`), inactiveMail, { link: () => '/auth' })
      },
      // Whom the mail did not reach is told another time, and keeps his account until then.
      onGivenUp: ({ userId }) => db.run(sql`update users set inactivity_told_at = null where id = ${userId}`),
    },
  }
}
