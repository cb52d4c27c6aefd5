import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import type { Facts } from '../../facts.ts'
import { subjectOfPlaydate } from '../../notifications/subjects.ts'
import { aboutPlaydate, change, isAbout, tell } from './tell.ts'

const kind: NotificationKind = 'playdate.buddy'

/** Asks a regular to fetch a newcomer at the entrance. */
export async function tellBuddy(tx: Db, { playdateId, userId, buddyId }: Facts['buddyAsked']): Promise<void> {
  await tell(
    tx,
    sql`select ${buddyId}::int, ${kind}::text, ${aboutPlaydate}, ${userId}::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId}`,
  )
}

/** Deletes that once he does not. */
export async function withdrawBuddy(tx: Db, { playdateId, userId, buddyId }: Facts['buddyEnded']): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n
         where n.kind = ${kind} and ${isAbout(playdateId)} and n.user_id = ${buddyId} and n.actor_id = ${userId}
        returning n.user_id as "userId"`,
  )
}
