import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { lockPlaydate } from './seats.ts'
import { isOn, isOpenToAll } from './state.ts'

const Where = z.object({ isPublic: z.boolean(), isOn: z.boolean(), isForMembers: z.boolean() })

/**
 * Refuses anybody who may not invite to a playdate: only its participants may, to a home or a date for members alone
 * only its creator, and only until it ends. Locks its row. Returns whether he is the creator.
 */
export async function mustMayInvite(tx: Db, playdateId: number, userId: number): Promise<{ isCreator: boolean }> {
  const { creatorId, isOver, isCancelled, isOpenHour, isNow } = await lockPlaydate(tx, playdateId, userId)
  if (isCancelled) throw new Problem('playdate.cancelled')
  if (isOver) throw new Problem('playdate.over')
  // An open hour cannot be joined, and who is out says so to those he knows.
  if (isOpenHour || isNow) throw new Problem('invite.notPossible')
  const where = await tx.one(
    Where,
    sql`select p.location_visibility = 'public' as "isPublic", ${isOn(userId)} as "isOn",
               not ${isOpenToAll} and not p.open_to_others as "isForMembers"
          from playdates p where p.id = ${playdateId}`,
  )
  const isCreator = creatorId === userId
  if (!isCreator && !(where?.isPublic && where.isOn && !where.isForMembers)) throw new Problem('invite.notPossible')
  return { isCreator }
}
