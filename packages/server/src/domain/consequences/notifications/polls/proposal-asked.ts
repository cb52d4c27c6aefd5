import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { isoOf } from '../../../../platform/db/moment.ts'
import { change, isAboutProposal, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'proposal.asked'

/** Tells everybody who is asked. */
export async function tellProposed(tx: Db, proposalId: number): Promise<void> {
  await tell(
    tx,
    sql`select f.user_id, ${kind}::text,
               jsonb_build_object('proposalId', q.id, 'title', q.place_name, 'startTime', ${isoOf(sql`t.start_time`)}), null::int, 'proposals'
          from polls q join poll_times t on t.poll_id = q.id join poll_fathers f on f.poll_id = q.id
         where q.id = ${proposalId}`,
  )
}

/** Marks the question as read once he has answered. */
export async function settleProposed(tx: Db, proposalId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAboutProposal(proposalId)}`)
}

/** Deletes the unread questions of proposals (a condition on the row `q`) that have been stopped. */
export async function withdrawStopped(tx: Db, which: Sql): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using polls q
         where n.kind = ${kind} and n.read_at is null and ${isAboutProposal(sql`q.id`)} and ${which}
        returning n.user_id as "userId"`,
  )
}

/** Deletes the questions of a proposal that is deleted. */
export async function withdrawProposed(tx: Db, proposalId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and ${isAboutProposal(proposalId)} returning n.user_id as "userId"`,
  )
}
