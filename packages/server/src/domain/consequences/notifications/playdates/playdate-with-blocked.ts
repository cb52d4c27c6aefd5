import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isComing, seatOf } from '../../../playdates/state.ts'
import { aboutPlaydate, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.withBlocked'

/**
 * Tells only the blocker that somebody he blocked is coming to the same third person's playdate (safety S32); once per
 * playdate, so that rejoining is no way to reach him. `which` is a condition on the block `b` and the playdate `p`.
 */
export async function tellBlockers(tx: Db, which: Sql): Promise<void> {
  await tell(
    tx,
    sql`select b.blocker_id, ${kind}::text, ${aboutPlaydate}, null::int, 'blocked in ' || ${subjectOfPlaydate}
          from blocks b
          join playdates p on ${isComing} and p.creator_id not in (b.blocker_id, b.blocked_id)
          join ${seatOf(sql`b.blocker_id`, sql`x`)}
          join ${seatOf(sql`b.blocked_id`, sql`y`)}
         where ${which} and not exists (
           select from notifications n
            where n.user_id = b.blocker_id and n.kind = ${kind} and ${isAbout(sql`p.id`)})`,
    { isOneAct: true },
  )
}
