import { limits } from '@papadag/contract/limits'
import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, type Sql, sql } from '../../../../platform/db/db.ts'
import { questionsOf } from '../../../notifications/subjects.ts'
import { isNow, known } from '../../../playdates/state.ts'
import { blockedWith } from '../../../visibility.ts'
import { aboutPlaydate, change, isAbout, markRead, tell } from '../tell.ts'

const kind: NotificationKind = 'playdate.now'

const aDayAgo = sql`now() - interval '24 hours'`

/** Tells those who know a father that he is out now, by one line a day for him and at most two a day in all, whatever became of them. */
export async function tellOutNow(tx: Db, playdateId: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n using playdates p
         where p.id = ${playdateId} and n.kind = ${kind} and n.actor_id = p.creator_id and n.created_at > ${aDayAgo}
        returning n.user_id as "userId"`,
  )
  await tell(
    tx,
    sql`select k.id, ${kind}::text, ${aboutPlaydate}, p.creator_id, ${questionsOf(sql`p.creator_id`)}
          from playdates p join users c on c.id = p.creator_id cross join lateral (${known(sql`c.id`)}) k
         where p.id = ${playdateId} and k.id <> c.id and k.id <> all (${blockedWith(sql`c.id`)}) and c.hidden_at is null
           and (${outBefore(sql`k.id`)}) < ${limits.outNowADay}::int`,
  )
}

const outToday = sql`(select p.creator_id as id, min(p.created_at) as since from playdates p
  where ${isNow} and p.end_time > ${aDayAgo} and p.created_at > ${aDayAgo} group by 1)`

/** How many fathers were out today before the creator of `p` was, of whom this reader may have been told. */
const outBefore = (readerId: Sql) => sql`
  select count(*) from ${outToday} o join ${outToday} his on his.id = p.creator_id and (o.since, o.id) < (his.since, his.id)
    join users u on u.id = o.id and u.hidden_at is null
   where o.id <> ${readerId} and o.id in (${known(readerId)}) and o.id <> all (${blockedWith(readerId)})`

/** Marks it as read once he comes too. */
export async function settleOutNow(tx: Db, playdateId: number, userId: number): Promise<void> {
  await markRead(tx, sql`n.user_id = ${userId} and n.kind = ${kind} and ${isAbout(playdateId)}`)
}

/** Two with a block between them are told nothing of each other. */
export async function withdrawOutNowBetween(tx: Db, one: number, other: number): Promise<void> {
  await change(
    tx,
    sql`delete from notifications n
         where n.kind = ${kind} and (n.user_id, n.actor_id) in ((${one}::int, ${other}::int), (${other}::int, ${one}::int))
        returning n.user_id as "userId"`,
  )
}
