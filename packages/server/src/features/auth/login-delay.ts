import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { nameKey } from '../../domain/names/name-key.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'

/** Failed logins before the delay begins (safety 7). */
export const freeTries = 10

const Wait = z.object({ seconds: z.number() })

/** The account's key. People type passwords into the name field by mistake, so the name is stored as a keyed hash. */
export function accountKey(secret: string, username: string): string {
  return createHmac('sha256', secret)
    .update(`login:${nameKey(username)}`)
    .digest('hex')
}

/**
 * Counts a login before its password is checked, so that parallel attempts count too, as part of the statement that
 * reads the account; returns no row while the account is delayed. After the free attempts, one is allowed per 30 s,
 * then per minute, doubling up to 15 minutes; an account is never locked permanently.
 */
export function countTry(key: string, free = freeTries): Sql {
  const tries = sql`case when f.last_at < now() - interval '15 minutes' then 1 else f.failures + 1 end`
  // The write does not wait for the disk: a database crash may lose the counts of its last second.
  return sql`insert into login_failures as f (key, failures, last_at)
    select ${key}, 1, now() where set_config('synchronous_commit', 'off', true) = 'off'
    on conflict (key) do update set
      failures = ${tries},
      last_at = now(),
      blocked_until = case when ${tries} >= ${free}::int
        then now() + least(interval '30 seconds' * power(2, least(${tries} - ${free}::int, 5)), interval '15 minutes') end
    where f.blocked_until is null or f.blocked_until <= now()
    returning failures`
}

/** The refusal of a login while its account is delayed. */
export async function tooManyTries(db: Db, key: string): Promise<Problem> {
  const wait = await db.one(
    Wait,
    sql`select greatest(1, ceil(extract(epoch from blocked_until - now())))::int as seconds from login_failures where key = ${key}`,
  )
  return new Problem('request.tooOften', { retryAfterS: wait?.seconds ?? 1 })
}

/** Resets the account's count. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await db.run(sql`delete from login_failures where key = ${key}`)
}

/** Resets the account's count when a session starts, as part of that statement. */
export function clearTriesAtStart(key: string): Sql {
  return sql`delete from login_failures where key = ${key} and exists (select from admitted)`
}
