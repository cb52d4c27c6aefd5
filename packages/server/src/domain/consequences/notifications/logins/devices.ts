import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { tell } from '../tell.ts'
import { isKnownSince } from './known.ts'

// Pages of earlier nodes do not know these kinds.
const isKnownToAll = isKnownSince('2026-11-29-1830-devices.sql')
/** Several logins within a quarter of an hour ring once. */
const subject = sql`'devices'`

function about(device: string | null, more: Sql = sql`'{}'`): Sql {
  return sql`jsonb_strip_nulls(jsonb_build_object('device', ${device}::text)) || ${more}::jsonb`
}

/** Tells him of a new device, if he is logged in elsewhere. */
export async function tellRemembered(
  tx: Db,
  { userId, deviceId, name }: { userId: number; deviceId: number; name: string | null },
): Promise<void> {
  const kind: NotificationKind = 'device.new'
  await tell(
    tx,
    sql`select u.id, ${kind}::text, ${about(name, sql`jsonb_build_object('deviceId', ${deviceId}::int)`)}, null::int, ${subject}
          from users u
         where u.id = ${userId} and ${isKnownToAll}
           and (exists (select from devices d where d.user_id = u.id and d.id <> ${deviceId})
                or exists (select from sessions s where s.user_id = u.id and s.device_id is distinct from ${deviceId}))`,
  )
}

/** Tells him that a device and its copy were logged out. */
export async function tellCopied(tx: Db, { userId, name }: { userId: number; name: string | null }): Promise<void> {
  const kind: NotificationKind = 'device.copied'
  await tell(
    tx,
    sql`select u.id, ${kind}::text, ${about(name)}, null::int, ${subject}
          from users u where u.id = ${userId} and ${isKnownToAll}`,
  )
}
