import type { Db } from '../../platform/db/db.ts'
import { announceTo } from '../announce.ts'
import { tellPlaceChanged } from '../notices/playdate-place-changed.ts'
import { askedAt } from '../proposals.ts'

/**
 * Tells the creators of coming playdates at a place that it has changed or is gone, and whoever was asked for a meeting
 * there that nothing comes of it; `by` is told nothing new.
 */
export async function tellWhoPlanned(tx: Db, placeId: number, by: number | null): Promise<void> {
  await tellPlaceChanged(tx, placeId, by)
  announceTo(tx, 'proposal', await askedAt(tx, placeId))
}
