import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { day, minute, type RateLimit } from '../../platform/rate-limits.ts'
import { areAcquainted } from '../visibility.ts'

// How members contact those who do not know them: by a first message or by a poll.

export const chatsStarted: RateLimit = {
  name: 'chats-started',
  windows: [
    { times: 10, seconds: minute },
    { times: 60, seconds: day },
  ],
}
export const chatsStartedByNewcomer: RateLimit = {
  name: 'chats-started-newcomer',
  windows: [{ times: 20, seconds: day }],
}

/** Whether the father `u` lets this member write to him first (safety S36). */
export function takesMessagesFrom(userId: number): Sql {
  return sql`(u.messages_from = 'everyone' or u.messages_from = 'co' and are_co(u.id, ${userId})
    or exists (select from chats c where c.first_member = least(u.id, ${userId}::int) and c.second_member = greatest(u.id, ${userId}::int)))`
}

/** Whether the father `u` does not know this member: no playdate together, and no chat in which both have written. */
export function isStrangerTo(userId: number): Sql {
  return sql`not ${areAcquainted(sql`u.id`, userId)}`
}

/** Whether he registered less than a day ago. */
export async function isNewcomer(db: Db, userId: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${userId} and created_at > now() - interval '24 hours'`)) > 0
}
