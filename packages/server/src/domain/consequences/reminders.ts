import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { hasNotBegun, isCancelled, isOn, isPlanned } from '../playdates/state.ts'

const kind = 'reminder'

/**
 * Schedules the reminders that each participant has chosen, from `afterMs` on; `which` is a condition on the playdate
 * `p` and the participant `x`.
 */
export async function planReminders(tx: Db, which: Sql, afterMs = 0): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, user_id, playdate_id, due_at, payload, dedupe_key)
    select ${kind}, x.user_id, p.id, p.start_time - make_interval(mins => m.minutes),
           jsonb_build_object('startTime', ${isoOf(sql`p.start_time`)}),
           'reminder:' || p.id || ':' || x.user_id || ':' || extract(epoch from p.start_time)::bigint || ':' || m.minutes
      from playdates p
      join participants x on x.playdate_id = p.id
      join users u on u.id = x.user_id
     cross join lateral (
       select value::int as minutes from jsonb_array_elements_text(u.notification_settings -> 'remindBeforeMin')) m
     where ${which} and ${isPlanned} and p.start_time - make_interval(mins => m.minutes) > now() + make_interval(secs => ${afterMs / 1000}::float8)
    on conflict (dedupe_key) do nothing`)
}

/**
 * Call it after a move. Deletes reminders for the previous time; new ones come no sooner than the next notice could,
 * since the move itself is announced.
 */
export async function moveReminders(tx: Db, playdateId: number): Promise<void> {
  await withdrawReminders(tx, sql`p.id = ${playdateId}`)
  await planReminders(tx, sql`p.id = ${playdateId}`, limits.noticeEveryMs)
}

/**
 * Deletes the reminders (a condition on the playdate `p` and the row `o`) of playdates that were moved or cancelled,
 * and those for users who are no longer participants. Call it after the change.
 */
export async function withdrawReminders(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    delete from outbox where id = any (array(
      select o.id from outbox o join playdates p on p.id = o.playdate_id
       where o.kind = ${kind} and ${which}
         and (${isCancelled} or o.payload ->> 'startTime' <> ${isoOf(sql`p.start_time`)}
              or not ${isOn(sql`o.user_id`)})
       order by o.dedupe_key for update of o))`)
}

/** Reschedules all of a user's reminders after he has changed his choice. */
export async function replanReminders(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from outbox where user_id = ${userId} and kind = ${kind}`)
  await planReminders(tx, sql`x.user_id = ${userId} and ${hasNotBegun}`)
}
