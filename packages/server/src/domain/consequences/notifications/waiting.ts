import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import { subjectOfPlaydate } from '../../notifications/subjects.ts'
import { theseOf, type Waiter } from '../../playdates/waiting-list.ts'
import { aboutPlaydate, asRelated, change, isAbout, isToldAs, tell } from './tell.ts'

/** Tells each of these fathers, who wait, about his playdate. Replaces an unread notification of this kind. */
async function tellWaiters(tx: Db, kind: NotificationKind, waiters: readonly Waiter[]): Promise<void> {
  if (waiters.length === 0) return
  const told = theseOf(waiters)
  await tx.run(sql`
    delete from notifications n using playdates p
     where n.kind = ${kind} and n.read_at is null and ${isAbout(sql`p.id`)} and (p.id, n.user_id) in ${told}`)
  await tell(
    tx,
    sql`select told.user_id, ${kind}::text, ${aboutPlaydate} || ${asRelated('waiting')}, null::int, ${subjectOfPlaydate}
          from playdates p join ${told} told on told.playdate_id = p.id`,
  )
}

/** Notifies these waiting fathers that there is room for them, or for some of their families. */
export async function tellHasRoom(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  await tellWaiters(tx, 'playdate.hasRoom', waiters)
}

/** Tells these fathers that they have moved up. */
export async function tellMovedUp(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  await withdrawFromWaiters(tx, waiters, ['playdate.hasRoom', 'playdate.restored'])
  await tellWaiters(tx, 'playdate.joined', waiters)
}

/** Deletes it after they have left the list or the playdate: they neither have a place nor wait for one. */
export async function withdrawPlaces(tx: Db, waiters: readonly Waiter[]): Promise<void> {
  if (waiters.length === 0) return
  await withdrawFromWaiters(tx, waiters, [
    'playdate.joined',
    'playdate.hasRoom',
    'playdate.changed',
    'playdate.restored',
  ])
}

/** Deletes the notices that these fathers got while they were waiting. */
async function withdrawFromWaiters(
  tx: Db,
  waiters: readonly Waiter[],
  kinds: readonly NotificationKind[],
): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = any(${kinds}::text[]) and ${isToldAs('waiting')} and ${isAbout(sql`p.id`)}
           and (p.id, n.user_id) in ${theseOf(waiters)}
        returning n.user_id as "userId"`,
  )
}
