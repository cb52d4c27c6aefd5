import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../../platform/db/db.ts'
import { isOfCircleOf } from '../../../playdates/state.ts'
import { aboutPlaydate, aboutSeries, change, isAbout, markRead, tell } from '../tell.ts'
import { subjectOfCircle } from './about.ts'

const kind: NotificationKind = 'playdate.planned'

/** Asks the members of a circle to a date that one of them plans, and to its series once, for a standing place. */
export async function tellPlannedInCircle(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select a.user_id, ${kind}::text, case when s.id is null then '{}' else ${aboutSeries} end || ${aboutPlaydate}, p.creator_id, ${subjectOfCircle}
          from playdates p join circles g on g.id = p.circle_id join asked a on a.playdate_id = p.id and a.asked_by = p.creator_id
          left join series s on s.id = p.series_id
         where p.id = ${playdateId} and ${isOfCircleOf(sql`a.user_id`)}`,
  )
}

/** Marks it as read once he has answered. */
export async function settlePlannedInCircle(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}

/** Two with a block between them are told nothing of each other's dates. */
export async function withdrawPlannedBetween(tx: Db, one: number, other: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n
         where n.kind = ${kind} and (n.user_id, n.actor_id) in ((${one}::int, ${other}::int), (${other}::int, ${one}::int))
        returning n.user_id as "userId"`,
  )
}

/** Deletes what a father was told of a circle's dates when he is no longer in it; without him, what all were. */
export async function withdrawPlannedInCircle(tx: Db, circleId: number, userId?: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where p.circle_id = ${circleId} and n.kind = ${kind} and ${isAbout(sql`p.id`)}
           and n.user_id = coalesce(${userId ?? null}::int, n.user_id)
        returning n.user_id as "userId"`,
  )
}
