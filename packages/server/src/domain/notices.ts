import { limits } from '@papadag/contract/limits'
import type { NotificationDetails, NotificationKind } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { isoOf } from '../platform/db/moment.ts'
import { announceTo } from './announce.ts'
import { guests, isComing, isNotOver, isPlanned, seatOf } from './playdate-state.ts'

// Call these in the transaction of the change that the notices are about.

const Reader = z.object({ userId: z.number() })

/** Changes notices, and announces that to the readers which the statement returns. */
async function change(tx: Db, statement: Sql): Promise<void> {
  const readers = await tx.many(Reader, statement)
  announceTo(
    tx,
    'notices',
    readers.map(({ userId }) => userId),
  )
}

/**
 * Writes notices (a statement that selects user_id, kind, details and actor_id) and the outbox rows they cause: one for
 * each reader and playdate, which always stands for the latest notice, so that nobody can flood another by repeating
 * what causes them (safety 7). That somebody blocked comes too is told once and has a row of its own.
 */
async function tell(tx: Db, news: Sql): Promise<void> {
  await change(
    tx,
    sql`with told as (
          insert into notifications (user_id, kind, details, actor_id) ${news} returning id, user_id, kind, details
        )
        insert into outbox (kind, user_id, payload, dedupe_key)
        select 'notice', user_id, jsonb_build_object('notificationId', id),
               case when kind <> 'playdate.withBlocked' then 'notice:' || user_id || ':' || (details ->> 'playdateId') end as key
          from told order by key
        on conflict (dedupe_key) do update set payload = excluded.payload, attempts = 0,
          due_at = least(outbox.due_at, now() + make_interval(secs => ${limits.noticeEveryMs / 1000}::float8))
        returning user_id as "userId"`,
  )
}

export async function notify(tx: Db, userId: number, kind: NotificationKind, details: NotificationDetails) {
  await tell(tx, sql`select ${userId}::int, ${kind}::text, ${JSON.stringify(details)}::jsonb, null::int`)
}

/** The details of a notice about the playdate `p`. */
const aboutPlaydate = sql`jsonb_build_object('playdateId', p.id, 'title', p.title, 'startTime', ${isoOf(sql`p.start_time`)})`

/**
 * Tells participants, but not the creator, that playdates which have not ended are cancelled (decision V9); `which` is
 * a condition on the playdate `p` and the participant `x`. Blocked participants were told when they were blocked.
 */
export async function tellCancelled(tx: Db, which: Sql, { isGone }: { isGone: boolean }): Promise<void> {
  await tell(
    tx,
    sql`select x.user_id, 'playdate.cancelled', ${isGone ? sql`${aboutPlaydate} - 'playdateId'` : aboutPlaydate}, null::int
          from playdates p join ${guests}
         where ${which} and ${isComing} and not are_blocked(x.user_id, p.creator_id)`,
  )
}

/** Tells participants, but not the creator, that a cancelled playdate takes place after all. */
export async function tellRestored(tx: Db, playdateId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications
         where kind in ('playdate.cancelled', 'playdate.restored') and read_at is null and details -> 'playdateId' = to_jsonb(${playdateId}::int)
        returning user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select x.user_id, 'playdate.restored', ${aboutPlaydate}, null::int
          from playdates p join ${guests}
         where p.id = ${playdateId} and not are_blocked(x.user_id, p.creator_id)`,
  )
}

/** Tells the creator why a participant left; replaces what the same participant said before. */
export async function tellLeft(tx: Db, playdateId: number, userId: number, message: string): Promise<void> {
  await tx.run(sql`
    delete from notifications
     where kind = 'playdate.left' and actor_id = ${userId} and details -> 'playdateId' = to_jsonb(${playdateId}::int)`)
  await tell(
    tx,
    sql`select p.creator_id, 'playdate.left', ${aboutPlaydate} || jsonb_build_object('message', ${message}::text), ${userId}::int
          from playdates p where p.id = ${playdateId} and ${isPlanned}`,
  )
}

/**
 * Deletes notices about joining, changing and restoring playdates (a condition on the row `p`), before the playdates are deleted.
 */
export async function withdrawNotices(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where (n.kind = 'playdate.joined' and n.user_id = p.creator_id or n.kind in ('playdate.changed', 'playdate.restored'))
           and n.details -> 'playdateId' = to_jsonb(p.id) and ${which}
        returning n.user_id as "userId"`,
  )
}

/** Deletes notices of changed playdates; `which` is a condition on the notification `n` and the playdate `p`. */
export async function withdrawChanges(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where n.kind = 'playdate.changed' and n.details -> 'playdateId' = to_jsonb(p.id) and ${which}
        returning n.user_id as "userId"`,
  )
}

/**
 * Tells participants, but not the creator, that the time or place of the playdate has changed, which would have started at
 * `before`; replaces an unread notice of an earlier change, and keeps what that said of the time and place before.
 */
export async function tellChanged(tx: Db, playdateId: number, before: string, isElsewhere: boolean): Promise<void> {
  const isUnread = sql`
    n.kind = 'playdate.changed' and n.read_at is null and n.details -> 'playdateId' = to_jsonb(${playdateId}::int)`
  const known = sql`(select n.details ->> 'before' from notifications n where n.user_id = x.user_id and ${isUnread} order by n.id limit 1)`
  const hasMoved = sql`${isElsewhere}::boolean or exists (
    select from notifications n where n.user_id = x.user_id and ${isUnread} and n.details ->> 'isElsewhere' = 'true')`
  await tell(
    tx,
    sql`select x.user_id, 'playdate.changed',
               ${aboutPlaydate} || jsonb_build_object('before', coalesce(${known}, ${before}::text), 'isElsewhere', ${hasMoved}), null::int
          from playdates p join ${guests}
         where p.id = ${playdateId} and ${isNotOver}`,
  )
  await tx.run(sql`
    delete from notifications n
     where ${isUnread} and exists (
       select from notifications m where m.user_id = n.user_id and m.kind = n.kind and m.id > n.id
          and m.details -> 'playdateId' = n.details -> 'playdateId')`)
}

/**
 * Tells the creator that somebody joined, once until he reads it, so that ten fathers make one line. It names nobody,
 * since the playdate shows who comes, for as long as he comes.
 */
export async function tellJoined(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select p.creator_id, 'playdate.joined', ${aboutPlaydate}, null::int
          from playdates p
         where p.id = ${playdateId} and not exists (
           select from notifications n
            where n.user_id = p.creator_id and n.kind = 'playdate.joined' and n.read_at is null
              and n.details -> 'playdateId' = to_jsonb(p.id))`,
  )
}

/**
 * Tells a blocker, and nobody else, that somebody he blocked comes to the same third person's playdate (safety S32);
 * once per playdate, so that rejoining is no way to reach him. `which` is a condition on the block `b` and the playdate
 * `p`.
 */
export async function tellBlockers(tx: Db, which: Sql): Promise<void> {
  await tell(
    tx,
    sql`select b.blocker_id, 'playdate.withBlocked', ${aboutPlaydate}, null::int
          from blocks b
          join playdates p on ${isComing} and p.creator_id not in (b.blocker_id, b.blocked_id)
          join ${seatOf(sql`b.blocker_id`, sql`x`)}
          join ${seatOf(sql`b.blocked_id`, sql`y`)}
         where ${which} and not exists (
           select from notifications n
            where n.user_id = b.blocker_id and n.kind = 'playdate.withBlocked' and n.details -> 'playdateId' = to_jsonb(p.id))`,
  )
}
