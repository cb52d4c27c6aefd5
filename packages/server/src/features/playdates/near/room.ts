import type { Today } from '@papadag/contract/today'
import * as z from 'zod/mini'
import { freePlaces, isAhead, isOneOf, isOpenHour, isShownTo } from '../../../domain/playdates/state.ts'
import { type Db, sql } from '../../../platform/db/db.ts'
import { metresToPlace, viewpointOf, within } from '../nearness.ts'

const countedAtMost = 100
const Room = z.object({ playdates: z.int(), nearestM: z.nullable(z.int()) })

/** How many playdates of others within 10 km begin in this period and have room, and how far the nearest place is. */
export async function roomDuring(
  db: Db,
  viewerId: number,
  { from, until }: { from: string; until: string },
): Promise<Pick<NonNullable<Today['day']>, 'playdates' | 'nearestM'>> {
  const viewpoint = await viewpointOf(db, viewerId, {})
  const { here } = viewpoint
  const during = sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`
  const near = within(10, viewpoint, during)
  if (!here || near.length === 0) return { playdates: 0, nearestM: null }
  const metres = metresToPlace(here)
  const found = near.map(
    condition => sql`(select ${metres} as m from playdates p
      where ${condition} and ${during} @> p.start_time and ${isAhead} and not ${isOpenHour} and not ${isOneOf(viewerId)}
        and ${isShownTo(viewerId)} and ${freePlaces} > 0 limit ${countedAtMost})`,
  )
  const room = await db.one(
    Room,
    sql`select count(*)::int as playdates, round(min(m))::int as "nearestM" from (${sql.join(found, sql` union all `)}) found`,
  )
  return room ?? { playdates: 0, nearestM: null }
}
