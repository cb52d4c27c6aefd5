import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { freePlaces, isReadableBy, placesWantedBy } from '../../playdates/state.ts'
import { theseOf, type Waiter } from '../../playdates/waiting-list.ts'
import { aboutPlaydate, change, isAbout, subjectOfPlaydate, tell } from '../tell.ts'

/** Tells each of these fathers about his playdate. Replaces an unread notification of this kind. */
export async function tellWaiters(tx: Db, kind: NotificationKind, waiters: readonly Waiter[]): Promise<void> {
  if (waiters.length === 0) return
  const told = theseOf(waiters)
  await tx.run(sql`
    delete from notifications n using playdates p
     where n.kind = ${kind} and n.read_at is null and ${isAbout(sql`p.id`)} and (p.id, n.user_id) in ${told}`)
  await tell(
    tx,
    sql`select told.user_id, ${kind}::text, ${aboutPlaydate}, null::int, ${subjectOfPlaydate}
          from playdates p join ${told} told on told.playdate_id = p.id`,
  )
}

/** Deletes what these fathers were told about waiting, once it has ended without a place. */
export async function withdrawFromWaiters(
  tx: Db,
  waiters: readonly Waiter[],
  kinds: readonly NotificationKind[],
): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = any(${kinds}::text[]) and ${isAbout(sql`p.id`)} and (p.id, n.user_id) in ${theseOf(waiters)}
        returning n.user_id as "userId"`,
  )
}

/** How many places are free by now, and how many the reader of the notification `n` is waiting for. */
export function placesFor(readerId: number): Sql {
  return sql`(select json_build_object('places', json_build_object('free', ${freePlaces}, 'wanted', ${placesWantedBy(readerId)}))
    from playdates p where p.id = (n.details ->> 'playdateId')::int and ${isReadableBy(readerId)})`
}
