import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { Due } from '../../platform/outbox/outbox.ts'
import { isAhead, isOn, isShownTo } from '../playdates/state.ts'

const Coming = z.object({ startTime: z.nullable(z.string()), isOn: z.boolean() })

/**
 * The start of the playdates of these rows, if it is still ahead and the reader may see it, and whether the reader
 * takes part.
 */
export function comingOf(db: Db, dues: readonly Due[]): Promise<z.output<typeof Coming>[]> {
  return db.many(
    Coming,
    sql`select ${isoOf(sql`p.start_time`)} as "startTime",
               ${isOn(sql`w.user_id`)} as "isOn"
          from unnest(${dues.map(({ userId }) => userId)}::int[], ${dues.map(({ playdateId }) => playdateId)}::int[])
               with ordinality as w (user_id, playdate_id, n)
          left join playdates p on p.id = w.playdate_id and ${isAhead}
           and ${isShownTo(sql`w.user_id`)}
         order by w.n`,
  )
}
