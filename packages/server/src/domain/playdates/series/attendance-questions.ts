import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import { isAhead, isOpenHour } from '../state.ts'

/**
 * The scheduled events of a playdate: its regulars are asked to confirm, and a day before the start unconfirmed seats
 * are released.
 */
export const askKind = 'playdate.ask'
export const dayBeforeKind = 'playdate.dayBefore'

/** How long a regular has to answer if he is asked late, because the date was moved. */
const answerMs = 12 * 3_600_000

const seconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`

/** Schedules both for these playdates (a condition on the row `p`). */
export async function planAttendanceQuestions(tx: Db, which: Sql): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, playdate_id, due_at, payload, dedupe_key)
    select plan.kind, p.id, plan.due_at, jsonb_build_object('startTime', ${isoOf(sql`p.start_time`)}),
           plan.kind || ':' || p.id || ':' || extract(epoch from p.start_time)::bigint
      from playdates p
     cross join lateral (
       select ${askKind} as kind, p.start_time - ${seconds(limits.askBeforeMs)} as due_at where p.series_id is not null
       union all
       select ${dayBeforeKind}, greatest(p.start_time - ${seconds(limits.releaseBeforeMs)}, now() + ${seconds(answerMs)})
        where coalesce(p.series_id, p.minimum_fathers) is not null) plan
     where ${which} and ${isAhead} and not ${isOpenHour} and plan.due_at < p.start_time
    on conflict (dedupe_key) do nothing`)
}

/** Call it after a move: deletes what was scheduled for the previous time. */
export async function moveAttendanceQuestions(tx: Db, playdateId: number): Promise<void> {
  await tx.run(sql`
    delete from outbox where id = any (array(
      select o.id from outbox o join playdates p on p.id = o.playdate_id
       where p.id = ${playdateId} and o.kind in (${askKind}, ${dayBeforeKind})
         and o.payload ->> 'startTime' <> ${isoOf(sql`p.start_time`)}
       order by o.dedupe_key for update of o))`)
  await planAttendanceQuestions(tx, sql`p.id = ${playdateId}`)
}
