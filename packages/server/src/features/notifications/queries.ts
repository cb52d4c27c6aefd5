import { Notification } from '@papadag/contract/notifications'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'

/** What somebody was told, newest first. */
export async function all(db: Db, userId: number, page: Page): Promise<Notification[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and id < ${last}`
  const rows = await db.many(
    Notification,
    sql`select id, kind, details, ${isoOf(sql`created_at`)} as "createdAt", read_at is not null as "isRead"
          from notifications where user_id = ${userId} ${before} order by id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}
