import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { type Db, sql } from '../db/db.ts'
import { Problem } from '../problem.ts'

/** An action that a member wants to happen once: a call of the contract with an `Idempotency-Key`. */
export interface Attempt {
  userId: number
  at: string
  key: string
}

/** The id or name of what was created; null for a call that creates nothing. Nothing else of a reply is stored. */
const Done = z.object({ status: z.int(), made: z.nullable(z.string()) })
export type Done = z.output<typeof Done>

const Found = z.extend(Done, { content: z.nullable(z.string()) })

const keyOf = ({ key }: Attempt) => createHash('sha256').update(key).digest('hex')
const isSame = (attempt: Attempt) =>
  sql`user_id = ${attempt.userId} and route = ${attempt.at} and key = ${keyOf(attempt)}`

/**
 * Identifies the content of an attempt. It is hashed with its key, which nobody can guess, so that the content cannot
 * be guessed either.
 */
export function contentOf(
  attempt: Attempt,
  { file, ...parts }: { file?: Buffer | undefined; [part: string]: unknown },
) {
  const hash = createHash('sha256').update(JSON.stringify([attempt.key, parts]))
  return (file ? hash.update(file) : hash).digest('hex')
}

/**
 * Claims the key for this attempt, or returns the result of an earlier one; waits for an attempt that is still running.
 * Throws `request.otherContent` if both have content and it differs.
 */
async function takeKey(tx: Db, attempt: Attempt, { status, made }: Done, content: string | null) {
  const isFirst = await tx.run(sql`
    insert into idempotency_keys (user_id, route, key, status, made, content)
    values (${attempt.userId}, ${attempt.at}, ${keyOf(attempt)}, ${status}, ${made}, ${content})
    on conflict (user_id, route, key) do nothing`)
  if (isFirst > 0) return undefined
  const found = await tx.one(Found, sql`select status, made, content from idempotency_keys where ${isSame(attempt)}`)
  const isOther = content !== null && found?.content && found.content !== content
  if (isOther) throw new Problem('request.otherContent')
  return found
}

/**
 * Runs `first` once per attempt within 24 h, and `again` on a repeat. Key and work commit together, so a crash leaves
 * neither.
 */
export function once<T>(
  db: Db,
  attempt: Attempt & { content: string },
  { first, again }: { first(tx: Db): Promise<Done & { answer: T }>; again(tx: Db, done: Done): Promise<T> },
): Promise<T> {
  return db.transaction(async tx => {
    const done = await takeKey(tx, attempt, { status: 0, made: null }, attempt.content)
    if (done) return again(tx, done)
    const { status, made, answer } = await first(tx)
    await tx.run(sql`update idempotency_keys set status = ${status}, made = ${made} where ${isSame(attempt)}`)
    return answer
  })
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The name, a UUID, under which an attempt stores a thing once: the given one, or that of the first attempt with the
 * same key. Without a name, the key itself is used if it is a UUID, so that a message sent by HTTP with this key and by
 * a frame with this `clientId` is one message. The code that stores a thing under a name compares its content, however
 * it arrives, so none is stored with the key.
 */
export async function nameFor(db: Db, attempt: Attempt, given: string | undefined, status: number): Promise<string> {
  const name = given ?? (uuid.test(attempt.key) ? attempt.key.toLowerCase() : randomUUID())
  const done = await takeKey(db, attempt, { status, made: name }, null)
  return done?.made ?? name
}
