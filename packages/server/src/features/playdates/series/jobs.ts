import * as z from 'zod/mini'
import { record } from '../../../domain/facts.ts'
import type { Job } from '../../../domain/notifications/kind.ts'
import { askKind, dayBeforeKind } from '../../../domain/playdates/series/attendance-questions.ts'
import { giveUpStanding, missedTooOften, release } from '../../../domain/playdates/series/standing.ts'
import { isAhead } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { isoOf } from '../../../platform/db/moment.ts'
import type { Due } from '../../../platform/outbox/outbox.ts'

const Planned = z.object({ startTime: z.string() })

/** Locks a playdate that is still ahead and has not been moved since this was scheduled. */
async function isAsPlanned(tx: Db, { playdateId, payload }: Due): Promise<boolean> {
  const found = await tx.one(
    Planned,
    sql`select ${isoOf(sql`p.start_time`)} as "startTime" from playdates p where p.id = ${playdateId} and ${isAhead} for update`,
  )
  return found !== undefined && found.startTime === Planned.parse(payload).startTime
}

/** Asks the regulars of a date whether they are coming. */
export const askRegulars: Job = {
  kind: askKind,
  async run(db, due) {
    const { playdateId } = due
    if (playdateId === null) return 'done'
    await db.transaction(async tx => {
      if (await isAsPlanned(tx, due)) await record(tx, { fact: 'regularsAsked', playdateId })
    })
    return 'done'
  },
}

/**
 * A day before, releases the seats of regulars who have not answered; if too few fathers are coming then, asks the
 * creator.
 */
export const dayBefore: Job = {
  kind: dayBeforeKind,
  async run(db, due) {
    const { playdateId } = due
    if (playdateId === null) return 'done'
    await db.transaction(async tx => {
      if (!(await isAsPlanned(tx, due))) return
      await release(tx, playdateId)
      await record(tx, { fact: 'becameShort', playdateId })
    })
    // Each in its own transaction, since it locks the series before its dates; a repeat after a crash finds who is
    // left.
    for (const { seriesId, userId } of await missedTooOften(db, playdateId))
      await db.transaction(async tx => {
        if (await giveUpStanding(tx, seriesId, userId)) await record(tx, { fact: 'standingLost', seriesId, userId })
      })
    return 'done'
  },
}
