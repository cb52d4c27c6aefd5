import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Db, sql } from '../db/db.ts'

/** An action that a member wants done once: a call of the contract with an `Idempotency-Key`. */
export interface Attempt {
  userId: number
  at: string
  key: string
}

/** The id or name of what was created; null for a call that creates nothing. Nothing else of an answer is stored. */
const Done = z.object({ status: z.int(), made: z.nullable(z.string()) })
export type Done = z.output<typeof Done>

const keyOf = ({ key }: Attempt) => createHash('sha256').update(key).digest('hex')
const isSame = (attempt: Attempt) =>
  sql`user_id = ${attempt.userId} and route = ${attempt.at} and key = ${keyOf(attempt)}`

/** Claims the key for this attempt, or returns the result of an earlier one; waits for an attempt that is still running. */
async function takeKey(tx: Db, attempt: Attempt, { status, made }: Done): Promise<Done | undefined> {
  const isFirst = await tx.run(sql`
    insert into idempotency_keys (user_id, route, key, status, made)
    values (${attempt.userId}, ${attempt.at}, ${keyOf(attempt)}, ${status}, ${made})
    on conflict (user_id, route, key) do nothing`)
  if (isFirst > 0) return undefined
  return tx.one(Done, sql`select status, made from idempotency_keys where ${isSame(attempt)}`)
}

/**
 * Runs `first` once per attempt within 24 h, and `again` on a repeat. Key and work commit together, so a crash leaves
 * neither.
 */
export function once<T>(
  db: Db,
  attempt: Attempt,
  { first, again }: { first(tx: Db): Promise<Done & { answer: T }>; again(tx: Db, done: Done): Promise<T> },
): Promise<T> {
  return db.transaction(async tx => {
    const done = await takeKey(tx, attempt, { status: 0, made: null })
    if (done) return again(tx, done)
    const { status, made, answer } = await first(tx)
    await tx.run(sql`update idempotency_keys set status = ${status}, made = ${made} where ${isSame(attempt)}`)
    return answer
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The name, a UUID, under which an attempt makes a thing that is stored once per name: the given one, or that of the first
 * attempt with the same key. Without a name the key is one where it can be, so that a message sent by HTTP with this key
 * and by a frame with this `clientId` is one message.
 */
export async function nameFor(db: Db, attempt: Attempt, given: string | undefined, status: number): Promise<string> {
  const name = given ?? (uuid.test(attempt.key) ? attempt.key.toLowerCase() : randomUUID())
  const done = await takeKey(db, attempt, { status, made: name })
  return done?.made ?? name
}
