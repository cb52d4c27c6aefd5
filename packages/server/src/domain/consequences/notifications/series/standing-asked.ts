import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { aboutPlaydate, change, isAbout, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.confirm'

/** Asks the regulars of a date who have not confirmed whether they are coming. */
export async function askWhoComes(tx: Db, playdateId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and n.read_at is null and ${isAbout(playdateId)}
        returning n.user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select x.user_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p join participants x on x.playdate_id = p.id and not x.is_confirmed
         where p.id = ${playdateId}`,
  )
}

/** Marks the question as read once he has answered. */
export async function settleConfirmation(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}
