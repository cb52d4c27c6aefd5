import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../../notifications/subjects.ts'
import { isOpen } from '../../../places/states.ts'
import { isAhead } from '../../../playdates/state.ts'
import { aboutPlaydate, change, isAbout, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.placeState'

/** The most creators that one report tells. */
const toldAtMost = 200

/** Tells the creator of each playdate there until the state ends, once until he reads it. */
export async function tellPlaceState(tx: Db, stateId: number, by: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, ${kind}::text, ${aboutPlaydate} || jsonb_build_object('state', s.kind), null::int, ${subjectOfPlaydate}
          from place_states s
          join playdates p on p.place_id = s.place_id and ${isAhead} and p.start_time < s.until + 1 and p.creator_id <> ${by}
         where s.id = ${stateId} and not exists (select from notifications n
                 where n.user_id = p.creator_id and n.kind = ${kind} and n.read_at is null and ${isAbout(sql`p.id`)})
         order by p.start_time, p.id limit ${toldAtMost}`,
    { isOneAct: true },
  )
}

/** Nothing is the matter with the place any longer: the unread notices go. */
export async function withdrawPlaceState(tx: Db, placeId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = ${kind} and n.read_at is null and p.place_id = ${placeId} and ${isAbout(sql`p.id`)}
           and not exists (select from place_states s where s.place_id = ${placeId} and ${isOpen(sql`s`)}
                  and s.kind = n.details ->> 'state')
        returning n.user_id as "userId"`,
  )
}
