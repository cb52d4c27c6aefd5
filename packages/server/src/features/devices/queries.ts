import { Device } from '@papadag/contract/users/devices'
import { dayOf } from '../../domain/notifications/notification-settings.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/serve.ts'
import { isKept } from '../../platform/sessions/device-tokens.ts'

/** The browsers where he stays logged in, most recently used first. */
export function devices(db: Db, { id, sessionId }: Member): Promise<Device[]> {
  return db.many(
    Device,
    sql`select d.id, d.name, ${dayOf(sql`d.last_used_at`, sql`u`)} as "lastUsedOn",
               exists (select from sessions s where s.id = ${sessionId} and s.device_id = d.id) as "isCurrent"
          from devices d join users u on u.id = d.user_id
         where d.user_id = ${id} and ${isKept} order by d.last_used_at desc, d.id desc`,
  )
}
