import { createHash, randomBytes } from 'node:crypto'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'

export type Purpose = 'reset' | 'confirm'

/** How long a mailed link is valid. */
const lifetime: Record<Purpose, Sql> = {
  reset: sql`interval '30 minutes'`,
  confirm: sql`interval '7 days'`,
}

/** Creates the token of a link (256 bits); only its hash is stored (safety S13). */
export async function issueToken(db: Db, purpose: Purpose, { id, to }: { id: number; to: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.run(sql`
    insert into mail_tokens (token_hash, user_id, purpose, email, expires_at)
    values (${hashOf(token)}, ${id}, ${purpose}, ${to}, now() + ${lifetime[purpose]})`)
  return token
}

/** A condition on `mail_tokens t`: this token, for this purpose, while it is valid. */
export function isToken(token: string, purpose: Purpose): Sql {
  return sql`t.token_hash = ${hashOf(token)} and t.purpose = ${purpose} and t.expires_at > now()`
}

function hashOf(token: string): Sql {
  return sql`decode(${createHash('sha256').update(token).digest('hex')}, 'hex')`
}

/** Deletes expired tokens. */
export async function forgetTokens(db: Db): Promise<void> {
  await deleteInBatches(db, sql`mail_tokens`, sql`expires_at < now()`)
}
