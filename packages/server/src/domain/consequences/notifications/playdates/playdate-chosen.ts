import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { aboutPlaydate, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.chosen'

/** Tells these fathers which day was chosen; `isSeated` means that they have a seat. */
export async function tellChosen(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isSeated }: { isSeated: boolean },
): Promise<void> {
  await tell(
    tx,
    sql`select father, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('isSeated', ${isSeated}::boolean), null::int, ${subjectOfPlaydate}
          from playdates p cross join unnest(${fathers}::int[]) father where p.id = ${playdateId}`,
  )
}
