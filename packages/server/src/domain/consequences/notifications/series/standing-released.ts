import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { aboutPlaydate, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.released'

/** Tells regulars that their seats on this date were released because they did not answer. */
export async function tellReleased(tx: Db, playdateId: number, users: readonly number[]): Promise<void> {
  await tell(
    tx,
    sql`select u.id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${users}::int[]) as u (id) where p.id = ${playdateId}`,
  )
}
