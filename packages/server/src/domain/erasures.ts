import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import type { Ledger } from '../platform/ledger.ts'

const Entry = z.object({ name: z.string() })
const Account = z.object({ id: z.number() })

/** An erased account without its name: its number, creation time (µs) and erasure time (ms). */
const entryPattern = /^(\d{1,10})-(\d{1,16})-(\d{1,13})$/
const registered = sql`(extract(epoch from registered_at) * 1000000)::bigint`

/** By then the last backup that could contain the account has expired. */
export const erasuresKeptDays = 35

/** Copies the database's erasures into ledgers that outlive it; a ledger forgets them when the database does. */
export async function keepErasures(db: Db, ledgers: readonly Ledger[]): Promise<void> {
  const keptSinceMs = Date.now() - erasuresKeptDays * 86_400_000
  const entries = await db.many(
    Entry,
    sql`select user_id || '-' || ${registered} || '-' || (extract(epoch from erased_at) * 1000)::bigint as name
          from erasures where registered_at is not null and erased_at >= to_timestamp(${keptSinceMs}::float8 / 1000)`,
  )
  for (const ledger of ledgers) {
    const known = new Set<string>()
    for await (const name of ledger.list()) known.add(name)
    for (const name of known) {
      const erasedMs = entryPattern.exec(name)?.[3]
      if (erasedMs !== undefined && Number(erasedMs) < keptSinceMs) await ledger.remove(name)
    }
    for (const { name } of entries) if (!known.has(name)) await ledger.add(name)
  }
}

/**
 * Erased accounts that have come back, for example with an older backup. A number that now belongs to somebody else is
 * another account.
 */
export async function erasedAndBack(db: Db, ledgers: readonly Ledger[]): Promise<number[]> {
  const [ids, moments]: [number[], number[]] = [[], []]
  for (const ledger of ledgers) {
    for await (const name of ledger.list()) {
      const [, id, moment] = entryPattern.exec(name) ?? []
      if (id === undefined || moment === undefined) continue
      ids.push(Number(id))
      moments.push(Number(moment))
    }
  }
  const back = await db.many(
    Account,
    sql`select distinct u.id from users u
          join unnest(${ids}::int[], ${moments}::bigint[]) as e (id, moment)
            on e.id = u.id and e.moment = (extract(epoch from u.created_at) * 1000000)::bigint`,
  )
  return back.map(({ id }) => id)
}
