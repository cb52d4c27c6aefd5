import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { aboutPlaydate, change, isAbout, type Related, tellPeople } from '../tell.ts'

const kind: NotificationKind = 'playdate.restored'

/** Deletes unread notices of the cancellation, which is undone, and of an earlier one like that. */
export async function withdrawCancelled(tx: Db, playdates: readonly number[]): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where p.id = any(${playdates}::int[]) and n.kind in ('playdate.cancelled', ${kind}) and n.read_at is null and ${isAbout(sql`p.id`)}
        returning n.user_id as "userId"`,
  )
}

/** Tells people of cancelled playdates that these take place after all. */
export async function tellRestored(tx: Db, who: Related, playdates: readonly number[]): Promise<void> {
  await tellPeople(
    tx,
    who,
    (people, also, subject) => sql`
      select x.user_id, ${kind}::text, ${aboutPlaydate} || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where p.id = any(${playdates}::int[]) and not are_blocked(x.user_id, p.creator_id)`,
  )
}
