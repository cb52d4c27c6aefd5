import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { keepersOf } from '../../../circles.ts'
import { blockedWith } from '../../../visibility.ts'
import { change, tell } from '../tell.ts'
import { aboutCircle, isAboutCircle, subjectOfCircle } from './about.ts'

const kind: NotificationKind = 'circle.joined'

/** Tells the keepers who see him that he has joined; it replaces what he caused there before. */
export async function tellCircleJoined(tx: Db, circleId: number, userId: number): Promise<void> {
  await withdrawCircleJoined(tx, circleId, userId)
  await tell(
    tx,
    sql`select keeper, ${kind}::text, ${aboutCircle}, ${userId}::int, ${subjectOfCircle}
          from circles g cross join unnest(${keepersOf(sql`g.id`)}) keeper
         where g.id = ${circleId} and keeper <> ${userId} and keeper <> all (${blockedWith(userId)})`,
  )
}

/** Deletes the news of a member who is gone. */
export async function withdrawCircleJoined(tx: Db, circleId: number, userId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and ${isAboutCircle(circleId)} and n.actor_id = ${userId}
        returning n.user_id as "userId"`,
  )
}
