import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db.ts'
import type { Mailings } from './mailings.ts'

const Row = z.object({ id: z.number() })
const atOnce = 50

/** Notes who was here; sessions that nobody uses are forgotten long before an account is. A job's work. */
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

/** Tells those who have not been here for 23 months that their account will go (safety 9); whom it did not reach is told anew. */
export async function remindInactive(db: Db, mailings: Mailings): Promise<void> {
  // Noted before it is sent, so that several nodes do not all send it.
  const due = await db.many(
    Row,
    sql`update users set inactivity_told_at = now()
         where id in (select id from users
                       where last_active_at < now() - interval '23 months'
                         and (inactivity_told_at is null or inactivity_told_at < last_active_at)
                       order by id limit ${atOnce} for update skip locked)
         returning id`,
  )
  for (const { id } of due) {
    if (!(await mailings.remind(id))) await db.run(sql`update users set inactivity_told_at = null where id = ${id}`)
  }
}

/** Who has not been here for 24 months and was told a month ago. */
export async function inactiveUsers(db: Db): Promise<number[]> {
  const rows = await db.many(
    Row,
    sql`select id from users
         where last_active_at < now() - interval '24 months' and inactivity_told_at > last_active_at
           and inactivity_told_at < now() - interval '28 days'
         order by id limit ${atOnce}`,
  )
  return rows.map(({ id }) => id)
}
