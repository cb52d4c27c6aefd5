import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isPlanned } from '../../../playdates/state.ts'
import { aboutPlaydate, change, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.left'

/**
 * Tells the creator that a participant left; with a sentence outside the app too. It replaces what the same participant
 * caused before, but no sentence without another.
 */
export async function tellLeft(tx: Db, playdateId: number, userId: number, message: string | undefined): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and n.actor_id = ${userId} and ${isAbout(playdateId)}
           and (${message !== undefined} or n.details ->> 'message' is null)
        returning n.user_id as "userId"`,
  )
  if (message === undefined)
    return change(
      tx,
      sql`insert into notifications (user_id, kind, details, actor_id)
          select p.creator_id, ${kind}::text, ${aboutPlaydate}, ${userId}::int
            from playdates p where p.id = ${playdateId} and ${isPlanned}
          returning user_id as "userId"`,
    )
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('message', ${message}::text), ${userId}::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId} and ${isPlanned}`,
  )
}
