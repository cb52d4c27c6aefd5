import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import type { Mailings } from './mailings.ts'

const Row = z.object({ id: z.number() })
const atOnce = 50

/** Copies the last use of sessions to their accounts, since sessions are deleted long before inactive accounts are. */
export async function noteActivity(db: Db): Promise<void> {
  await db.run(sql`
    update users u set last_active_at = seen.at
      from (select user_id, max(at) as at
              from (select user_id, last_used_at as at from sessions
                    union all
                    select user_id, at from audit where event = 'session.started' and at > now() - interval '2 days') each_time
             group by user_id) seen
     where seen.user_id = u.id and u.last_active_at < seen.at - interval '1 day'`)
}

/**
 * Warns users who have been inactive for 23 months that their account will be deleted (safety 9); failed mails are
 * retried.
 */
export async function remindInactive(db: Db, mailings: Mailings): Promise<void> {
  await db.transaction(async tx => {
    const due = await tx.many(
      Row,
      sql`update users set inactivity_told_at = now()
           where id = any (array(
             select id from users
              where last_active_at < now() - interval '23 months'
                and (inactivity_told_at is null or inactivity_told_at < last_active_at)
              order by id limit ${atOnce} for update skip locked))
           returning id`,
    )
    for (const { id } of due) await mailings.remind(tx, id)
  })
}

/** A condition on users `u`: inactive for 24 months, warned a month ago, and not logged in since. */
export const isInactive: Sql = sql`
  u.last_active_at < now() - interval '24 months' and u.inactivity_told_at > u.last_active_at
  and u.inactivity_told_at < now() - interval '28 days'
  and not exists (select from sessions s where s.user_id = u.id)
  and not exists (select from audit a
                   where a.user_id = u.id and a.event = 'session.started' and a.at > u.inactivity_told_at)`

/** Accounts that have been unused for too long. */
export async function inactiveUsers(db: Db): Promise<number[]> {
  const rows = await db.many(Row, sql`select u.id from users u where ${isInactive} order by u.id limit ${atOnce}`)
  return rows.map(({ id }) => id)
}
