import { limits } from '@papadag/contract/limits'
import type { Repeats } from '@papadag/contract/playdates/repeats'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { dateColumns, type PlannedDate } from '../plan-columns.ts'
import { dayOf, lastDayFrom, type Rule, ruleFrom, type Times } from './rule.ts'

const Id = z.object({ id: z.int() })

const wrong = (path: string, code: 'series.tooLong' | 'series.noDate') =>
  new Problem('request.invalid', { issues: [{ path, code }] })

/** Prevents a father from starting several series at once beyond his limit. */
export async function mustHaveRoom(tx: Db, creatorId: number, except?: number): Promise<void> {
  const running = sql`from series s where s.creator_id = ${creatorId} and s.id is distinct from ${except ?? null}::int
    and s.ended_at is null and s.until >= ${today}`
  if ((await tx.count(running)) >= limits.series) throw new Problem('series.tooMany')
}

/** The day of the series `s`, where it takes place. */
export const today = sql`(now() at time zone s.time_zone)::date`

type First = Omit<PlannedDate, 'timeZone'> & Times & { children?: number | undefined }

/** Stores the rule of a new series, whose first date the caller creates. */
export async function startSeries(
  tx: Db,
  first: First,
  { repeats, timeZone }: { repeats: Repeats; timeZone: string },
  creatorId: number,
): Promise<number> {
  await tx.run(sql`select from users where id = ${creatorId} for no key update`)
  await mustHaveRoom(tx, creatorId)
  const rule = ruleFrom(repeats.every, first, 0, timeZone)
  const longest = lastDayFrom(rule.anchorDate)
  const until = repeats.until ?? longest
  if (until > longest) throw wrong('repeats.until', 'series.tooLong')
  if (dayOf(rule, 1).toString() > until) throw wrong('repeats.until', 'series.noDate')
  const made = await tx.one(
    Id,
    sql`insert into series (creator_id, every, anchor_date, start_at, end_at, end_days, until, ${dateColumns.names}, children)
        values (${creatorId}, ${rule.every}, ${rule.anchorDate}::date, ${rule.startAt}::time, ${rule.endAt}::time, ${rule.endDays},
                ${until}::date, ${dateColumns.valuesIn({ ...first, timeZone })}, ${first.children ?? 0})
        returning id`,
  )
  if (!made) throw new Error('an insert returned no row')
  return made.id
}

/** Gives this description to dates that do not exist yet. */
export async function describeSeries(tx: Db, seriesId: number, playdateId: number): Promise<void> {
  await tx.run(sql`
    update series s set ${dateColumns.setFrom(sql`p`)}
      from playdates p where s.id = ${seriesId} and p.id = ${playdateId}`)
}

/** Moves the dates from this number on to these times. */
export async function moveSeries(tx: Db, id: number, { anchorSlot, anchorDate, startAt, endAt, endDays }: Rule) {
  await tx.run(sql`
    update series set anchor_slot = ${anchorSlot}, anchor_date = ${anchorDate}::date, start_at = ${startAt}::time,
           end_at = ${endAt}::time, end_days = ${endDays}
     where id = ${id}`)
}
