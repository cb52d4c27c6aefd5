import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { isAhead } from '../playdates/state.ts'
import { askedAt, canComeAbout, isProposal } from '../polls.ts'
import { tellPlaceChanged } from './notifications/playdates/playdate-place-changed.ts'
import { withdrawStopped } from './notifications/polls/proposal-asked.ts'
import { announceTo } from './screens/announce.ts'

/**
 * Notifies the creators of coming playdates at a place that it has changed or is gone, and fathers invited to a meeting
 * there that it will not take place; `by` is not notified.
 */
export async function tellWhoPlanned(tx: Db, placeId: number, by: number | null): Promise<void> {
  await tellPlaceChanged(tx, placeId, by)
  await withdrawStopped(tx, sql`q.place_id = ${placeId} and ${canComeAbout}`)
  announceTo(tx, 'proposal', await askedAt(tx, placeId))
}

const Place = z.object({ id: z.number() })

/** The same for many places at once, most of which nobody has planned anything at. */
export async function tellWhoPlannedAt(tx: Db, ids: readonly number[]): Promise<void> {
  const planned = await tx.many(
    Place,
    sql`select p.place_id as id from playdates p where p.place_id = any(${ids}::int[]) and ${isAhead}
        union select q.place_id from polls q where ${isProposal} and q.place_id = any(${ids}::int[]) order by id`,
  )
  for (const { id } of planned) await tellWhoPlanned(tx, id, null)
}
