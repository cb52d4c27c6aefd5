import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { questionsOf } from '../../../notifications/subjects.ts'
import { change, markRead, tell } from '../tell.ts'
import { aboutCircle, isAboutCircle } from './about.ts'

const kind: NotificationKind = 'circle.asked'

/** Asks these acquaintances to join. */
export async function tellAskedIntoCircle(
  tx: Db,
  { circleId, askerId, fathers }: { circleId: number; askerId: number; fathers: readonly number[] },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutCircle}, ${askerId}::int, ${questionsOf(sql`${askerId}::int`)}
          from circles g cross join unnest(${fathers}::int[]) father where g.id = ${circleId}`,
  )
}

/** Marks the question as read once he has answered. */
export async function settleCircleAsked(tx: Db, circleId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAboutCircle(circleId)}`)
}

/** Deletes the questions to these fathers, who are no longer asked. */
export async function withdrawCircleAsked(tx: Db, circleId: number, fathers: readonly number[]): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n
         where n.kind = ${kind} and ${isAboutCircle(circleId)} and n.user_id = any(${fathers}::int[])
        returning n.user_id as "userId"`,
  )
}
