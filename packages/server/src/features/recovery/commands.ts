import * as z from 'zod/mini'
import { audit } from '../../platform/audit.ts'
import { type Db, sql } from '../../platform/db.ts'
import { hashPassword } from '../../platform/password.ts'
import { Problem } from '../../platform/problem.ts'
import { isToken } from './tokens.ts'

const Holder = z.object({ username: z.string() })
const Owner = z.object({ id: z.number(), username: z.string() })
const Row = z.object({ id: z.number() })

/** Whose link this is; `recovery.unknownToken` when it does not work. Looking does not use it up. */
export async function holderOf(db: Db, token: string): Promise<string> {
  const holder = await db.one(
    Holder,
    sql`select u.username from mail_tokens t join users u on u.id = t.user_id where ${isToken(token, 'reset')}`,
  )
  if (!holder) throw new Problem('recovery.unknownToken')
  return holder.username
}

/** Sets a new password, once for each link, and makes the account's other links worthless. */
export async function resetPassword(
  db: Db,
  token: string,
  newPassword: string,
): Promise<{ id: number; username: string }> {
  // Before the transaction: hashing takes its time and needs no connection.
  const hash = await hashPassword(newPassword)
  return db.transaction(async tx => {
    // Two who follow one link meet at its row; the second finds none. Whoever got it can read mail at that address.
    const owner = await tx.one(
      Owner,
      sql`with used as (delete from mail_tokens t where ${isToken(token, 'reset')} returning t.user_id, t.email)
          update users u set password_hash = ${hash},
                 email_confirmed = u.email_confirmed or lower(u.email) = lower(used.email)
            from used where u.id = used.user_id returning u.id, u.username`,
    )
    if (!owner) throw new Problem('recovery.unknownToken')
    await tx.run(sql`delete from mail_tokens where purpose = 'reset' and user_id = ${owner.id}`)
    await audit(tx, 'account.passwordReset', owner.id)
    return owner
  })
}

/** Confirms the address that the link went to, if the account still has it. The link works again: mail is read twice. */
export async function confirmEmail(db: Db, token: string): Promise<void> {
  const confirmed = await db.one(
    Row,
    sql`update users u set email_confirmed = true, reset_email = null from mail_tokens t
         where ${isToken(token, 'confirm')} and t.user_id = u.id and lower(t.email) = lower(u.email)
         returning u.id`,
  )
  if (!confirmed) throw new Problem('recovery.unknownToken')
  await audit(db, 'account.emailConfirmed', confirmed.id)
}

const Status = z.object({ isConfirmed: z.boolean() })

export async function emailConfirmation(db: Db, userId: number): Promise<z.output<typeof Status>> {
  const status = await db.one(Status, sql`select email_confirmed as "isConfirmed" from users where id = ${userId}`)
  if (!status) throw new Problem('auth.required')
  return status
}

/** The ids of somebody's sessions. */
export async function sessionIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db.many(Row, sql`select id from sessions where user_id = ${userId}`)
  return rows.map(({ id }) => id)
}
