import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import type { Mailer } from '../platform/mail.ts'
import { record } from './facts.ts'
import { nameKey } from './names/name-key.ts'

const Owner = z.object({ id: z.number() })

/** Sends mails, and notes which addresses the receiving mail servers refuse, and take again. */
export function notingRefusals(mailer: Mailer, db: Db): Mailer {
  return {
    ...mailer,
    async send(mail) {
      const result = await mailer.send(mail)
      const isRefused = result !== 'sent' && result.isRefused === true
      // The mail must not be sent twice because this failed: the next one notes it.
      if (isRefused || result === 'sent') await note(db, mail.to, isRefused).catch(() => {})
      return result
    },
  }
}

/** Only the address that the account has now: mails also go to the one before it. */
function note(db: Db, address: string, isRefused: boolean): Promise<void> {
  return db.transaction(async tx => {
    const owner = await tx.one(
      Owner,
      sql`update users set email_refused_at = case when ${isRefused}::boolean then now() end
           where email_key = ${nameKey(address)} and (email_refused_at is null) = ${isRefused}::boolean returning id`,
    )
    if (owner) await record(tx, { fact: 'addressTried', userId: owner.id })
  })
}
