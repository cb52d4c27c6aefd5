import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { change, isAbout } from './tell.ts'

/** What no longer applies once its playdate is cancelled or deleted. */
const goWithPlaydate: readonly NotificationKind[] = [
  'playdate.changed',
  'playdate.restored',
  'playdate.announced',
  'playdate.placeChanged',
  'playdate.placeState',
  'playdate.joined',
  'playdate.hasRoom',
  'playdate.tooFew',
  'playdate.confirm',
  'series.ending',
  'playdate.chosen',
  'playdate.noRoom',
  'proposal.made',
  'playdate.planned',
  'playdate.now',
  'playdate.buddy',
]

/** Deletes notifications of playdates (a condition on the row `p`) that are being cancelled or deleted. */
export async function withdrawWithPlaydates(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where (n.kind = any(${goWithPlaydate}::text[]) or n.details ? 'wasAsked') and ${isAbout(sql`p.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}
