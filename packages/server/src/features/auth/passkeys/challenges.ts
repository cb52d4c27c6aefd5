import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { deleteInBatches } from '../../../platform/db/delete-in-batches.ts'
import { Problem } from '../../../platform/problem.ts'

/** How long a challenge can be answered. */
export const challengeSeconds = 300

const timeBytes = 6
const headBytes = timeBytes + 16

/** What a challenge is for: nothing else accepts it. */
export type Purpose = 'login' | 'register' | `add for ${number}`

/** Who may answer a challenge. */
interface Asker {
  /** The server's secret. */
  sessionSecret: string
  /** The secret in the cookie of the asking browser. */
  browser: string
  purpose: Purpose
}

const Now = z.object({ seconds: z.number() })

/** The database's clock, which challenges carry. */
export const secondsNow: Sql = sql`floor(extract(epoch from now()))::float8`

export async function newChallenge(db: Db, asker: Asker): Promise<Buffer> {
  const now = await db.one(Now, sql`select ${secondsNow} as seconds`)
  return challengeAt(now?.seconds ?? 0, asker)
}

/**
 * A challenge for this browser and purpose. It carries its time and is signed, so asking writes nothing, whoever asks
 * how often; only answered ones are stored.
 */
export function challengeAt(seconds: number, asker: Asker): Buffer {
  const head = Buffer.alloc(headBytes)
  head.writeUIntBE(seconds, 0, timeBytes)
  randomBytes(headBytes - timeBytes).copy(head, timeBytes)
  return Buffer.concat([head, signatureOf(head, asker)])
}

interface Answerer extends Omit<Asker, 'browser'> {
  browser: string | undefined
}

/** Answers a challenge, once; throws `passkey.expired` unless it is this browser's, for this purpose, and live. */
export async function spend(db: Db, challenge: Buffer, answerer: Answerer): Promise<void> {
  if (!(await db.run(spending(challenge, answerer)))) throw new Problem('passkey.expired')
}

/** The statement that answers a challenge: it changes no row if that is not live or was answered before. */
export function spending(challenge: Buffer, { browser, ...asker }: Answerer): Sql {
  const head = challenge.subarray(0, headBytes)
  const isOurs =
    browser !== undefined && isSame(challenge.subarray(headBytes), signatureOf(head, { browser, ...asker }))
  if (!isOurs) throw new Problem('passkey.expired')
  return sql`
    insert into passkey_challenges (digest)
    select decode(${createHash('sha256').update(challenge).digest('hex')}, 'hex')
     where to_timestamp(${head.readUIntBE(0, timeBytes)}::float8) > now() - make_interval(secs => ${challengeSeconds})
    on conflict do nothing`
}

/** Deletes what is remembered of challenges that nobody could answer again. */
export async function forgetChallenges(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    sql`passkey_challenges`,
    sql`answered_at < now() - make_interval(secs => ${challengeSeconds})`,
  )
}

function signatureOf(head: Buffer, { sessionSecret, browser, purpose }: Asker): Buffer {
  return createHmac('sha256', sessionSecret)
    .update(`passkey challenge to ${purpose} in ${browser}:`)
    .update(head)
    .digest()
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
