import type { NotificationDetails, NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from './db.ts'
import { isoOf } from './moment.ts'

// Each of these belongs into the transaction of the change it is about; the route touches `/api/notifications`, so that
// open screens show it at once.

/** Tells one person. */
export async function notify(tx: Db, userId: number, kind: NotificationKind, details: NotificationDetails) {
  await tx.run(sql`
    insert into notifications (user_id, kind, details) values (${userId}, ${kind}, ${JSON.stringify(details)}::jsonb)`)
}

/**
 * Deletes these playdates (a condition on the row `p`), and tells whoever would have come to one that has not ended,
 * but not its creator (decision V9).
 */
export async function cancelPlaydates(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into notifications (user_id, kind, details)
    select x.user_id, 'playdate.cancelled', jsonb_build_object('title', p.title, 'startTime', ${isoOf(sql`p.start_time`)})
      from playdates p join participants x on x.playdate_id = p.id and x.user_id <> p.creator_id
     where ${which} and p.end_time > now()`)
  await tx.run(sql`delete from playdates p where ${which}`)
}

/**
 * Tells the one who has blocked the other, and nobody else, that both come to a third person's playdate (safety S32);
 * `which` is a condition on the block `b` and the playdate `p`.
 */
export async function tellBlockers(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into notifications (user_id, kind, details)
    select b.blocker_id, 'playdate.withBlocked',
           jsonb_build_object('playdateId', p.id, 'title', p.title, 'startTime', ${isoOf(sql`p.start_time`)})
      from blocks b
      join participants x on x.user_id = b.blocker_id
      join participants y on y.playdate_id = x.playdate_id and y.user_id = b.blocked_id
      join playdates p on p.id = x.playdate_id and p.end_time > now() and p.creator_id not in (b.blocker_id, b.blocked_id)
     where ${which}`)
}
