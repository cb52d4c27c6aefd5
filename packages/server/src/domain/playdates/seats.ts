import { limits, untitled } from '@papadag/contract/limits'
import type { Cancellation } from '@papadag/contract/playdates/playdates'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { isHidden } from '../account.ts'
import { holdCirclesOf } from '../circles.ts'
import { record } from '../facts.ts'
import { lockPollsBetween } from '../polls.ts'

import { fetchesOn, findBuddies, forgetBuddies } from './buddies.ts'
import { forgetDecline, forgetInvited } from './invited-in-chat.ts'

import {
  closeSeriesOf,
  endStandingBetween,
  endStandingOf,
  lockAllSeries,
  lockSeriesBetween,
  noteAnswer,
} from './series/regulars.ts'
import * as state from './state.ts'
import { hasInIt, lockThreads, openChats } from './threads.ts'
import { decide, enter, isListFull, removeFromWaitingLists, theseOf } from './waiting-list.ts'

// The only file that writes to `participants`: everything that takes or frees a seat calls it.

const Locked = z.object({
  creatorId: z.number(),
  isSuspended: z.boolean(),
  isOver: z.boolean(),
  isCancelled: z.boolean(),
  isOpenHour: z.boolean(),
  isNow: z.boolean(),
  maxParticipants: z.number(),
  startTime: z.string(),
  endTime: z.string(),
})
const Heads = z.object({ heads: z.number() })
const Seats = z.object({ isOn: z.boolean(), others: z.number() })

/**
 * Locks the playdate's row until the transaction ends; throws `playdate.unknown` if the viewer may not see it, or no longer
 * once it is locked. Count people only after this, in a separate statement: the locking statement's snapshot predates the
 * lock, and counting in it overbooks.
 */
export async function lockPlaydate(tx: Db, id: number, viewerId: number): Promise<z.output<typeof Locked>> {
  const locked = await tx.one(
    Locked,
    sql`select p.creator_id as "creatorId", ${state.isOver} as "isOver",
                 ${state.isCancelled} as "isCancelled", ${state.isOpenHour} as "isOpenHour", ${state.isNow} as "isNow", p.max_participants as "maxParticipants",
                 ${isoOf(sql`p.start_time`)} as "startTime", ${isoOf(sql`p.end_time`)} as "endTime",
                 exists (select from users u where u.id = p.creator_id and u.suspended_until > now()) as "isSuspended"
          from playdates p where p.id = ${id} and ${state.isReadableBy(viewerId)} for update of p`,
  )
  const isStillSeen = sql`from playdates p where p.id = ${id} and ${state.isReadableBy(viewerId)}`
  if (!locked || (await tx.count(isStillSeen)) === 0) throw new Problem('playdate.unknown')
  return locked
}

const Id = z.object({ id: z.number() })

/** Locks several playdates (a condition on the row `p`), in an order that prevents deadlocks. */
export async function lockAll(tx: Db, which: Sql): Promise<number[]> {
  const locked = await tx.many(Id, sql`select p.id from playdates p where ${which} order by p.id for update`)
  return locked.map(({ id }) => id)
}

/**
 * Ends everything that takes or frees seats on playdates that stay, while they are locked: joining, leaving, other
 * numbers of children or of places, blocks, a deleted account, and an undone cancellation. Fathers on the waiting list
 * move up here. `isInPlace` means that the playdates keep their position in lists.
 */
export async function changed(tx: Db, ids: readonly number[], { isInPlace }: { isInPlace: boolean }): Promise<void> {
  if (ids.length === 0) return
  await moveUp(tx, ids)
  await findBuddies(tx, ids)
  await openChats(tx, sql`p.id = any(${ids}::int[])`)
  await record(tx, { fact: 'seatsChanged', playdates: ids, isInPlace })
}

/** Gives seats to the fathers whose turn it is, and notifies the others on the waiting lists of what is free. */
async function moveUp(tx: Db, ids: readonly number[]): Promise<void> {
  const { up, asked, tooMany, concerned } = await decide(tx, ids)
  if (asked.length > 0) await record(tx, { fact: 'placeOffered', seats: asked })
  if (tooMany.length > 0) await record(tx, { fact: 'partOffered', seats: tooMany })
  if (concerned.length > 0) await record(tx, { fact: 'freePlacesChanged', seats: concerned })
  if (up.length === 0) return
  const areUp = theseOf(up)
  // Participants are listed by `joined_at`, which here follows the order of the waiting list.
  await tx.run(sql`
    insert into participants (playdate_id, user_id, children, moved_up_at, is_confirmed, joined_at)
    select w.playdate_id, w.user_id, w.children, now(),
           -- A regular has still to say that he comes, if he will be asked.
           not w.by_standing or p.start_time <= now() + make_interval(secs => ${limits.askBeforeMs / 1000}::float8),
           clock_timestamp() + row_number() over (order by w.turn) * interval '1 microsecond'
      from waiting w join playdates p on p.id = w.playdate_id where (w.playdate_id, w.user_id) in ${areUp}`)
  await removeFromWaitingLists(tx, sql`(w.playdate_id, w.user_id) in ${areUp}`)
  for (const { playdateId, userId } of up) await forgetInvited(tx, playdateId, userId)
  await record(tx, { fact: 'movedUp', seats: up })
}

/** Counts the people on a playdate, children included. */
export async function headsOn(tx: Db, playdateId: number): Promise<number> {
  const row = await tx.one(
    Heads,
    sql`select coalesce(sum(1 + children), 0)::int as heads from participants where playdate_id = ${playdateId}`,
  )
  return row?.heads ?? 0
}

/** Whether a father takes part in a playdate, and the number of people without him and his children. */
async function seatsOn(tx: Db, playdateId: number, userId: number): Promise<z.output<typeof Seats>> {
  const row = await tx.one(
    Seats,
    sql`select coalesce(bool_or(user_id = ${userId}), false) as "isOn",
               coalesce(sum(1 + children) filter (where user_id <> ${userId}), 0)::int as others
          from participants where playdate_id = ${playdateId}`,
  )
  if (!row) throw new Error('an aggregate without a row')
  return row
}

/**
 * Adds a father and his children to a playdate as confirmed, without any check; returns whether that changes anything.
 */
export async function seat(tx: Db, playdateId: number, userId: number, children = 0): Promise<boolean> {
  const written = await tx.run(sql`
    insert into participants (playdate_id, user_id, children) values (${playdateId}, ${userId}, ${children})
    on conflict (playdate_id, user_id) do update set children = excluded.children, is_confirmed = true
     where participants.children <> excluded.children or not participants.is_confirmed`)
  return written > 0
}

/**
 * Records that he wants his seat, either a regular's or one from the waiting list; returns whether the former was still
 * unconfirmed.
 */
async function confirm(tx: Db, playdateId: number, userId: number): Promise<boolean> {
  await tx.run(sql`
    update participants set moved_up_at = null
     where playdate_id = ${playdateId} and user_id = ${userId} and moved_up_at is not null`)
  const written = await tx.run(sql`
    update participants set is_confirmed = true where playdate_id = ${playdateId} and user_id = ${userId} and not is_confirmed`)
  return written > 0
}

/** Locks a playdate that can be joined, and returns its participants; throws if this user may not join it. */
async function lockJoinable(tx: Db, id: number, userId: number) {
  const { isOver, isCancelled, isOpenHour, isSuspended, maxParticipants } = await lockPlaydate(tx, id, userId)
  if (isSuspended) throw new Problem('playdate.unknown')
  if (isOver) throw new Problem('playdate.over')
  if (isCancelled) throw new Problem('playdate.cancelled')
  if (isOpenHour) throw new Problem('playdate.open')
  const { isOn, others } = await seatsOn(tx, id, userId)
  return { isOn, others, maxParticipants }
}

/** Joins with this many children; for a participant it changes the number, or does nothing with `undefined`. */
export async function join(tx: Db, id: number, userId: number, children: number | undefined): Promise<void> {
  const { isOn, others, maxParticipants } = await lockJoinable(tx, id, userId)
  if (isOn && (await confirm(tx, id, userId))) await changed(tx, [id], { isInPlace: true })
  await noteAnswer(tx, id, userId)
  if (isOn && children === undefined) return
  if (others + 1 + (children ?? 0) > maxParticipants) throw new Problem('playdate.full')
  const isSeated = await seat(tx, id, userId, children)
  const wasWaiting = (await removeFromWaitingLists(tx, sql`w.playdate_id = ${id} and w.user_id = ${userId}`)).length > 0
  if (isSeated) await changed(tx, [id], { isInPlace: true })
  if (isOn) return
  await forgetInvited(tx, id, userId)
  await record(tx, { fact: 'joined', playdateId: id, userId, wasWaiting })
}

/**
 * Leaves, with an optional sentence for the creator; does nothing for a user who does not take part. The creator can
 * only cancel (decision S13).
 */
export async function leave(tx: Db, id: number, userId: number, message?: string | null): Promise<void> {
  const { creatorId, isOver } = await lockPlaydate(tx, id, userId)
  if (creatorId === userId) throw new Problem('playdate.yours')
  // Participants of a past playdate keep seeing who else was there.
  if (isOver) throw new Problem('playdate.over')
  const hasLeft = await tx.run(sql`delete from participants where playdate_id = ${id} and user_id = ${userId}`)
  if (!hasLeft) return
  await noteAnswer(tx, id, userId)
  const who = { playdateId: id, userId, isHidden: await isHidden(tx, userId) }
  await record(tx, { fact: 'left', ...who, message: message || undefined })
  await changed(tx, [id], { isInPlace: true })
}

/**
 * Joins the waiting list with this many children; a father already on it keeps his position, and with `undefined` his
 * number. Does nothing for a participant, who may have moved up during this call.
 */
export async function wait(tx: Db, id: number, userId: number, children: number | undefined): Promise<void> {
  const { isOn, others, maxParticipants } = await lockJoinable(tx, id, userId)
  if (isOn) return
  const free = maxParticipants - others
  if (1 + (children ?? 0) <= free) throw new Problem('playdate.notFull')
  if (await isListFull(tx, id, userId)) throw new Problem('playdate.waitingListFull')
  await forgetDecline(tx, id, userId)
  if (await enter(tx, { playdateId: id, userId, children, free }))
    await record(tx, { fact: 'listChanged', playdateId: id })
}

/**
 * Leaves the waiting list. A father who has just moved up gives up his place, since he may not know yet that he has
 * one. A place that he has confirmed by joining stays his.
 */
export async function stopWaiting(tx: Db, id: number, userId: number): Promise<void> {
  await lockPlaydate(tx, id, userId)
  if ((await removeFromWaitingLists(tx, sql`p.id = ${id} and w.user_id = ${userId}`)).length > 0) {
    await record(tx, { fact: 'stoppedWaiting', playdateId: id, userId })
    return record(tx, { fact: 'listChanged', playdateId: id })
  }
  if ((await tx.count(sql`from playdates p where p.id = ${id} and ${state.hasMovedUp(userId)}`)) > 0)
    await leave(tx, id, userId)
}

/**
 * Removes two users from each other's future playdates for a block; unblocking does not restore them. The blocked user
 * is notified that the playdate is cancelled, as if it had been deleted.
 */
export async function removeFromEachOthersPlaydates(tx: Db, blockerId: number, blockedId: number): Promise<void> {
  const isBetween = (member: Sql) =>
    sql`(p.creator_id, ${member}) in ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))`
  await lockPollsBetween(tx, blockerId, blockedId)
  await lockSeriesBetween(tx, blockerId, blockedId)
  // Waits for somebody who is joining, and then removes him.
  const isTheirs = sql`(p.creator_id in (${blockerId}, ${blockedId}) or ${fetchesOn([blockerId, blockedId])})`
  await lockAll(tx, sql`${state.isNotOver} and ${isTheirs}`)
  // Waits for a message that is being stored in a shared thread, so that the next one does not reach somebody who must
  // not get it.
  const shared = await lockThreads(tx, sql`${hasInIt(blockerId)} and ${hasInIt(blockedId)}`)
  await endStandingBetween(tx, blockerId, blockedId)
  await record(tx, { fact: 'parting', blockerId, blockedId })
  const freed = await tx.many(
    Id,
    sql`delete from participants x using playdates p
         where p.id = x.playdate_id and ${state.isNotOver} and ${isBetween(sql`x.user_id`)}
        returning p.id`,
  )
  const isWaiting = sql`${state.isNotOver} and ${isBetween(sql`w.user_id`)}`
  const ids = [...new Set([...freed.map(({ id }) => id), ...(await removeFromWaitingLists(tx, isWaiting))])]
  const both = { blockerId, blockedId, shareThread: shared.length > 0, shareSeats: ids.length > 0 }
  await record(tx, { fact: 'parted', ...both })
  await changed(tx, ids, { isInPlace: true })
}

/**
 * The creator's reason for a cancellation; `undefined` for one by the system, which has no reason and cannot be undone.
 */
export type OwnCancellation = Cancellation | undefined

/**
 * Cancels playdates that have not ended (a condition on the row `p`) and tells the participants. The rows stay:
 * participants see them until the end of the day, and the creator can undo it for a while.
 */
export async function cancel(tx: Db, which: Sql, own: OwnCancellation): Promise<void> {
  const cancelled = await tx.many(
    Id,
    sql`
    update playdates p set cancelled_at = now(), sequence = p.sequence + 1, updated_at = now(),
           cancel_reason = ${own?.reason || null}, cancel_reason_kind = ${own?.reasonKind ?? null},
           undo_until = case when ${own !== undefined} and ${state.isRestorable} then now() + make_interval(secs => ${limits.undoCancelMs / 1000}) end
     where ${which} and ${state.isComing} returning p.id`,
  )
  const playdates = cancelled.map(({ id }) => id)
  if (playdates.length > 0) {
    await forgetBuddies(tx, playdates)
    await record(tx, { fact: 'cancelled', playdates })
  }
}

/**
 * Removes playdates permanently (a condition on the row `p`), for moderators: their text is not shown again.
 * Participants are told that they are cancelled, without a reason; past ones are deleted.
 */
export async function removePermanently(tx: Db, which: Sql): Promise<void> {
  await record(tx, { fact: 'cleared', playdates: await lockAll(tx, which) })
  await tx.run(sql`
    update playdates p set title = ${untitled.edit}, description = null, location = ${untitled.location}, area = null,
           place_id = null, grid_latitude = null, grid_longitude = null, hidden_at = null,
           cancel_reason = null, cancel_reason_kind = null, undo_until = null
     where ${which} and ${state.isNotOver}`)
  await cancel(tx, which, undefined)
  await erase(tx, sql`${which} and ${state.isOver}`)
}

/**
 * Deletes playdates (a condition on the row `p`) with their seats, and tells the participants unless nobody has taken
 * them. Nothing is left to move up to, so this does not end in `changed`.
 */
export async function erase(tx: Db, which: Sql, { isUntaken = false } = {}): Promise<void> {
  const ids = await lockAll(tx, which)
  if (ids.length === 0) return
  await lockThreads(tx, sql`c.playdate_id = any(${ids}::int[])`)
  await record(tx, { fact: 'erased', playdates: ids, isUntaken })
  await tx.run(sql`delete from playdates p where p.id = any(${ids}::int[])`)
}

const isConcerned = (userId: number) =>
  sql`(p.creator_id = ${userId} or ${state.isOn(userId)} or ${state.isWaitedForBy(userId)})`

/**
 * Locks the series and playdates that concern a user before his own row is locked, in the same order as code that frees
 * a seat he is waiting for.
 */
export async function holdPlaydatesOf(tx: Db, userId: number): Promise<void> {
  await lockAllSeries(tx, sql`s.creator_id = ${userId}`)
  await lockAll(tx, sql`${state.isNotOver} and ${isConcerned(userId)}`)
  await holdCirclesOf(tx, userId)
  await lockThreads(tx, hasInIt(userId))
}

/** Locks what a circle plans, before its own row. */
export async function holdDatesOfCircle(tx: Db, circleId: number): Promise<number[]> {
  await tx.run(sql`select from polls where circle_id = ${circleId} order by id for update`)
  await lockAllSeries(tx, sql`s.circle_id = ${circleId}`)
  return lockAll(tx, sql`p.circle_id = ${circleId}`)
}

/**
 * Takes a father who is no longer in a circle off its dates ahead, while they are locked. He keeps those that he has
 * planned, which are no longer the circle's.
 */
export async function leaveDatesOfCircle(tx: Db, circleId: number, userId: number): Promise<void> {
  const own = await tx.many(
    Id,
    sql`update playdates set circle_id = null where circle_id = ${circleId} and creator_id = ${userId} returning id`,
  )
  for (const table of [sql`series`, sql`polls`])
    await tx.run(sql`update ${table} set circle_id = null where circle_id = ${circleId} and creator_id = ${userId}`)
  await findBuddies(
    tx,
    own.map(({ id }) => id),
  )
  await tx.run(sql`
    delete from series_regulars r using series s where s.id = r.series_id and s.circle_id = ${circleId} and r.user_id = ${userId}`)
  const isAhead = sql`p.circle_id = ${circleId} and ${state.hasNotBegun}`
  const freed = await tx.many(
    Id,
    sql`delete from participants x using playdates p where p.id = x.playdate_id and x.user_id = ${userId} and ${isAhead}
        returning p.id`,
  )
  const waited = await removeFromWaitingLists(tx, sql`${isAhead} and w.user_id = ${userId}`)
  await tx.run(sql`
    delete from asked a using playdates p where p.id = a.playdate_id and ${isAhead} and ${userId}::int in (a.user_id, a.asked_by)`)
  const gone = await isHidden(tx, userId)
  for (const { id } of freed)
    await record(tx, { fact: 'left', playdateId: id, userId, isHidden: gone, message: undefined })
  for (const playdateId of waited) await record(tx, { fact: 'stoppedWaiting', playdateId, userId })
  await changed(tx, [...freed.map(({ id }) => id), ...waited], { isInPlace: true })
}

/** Lets those who wait and were passed over so far move up (a condition on the row `p`). */
export async function reconsider(tx: Db, which: Sql): Promise<void> {
  await changed(tx, await lockAll(tx, sql`${state.isComing} and ${which}`), { isInPlace: true })
}

/** Frees every seat of a user whose account ends, and ends his own playdates. */
export async function endPlaydatesOf(tx: Db, userId: number): Promise<void> {
  await closeSeriesOf(tx, userId)
  await endStandingOf(tx, userId)
  await erase(tx, sql`p.creator_id = ${userId}`)
  const ids = await lockAll(tx, sql`${state.isNotOver} and ${isConcerned(userId)}`)
  await tx.run(sql`delete from participants where user_id = ${userId}`)
  await removeFromWaitingLists(tx, sql`w.user_id = ${userId}`)
  await changed(tx, ids, { isInPlace: true })
}
