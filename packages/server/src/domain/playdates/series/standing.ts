import { limits } from '@papadag/contract/limits'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../platform/db/db.ts'
import { record } from '../../facts.ts'
import { changed, headsOn, lockAll } from '../seats.ts'
import { isAhead, isOn, isOpenHour } from '../state.ts'
import { bringToWaiting, enterRegular, removeFromWaitingLists } from '../waiting-list.ts'
import { lockAllSeries, openThatShow } from './regulars.ts'

// The seats of regulars. Besides `domain/playdates/seats.ts`, the only file that writes to `participants`.

const Regular = z.object({
  userId: z.int(),
  children: z.int(),
  isSoon: z.boolean(),
  isOn: z.boolean(),
  mayCome: z.boolean(),
})
const Room = z.object({ places: z.int() })

/** The outcome for the regulars of a date. */
interface Placed {
  isSeated: boolean
  isWaiting: boolean
}

/**
 * Seats the regulars of its series on a date, in the order in which they took their standing places, while they fit;
 * the others go on its waiting list, including those who cannot come now because they are hidden or suspended. They
 * still have to confirm, unless they would have been asked by now.
 */
export async function seatRegulars(tx: Db, playdateId: number, only?: number): Promise<Placed> {
  const regulars = await tx.many(
    Regular,
    sql`select r.user_id as "userId", r.children, ${isOn(sql`r.user_id`)} as "isOn",
               u.hidden_at is null and coalesce(u.suspended_until <= now(), true) as "mayCome",
               p.start_time < now() + make_interval(secs => ${limits.askBeforeMs / 1000}::float8) as "isSoon"
          from playdates p
          join series_regulars r on r.series_id = p.series_id and r.user_id = coalesce(${only ?? null}::int, r.user_id)
          join users u on u.id = r.user_id
         where p.id = ${playdateId} and ${isAhead} and not ${isOpenHour} and not are_blocked(r.user_id, p.creator_id)
         order by r.since, r.user_id for key share of u`,
  )
  const placed = { isSeated: false, isWaiting: false }
  const room =
    regulars.length > 0
      ? await tx.one(Room, sql`select max_participants as places from playdates where id = ${playdateId}`)
      : undefined
  let free = room ? room.places - (await headsOn(tx, playdateId)) : 0
  const left: { userId: number; children: number }[] = []
  for (const { userId, children, isSoon, isOn: isOnIt, mayCome } of regulars) {
    if (isOnIt) continue
    if (!mayCome || 1 + children > free) {
      left.push({ userId, children })
      continue
    }
    await tx.run(sql`
      insert into participants (playdate_id, user_id, children, is_confirmed)
      values (${playdateId}, ${userId}, ${children}, ${only !== undefined && isSoon})`)
    free -= 1 + children
    placed.isSeated = true
  }
  for (const { userId, children } of left)
    if (await enterRegular(tx, { playdateId, userId, children, free })) placed.isWaiting = true
  return placed
}

const Freed = z.object({ userId: z.int() })
const Id = z.object({ id: z.int() })

/** Changes how many children a regular brings to his unconfirmed dates if they fit, or would bring if he is waiting. */
export async function bringToOpenDates(tx: Db, dates: readonly number[], userId: number, children: number) {
  const written = await tx.many(
    Id,
    sql`update participants x set children = ${children} from playdates p
         where p.id = any(${dates}::int[]) and x.playdate_id = p.id and x.user_id = ${userId}
           and not x.is_confirmed and x.children <> ${children}
           and (select sum(1 + o.children) from participants o where o.playdate_id = p.id and o.user_id <> ${userId})
               + 1 + ${children} <= p.max_participants
        returning p.id`,
  )
  const waiting = await bringToWaiting(tx, dates, userId, children)
  await changed(tx, [...written.map(({ id }) => id), ...waiting.map(({ playdateId }) => playdateId)], {
    isInPlace: true,
  })
}

/**
 * Ends a standing place, frees the seats that its holder has not confirmed, and takes him off the waiting lists on
 * which it had put him; returns whether there was one.
 */
export async function giveUpStanding(tx: Db, seriesId: number, userId: number): Promise<boolean> {
  await lockAllSeries(tx, sql`s.id = ${seriesId}`)
  const dates = await lockAll(tx, sql`p.series_id = ${seriesId} and ${isAhead}`)
  const ended = await tx.run(sql`
    delete from series_regulars where series_id = ${seriesId} and user_id = ${userId}`)
  if (ended === 0) return false
  const freed = await tx.many(
    Id,
    sql`delete from participants where playdate_id = any(${dates}::int[]) and user_id = ${userId} and not is_confirmed
        returning playdate_id as id`,
  )
  const ids = freed.map(({ id }) => id)
  const removed = await removeFromWaitingLists(
    tx,
    sql`p.id = any(${dates}::int[]) and w.user_id = ${userId} and w.by_standing`,
  )
  await record(tx, { fact: 'standingGivenUp', userId, seats: ids, waits: removed })
  await changed(tx, [...ids, ...removed, ...(await openThatShow(tx, sql`p.id = any(${dates}::int[])`, 'going'))], {
    isInPlace: true,
  })
  return true
}

/**
 * Releases the seats of regulars who have not answered, while the playdate is locked, and ends the standing places of
 * those who missed the second time in a row.
 */
export async function release(tx: Db, playdateId: number): Promise<void> {
  const freed = await tx.many(
    Freed,
    sql`delete from participants where playdate_id = ${playdateId} and not is_confirmed returning user_id as "userId"`,
  )
  if (freed.length === 0) return
  const users = freed.map(({ userId }) => userId)
  await tx.run(sql`
    update series_regulars r set missed = r.missed + 1 from playdates p
     where p.id = ${playdateId} and r.series_id = p.series_id and r.user_id = any(${users}::int[])`)
  // Those who lose their standing place are notified of that instead.
  const ending = (await missedTooOften(tx, playdateId)).map(({ userId }) => userId)
  await record(tx, { fact: 'released', playdateId, users, told: users.filter(user => !ending.includes(user)) })
  await changed(tx, [playdateId], { isInPlace: true })
}

const Missed = z.object({ seriesId: z.int(), userId: z.int() })

/** The regulars of this date's series, except those who have missed too often in a row. */
export function missedTooOften(db: Db, playdateId: number): Promise<z.output<typeof Missed>[]> {
  return db.many(
    Missed,
    sql`select r.series_id as "seriesId", r.user_id as "userId"
          from playdates p join series_regulars r on r.series_id = p.series_id
         where p.id = ${playdateId} and r.missed >= ${limits.unansweredTimes}`,
  )
}

/** Asks the regulars of a moved date again; they keep their seats. */
export async function askAgain(tx: Db, playdateId: number): Promise<void> {
  await tx.run(sql`
    update participants x set is_confirmed = false from playdates p join series_regulars r on r.series_id = p.series_id
     where p.id = ${playdateId} and ${isAhead} and x.playdate_id = p.id and x.user_id = r.user_id`)
}
