import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { change, tell } from '../tell.ts'

const kind: NotificationKind = 'passkey.copied'

/** Tells him once until he reads it, however often the copy is tried. */
export async function tellPasskeyCopied(tx: Db, { userId, passkeyId }: { userId: number; passkeyId: number }) {
  await change(
    tx,
    sql`delete from notifications n using passkeys k
         where k.id = ${passkeyId} and n.user_id = ${userId} and n.kind = ${kind} and n.read_at is null
           and n.details ->> 'title' = k.name
        returning n.user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select ${userId}::int, ${kind}::text, jsonb_build_object('title', k.name), null::int, 'passkeys'::text
          from passkeys k where k.id = ${passkeyId}`,
  )
}
