import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../notifications/subjects.ts'
import { aboutPlaydate, tell } from './tell.ts'

const kind: NotificationKind = 'playdate.noRoom'

/** Tells those who said yes and were not seated; `isWaiting` means that they are on the waiting list. */
export async function tellNoRoom(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isWaiting', ${isWaiting}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
