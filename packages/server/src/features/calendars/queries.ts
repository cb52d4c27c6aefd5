import type { Language } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type CalendarEvent, writeCalendar } from '../../domain/calendar.ts'
import {
  isCancelled,
  isNotHiddenFrom,
  isOn,
  isOneOf,
  isPlanned,
  isReadableBy,
  isSureOf,
  mayLocate,
} from '../../domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import type { CalendarReply } from '../../platform/http/serve.ts'
import { Problem } from '../../platform/problem.ts'
import { cancelledPrefix } from './texts.ts'

const eventsAtMost = 500

const Row = z.object({
  id: z.int(),
  sequence: z.int(),
  startTime: z.string(),
  endTime: z.string(),
  changedAt: z.string(),
  title: z.string(),
  location: z.nullable(z.string()),
  isCancelled: z.boolean(),
})

export interface Shown {
  userId: number
  language: Language
  /** Includes home addresses, which anybody with the calendar's address can read. */
  showsHomeAddress: boolean
  isBusyOnly: boolean
  origin: string
  /** The name behind the `@` of all events. */
  eventHost: string
}

/** Playdates as a participant may show them in a calendar; `which` is a condition on the playdate `p`. */
async function events(db: Db, which: Sql, shown: Shown): Promise<CalendarEvent[]> {
  const { userId, language, showsHomeAddress, isBusyOnly, origin } = shown
  const mayTell = sql`p.location_visibility = 'public' or (${showsHomeAddress} and ${mayLocate(userId, isOn(userId))})`
  const rows = await db.many(
    Row,
    sql`select p.id, p.sequence, ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime",
               ${isoOf(sql`p.updated_at`)} as "changedAt", p.title,
               case when ${mayTell} then p.location else p.area end as location, ${isCancelled} as "isCancelled"
          from playdates p where ${which} order by p.start_time desc, p.id desc limit ${eventsAtMost}`,
  )
  return rows.map(({ title, location, ...row }) => ({
    ...row,
    summary: isBusyOnly ? 'Papadag' : row.isCancelled ? `${cancelledPrefix[language]} ${title}` : title,
    location: isBusyOnly ? undefined : (location ?? undefined),
    url: isBusyOnly ? undefined : `${origin}/playdates?open=${row.id}`,
  }))
}

/** The calendar of one playdate, for a reader who may see it. */
export async function oneCalendar(db: Db, id: number, shown: Shown): Promise<CalendarReply> {
  const found = await events(db, sql`p.id = ${id} and ${isReadableBy(shown.userId)}`, shown)
  if (found.length === 0) throw new Problem('playdate.unknown')
  return { name: 'papadag.ics', text: writeCalendar('Papadag', shown.eventHost, found) }
}

/**
 * A user's playdates of the last three months and to come; cancelled ones are kept for a month, marked as cancelled.
 */
export async function feedCalendar(db: Db, shown: Shown): Promise<CalendarReply> {
  const { userId } = shown
  const isHis = sql`
    ${isOneOf(userId)} and ${isSureOf(userId)}
    and ${isNotHiddenFrom(userId)}
    and (${isPlanned} and p.end_time > now() - interval '3 months' or p.cancelled_at > now() - interval '30 days')`
  return { name: 'papadag.ics', text: writeCalendar('Papadag', shown.eventHost, await events(db, isHis, shown)) }
}
