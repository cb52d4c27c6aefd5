import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isOnWeekday } from '../papa-days/papa-days.ts'
import { notificationSettingsOf } from './notification-settings.ts'

// Tells fathers on the evening before a papa day what it brings: each father with days has one outbox row, which is due
// on his next such evening and is then rescheduled.

export const eveningKind = 'evening'
const atOnce = 1000

export const Father = z.object({ id: z.int(), days: z.int(), hour: z.int(), timeZone: z.string() })
export type Father = z.output<typeof Father>

/** For `select … from users u`: a father's days and chosen hour. */
export const fatherColumns = sql`u.id, u.papa_days as days,
  (${notificationSettingsOf(sql`u`)} ->> 'eveningHour')::int as hour, u.notification_settings ->> 'timeZone' as "timeZone"`

/** Tomorrow in a father's time zone, if it is one of his days. */
export function dayTomorrow({ days, timeZone }: Omit<Father, 'id' | 'hour'>, now: Temporal.Instant) {
  const tomorrow = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 })
  if (!isOnWeekday(days, tomorrow.dayOfWeek)) return
  return {
    from: tomorrow.toZonedDateTime(timeZone).toInstant(),
    until: tomorrow.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
  }
}

/** The next evening before one of his days; undefined for a father without days. */
export function nextEvening({ days, hour, timeZone }: Omit<Father, 'id'>, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  for (const ahead of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const date = today.add({ days: ahead })
    const evening = date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).toInstant()
    if (Temporal.Instant.compare(evening, now) <= 0) continue
    if (isOnWeekday(days, date.add({ days: 1 }).dayOfWeek)) return evening
  }
  return
}

/** How long it is until a father's next evening. */
export async function untilNextEvening(db: Db, userId: number): Promise<number | undefined> {
  const father = await db.one(Father, sql`select ${fatherColumns} from users u where u.id = ${userId}`)
  const now = Temporal.Now.instant()
  return father && nextEvening(father, now)?.since(now).total('milliseconds')
}

/**
 * Schedules the evenings of fathers (a condition on the row `u`) who have days and nothing scheduled; a limited number
 * at a time.
 */
async function planSome(tx: Db, which: Sql): Promise<number> {
  const fathers = await tx.many(
    Father,
    sql`select ${fatherColumns} from users u
         where u.papa_days <> 0 and ${which}
           and not exists (select from outbox o where o.dedupe_key = ${`${eveningKind}:`} || u.id)
         order by u.id limit ${atOnce}`,
  )
  const now = Temporal.Now.instant()
  const evenings = fathers.flatMap(father => {
    const at = nextEvening(father, now)
    return at ? [{ id: father.id, at: at.toString() }] : []
  })
  return tx.run(sql`
    insert into outbox (kind, user_id, due_at, dedupe_key)
    select ${eveningKind}, id, at, ${`${eveningKind}:`} || id as key
      from unnest(${evenings.map(({ id }) => id)}::int[], ${evenings.map(({ at }) => at)}::timestamptz[]) as e (id, at)
     order by key
    on conflict (dedupe_key) do nothing`)
}

/** Schedules every missing evening: of imported fathers, and of those whose row was given up. */
export async function fillEvenings(db: Db): Promise<void> {
  while ((await planSome(db, sql`true`)) === atOnce);
}

/** Reschedules a father's evening after he has changed his days, his hour or his time zone. */
export async function replanEvening(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`delete from outbox where user_id = ${userId} and kind = ${eveningKind}`)
  await planSome(tx, sql`u.id = ${userId}`)
}
