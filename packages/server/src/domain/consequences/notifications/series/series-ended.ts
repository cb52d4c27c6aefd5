import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { aboutSeries, ofItsCircle, tell } from '../tell.ts'

const kind: NotificationKind = 'series.ended'

/** Tells these regulars that a series has ended. */
export async function tellSeriesEnded(
  tx: Db,
  regulars: readonly { seriesId: number; userId: number }[],
): Promise<void> {
  if (regulars.length === 0) return
  await tell(
    tx,
    sql`select r.user_id, ${kind}::text, ${aboutSeries} || ${ofItsCircle(sql`s.circle_id`, sql`r.user_id`)}, null::int, 'series ' || s.id
          from unnest(${regulars.map(({ seriesId }) => seriesId)}::int[], ${regulars.map(({ userId }) => userId)}::int[])
               as r (series_id, user_id)
          join series s on s.id = r.series_id`,
    { isOneAct: true },
  )
}
