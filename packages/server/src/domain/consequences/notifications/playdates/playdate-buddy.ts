import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import type { Facts } from '../../../facts.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { aboutPlaydate, isAbout, nameAgain, tellTogether } from '../tell.ts'

const kind: NotificationKind = 'playdate.buddy'

const isHis = ({ playdateId, buddyId }: Facts['buddyAsked']) =>
  sql`n.kind = ${kind} and n.user_id = ${buddyId} and ${isAbout(playdateId)}`

/** Asks somebody to fetch a newcomer at the entrance: one line for each date. */
export async function tellBuddy(tx: Db, fact: Facts['buddyAsked']): Promise<void> {
  await tellTogether(
    tx,
    fact.userId,
    isHis(fact),
    sql`select ${fact.buddyId}::int, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p where p.id = ${fact.playdateId}`,
  )
}

/** Takes that back once he does not, and lets it stand again once he does. */
export const nameNewcomers = (tx: Db, fact: Facts['buddyChanged']): Promise<void> =>
  nameAgain(tx, fact.userId, isHis(fact))
