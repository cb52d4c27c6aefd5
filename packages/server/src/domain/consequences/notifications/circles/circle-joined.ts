import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { keepersOf } from '../../../circles.ts'
import { blockedWith } from '../../../visibility.ts'
import { nameAgain, tell } from '../tell.ts'
import { aboutCircle, isAboutCircle, subjectOfCircle } from './about.ts'

const kind: NotificationKind = 'circle.joined'

const isOfThis = (circleId: number) => sql`n.kind = ${kind} and ${isAboutCircle(circleId)}`

/** Tells the keepers who see him, and have not let him in themselves, that he has joined, once until they read it. */
export async function tellCircleJoined(tx: Db, circleId: number, userId: number): Promise<void> {
  await nameAgain(tx, userId, isOfThis(circleId))
  await tell(
    tx,
    sql`select keeper, ${kind}::text, ${aboutCircle}, null::int, ${subjectOfCircle}
          from circles g cross join unnest(${keepersOf(sql`g.id`)}) keeper
         where g.id = ${circleId} and keeper <> ${userId} and keeper <> all (${blockedWith(userId)})
           and 'user ' || keeper is distinct from ${tx.who ?? null} and not exists (
           select from notifications n where n.user_id = keeper and ${isOfThis(circleId)} and n.read_at is null)`,
  )
}

/** A member who is gone is no news any more. */
export const withdrawCircleJoined = (tx: Db, circleId: number, userId: number): Promise<void> =>
  nameAgain(tx, userId, isOfThis(circleId))
