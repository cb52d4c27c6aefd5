import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bus } from './bus/bus.ts'
import { type Db, sql } from './db/db.ts'
import { deleteInBatches } from './db/delete-in-batches.ts'
import { isoOf } from './db/moment.ts'
import type { Member } from './http/serve.ts'
import { Problem } from './problem.ts'

const maxPerUser = 10
/** How long an answer of the database about a session is trusted; within the second that safety S12 allows. */
const trustedMs = 900
const maxTrusted = 10_000

const endedTopic = 'session.ended'
const Ended = z.object({ sessionIds: z.array(z.number()) })
const Row = z.object({ id: z.number(), userId: z.number() })
const IdRow = z.object({ id: z.number() })
const Holder = z.object({ hash: z.string() })

/** Sessions as safety S11 wants them: a random reference in a cookie, only its hash in the database, idle 14 days, 30 days at most. */
export interface Sessions {
  /**
   * Starts a session and ends the user's oldest ones beyond ten; the token is known to the caller alone. Throws
   * `auth.suspended` for whom moderators keep out, whichever way he proved who he is (safety S34), and `auth.wrong`
   * when the password he proved it with, known by its hash, is not the account's any more.
   */
  start(
    userId: number,
    userAgent: string | undefined,
    provenHash?: string,
  ): Promise<{ token: string; sessionId: number }>
  find(token: string): Promise<Member | undefined>
  end(sessionIds: readonly number[]): Promise<void>
  /** Tells every node that these are gone, rows and all. */
  announceEnd(sessionIds: readonly number[]): Promise<void>
  /** Those that do not stand any more; for sockets, which outlive the request that checked them. */
  closedOf(sessionIds: readonly number[]): Promise<number[]>
  /** Called with sessions that ended, on every node. */
  onEnded(listener: (sessionIds: readonly number[]) => void): void
  /** Removes expired rows; a job's work. */
  sweep(): Promise<void>
}

/**
 * Deletes somebody's sessions, or all but one, in the transaction of what ends them; answers which, for `announceEnd`
 * after the commit.
 */
export async function deleteSessionsOf(tx: Db, userId: number, except?: number): Promise<number[]> {
  const gone = await tx.many(
    IdRow,
    sql`delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null}::int returning id`,
  )
  return gone.map(({ id }) => id)
}

function hashOf(token: string) {
  return createHash('sha256').update(token).digest('hex')
}

const Suspension = z.object({ until: z.nullable(z.string()), reason: z.nullable(z.string()) })

async function mustNotBeSuspended(db: Db, userId: number) {
  const suspension = await db.one(
    Suspension,
    sql`select case when isfinite(u.suspended_until) then ${isoOf(sql`u.suspended_until`)} end as until,
               (select d.reason from moderation_decisions d where d.subject_id = u.id and d.decision = 'suspend' and d.lifted_at is null
                 order by d.until desc nulls last, d.id desc limit 1) as reason
          from users u where u.id = ${userId} and u.suspended_until > now()`,
  )
  if (!suspension) return
  const { until, reason } = suspension
  const words = { reason: reason ?? '' }
  if (until === null) throw new Problem('auth.suspended', { words })
  throw new Problem('auth.suspendedForNow', { words: { ...words, until: new Date(until) }, also: { until } })
}

const standing = sql`expires_at > now() and last_used_at > now() - interval '14 days'`

export function createSessions(db: Db, bus: Bus): Sessions {
  const trusted = new Map<string, { member: Member; untilMs: number }>()
  const listeners: ((sessionIds: readonly number[]) => void)[] = []

  bus.subscribe(endedTopic, payload => {
    const { sessionIds } = Ended.parse(payload)
    for (const [hash, { member }] of trusted) if (sessionIds.includes(member.sessionId)) trusted.delete(hash)
    for (const listener of listeners) listener(sessionIds)
  })

  async function announceEnd(sessionIds: readonly number[]) {
    if (sessionIds.length > 0) await bus.publish(endedTopic, { sessionIds })
  }

  return {
    announceEnd,

    async start(userId, userAgent, provenHash) {
      const token = randomBytes(32).toString('base64url')
      const { sessionId, ended } = await db.transaction(async tx => {
        // Whoever suspends him, deletes the account or sets another password waits for this, or this for him.
        const holder = await tx.one(Holder, sql`select password_hash as hash from users where id = ${userId} for share`)
        if (!holder || (provenHash !== undefined && holder.hash !== provenHash)) throw new Problem('auth.wrong')
        await mustNotBeSuspended(tx, userId)
        const created = await tx.one(
          IdRow,
          sql`insert into sessions (token_hash, user_id, user_agent, expires_at)
              values (decode(${hashOf(token)}, 'hex'), ${userId}, ${userAgent?.slice(0, 200) ?? null}, now() + interval '30 days')
              returning id`,
        )
        const surplus = await tx.many(
          IdRow,
          sql`delete from sessions where id in (
                select id from sessions where user_id = ${userId} order by id desc offset ${maxPerUser}
              ) returning id`,
        )
        return { sessionId: created?.id ?? 0, ended: surplus.map(row => row.id) }
      })
      await announceEnd(ended)
      return { token, sessionId }
    },

    async find(token) {
      const hash = hashOf(token)
      const known = trusted.get(hash)
      if (known && known.untilMs > performance.now()) return known.member
      trusted.delete(hash)

      const row = await db.one(
        Row,
        sql`select id, user_id as "userId" from sessions where token_hash = decode(${hash}, 'hex') and ${standing}`,
      )
      if (!row) return undefined
      // Written at most once an hour: a busy reader costs no writes.
      await db.run(
        sql`update sessions set last_used_at = now() where id = ${row.id} and last_used_at < now() - interval '1 hour'`,
      )
      const member = { id: row.userId, sessionId: row.id }
      if (trusted.size >= maxTrusted) trusted.clear()
      trusted.set(hash, { member, untilMs: performance.now() + trustedMs })
      return member
    },

    async end(sessionIds) {
      const gone = await db.many(
        IdRow,
        sql`delete from sessions where id = any(${[...sessionIds]}::int[]) returning id`,
      )
      await announceEnd(gone.map(row => row.id))
    },

    async closedOf(sessionIds) {
      const closed = await db.many(
        IdRow,
        sql`select id from unnest(${sessionIds}::int[]) as asked (id)
             where not exists (select from sessions s where s.id = asked.id and ${standing})`,
      )
      return closed.map(({ id }) => id)
    },

    onEnded(listener) {
      listeners.push(listener)
    },

    async sweep() {
      await deleteInBatches(db, sql`sessions`, sql`not (${standing})`)
    },
  }
}
