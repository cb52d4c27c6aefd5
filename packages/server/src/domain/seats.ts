import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { Problem } from '../platform/problem.ts'
import { mustNotBeHidden } from './account.ts'
import { tellBlockers, tellCancelled, tellJoined, withdrawChanges, withdrawNotices } from './notices.ts'
import { playdateVisibleTo } from './visibility.ts'

// The only file that writes to `participants`: everybody who takes or frees a seat comes here.

const Locked = z.object({
  creatorId: z.number(),
  isSuspended: z.boolean(),
  isOver: z.boolean(),
  maxParticipants: z.number(),
})
const Heads = z.object({ heads: z.number() })

/**
 * Locks the playdate's row until the transaction ends; throws `playdate.unknown` when the viewer may not see it. Count
 * heads only after this, in a statement of its own: the locking statement's snapshot predates the lock, and counting
 * in it overbooks.
 */
export async function lockPlaydate(tx: Db, id: number, viewerId: number): Promise<z.output<typeof Locked>> {
  const locked = await tx.one(
    Locked,
    sql`select p.creator_id as "creatorId", p.end_time <= now() as "isOver", p.max_participants as "maxParticipants",
                 exists (select from users u where u.id = p.creator_id and u.suspended_until > now()) as "isSuspended"
          from playdates p where p.id = ${id} and ${playdateVisibleTo(viewerId)} for update of p`,
  )
  if (!locked) throw new Problem('playdate.unknown')
  return locked
}

/** Counts the heads on a playdate, children included; `which` is a condition on the participants. */
export async function headsOn(tx: Db, playdateId: number, which: Sql = sql`true`): Promise<number> {
  const row = await tx.one(
    Heads,
    sql`select coalesce(sum(1 + children), 0)::int as heads from participants where playdate_id = ${playdateId} and ${which}`,
  )
  return row?.heads ?? 0
}

/** Writes a father and his children onto a playdate, without any check. */
export async function seat(tx: Db, playdateId: number, userId: number, children = 0): Promise<void> {
  await tx.run(sql`
    insert into participants (playdate_id, user_id, children) values (${playdateId}, ${userId}, ${children})
    on conflict (playdate_id, user_id) do update set children = excluded.children`)
}

/** Joins with so many children; for a participant it changes that number, or with `undefined` nothing. */
export async function join(tx: Db, id: number, userId: number, children: number | undefined): Promise<void> {
  const { isOver, isSuspended, maxParticipants } = await lockPlaydate(tx, id, userId)
  if (isSuspended) throw new Problem('playdate.unknown')
  if (isOver) throw new Problem('playdate.over')

  const isOn = (await tx.count(sql`from participants where playdate_id = ${id} and user_id = ${userId}`)) > 0
  if (isOn && children === undefined) return
  if (!isOn) await mustNotBeHidden(tx, userId)
  const others = await headsOn(tx, id, sql`user_id <> ${userId}`)
  if (others + 1 + (children ?? 0) > maxParticipants) throw new Problem('playdate.full')
  await seat(tx, id, userId, children)
  if (isOn) return
  await tellBlockers(tx, sql`p.id = ${id} and ${userId} in (b.blocker_id, b.blocked_id)`)
  await tellJoined(tx, id)
}

/** Leaves; does nothing for a user who is not on it. The creator can only delete (decision S13). */
export async function leave(tx: Db, id: number, userId: number): Promise<void> {
  const { creatorId, isOver } = await lockPlaydate(tx, id, userId)
  if (creatorId === userId) throw new Problem('playdate.yours')
  // Those who were there keep seeing who else was.
  if (isOver) throw new Problem('playdate.over')
  await tx.run(sql`delete from participants where playdate_id = ${id} and user_id = ${userId}`)
}

/**
 * Takes two users off each other's coming playdates, for a block; unblocking brings nobody back. The blocked user is
 * told that the playdate is off, as if it had been deleted.
 */
export async function separate(tx: Db, blockerId: number, blockedId: number): Promise<void> {
  await tellCancelled(tx, sql`p.creator_id = ${blockerId} and x.user_id = ${blockedId}`)
  const isBetween = (member: Sql) =>
    sql`(p.creator_id, ${member}) in ((${blockerId}::int, ${blockedId}::int), (${blockedId}::int, ${blockerId}::int))`
  await tx.run(sql`
    delete from participants x using playdates p
     where p.id = x.playdate_id and p.end_time > now() and ${isBetween(sql`x.user_id`)}`)
  await withdrawChanges(tx, isBetween(sql`n.user_id`))
}

/** Deletes playdates (a condition on the row `p`) with their seats, and tells those who would have come. */
export async function cancel(tx: Db, which: Sql): Promise<void> {
  await tellCancelled(tx, which)
  await withdrawNotices(tx, which)
  await tx.run(sql`delete from playdates p where ${which}`)
}

/** Frees every seat of a user whose account ends, and cancels his own playdates. */
export async function vacate(tx: Db, userId: number): Promise<void> {
  await cancel(tx, sql`p.creator_id = ${userId}`)
  await tx.run(sql`delete from participants where user_id = ${userId}`)
}
