import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { isHeldInVain } from '../../../playdates/state.ts'
import { aboutPlaydate, ofItsCircle, type Related, tellPeople } from '../tell.ts'

const kind: NotificationKind = 'playdate.cancelled'

/**
 * The notice that playdates (a condition on the playdate `p` and the father `x`) are cancelled (decision V9). It leaves
 * out blocked fathers, who were notified when they were blocked, and regulars who had not confirmed, who were notified
 * when their series ended.
 */
export async function tellCancelled(
  tx: Db,
  who: Related,
  { which, isGone }: { which: Sql; isGone: boolean },
): Promise<void> {
  const about = isGone
    ? sql`${aboutPlaydate} - 'playdateId' || ${ofItsCircle(sql`p.circle_id`, sql`x.user_id`)}`
    : aboutPlaydate
  await tellPeople(
    tx,
    who,
    (people, also, subject) => sql`
      select x.user_id, ${kind}::text, ${about} || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where ${which} and not are_blocked(x.user_id, p.creator_id) and not ${isHeldInVain(sql`x.user_id`)}`,
  )
}
