import type { NotificationKind } from '@papadag/contract/notifications'
import * as z from 'zod/mini'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { isStrangerTo } from '../../../chats/reach.ts'
import { questionsOf } from '../../../notifications/subjects.ts'
import { change, isAboutPoll, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'poll.asked'

const Asked = z.object({ id: z.number(), isStranger: z.boolean() })

/** He is asked with the circle in which both are. */
const isFellow = sql`exists (select from circle_members m where m.circle_id = q.circle_id and m.user_id = u.id)`

/**
 * Notifies those who are invited. Fathers who do not know the creator see it only in the app, like a stranger's first
 * message (safety S36).
 */
export async function tellAsked(tx: Db, pollId: number, creatorId: number): Promise<void> {
  const asked = await tx.many(
    Asked,
    sql`select u.id, ${isStrangerTo(creatorId)} and not ${isFellow} as "isStranger"
           from poll_fathers f join polls q on q.id = f.poll_id join users u on u.id = f.user_id where f.poll_id = ${pollId}`,
  )
  const news = (ids: number[]) => sql`
    select id, ${kind}::text, (select jsonb_build_object('pollId', q.id, 'title', q.title) from polls q where q.id = ${pollId}),
           ${creatorId}::int
      from unnest(${ids}::int[]) id`
  const [quiet, loud] = [true, false].map(is => asked.filter(({ isStranger }) => isStranger === is).map(({ id }) => id))
  await change(
    tx,
    sql`insert into notifications (user_id, kind, details, actor_id) ${news(quiet ?? [])} returning user_id as "userId"`,
  )
  await tell(tx, sql`select news.*, ${questionsOf(sql`${creatorId}::int`)} from (${news(loud ?? [])}) news`)
}

/** Deletes the questions of a poll once a time has been chosen or the poll is deleted. */
export async function withdrawAsked(tx: Db, pollId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n where n.kind = ${kind} and ${isAboutPoll(pollId)} returning n.user_id as "userId"`,
  )
}

/** Deletes what a father was asked with a circle that he is leaving. */
export async function withdrawAskedInCircle(tx: Db, circleId: number, userId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using polls q
         where q.circle_id = ${circleId} and n.user_id = ${userId} and n.kind = ${kind} and ${isAboutPoll(sql`q.id`)}
        returning n.user_id as "userId"`,
  )
}

/** Marks the question as read once he has answered it. */
export async function settleAsked(tx: Db, pollId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAboutPoll(pollId)}`)
}
