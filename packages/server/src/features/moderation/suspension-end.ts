import * as z from 'zod/mini'
import { isFreeAgain } from '../../domain/decisions.ts'
import type { Job } from '../../domain/notifications/kind.ts'
import { type Db, sql } from '../../platform/db/db.ts'

const kind = 'suspension.end'

/**
 * Schedules what follows when a user's suspension ends, once however often it is extended; immediately if it is lifted.
 * A separate step, since it locks playdates before users, as joining does.
 */
export async function planSuspensionEnd(tx: Db, userId: number): Promise<void> {
  await tx.run(sql`
    insert into outbox (kind, user_id, due_at, payload, dedupe_key)
    select ${kind}, u.id, greatest(coalesce(u.suspended_until, now()), now()), '{}'::jsonb, ${kind} || ':' || u.id
      from users u where u.id = ${userId} and coalesce(isfinite(u.suspended_until), true)
    on conflict (dedupe_key) do update set due_at = excluded.due_at`)
}

const Left = z.object({ ms: z.nullable(z.number()) })

/** Lets those move up who could not because of the suspension, including the user himself. */
export const suspensionEnd: Job = {
  kind,
  async run(db, { userId }) {
    if (userId === null) return 'done'
    const left = await db.one(
      Left,
      sql`select case when isfinite(suspended_until) then extract(epoch from suspended_until - now())::float8 * 1000 end as ms
            from users where id = ${userId} and suspended_until > now()`,
    )
    // It has been extended; one without an end is scheduled when it is lifted.
    if (left) return left.ms === null ? 'done' : { afterMs: Math.ceil(left.ms) }
    await db.transaction(tx => isFreeAgain(tx, userId))
    return 'done'
  },
}
