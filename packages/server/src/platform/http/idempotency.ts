import { createHash } from 'node:crypto'
import type { Route } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { type Db, sql } from '../db/db.ts'
import type { Call } from './serve.ts'

const Stored = z.object({ reply: z.unknown() })

/**
 * Runs a create call's work once per `Idempotency-Key` and caller within 24 h; a repeat gets the first answer (safety
 * S40). Key and creation commit together, so a crash in between leaves neither. A repeat that comes while the first one
 * still runs waits for it on the key's row.
 */
export async function once<T>(
  key: string | string[] | undefined,
  { at, status }: Route,
  { db, member }: Pick<Call<Route>, 'db' | 'member'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (typeof key !== 'string' || !member || status !== 201) return work(db)
  const keyHash = createHash('sha256').update(key).digest('hex')
  return db.transaction(async tx => {
    const isFirst = await tx.run(sql`
      insert into idempotency_keys (user_id, route, key) values (${member.id}, ${at}, ${keyHash})
      on conflict (user_id, route, key) do nothing`)
    if (isFirst === 0) {
      const stored = await tx.one(
        Stored,
        sql`select reply from idempotency_keys where user_id = ${member.id} and route = ${at} and key = ${keyHash}`,
      )
      return stored?.reply as T // what this very work answered, and travelled as JSON
    }
    const answer = await work(tx)
    await tx.run(sql`
      update idempotency_keys set reply = ${JSON.stringify(answer)}::jsonb
       where user_id = ${member.id} and route = ${at} and key = ${keyHash}`)
    return answer
  })
}
