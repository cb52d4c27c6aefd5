import {
  createPlaydate,
  type NewPlaydate,
  onePlaydate,
  type Playdate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { dayAt } from '../domain/playdates/series/rule.ts'
import { askRegulars, dayBefore } from '../features/playdates/series/jobs.ts'
import { type Db, sql } from '../platform/db/db.ts'
import type { Due } from '../platform/outbox/outbox.ts'
import { aPlaydate, type Father, type World, world } from './world.ts'

/** In this many days and milliseconds. */
export const inDays = (days: number, ms = 0) => new Date(Date.now() + days * 86_400_000 + ms).toISOString()

/** One hour, so many days from now. */
export const anHourIn = (days: number) => ({ startTime: inDays(days), endTime: inDays(days, 3_600_000) })

/** The days of a pause. */
export const daysOff = (from: number, until: number) => ({ from: dayAt(inDays(from)), until: dayAt(inDays(until)) })

interface Planned extends World<2> {
  first: Playdate
  dates: Playdate[]
}

/** A series of the host's that begins in three days, with two other fathers around. */
export async function planned(
  differences: Partial<NewPlaydate> = {},
  env: Record<string, string> = {},
): Promise<Planned> {
  const opened = await world({ fathers: 2, env })
  const first = await opened.host.call(createPlaydate, {
    body: { ...aPlaydate({ ...anHourIn(3), repeats: { every: 'week' } }), ...differences },
  })
  return { ...opened, first, dates: await opened.host.call(upcomingPlaydates) }
}

/** Who has a place on a date. */
export const peopleOn = async (father: Father, id: number | undefined) =>
  (await father.call(onePlaydate, { params: { id: id ?? 0 } })).participants.map(person => person.id)

/** Which dates exist, including cancelled ones. */
export async function slots(db: Db): Promise<number[]> {
  const found = await db.many(
    z.object({ slot: z.int() }),
    sql`select slot from playdates where series_id is not null order by slot`,
  )
  return found.map(({ slot }) => slot)
}

const OfOutbox = z.object({
  id: z.int(),
  kind: z.string(),
  userId: z.nullable(z.int()),
  playdateId: z.nullable(z.int()),
  payload: z.record(z.string(), z.unknown()),
})

/** Runs what is scheduled for a date, as the outbox does when it is due. */
export async function happens(db: Db, kind: 'playdate.ask' | 'playdate.dayBefore', playdateId: number | undefined) {
  const rows = await db.many(
    OfOutbox,
    sql`select id, kind, user_id as "userId", playdate_id as "playdateId", payload from outbox
         where kind = ${kind} and playdate_id = ${playdateId}`,
  )
  const job = kind === 'playdate.ask' ? askRegulars : dayBefore
  for (const row of rows) {
    const due: Due = { ...row, attempts: 1, onWire() {} }
    expect(await job.run(db, due)).toBe('done')
    await db.run(sql`delete from outbox where id = ${row.id}`)
  }
  return rows.length
}

/** Moves a date, with what is scheduled for it, so that it begins in this many hours. */
export async function isIn(db: Db, playdateId: number | undefined, hours: number) {
  await db.run(sql`
    update playdates set start_time = now() + make_interval(hours => ${hours}::int),
           end_time = now() + make_interval(hours => ${hours + 1}::int) where id = ${playdateId}`)
  await db.run(sql`
    update outbox o set payload = o.payload || jsonb_build_object('startTime',
             to_char(p.start_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from playdates p where p.id = ${playdateId} and o.playdate_id = p.id and o.kind like 'playdate.%'`)
}
