import * as z from 'zod/mini'
import { audit } from '../../domain/audit.ts'
import { endKeys } from '../../domain/links/keys.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { hashPassword } from '../../platform/sessions/password.ts'
import { isToken } from './tokens.ts'

const Holder = z.object({ username: z.string() })
const Used = z.object({ userId: z.number(), email: z.string() })
const Row = z.object({ id: z.number() })

/** The user a reset link belongs to, without using the link up; throws `recovery.unknownToken` if it is invalid. */
export async function holderOf(db: Db, token: string): Promise<string> {
  const holder = await db.one(
    Holder,
    sql`select u.username from mail_tokens t join users u on u.id = t.user_id where ${isToken(token, 'reset')}`,
  )
  if (!holder) throw new Problem('recovery.unknownToken')
  return holder.username
}

/**
 * Resets the password with a mailed link, which works once. Ends the account's keys, and restores the previous address
 * if the current one was never confirmed. Returns the ids of the ended sessions.
 */
export async function resetPassword(db: Db, token: string, newPassword: string, turn: string): Promise<number[]> {
  // Outside the transaction: hashing is slow and needs no connection.
  const hash = await hashPassword(newPassword, turn)
  return db.transaction(async tx => {
    // Locks the account first, as every change of it does, so that the second of two requests with one link finds no
    // token.
    await tx.run(sql`
      select from users where id = (select t.user_id from mail_tokens t where ${isToken(token, 'reset')}) for update`)
    const used = await tx.one(
      Used,
      sql`delete from mail_tokens t where ${isToken(token, 'reset')} returning t.user_id as "userId", t.email`,
    )
    if (!used) throw new Problem('recovery.unknownToken')
    const { userId, email } = used
    const key = nameKey(email)
    const isBack = await tx.run(sql`
      update users u set email = reset_email, email_key = reset_email_key, reset_email = null, reset_email_key = null,
                         email_refused_at = null
       where id = ${userId} and reset_email_key = ${key}
         and not exists (select from users o where o.email_key = u.reset_email_key)`)
    // A user with the link can read mail at that address.
    await tx.run(sql`
      update users set password_hash = ${hash}, has_password = true, email_confirmed = email_confirmed or email_key = ${key}
       where id = ${userId}`)
    await audit(tx, 'account.passwordReset', userId)
    if (isBack) await audit(tx, 'account.emailChanged', userId)
    return endKeys(tx, 'reset', { userId })
  })
}

/** Confirms the address the link was sent to, if the account still has it. The link may be used again. */
export async function confirmEmail(db: Db, token: string): Promise<void> {
  const link = await db.one(
    Used,
    sql`select t.user_id as "userId", t.email from mail_tokens t where ${isToken(token, 'confirm')}`,
  )
  const confirmed =
    link &&
    (await db.one(
      Row,
      sql`update users set email_confirmed = true, reset_email = null, reset_email_key = null
           where id = ${link.userId} and email_key = ${nameKey(link.email)} returning id`,
    ))
  if (!confirmed) throw new Problem('recovery.unknownToken')
  await audit(db, 'account.emailConfirmed', confirmed.id)
}

const Status = z.object({ isConfirmed: z.boolean(), refusedAt: z.nullable(z.string()) })

export async function emailConfirmation(db: Db, userId: number): Promise<z.output<typeof Status>> {
  const status = await db.one(
    Status,
    sql`select email_confirmed as "isConfirmed", ${isoOf(sql`email_refused_at`)} as "refusedAt" from users where id = ${userId}`,
  )
  if (!status) throw new Problem('auth.required')
  return status
}
