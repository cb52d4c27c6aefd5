import { limits } from '@papadag/contract/limits'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { record } from '../facts.ts'
import { personSeenBy } from '../people.ts'
import { blockedWith } from '../visibility.ts'
import { openNow } from './members-first.ts'
import { hasDeclined, isMeantFor, isOn, isOver, seatOf } from './state.ts'

interface AskingMessage {
  id: number
  chatId: number
  senderId: number
}

/**
 * Records that a message has invited the others in its chat, unless they already take part in the playdate or have said
 * that they cannot come. Those beyond `limits.askedAtMost` see the message but get no notices. A message invites to one
 * playdate, however often it is repeated.
 */
export async function noteInvited(
  tx: Db,
  playdateId: number,
  { id, chatId, senderId: askedBy }: AskingMessage,
): Promise<void> {
  await tx.run(sql`
    with asking as (
      update messages set asks_to = ${playdateId} where id = ${id}::bigint and coalesce(asks_to, ${playdateId}) = ${playdateId} returning id)
    insert into asked (playdate_id, user_id, asked_by)
    select p.id, m.user_id, ${askedBy}
      from playdates p
      join chats c on c.id = ${chatId} and c.first_member > 0
      join memberships m on m.chat_id = c.id and m.user_id <> ${askedBy}
      -- An account that is gone keeps its place in the chat.
      join users u on u.id = m.user_id
     where p.id = ${playdateId} and exists (select from asking) and not ${isOn(sql`m.user_id`)} and not ${hasDeclined(sql`m.user_id`)}
       and (select count(*) from asked a where a.playdate_id = p.id and a.asked_by = ${askedBy}) < ${limits.askedAtMost}
    on conflict do nothing`)
  await openToInvited(tx, playdateId, askedBy)
}

/** Opens a date that is for members first, once this message has invited somebody who is not in its circle. */
async function openToInvited(tx: Db, playdateId: number, askedBy: number): Promise<void> {
  const strangers = sql`from asked a join playdates p on p.id = a.playdate_id
    where p.id = ${playdateId} and a.asked_by = ${askedBy} and not ${isMeantFor(sql`a.user_id`)}`
  if ((await tx.count(strangers)) > 0) await openNow(tx, playdateId)
}

/** A father who joins gets the participants' notices, and nothing more once he leaves. */
export async function forgetInvited(tx: Db, playdateId: number, userId: number): Promise<void> {
  await tx.run(sql`delete from asked where playdate_id = ${playdateId} and user_id = ${userId}`)
  await forgetDecline(tx, playdateId, userId)
}

/** A father who joins or waits after all, or takes his answer back, has declined nothing. */
export async function forgetDecline(tx: Db, playdateId: number, userId: number): Promise<void> {
  const forgotten = await tx.run(sql`delete from declines where playdate_id = ${playdateId} and user_id = ${userId}`)
  if (forgotten > 0) await record(tx, { fact: 'declineForgotten', playdateId, userId })
}

/** Whether the invited father (`a`) has not answered the inviter's request, by his seat `m` in their chat. */
function hasNotAnswered(seat: Sql = sql`true`): Sql {
  return sql`exists (select from chats c join memberships m on m.chat_id = c.id and m.user_id = a.user_id and ${seat}
    where c.requested_by = a.asked_by and not are_co(a.user_id, a.asked_by))`
}

/**
 * For `join`: fathers invited to the playdate `p` who have not joined and can come, each once, as `x`; `knows` tells
 * whether an inviter is more than a stranger with an unanswered request. Excludes invitations by fathers who have left
 * the playdate, who have a block with the invited father or the creator, or whose request he has dismissed.
 */
export const askedAlong = sql`lateral (
  select a.user_id, bool_or(not ${hasNotAnswered()}) as knows
    from asked a join ${seatOf(sql`a.asked_by`, sql`maker`)}
   where a.playdate_id = p.id and p.hidden_at is null and not ${isOn(sql`a.user_id`)} and not ${hasDeclined(sql`a.user_id`)}
     and not are_blocked(a.user_id, a.asked_by) and not are_blocked(a.user_id, p.creator_id)
     and not ${hasNotAnswered(sql`m.put_off`)}
   group by a.user_id) x on true`

/** The father who was last to invite this viewer to the playdate `p`; null if nobody has whose invitation counts. */
export function askedBy(viewerId: number): Sql {
  return sql`(select ${personSeenBy(viewerId)} from asked a join users u on u.id = a.asked_by
    where a.playdate_id = p.id and a.user_id = ${viewerId} and p.hidden_at is null and u.id <> all (${blockedWith(viewerId)})
      and coalesce(u.suspended_until <= now(), true) and ${isOn(sql`u.id`)} and not ${hasNotAnswered(sql`m.put_off`)}
    order by a.asked_at desc, u.id limit 1)`
}

/** For the rows of `asked`: nobody needs to be notified about playdates that are over. */
export const isAskedInVain = sql`exists (select from playdates p where p.id = asked.playdate_id and ${isOver})`
