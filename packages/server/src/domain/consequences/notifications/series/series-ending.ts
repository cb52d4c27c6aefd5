import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isAhead } from '../../../playdates/state.ts'
import { aboutPlaydate, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'series.ending'

/** Notifies the creator of a series once which of its dates is the last. */
export async function tellEnding(tx: Db, seriesId: number, slot: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p where p.series_id = ${seriesId} and p.slot = ${slot} and ${isAhead}
           and not exists (select from notifications n where n.user_id = p.creator_id and n.kind = ${kind} and ${isAbout(sql`p.id`)})`,
  )
}
