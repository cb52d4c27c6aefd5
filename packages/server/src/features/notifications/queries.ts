import { Notification } from '@papadag/contract/notifications'
import { type Db, sql } from '../../platform/db.ts'
import { isoOf } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import type { Page } from '../../platform/serve.ts'

/** What somebody was told, newest first. */
export async function all(db: Db, userId: number, page: Page): Promise<Notification[]> {
  if (page.cursor !== undefined && !/^\d{1,10}$/.test(page.cursor)) {
    throw new Problem('request.invalid', { issues: [{ path: 'cursor', code: 'field.invalid' }] })
  }
  const before = page.cursor === undefined ? sql`` : sql`and id < ${page.cursor}::bigint`
  const rows = await db.many(
    Notification,
    sql`select id, kind, details, ${isoOf(sql`created_at`)} as "createdAt", read_at is not null as "isRead"
          from notifications where user_id = ${userId} ${before} order by id desc limit ${page.limit + 1}`,
  )
  const last = rows.length > page.limit ? rows[page.limit - 1] : undefined
  if (last) page.more(String(last.id))
  return rows.slice(0, page.limit)
}
