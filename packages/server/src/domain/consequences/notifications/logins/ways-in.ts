import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { tell } from '../tell.ts'
import { isKnownSince } from './known.ts'

// Pages of earlier nodes do not know these kinds.
const isKnown = isKnownSince('2026-11-29-2200-refused-addresses.sql')

/** Tells him of another way into his account, outside the app on his other devices: whoever made it knows. */
async function tellOfWay(tx: Db, kind: NotificationKind, details: Sql, { userId, sessionId }: Made): Promise<void> {
  await tell(tx, sql`select ${userId}::int, ${kind}::text, ${details}, null::int, null::text where ${isKnown}`, {
    exceptSession: sessionId,
  })
}

interface Made {
  userId: number
  sessionId: number
}

export function tellPasskeyAdded(tx: Db, { passkeyId, ...made }: Made & { passkeyId: number }): Promise<void> {
  const name = sql`(select name from passkeys where id = ${passkeyId})`
  return tellOfWay(tx, 'passkey.added', sql`jsonb_build_object('title', ${name})`, made)
}

export function tellRecoveryCodesMade(tx: Db, made: Made): Promise<void> {
  return tellOfWay(tx, 'recoveryCodes.made', sql`'{}'::jsonb`, made)
}
