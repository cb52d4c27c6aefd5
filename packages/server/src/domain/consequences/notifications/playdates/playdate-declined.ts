import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isPlanned } from '../../../playdates/state.ts'
import { aboutPlaydate, change, isAbout, isToldAs, nameAgain, tell, tellTogether } from '../tell.ts'

/** Nodes of 1.0.0 know this kind, and read the notice as that of somebody who leaves. */
const kind: NotificationKind = 'playdate.left'

const isOfThis = (playdateId: number) => sql`n.kind = ${kind} and ${isAbout(playdateId)}`

/**
 * Notifies the creator that an invited father cannot come, which replaces the father's earlier answer. All who say no more
 * than that are one line; a sentence has one of its own, which can be reported.
 */
export async function tellDeclined(
  tx: Db,
  playdateId: number,
  userId: number,
  message: string | undefined,
): Promise<void> {
  await withdrawDeclined(tx, playdateId, userId)
  const news = (said: Sql, actor: number | null) => sql`
    select p.creator_id, ${kind}::text, ${aboutPlaydate} || '{"wasAsked": true}' ${said}, ${actor}::int, ${subjectOfPlaydate}
      from playdates p where p.id = ${playdateId} and ${isPlanned}`
  if (message === undefined) return tellTogether(tx, userId, isOfThis(playdateId), news(sql``, null))
  await tell(tx, news(sql`|| jsonb_build_object('message', ${message}::text)`, userId))
}

/** Takes that back, since he can come. */
export async function withdrawDeclined(tx: Db, playdateId: number, userId: number): Promise<void> {
  await nameAgain(tx, userId, isOfThis(playdateId))
  await change(
    tx,
    sql`delete from notifications n where ${isOfThis(playdateId)} and n.details ? 'wasAsked' and n.actor_id = ${userId}
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
