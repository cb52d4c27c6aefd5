import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { keepersOf } from '../../../circles.ts'
import { blockedWith } from '../../../visibility.ts'
import { change, tell } from '../tell.ts'
import { aboutCircle, isAboutCircle, subjectOfCircle } from './about.ts'

const wished: NotificationKind = 'circle.wished'
const letIn: NotificationKind = 'circle.letIn'

/** Tells the keepers who see him that he has come with the code. */
export async function tellCircleWished(tx: Db, circleId: number, userId: number): Promise<void> {
  await tell(
    tx,
    sql`select keeper, ${wished}::text, ${aboutCircle}, ${userId}::int, ${subjectOfCircle}
          from circles g cross join unnest(${keepersOf(sql`g.id`)}) keeper
         where g.id = ${circleId} and keeper <> all (${blockedWith(userId)})`,
  )
}

/** Deletes that once a keeper has decided. */
export async function withdrawCircleWished(tx: Db, circleId: number, userId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${wished} and ${isAboutCircle(circleId)} and n.actor_id = ${userId}
        returning n.user_id as "userId"`,
  )
}

/** Tells him that a keeper has let him in. */
export async function tellLetIn(tx: Db, circleId: number, userId: number): Promise<void> {
  await tell(
    tx,
    sql`select ${userId}::int, ${letIn}::text, ${aboutCircle}, null::int, ${subjectOfCircle} from circles g where g.id = ${circleId}`,
  )
}
