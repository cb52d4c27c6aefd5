import { hash, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { type Db, DbConflict, type Sql, sql } from '../db/db.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Who } from '../fair-queue/fair-queue.ts'
import { type Member, type SessionStart, turnOf } from '../http/serve.ts'

const maxPerUser = 10
/** How long a session is cached; safety S12 allows one second. */
const trustedMs = 900
const maxTrusted = 10_000

const endedTopic = 'session.ended'
const Ended = z.object({ sessionIds: z.array(z.number()) })
const Row = z.object({ id: z.number(), userId: z.number(), isUnnoted: z.boolean() })
const IdRow = z.object({ id: z.number() })
const Started = z.object({ id: z.number(), ended: z.array(z.number()) })

/** The product's additions to the start of a session, as parts of its statement. */
interface SessionRules {
  /**
   * Selects and locks the user as `id` if he may have a session. `provenHash` is the hash of the password the user has
   * just given.
   */
  admitted(userId: number, provenHash: string | undefined): Sql
  /** Throws the Problem for a user who may not have a session. */
  refuse(db: Db, userId: number, provenHash: string | undefined): Promise<void>
  /** Gives the session in `made` what belongs to the session of the same user that it replaces. */
  carryOver(from: number): Sql
}

/** The parameters of a new session. */
interface Beginning extends SessionStart {
  userAgent: string | undefined
  /** The session being replaced. */
  inPlaceOf?: Member | undefined
  /** The database in the caller's turns. */
  db?: Db
}

/**
 * Sessions (safety S11): a random token in a cookie, only its hash in the database, ended after 14 days without use or
 * 30 days in all.
 */
export interface Sessions {
  /**
   * Starts a session if this user may have one, and ends the session it replaces, perhaps another user's, and the user's
   * oldest beyond ten. Only the caller gets the token.
   */
  start(userId: number, beginning: Beginning): Promise<{ token: string; sessionId: number }>
  /** The session of this token, looked up in the caller's turn, or in its user's if it has been found before. */
  find(token: string, who: Who): Promise<Member | undefined>
  end(on: Db, sessionIds: readonly number[]): Promise<void>
  /** Tells every node that these sessions were deleted. */
  announceEnd(sessionIds: readonly number[]): Promise<void>
  /** Which of these sessions have ended; for sockets, which outlive the request that checked them. */
  closedOf(sessionIds: readonly number[]): Promise<number[]>
  /** Calls the listener with ended sessions, on every node. */
  onEnded(listener: (sessionIds: readonly number[]) => void): void
  sweep(): Promise<void>
}

function hashOf(token: string) {
  return hash('sha256', token)
}

const standing = sql`expires_at > now() and last_used_at > now() - interval '14 days'`

export function createSessions(db: Db, bus: Bus, rules: SessionRules): Sessions {
  const lookup = createLookup(db)
  const listeners: ((sessionIds: readonly number[]) => void)[] = []

  bus.subscribe(endedTopic, payload => {
    const { sessionIds } = Ended.parse(payload)
    lookup.forget(sessionIds)
    for (const listener of listeners) listener(sessionIds)
  })

  async function announceEnd(sessionIds: readonly number[]) {
    if (sessionIds.length > 0) await bus.publish(endedTopic, { sessionIds })
  }

  return {
    announceEnd,
    find: lookup.find,

    async start(userId, { db: on = db, ...beginning }) {
      const token = randomBytes(32).toString('base64url')
      const started = await on.one(Started, startOf(rules, userId, hashOf(token), beginning))
      if (!started) {
        await rules.refuse(on, userId, beginning.provenHash)
        // He may have a session again since a moment ago.
        throw new DbConflict('')
      }
      await announceEnd(started.ended)
      return { token, sessionId: started.id }
    },

    async end(on, sessionIds) {
      await announceEnd(await deleteSessions(on, sessionIds))
    },

    async closedOf(sessionIds) {
      const closed = await db.many(
        IdRow,
        sql`select id from unnest(${sessionIds}::bigint[]) as asked (id)
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

/**
 * The statement that starts a session, and ends the one it replaces and the user's oldest beyond the limit. Its parts
 * do not see each other's changes. The sessions to end are one array: with `or`, PostgreSQL would read those of all
 * users.
 */
function startOf(
  { admitted, carryOver }: SessionRules,
  userId: number,
  hash: string,
  { userAgent, provenHash, passkeyId, inPlaceOf, also = [] }: Beginning,
): Sql {
  const replaced = sql`${inPlaceOf?.sessionId ?? null}::bigint`
  const writes = inPlaceOf?.id === userId ? [...also, carryOver(inPlaceOf.sessionId)] : also
  const parts = writes.map((write, at) => sql`also_${sql.number(at)} as (${write}),`)
  return sql`
    with admitted as materialized (${admitted(userId, provenHash)}),
    made as (
      insert into sessions (token_hash, user_id, user_agent, passkey_id, expires_at)
      select decode(${hash}, 'hex'), id, ${userAgent?.slice(0, 200) ?? null}::text, ${passkeyId ?? null}::int,
             now() + interval '30 days' from admitted
      returning id),
    ${sql.join(parts, sql` `)}
    ended as (
      delete from sessions where exists (select from made) and id = any(${replaced} || array(
        select id from sessions where user_id = ${userId} and id is distinct from ${replaced}
         order by id desc offset ${maxPerUser - 1})) returning id)
    select made.id, array(select id from ended) as ended from made`
}

async function deleteSessions(on: Db, sessionIds: readonly number[]): Promise<number[]> {
  const gone = await on.many(IdRow, sql`delete from sessions where id = any(${[...sessionIds]}::bigint[]) returning id`)
  return gone.map(({ id }) => id)
}

/** Finds sessions by their tokens, and caches them briefly. */
function createLookup(db: Db) {
  const trusted = new Map<string, { member: Member; untilMs: number }>()
  const beingFound = new Map<string, Promise<Member | undefined>>()
  /** Whose turn the look-up of a known session takes: strangers at the same address must not delay its user. */
  const payers = new Map<string, Who>()

  /** The oldest come first. */
  function forgetExpired(nowMs: number) {
    for (const [token, { untilMs }] of trusted) {
      if (untilMs > nowMs) return
      trusted.delete(token)
    }
  }

  async function read(token: string, on: Db): Promise<Member | undefined> {
    const row = await on.one(
      Row,
      sql`select id, user_id as "userId", last_used_at < now() - interval '1 hour' as "isUnnoted"
            from sessions where token_hash = decode(${hashOf(token)}, 'hex') and ${standing}`,
    )
    if (!row) {
      payers.delete(token)
      return undefined
    }
    // At most once an hour, so that reads do not cause writes.
    if (row.isUnnoted) await on.run(sql`update sessions set last_used_at = now() where id = ${row.id}`)
    const member = { id: row.userId, sessionId: row.id }
    const nowMs = performance.now()
    forgetExpired(nowMs)
    if (trusted.size >= maxTrusted) trusted.clear()
    trusted.set(token, { member, untilMs: nowMs + trustedMs })
    if (payers.size >= maxTrusted) payers.clear()
    payers.set(token, turnOf(member))
    return member
  }

  return {
    async find(token: string, who: Who): Promise<Member | undefined> {
      const known = trusted.get(token)
      if (known && known.untilMs > performance.now()) return known.member
      trusted.delete(token)
      // Concurrent requests with one session share one look-up.
      const found =
        beingFound.get(token) ?? read(token, db.for(payers.get(token) ?? who)).finally(() => beingFound.delete(token))
      beingFound.set(token, found)
      return found
    },
    forget(sessionIds: readonly number[]) {
      for (const [token, { member }] of trusted) if (sessionIds.includes(member.sessionId)) trusted.delete(token)
    },
  }
}
