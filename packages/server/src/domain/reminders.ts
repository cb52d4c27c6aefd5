import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { isoOf } from '../platform/db/moment.ts'

/**
 * Schedules the participants' reminders as each has chosen; `which` is a condition on the playdate `p` and the
 * participant `x`. A moved playdate gets new rows; those for the earlier time send nothing.
 */
export async function planReminders(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, user_id, playdate_id, due_at, payload, dedupe_key)
    select 'reminder', x.user_id, p.id, p.start_time - make_interval(mins => m.minutes),
           jsonb_build_object('startTime', ${isoOf(sql`p.start_time`)}),
           'reminder:' || p.id || ':' || x.user_id || ':' || extract(epoch from p.start_time)::bigint || ':' || m.minutes
      from playdates p
      join participants x on x.playdate_id = p.id
      join users u on u.id = x.user_id
     cross join lateral (
       select value::int as minutes from jsonb_array_elements_text(u.notification_settings -> 'remindBeforeMin')) m
     where ${which} and p.cancelled_at is null and p.start_time - make_interval(mins => m.minutes) > now()
    on conflict (dedupe_key) do nothing`)
}

/** Schedules all of a user's reminders again after he changed his choice. */
export async function replanReminders(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from outbox where user_id = ${userId} and kind = 'reminder'`)
  await planReminders(tx, sql`x.user_id = ${userId} and p.start_time > now()`)
}
