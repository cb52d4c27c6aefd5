import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { keepersOf } from '../../../circles.ts'
import { nameAgain, tell, tellTogether } from '../tell.ts'
import { aboutCircle, isAboutCircle, subjectOfCircle } from './about.ts'

const wished: NotificationKind = 'circle.wished'
const letIn: NotificationKind = 'circle.letIn'

/** Tells the keepers who see him that he has come with the code: one line for each circle. */
export async function tellCircleWished(tx: Db, circleId: number, userId: number): Promise<void> {
  await tellTogether(
    tx,
    userId,
    isOfThis(circleId),
    sql`select keeper, ${wished}::text, ${aboutCircle}, null::int, ${subjectOfCircle}
          from circles g cross join unnest(${keepersOf(sql`g.id`)}) keeper where g.id = ${circleId}`,
  )
}

const isOfThis = (circleId: number) => sql`n.kind = ${wished} and ${isAboutCircle(circleId)}`

/** Takes that back once a keeper has decided. */
export const withdrawCircleWished = (tx: Db, circleId: number, userId: number): Promise<void> =>
  nameAgain(tx, userId, isOfThis(circleId))

/** Tells him that a keeper has let him in. */
export async function tellLetIn(tx: Db, circleId: number, userId: number): Promise<void> {
  await tell(
    tx,
    sql`select ${userId}::int, ${letIn}::text, ${aboutCircle}, null::int, ${subjectOfCircle} from circles g where g.id = ${circleId}`,
  )
}
