import type { Language } from '@papadag/contract/limits'
import { Playdate } from '@papadag/contract/playdates/playdates'
import type { Due, Today } from '@papadag/contract/today'
import { type Weekday, weekdays } from '@papadag/contract/users/papa-days'
import * as z from 'zod/mini'
import { isKept, isWrittenTo, membershipOf } from '../../domain/chats/memberships.ts'
import { Father, fatherColumns } from '../../domain/notifications/evenings.ts'
import { halfDaysIn, isOnWeekday } from '../../domain/papa-days/papa-days.ts'
import { seenBy } from '../../domain/playdates/projection.ts'
import { hasDeclined, isComing, isOneOf, isShownTo } from '../../domain/playdates/state.ts'
import type { LoginSetup } from '../../domain/ways-in.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/serve.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { dueFor, factAsked } from './due.ts'
import { hintFor } from './hints.ts'
import { townOf } from './town.ts'

const shownAtMost = 3

const Thread = z.object({ id: z.number(), unreadCount: z.int() })

/**
 * His first date that has not ended, with its chat. The next one of his circles comes before it, unless he has said that
 * he cannot come or has another one within a day.
 */
async function nextOf(db: Db, viewerId: number, retentionDays: number): Promise<Today['next']> {
  const isOfCircle = sql`p.circle_id in (select circle_id from circle_members where user_id = ${viewerId})`
  const isNear = sql`p.start_time < now() + interval '1 day' and ${isOneOf(viewerId)}`
  const first = sql`select p.* from playdates p where ${isComing} and ${isShownTo(viewerId)}
    and (${isOneOf(viewerId)} or ${isOfCircle} and not ${hasDeclined(viewerId)})
    order by not (${isNear}), not coalesce(${isOfCircle}, false), p.start_time, p.id limit 1`
  const next = await db.one(Playdate, seenBy(viewerId, first))
  if (!next) return null
  const thread = await db.one(
    Thread,
    sql`select c.id, (select count(*)::int from messages m
          where ${isWrittenTo(viewerId)} and m.seq > me.read_seq and m.sender_id <> ${viewerId} and ${isKept(retentionDays)}) as "unreadCount"
          from chats c join ${membershipOf(viewerId)} where c.playdate_id = ${next.id} or c.series_id = ${next.series?.id ?? null}::int
            or c.circle_id = ${next.circle?.id ?? null}::int
         order by c.series_id nulls last limit 1`,
  )
  return { ...next, thread: thread ?? null }
}

type Day = NonNullable<Today['day']>

/** What other features know about a day, which the caller hands over. */
interface DayParts {
  freeOn(db: Db, viewerId: number, day: Weekday): Promise<Pick<Day, 'fathers' | 'faces'>>
  roomDuring(
    db: Db,
    viewerId: number,
    period: { from: string; until: string },
  ): Promise<Pick<Day, 'playdates' | 'nearestM'>>
}

/** Today or the next of his papa days, by the clock of his time zone. */
async function dayOf(db: Db, viewerId: number, { freeOn, roomDuring }: DayParts): Promise<Today['day']> {
  const father = await db.one(Father, sql`select ${fatherColumns} from users u where u.id = ${viewerId}`)
  if (!father) return null
  const today = Temporal.Now.zonedDateTimeISO(father.timeZone).toPlainDate()
  for (const ahead of [0, 1, 2, 3, 4, 5, 6]) {
    const date = today.add({ days: ahead })
    const weekday = weekdays[date.dayOfWeek - 1]
    if (!weekday || !isOnWeekday(father.days, date.dayOfWeek)) continue
    const halves = halfDaysIn(father.days).filter(half => half.startsWith(weekday))
    const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(father.timeZone).toInstant().toString()
    const [free, room] = await Promise.all([
      freeOn(db, viewerId, weekday),
      roomDuring(db, viewerId, { from: startOf(date), until: startOf(date.add({ days: 1 })) }),
    ])
    return { date: date.toString(), halves, ...free, ...room }
  }
  return null
}

/** What waits for his answer. A question about a place comes only while it has room: each is asked once. */
async function allDue(
  db: Db,
  { id, language }: Reader,
  { placeQuestion, ...parts }: Pick<TodayParts, 'retentionDays' | 'hasMail' | 'placeQuestion'>,
): Promise<Due[]> {
  const due = await dueFor(db, id, parts)
  return due.length < shownAtMost ? [...due, ...(await factAsked(db, await placeQuestion(db, id), language))] : due
}

export async function todayOf(db: Db, reader: Reader, parts: TodayParts): Promise<Today> {
  const viewerId = reader.id
  const { retentionDays } = parts
  const [due, next, day, town, hint] = await Promise.all([
    allDue(db, reader, parts),
    nextOf(db, viewerId, retentionDays),
    dayOf(db, viewerId, parts),
    townOf(db, viewerId),
    hintFor(db, viewerId, parts),
  ])
  return { due: due.slice(0, shownAtMost), dueCount: due.length, next, day, town, hint }
}

interface Reader {
  id: number
  language: Language
}

export interface TodayParts extends DayParts, LoginSetup {
  retentionDays: number
  /** Today's question about a playground where he was. */
  placeQuestion(db: Db, viewerId: number): Promise<Pick<Extract<Due, { kind: 'fact' }>, 'placeId' | 'key'> | null>
  areaShown(list: { db: Db; member: Member; query: object }): Promise<Shows>
}

/** It shows the playdates near him, what it names, and the people in it. */
export async function todayShows(db: Db, member: Member, parts: TodayParts): Promise<Shows> {
  const { retentionDays, areaShown } = parts
  const [due, next, area] = await Promise.all([
    // Its language changes nothing of what is shown.
    allDue(db, { id: member.id, language: 'nl' }, parts),
    nextOf(db, member.id, retentionDays),
    areaShown({ db, member, query: {} }),
  ])
  const things = due
    .slice(0, shownAtMost)
    .flatMap(one => [
      ...('playdate' in one ? [`playdate ${one.playdate.id}`] : []),
      ...('person' in one ? [`person ${one.person.id}`] : []),
      ...('by' in one ? [`person ${one.by.id}`] : []),
      ...(one.kind === 'circleCard' ? one.fathers.map(({ id }) => `person ${id}`) : []),
      ...(one.kind === 'poll' ? [`poll ${one.pollId}`] : []),
      ...(one.kind === 'fact' ? [`place ${one.placeId}`, `fact ${one.placeId} ${one.key}`] : []),
    ])
  return {
    ...area,
    reachesFurther: false,
    isFiltered: true,
    things: [...things, ...(next ? [`playdate ${next.id}`] : [])],
    isPage: true,
  }
}
