import { Playdate } from '@papadag/contract/playdates/playdates'
import type { Today } from '@papadag/contract/today'
import * as z from 'zod/mini'
import { isKept, isWrittenTo, membershipOf } from '../../domain/chats/memberships.ts'
import { Father, fatherColumns } from '../../domain/notifications/evenings.ts'
import { halfDaysIn, isOnWeekday } from '../../domain/papa-days/papa-days.ts'
import { seenBy } from '../../domain/playdates/projection.ts'
import { isComing, isOneOf, isShownTo } from '../../domain/playdates/state.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { dueFor } from './due.ts'

const shownAtMost = 3

const Thread = z.object({ id: z.number(), unreadCount: z.int() })

/** His first date that has not ended, with its chat. */
async function nextOf(db: Db, viewerId: number, retentionDays: number): Promise<Today['next']> {
  const first = sql`select * from playdates p where ${isComing} and ${isOneOf(viewerId)} and ${isShownTo(viewerId)}
    order by p.start_time, p.id limit 1`
  const next = await db.one(Playdate, seenBy(viewerId, first))
  if (!next) return null
  const thread = await db.one(
    Thread,
    sql`select c.id, (select count(*)::int from messages m
          where ${isWrittenTo(viewerId)} and m.seq > me.read_seq and m.sender_id <> ${viewerId} and ${isKept(retentionDays)}) as "unreadCount"
          from chats c join ${membershipOf(viewerId)} where c.playdate_id = ${next.id}`,
  )
  return { ...next, thread: thread ?? null }
}

/** Today or the next of his papa days, by the clock of his time zone. */
async function dayOf(db: Db, viewerId: number): Promise<Today['day']> {
  const father = await db.one(Father, sql`select ${fatherColumns} from users u where u.id = ${viewerId}`)
  if (!father) return null
  const today = Temporal.Now.zonedDateTimeISO(father.timeZone).toPlainDate()
  for (const ahead of [0, 1, 2, 3, 4, 5, 6]) {
    const date = today.add({ days: ahead })
    if (!isOnWeekday(father.days, date.dayOfWeek)) continue
    const halves = halfDaysIn(father.days & (0b11 << (2 * (date.dayOfWeek - 1))))
    return { date: date.toString(), halves }
  }
  return null
}

export async function todayOf(db: Db, viewerId: number, retentionDays: number): Promise<Today> {
  const [due, next, day] = await Promise.all([
    dueFor(db, viewerId, retentionDays),
    nextOf(db, viewerId, retentionDays),
    dayOf(db, viewerId),
  ])
  return { due: due.slice(0, shownAtMost), dueCount: due.length, next, day }
}

/** It shows what it names, and the people in it. */
export async function todayShows(db: Db, viewerId: number, retentionDays: number): Promise<Shows> {
  const { due, next } = await todayOf(db, viewerId, retentionDays)
  const things = due.flatMap(one => [
    ...('playdate' in one ? [`playdate ${one.playdate.id}`] : []),
    ...('by' in one ? [`person ${one.by.id}`] : []),
    ...(one.kind === 'poll' ? [`poll ${one.pollId}`] : []),
  ])
  return { things: [...things, ...(next ? [`playdate ${next.id}`] : [])], isPage: true }
}
