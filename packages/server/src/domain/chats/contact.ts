import { type Sql, sql } from '../../platform/db/db.ts'
import { metOn, sharedBy } from '../playdates/state.ts'
import { otherOfPair } from './memberships.ts'

// The only file that says who is acquainted with a user, and who has met whom (safety 2, S34).

/** The ids of all acquaintances of a user. */
export function acquaintancesOf(userId: number): Sql {
  return sql`
    select y.user_id as id from ${sharedBy(userId)}
     union
    select they.user_id from chats c
      join memberships me on me.chat_id = c.id and me.user_id = ${userId}
      join ${otherOfPair}
     where are_chatting(me.user_id, they.user_id)`
}

/**
 * Whether what one says about the other counts where no moderator has looked yet: both have written in their chat, or have
 * met. Joining a playdate that is to come, is under way or was moved into the past is no contact.
 */
export function hadContact(one: Sql, other: Sql): Sql {
  return sql`(exists (select from ${metOn(one, other)}) or are_chatting(${one}, ${other}))`
}
