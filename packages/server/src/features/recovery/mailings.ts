import * as z from 'zod/mini'
import { nameKey } from '../../domain/names/name-key.ts'
import { compose, type MailText, Reader } from '../../domain/notifications/compose-mail.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Mailer } from '../../platform/mail.ts'
import { type Due, enqueue, type Outcome, type Sender } from '../../platform/outbox/outbox.ts'
import { Problem } from '../../platform/problem.ts'
import { hour, type RateLimit, type RateLimiter } from '../../platform/rate-limits.ts'
import { codeSender } from './codes/mail.ts'
import { changedMail, confirmMail, inactiveMail, resetMail } from './mail-texts.ts'
import { issueToken, type Purpose } from './tokens.ts'

const mailsPerAccount: RateLimit = { name: 'mails-account', windows: [{ times: 3, seconds: hour }] }

/** The mails of the product. Each call writes a row to the outbox, in the transaction of the change it belongs to. */
export interface Mailings {
  /**
   * Mails a link for a new password to the accounts with this address, including those that had it before an
   * unconfirmed change.
   */
  sendReset(tx: Db, email: string): Promise<void>
  /** Mails a link that confirms the user's address; does nothing beyond the limit. */
  askToConfirm(tx: Db, userId: number): Promise<void>
  /** Tells the old address that it is no longer the account's, and asks the new one to confirm. */
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
  sessionSecret: string
  db: Db
  mailer: Mailer
  limiter: RateLimiter
  /** The origin that links lead to. */
  publicUrl: string
}

/** How many accounts may share an address: its owner's, and others' before they changed it. */
const maxHolders = 5

const current = sql`u.email`
const forResets = sql`coalesce(u.reset_email, u.email)`
const Addressed = z.object({
  email: z.optional(z.string()),
  oldEmail: z.optional(z.string()),
  done: z.optional(z.array(z.int())),
})

/** The outbox's handlers for due mails. Readers and texts are looked up when a mail is sent. */
export function mailSenders(parts: MailSenderParts): Record<string, Sender> {
  const { db } = parts
  const withToken = (purpose: Purpose) => async (reader: Reader) =>
    `/auth?${purpose}=${await issueToken(db, purpose, reader)}`

  return {
    'mail.code': codeSender({ ...parts, mayMail: id => isWithinLimit(parts.limiter, 'code', id) }),
    'mail.reset': {
      async send(due) {
        const { email } = Addressed.parse(due.payload)
        const holders = await readersOf(db, forResets, sql`${nameKey(email ?? '')} in (u.email_key, u.reset_email_key)`)
        return mailTo(parts, due, holders, resetMail, { limit: 'reset', link: withToken('reset') })
      },
    },
    'mail.confirm': {
      async send(due) {
        const isOpen = sql`not u.email_confirmed or u.email_refused_at is not null`
        const unconfirmed = await readersOf(db, current, sql`u.id = ${due.userId} and (${isOpen})`)
        return mailTo(parts, due, unconfirmed, confirmMail, { limit: 'confirm', link: withToken('confirm') })
      },
    },
    'mail.changed': {
      async send(due) {
        const { oldEmail } = Addressed.parse(due.payload)
        // An old address that was never confirmed may belong to somebody else.
        const isOld = sql`u.reset_email_key = ${nameKey(oldEmail ?? '')}`
        const holders = await readersOf(db, forResets, sql`u.id = ${due.userId} and ${isOld}`)
        return mailTo(parts, due, holders, changedMail, { limit: 'notice', link: () => '/auth?forgot' })
      },
    },
    'mail.inactive': {
      async send(due) {
        return mailTo(parts, due, await readersOf(db, forResets, sql`u.id = ${due.userId}`), inactiveMail, {
          link: () => '/auth',
        })
      },
      // A user whom the mail did not reach is warned another time, and keeps the account until then.
      onGivenUp: ({ userId }) => db.run(sql`update users set inactivity_told_at = null where id = ${userId}`),
    },
  }
}

function readersOf(db: Db, to: Sql, which: Sql): Promise<Reader[]> {
  return db.many(
    Reader,
    sql`select u.id, ${to} as "to", u.username, u.first_name as "firstName", u.language,
               (u.email_confirmed or ${to} is not distinct from u.reset_email) as "isConfirmed"
          from users u where ${which} order by u.id limit ${maxHolders}`,
  )
}

async function isWithinLimit(limiter: RateLimiter, kind: string, userId: number) {
  try {
    await limiter.consume(mailsPerAccount, `${kind}:${userId}`)
    return true
  } catch (refusal) {
    if (refusal instanceof Problem) return false
    throw refusal
  }
}

/** Mails everybody found; a retry skips those who already have the mail. */
async function mailTo(
  { mailer, limiter, publicUrl }: MailSenderParts,
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
    // Only the first try counts.
    if (limit && due.attempts === 1 && !(await isWithinLimit(limiter, limit, reader.id))) {
      done.push(reader.id)
      continue
    }
    const letter = compose(text, reader, { url: `${publicUrl}${await link(reader)}` })
    due.onWire()
    const result = await mailer.send(letter)
    if (result === 'sent' || result.isFinal) done.push(reader.id)
    if (result !== 'sent') failure = failure && !failure.isFinal ? failure : result
  }
  return failure ? { ...failure, payload: { ...payload, done } } : 'done'
}
