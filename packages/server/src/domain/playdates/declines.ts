import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { isoOf } from '../../platform/db/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { record } from '../facts.ts'
import { personSeenBy } from '../people.ts'
import { blockedWith } from '../visibility.ts'
import { askedBy, forgetDecline } from './invited-in-chat.ts'
import { lockPlaydate } from './seats.ts'
import { hasDeclined, isOn, isOver, isWaitedForBy } from './state.ts'

/** Says that this invited father cannot come; a repeat replaces his sentence. */
export async function decline(tx: Db, id: number, userId: number, message: string | null): Promise<void> {
  const { isOver, isCancelled } = await lockPlaydate(tx, id, userId)
  if (isOver) throw new Problem('playdate.over')
  if (isCancelled) throw new Problem('playdate.cancelled')
  const isAsked = sql`not ${isOn(userId)} and not ${isWaitedForBy(userId)} and ${askedBy(userId)} is not null`
  if ((await tx.count(sql`from playdates p where p.id = ${id} and ${isAsked}`)) === 0)
    throw new Problem('playdate.notAsked')
  const written = await tx.run(sql`
    insert into declines (playdate_id, user_id, message) values (${id}, ${userId}, ${message})
    on conflict (playdate_id, user_id) do update set message = excluded.message
     where declines.message is distinct from excluded.message`)
  if (written > 0) await record(tx, { fact: 'declined', playdateId: id, userId, message: message ?? undefined })
}

/** He may be asked again, and his sentence is gone. */
export async function takeBack(tx: Db, id: number, userId: number): Promise<void> {
  if ((await lockPlaydate(tx, id, userId)).isOver) throw new Problem('playdate.over')
  await forgetDecline(tx, id, userId)
}

/** Refuses to invite those in this chat who have said that they cannot come. */
export async function mustNotHaveDeclined(tx: Db, playdateId: number, chatId: number, userId: number): Promise<void> {
  const refused = sql`from memberships m join playdates p on p.id = ${playdateId}
    where m.chat_id = ${chatId} and m.user_id <> ${userId} and ${hasDeclined(sql`m.user_id`)}`
  if ((await tx.count(refused)) > 0) throw new Problem('playdate.declined')
}

const atMost = sql.number(limits.askedAtMost)

/** Who cannot come to the playdate `p`, as JSON for its creator. */
export function declinesSeenBy(creatorId: number): Sql {
  return sql`(select coalesce(json_agg(json_build_object('person', ${personSeenBy(creatorId)}, 'message', said.message,
      'at', ${isoOf(sql`said.declined_at`)}) order by said.declined_at, u.id), '[]'::json)
    from (select * from declines d where d.playdate_id = p.id order by d.declined_at limit ${atMost}) said
    join users u on u.id = said.user_id and u.id <> all (${blockedWith(creatorId)}))`
}

/**
 * The fathers whom the creator of the playdate `p` has invited and who have not answered in any way, as JSON for him.
 */
export function unansweredSeenBy(creatorId: number): Sql {
  return sql`(select coalesce(json_agg(${personSeenBy(creatorId)} order by a.asked_at, u.id), '[]'::json)
    from asked a join users u on u.id = a.user_id and u.id <> all (${blockedWith(creatorId)})
   where a.playdate_id = p.id and a.asked_by = ${creatorId} and not ${isOn(sql`u.id`)} and not ${isWaitedForBy(sql`u.id`)}
     and not ${hasDeclined(sql`u.id`)})`
}

/** For the rows of `declines`: nobody is invited to playdates that are over. */
export const isDeclinedInVain = sql`exists (select from playdates p where p.id = declines.playdate_id and ${isOver})`
