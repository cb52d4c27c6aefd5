import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../notifications/subjects.ts'
import { isPlanned } from '../../playdates/state.ts'
import { aboutPlaydate, change, isAbout, isToldAs, tell } from './tell.ts'

/** Nodes of 1.0.0 know this kind, and read the notice as that of somebody who leaves. */
const kind: NotificationKind = 'playdate.left'

/** Notifies the creator that an invited father cannot come. It replaces the father's earlier answer. */
export async function tellDeclined(
  tx: Db,
  playdateId: number,
  userId: number,
  message: string | undefined,
): Promise<void> {
  await withdrawDeclined(tx, playdateId, userId)
  const said = message === undefined ? sql`` : sql`|| jsonb_build_object('message', ${message}::text)`
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate} || '{"wasAsked": true}' ${said}, ${userId}::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${playdateId} and ${isPlanned}`,
  )
}

/** Deletes that again, since he can come. */
export async function withdrawDeclined(tx: Db, playdateId: number, userId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and n.details ? 'wasAsked' and n.actor_id = ${userId} and ${isAbout(playdateId)}
        returning n.user_id as "userId"`,
  )
}

/** Deletes the notices he got as an invited father, and need not answer any more. */
export async function withdrawAskedAlong(tx: Db, playdateId: number, userId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.user_id = ${userId} and ${isToldAs('asked')} and ${isAbout(playdateId)}
        returning n.user_id as "userId"`,
  )
}
