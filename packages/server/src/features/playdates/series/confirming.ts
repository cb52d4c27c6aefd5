import * as z from 'zod/mini'
import { record } from '../../../domain/facts.ts'
import * as seats from '../../../domain/playdates/seats.ts'
import { isOn } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'

const Asked = z.object({ isOn: z.boolean(), isCreator: z.boolean(), children: z.nullable(z.int()) })

interface Answer {
  coming: boolean
  /** How many children he brings, if it is not as many as he is down for. */
  children?: number | undefined
}

/**
 * A regular says whether he is coming to this date, which confirms his seat, takes one again if there is room, or
 * releases it. A father who has simply joined may do the same. With `true`, its creator decides that it takes place
 * with fewer fathers; to end it he cancels.
 */
export async function answer(tx: Db, id: number, userId: number, given: Answer): Promise<void> {
  const { coming: isComing, children } = given
  const { isOver, isCancelled } = await seats.lockPlaydate(tx, id, userId)
  if (isOver) throw new Problem('playdate.over')
  if (isCancelled) throw new Problem('playdate.cancelled')
  const asked = await tx.one(
    Asked,
    sql`select ${isOn(userId)} as "isOn", p.creator_id = ${userId} as "isCreator",
               (select r.children from series_regulars r where r.series_id = p.series_id and r.user_id = ${userId}) as children
          from playdates p where p.id = ${id}`,
  )
  if (!asked?.isOn && asked?.children == null) throw new Problem('playdate.notAsked')
  if (asked.isCreator) await goOn(tx, id, { userId, isComing })
  if (asked.isCreator && children === undefined) return
  // He leaves the waiting list on which his standing place had put him.
  if (!isComing) return asked.isOn ? seats.leave(tx, id, userId) : seats.stopWaiting(tx, id, userId)
  await seats.join(tx, id, userId, children ?? (asked.isOn ? undefined : (asked.children ?? 0)))
}

async function goOn(tx: Db, id: number, { userId, isComing }: { userId: number; isComing: boolean }): Promise<void> {
  if (!isComing) throw new Problem('playdate.yours')
  await record(tx, { fact: 'goesOn', playdateId: id, userId })
  const written = await tx.run(
    sql`update playdates set goes_on = true where id = ${id} and minimum_fathers is not null and not goes_on`,
  )
  if (written > 0) await seats.changed(tx, [id], { isInPlace: true })
}
