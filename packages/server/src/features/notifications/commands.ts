import { type Db, sql } from '../../platform/db/db.ts'
import { deleteInBatches } from '../../platform/db/delete-in-batches.ts'
import { Problem } from '../../platform/problem.ts'

/** Marks all of a user's notifications as read, or those about one playdate, poll or proposal. */
export async function markRead(
  db: Db,
  userId: number,
  about: Partial<Record<'playdateId' | 'pollId' | 'proposalId', number | undefined>> = {},
): Promise<void> {
  const [named] = (['proposalId', 'pollId', 'playdateId'] as const).flatMap(name => {
    const id = about[name]
    return id === undefined ? [] : [sql`details -> ${name} = to_jsonb(${id}::int)`]
  })
  const which = named ?? sql`true`
  await db.run(sql`update notifications set read_at = now() where user_id = ${userId} and read_at is null and ${which}`)
}

export async function markOneRead(db: Db, id: number, userId: number): Promise<void> {
  const found = await db.run(
    sql`update notifications set read_at = coalesce(read_at, now()) where id = ${id}::bigint and user_id = ${userId}`,
  )
  if (found === 0) throw new Problem('notification.unknown')
}

/** Deletes notifications older than three months. */
export async function forgetNotifications(db: Db): Promise<void> {
  await deleteInBatches(db, sql`notifications`, sql`created_at < now() - interval '3 months'`)
}
