import { limits } from '@papadag/contract/limits'
import type { Repeats } from '@papadag/contract/playdates/repeats'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
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

interface First extends Times {
  title: string
  description?: string | null | undefined
  location: string
  locationVisibility?: 'public' | 'participants' | undefined
  area?: string | null | undefined
  placeId?: number | null | undefined
  maxParticipants: number
  minimumFathers?: number | null | undefined
  children?: number | undefined
  kind?: 'playdate' | 'open' | undefined
}

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
    sql`insert into series (creator_id, every, anchor_date, start_at, end_at, end_days, until, title, description, location,
                            location_visibility, area, place_id, max_participants, minimum_fathers, children, kind, time_zone)
        values (${creatorId}, ${rule.every}, ${rule.anchorDate}::date, ${rule.startAt}::time, ${rule.endAt}::time, ${rule.endDays},
                ${until}::date, ${first.title}, ${first.description ?? null}, ${first.location},
                ${first.locationVisibility ?? 'public'}, ${first.area ?? null}, ${first.placeId ?? null},
                ${first.maxParticipants}, ${first.minimumFathers ?? null}, ${first.children ?? 0}, ${first.kind ?? 'playdate'}, ${timeZone})
        returning id`,
  )
  if (!made) throw new Error('an insert returned no row')
  return made.id
}

/** Gives this description to dates that do not exist yet. */
export async function describeSeries(tx: Db, seriesId: number, playdateId: number): Promise<void> {
  await tx.run(sql`
    update series s set title = p.title, description = p.description, location = p.location,
           location_visibility = p.location_visibility, area = p.area, place_id = p.place_id,
           place_name = p.place_name, place_latitude = p.place_latitude, place_longitude = p.place_longitude,
           grid_latitude = p.grid_latitude, grid_longitude = p.grid_longitude,
           max_participants = p.max_participants, minimum_fathers = p.minimum_fathers, time_zone = p.time_zone
      from playdates p where s.id = ${seriesId} and p.id = ${playdateId}`)
}

/** Moves the dates from this number on to these times. */
export async function moveSeries(tx: Db, id: number, { anchorSlot, anchorDate, startAt, endAt, endDays }: Rule) {
  await tx.run(sql`
    update series set anchor_slot = ${anchorSlot}, anchor_date = ${anchorDate}::date, start_at = ${startAt}::time,
           end_at = ${endAt}::time, end_days = ${endDays}
     where id = ${id}`)
}
