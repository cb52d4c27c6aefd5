import { createHash, randomBytes } from 'node:crypto'
import type { NoticeSetting } from '@papadag/contract/users/users'
import { noticeSettings } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

function hashOf(token: string): Sql {
  return sql`decode(${createHash('sha256').update(token).digest('hex')}, 'hex')`
}

/** Creates the single-use token of a link that unsubscribes from mails of a kind without a login. */
export async function unsubscribeToken(db: Db, userId: number, email: string, kind: NoticeSetting): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into mail_tokens (token_hash, user_id, purpose, topic, email, expires_at)
    values (${hashOf(token)}, ${userId}, 'unsubscribe', ${kind}, ${email}, now() + interval '60 days')`)
  return token
}

const Used = z.object({ userId: z.int(), topic: z.enum(noticeSettings) })

export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  return (
    (await db.count(
      sql`from mail_tokens where token_hash = ${hashOf(token)} and purpose = 'unsubscribe' and expires_at > now()`,
    )) > 0
  )
}

/** Switches off the mails that the link names; returns false for a used or unknown token. */
export function unsubscribeMail(db: Db, token: string): Promise<boolean> {
  return db.transaction(async tx => {
    const used = await tx.one(
      Used,
      sql`delete from mail_tokens
           where token_hash = ${hashOf(token)} and purpose = 'unsubscribe' and expires_at > now()
          returning user_id as "userId", topic`,
    )
    if (!used) return false
    await tx.run(sql`
      update users set notification_settings = jsonb_set(notification_settings, array['mail', ${used.topic}], 'false')
       where id = ${used.userId}`)
    return true
  })
}
