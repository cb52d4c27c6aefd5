import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

// The threads of playdates: chats (`c`) whose members follow `participants`. Those of circles are locked like them.

const Id = z.object({ id: z.number() })

/**
 * Locks threads (a condition on the row `c` of `chats`) in the order in which messages are stored, so that a message is
 * either stored before, or afterwards reads anew who is in them. Lock their playdates first.
 */
export function lockThreads(tx: Db, which: Sql): Promise<unknown[]> {
  return tx.many(
    Id,
    sql`select c.id from chats c where (c.playdate_id is not null or c.circle_id is not null) and ${which} order by c.id for update`,
  )
}

/** For `lockThreads`: this user is in it. */
export function hasInIt(userId: number): Sql {
  return sql`exists (select from memberships t where t.chat_id = c.id and t.user_id = ${userId})`
}

/** The members of the threads of these playdates. */
export async function membersOfThreads(tx: Db, playdates: readonly number[]): Promise<number[]> {
  const members = await tx.many(
    Id,
    sql`select t.user_id as id from memberships t join chats c on c.id = t.chat_id where c.playdate_id = any(${playdates}::int[])`,
  )
  return members.map(({ id }) => id)
}
