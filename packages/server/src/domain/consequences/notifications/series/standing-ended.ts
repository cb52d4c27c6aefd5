import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { isoOf } from '../../../../platform/db/moment.ts'
import { isAhead } from '../../../playdates/state.ts'
import { aboutSeries, ofItsCircle, tell } from '../tell.ts'

const kind: NotificationKind = 'series.standingEnded'

/** Tells somebody that his standing place in a series has ended because he did not answer, and names its next date, where he can take it again. */
export async function tellStandingEnded(tx: Db, seriesId: number, userId: number): Promise<void> {
  await tell(
    tx,
    sql`select ${userId}::int, ${kind}::text,
               ${aboutSeries} || ${ofItsCircle(sql`s.circle_id`, sql`${userId}::int`)} || coalesce((select jsonb_build_object('playdateId', p.id, 'startTime', ${isoOf(sql`p.start_time`)})
                 from playdates p where p.series_id = s.id and ${isAhead} order by p.start_time limit 1), '{}'),
               null::int, 'series ' || s.id
          from series s where s.id = ${seriesId}`,
  )
}
