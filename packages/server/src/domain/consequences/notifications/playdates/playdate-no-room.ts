import { type Db, sql } from '../../../../platform/db/db.ts'
import { tellFathers } from '../tell.ts'

/** Notifies those who said yes and got no seat; `isWaiting` means that they are on the waiting list. */
export async function tellNoRoom(
  tx: Db,
  playdateId: number,
  fathers: readonly number[],
  { isWaiting }: { isWaiting: boolean },
): Promise<void> {
  const also = sql`jsonb_build_object('isWaiting', ${isWaiting}::boolean)`
  await tellFathers(tx, 'playdate.noRoom', { playdateId, fathers, also })
}
