import * as z from 'zod/mini'
import { metOthersOn } from '../../domain/playdates/state.ts'
import { type Db, sql } from '../../platform/db/db.ts'

const Due = z.object({ isDue: z.boolean() })

/** Whether to show the user how to meet safely: before he first meets other fathers (safety S37). */
export async function safeMeetingOf(db: Db, userId: number): Promise<z.output<typeof Due>> {
  const found = await db.one(
    Due,
    sql`select safe_meeting_seen_at is null and not exists (select from ${metOthersOn(sql`u.id`)}) as "isDue"
          from users u where u.id = ${userId}`,
  )
  return found ?? { isDue: false }
}

export async function sawSafeMeeting(db: Db, userId: number): Promise<void> {
  await db.run(sql`update users set safe_meeting_seen_at = coalesce(safe_meeting_seen_at, now()) where id = ${userId}`)
}
