import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { hasTooFew } from '../../../playdates/state.ts'
import { aboutPlaydate, isAbout, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.tooFew'

/** Asks the creator whether it should take place, unless enough fathers are coming. */
export async function tellTooFew(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId} and ${hasTooFew}`,
  )
}

/** Marks the question as read once he has decided. */
export async function settleTooFew(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}
