import { type Db, sql } from '../../../../platform/db/db.ts'
import { tellFathers } from '../tell.ts'

/** Tells these fathers that the meeting they accepted is now a playdate, which they are on or waiting for. */
export async function tellMade(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  const also = sql`jsonb_build_object('isOwn', p.creator_id = father, 'isWaiting', ${isWaiting}::boolean)`
  await tellFathers(tx, 'proposal.made', { playdateId, fathers, also })
}
