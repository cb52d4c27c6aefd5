import { createPlaydate, type NewPlaydate, type Playdate, upcomingPlaydates } from '@papadag/contract/playdates'
import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import { aPlaydate, type World, world } from './world.ts'

/** In so many days and milliseconds. */
export const inDays = (days: number, ms = 0) => new Date(Date.now() + days * 86_400_000 + ms).toISOString()

interface Planned extends World<2> {
  first: Playdate
  dates: Playdate[]
}

/** A series of the host's that begins in three days, with two other fathers around. */
export async function planned(differences: Partial<NewPlaydate> = {}): Promise<Planned> {
  const opened = await world({ fathers: 2 })
  const times = { startTime: inDays(3), endTime: inDays(3, 3_600_000) }
  const first = await opened.host.call(createPlaydate, {
    body: { ...aPlaydate({ ...times, repeats: { every: 'week' } }), ...differences },
  })
  return { ...opened, first, dates: await opened.host.call(upcomingPlaydates) }
}

/** Which dates exist, cancelled ones too. */
export async function slots(db: Db): Promise<number[]> {
  const found = await db.many(
    z.object({ slot: z.int() }),
    sql`select slot from playdates where series_id is not null order by slot`,
  )
  return found.map(({ slot }) => slot)
}
