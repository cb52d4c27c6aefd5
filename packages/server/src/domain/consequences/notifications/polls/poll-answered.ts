import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { change, isAboutPoll, tell } from '../tell.ts'

const kind: NotificationKind = 'poll.answered'

/** Tells the creator that somebody has answered for the first time, once until he reads it. */
export async function tellAnswered(tx: Db, pollId: number): Promise<void> {
  await tell(
    tx,
    sql`select q.creator_id, ${kind}::text, jsonb_build_object('pollId', q.id, 'title', q.title), null::int, 'poll ' || q.id
          from polls q
         where q.id = ${pollId} and not exists (
           select from notifications n
            where n.user_id = q.creator_id and n.kind = ${kind} and n.read_at is null and ${isAboutPoll(pollId)})`,
  )
}

/** Deletes the notification once a time has been chosen or the poll is deleted. */
export async function withdrawAnswered(tx: Db, pollId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and ${isAboutPoll(pollId)} returning n.user_id as "userId"`,
  )
}
