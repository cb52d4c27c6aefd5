import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { change, tell } from '../tell.ts'
import { aboutCircle, isAboutCircle, subjectOfCircle } from './about.ts'

const kind: NotificationKind = 'circle.removed'

/** Tells this father alone that he was removed, with the reason that a keeper gave. */
export async function tellCircleRemoved(
  tx: Db,
  { circleId, userId, reason }: { circleId: number; userId: number; reason: string | null },
): Promise<void> {
  await tell(
    tx,
    sql`select ${userId}::int, ${kind}::text,
               ${aboutCircle} || jsonb_strip_nulls(jsonb_build_object('message', ${reason}::text)), null::int, ${subjectOfCircle}
          from circles g where g.id = ${circleId}`,
  )
}

/** What the members of a circle were told goes with it. */
export async function withdrawCircle(tx: Db, circleId: number): Promise<void> {
  const kinds: NotificationKind[] = ['circle.asked', 'circle.joined', 'circle.wished', 'circle.letIn']
  await change(
    tx,
    sql`delete from notifications n where n.kind = any(${kinds}::text[]) and ${isAboutCircle(circleId)}
        returning n.user_id as "userId"`,
  )
}
