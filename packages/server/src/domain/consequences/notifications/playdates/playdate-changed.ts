import type { NotificationKind } from '@papadag/contract/notifications'
import type { MovedFor } from '@papadag/contract/weather/advice'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { isNotOver } from '../../../playdates/state.ts'
import { aboutPlaydate, change, isAbout, isToldAs, type Related, tellPeople } from '../tell.ts'

const kind: NotificationKind = 'playdate.changed'

interface Moved {
  playdateId: number
  /** The previous start. */
  before: string
  isElsewhere: boolean
  /** The weather that was the reason for another place. */
  movedFor?: MovedFor | undefined
}

/**
 * Tells people of a playdate that its time or place has changed. Replaces an unread notice of an earlier change, and
 * keeps the previous time and place it named.
 */
export async function tellChanged(
  tx: Db,
  who: Related,
  { playdateId, before, isElsewhere, movedFor }: Moved,
): Promise<void> {
  const isUnread = sql`n.kind = ${kind} and n.read_at is null and ${isAbout(playdateId)}`
  const known = sql`(select n.details ->> 'before' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id limit 1)`
  const hasMoved = sql`${isElsewhere}::boolean or exists (
    select from notifications n where n.user_id = x.user_id and ${isUnread} and n.details ->> 'isElsewhere' = 'true')`
  // The reason stays with the place until that changes again.
  const why = isElsewhere
    ? sql`${movedFor ?? null}::text`
    : sql`(select n.details ->> 'movedFor' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id desc limit 1)`
  await tellPeople(
    tx,
    who,
    (people, also, subject) => sql`
      select x.user_id, ${kind}::text,
             ${aboutPlaydate} || jsonb_build_object('before', coalesce(${known}, ${before}::text), 'isElsewhere', ${hasMoved})
               || jsonb_strip_nulls(jsonb_build_object('movedFor', ${why})) || ${also}, null::int, ${subject}
        from playdates p join ${people}
       where p.id = ${playdateId} and ${isNotOver}`,
  )
  await tx.run(sql`
    delete from notifications n
     where ${isUnread} and exists (
       select from notifications m where m.user_id = n.user_id and m.kind = ${kind} and m.id > n.id
          and m.details -> 'playdateId' = n.details -> 'playdateId')`)
}

/**
 * Deletes notices of changes and announcements, and those to fathers who wait; `which` is a condition on the
 * notification `n` and the playdate `p`.
 */
export async function withdrawChanges(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where (n.kind in (${kind}, 'playdate.announced') or ${isToldAs('waiting')}) and ${isAbout(sql`p.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}
