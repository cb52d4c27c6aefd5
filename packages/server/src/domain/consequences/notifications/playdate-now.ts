import { limits } from '@papadag/contract/limits'
import type { NotificationKind } from '@papadag/contract/notifications'
import { type Db, sql } from '../../../platform/db/db.ts'
import { questionsOf } from '../../notifications/subjects.ts'
import { known } from '../../playdates/state.ts'
import { blockedWith } from '../../visibility.ts'
import { aboutPlaydate, change, isAbout, markRead, tell } from './tell.ts'

const kind: NotificationKind = 'playdate.now'

/** Tells those who know a father that he is out now, none of them of more than two a day. */
export async function tellOutNow(tx: Db, playdateId: number): Promise<void> {
  await tell(
    tx,
    sql`select k.id, ${kind}::text, ${aboutPlaydate}, p.creator_id, ${questionsOf(sql`p.creator_id`)}
          from playdates p join users c on c.id = p.creator_id cross join lateral (${known(sql`c.id`)}) k
         where p.id = ${playdateId} and k.id <> c.id and k.id <> all (${blockedWith(sql`c.id`)}) and c.hidden_at is null
           and (select count(*) from notifications n where n.user_id = k.id and n.kind = ${kind}
                   and n.created_at > now() - interval '24 hours') < ${limits.outNowADay}::int`,
  )
}

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
