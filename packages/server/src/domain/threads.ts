import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { announceTo } from './announce.ts'

// The threads of playdates: chats (`c`) whose members follow `participants`.

const Id = z.object({ id: z.number() })

/**
 * Locks threads (a condition on the row `c` of `chats`) in the order in which messages are stored, so that a message is
 * either stored before, or afterwards reads anew who is in them. Lock their playdates first.
 */
export function lockThreads(tx: Db, which: Sql): Promise<unknown[]> {
  return tx.many(
    Id,
    sql`select c.id from chats c where c.playdate_id is not null and ${which} order by c.id for update`,
  )
}

/** For `lockThreads`: this user is in it. */
export function hasInIt(userId: number): Sql {
  return sql`exists (select from memberships t where t.chat_id = c.id and t.user_id = ${userId})`
}

/**
 * Locks the threads of playdates (a condition on the row `p`), and tells their members, before they are deleted together.
 * The messages stay until their retention, for reports alone (safety S33).
 */
export async function closeThreads(tx: Db, which: Sql): Promise<void> {
  const isTheirs = sql`exists (select from playdates p where p.id = c.playdate_id and ${which})`
  await lockThreads(tx, isTheirs)
  const members = await tx.many(
    Id,
    sql`select t.user_id as id from memberships t join chats c on c.id = t.chat_id where ${isTheirs}`,
  )
  announceTo(
    tx,
    'chat',
    members.map(({ id }) => id),
  )
}
