import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../notifications/subjects.ts'
import { aboutPlaydate, tell } from './tell.ts'

const kind: NotificationKind = 'proposal.made'

/** Tells these fathers that the meeting they accepted is now a playdate, which they are on or waiting for. */
export async function tellMade(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isOwn', p.creator_id = father, 'isWaiting', ${isWaiting}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
