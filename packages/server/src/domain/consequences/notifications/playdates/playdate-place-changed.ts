import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isAhead } from '../../../playdates/state.ts'
import { aboutPlaydate, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.placeChanged'

/** The most creators that one change of a place tells. */
const toldAtMost = 200

/** Tells the creator of each coming playdate there, once until he reads it, and once for the dates of a series. */
export async function tellPlaceChanged(tx: Db, placeId: number, by: number | null): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from (select row_number() over (partition by p.creator_id order by p.start_time, p.id) as turn, p.*
                  from (select distinct on (p.creator_id, coalesce(p.series_id, -p.id)) p.* from playdates p
                         where p.place_id = ${placeId} and ${isAhead} and p.creator_id is distinct from ${by}::int
                         order by p.creator_id, coalesce(p.series_id, -p.id), p.start_time) p) p
         where not exists (select from notifications n
                 where n.user_id = p.creator_id and n.kind = ${kind} and n.read_at is null and ${isAbout(sql`p.id`)})
         -- Of each creator the next one first, so that nobody's many keep others from hearing.
         order by p.turn, p.start_time limit ${toldAtMost}`,
    { isOneAct: true },
  )
}
