import { hash, randomBytes } from 'node:crypto'
import { deviceName } from '@papadag/contract/users/device-name'
import * as z from 'zod/mini'
import type { Bus } from '../bus/bus.ts'
import { type Db, DbConflict, type Sql, sql } from '../db/db.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import type { Who } from '../fair-queue/fair-queue.ts'
import { type Member, type SessionStart, turnOf } from '../http/serve.ts'
import {
  deviceHashes,
  followingTokens,
  isCopied,
  isDeviceToken,
  isFormer,
  isKept,
  newDeviceToken,
} from './device-tokens.ts'

const maxPerUser = 10
/** How long a session is cached; safety S12 allows one second. */
const trustedMs = 900
const maxTrusted = 10_000

const endedTopic = 'session.ended'
const Ended = z.object({ sessionIds: z.array(z.number()) })
const Row = z.object({
  id: z.number(),
  userId: z.number(),
  deviceId: z.nullable(z.number()),
  isUnnoted: z.boolean(),
  isCopied: z.boolean(),
})
const IdRow = z.object({ id: z.number() })
const Started = z.object({ id: z.number(), deviceId: z.nullable(z.number()), ended: z.array(z.number()) })
const Device = z.object({ id: z.number(), userId: z.number(), name: z.nullable(z.string()) })
const Shown = z.object({
  id: z.number(),
  isKept: z.boolean(),
  isCurrent: z.boolean(),
  isFormer: z.boolean(),
  lastSession: z.nullable(z.number()),
})

/** A browser that stays logged in. */
type RememberedDevice = z.output<typeof Device>

/** The product's additions to the start of a session, as parts of its statement. */
export interface SessionRules {
  secret: string
  /**
   * Selects and locks the user as `id` if he may have a session. `provenHash` is the hash of the password the user has
   * just given.
   */
  admitted(userId: number, provenHash: string | undefined): Sql
  /** Throws the Problem for a user who may not have a session. */
  refuse(db: Db, userId: number, provenHash: string | undefined): Promise<void>
  /** Gives the session in `made` what belongs to the session of the same user that it replaces. */
  carryOver(from: number): Sql
  /** Belongs to the statement of a session that a device starts by itself. */
  startedByDevice: Sql
  /** Called in the transaction that begins to remember a device. */
  remembered(tx: Db, device: RememberedDevice): Promise<void>
  /** Called in the transaction that ends a device whose token was used in two places. */
  copied(tx: Db, device: RememberedDevice): Promise<void>
}

/** What a browser gets. */
interface Tokens {
  token: string
  /** Undefined unless it is remembered. */
  deviceToken: string | undefined
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
 * 30 days in all; and the devices that start a new one by themselves (safety S11a).
 */
export interface Sessions {
  /**
   * Starts a session if this user may have one, and ends the session it replaces, perhaps another user's, with its
   * device, and the user's oldest beyond ten. Only the caller gets the tokens.
   */
  start(userId: number, beginning: Beginning): Promise<Tokens & { sessionId: number }>
  /**
   * The session of this token, looked up in the caller's turn, or in its user's if it has been found before. It ends if
   * the token of its device, which the same browser sends, was used elsewhere.
   */
  find(token: string, who: Who, deviceToken?: string): Promise<Member | undefined>
  /** Starts a session with the token of a device, which gets another one; undefined if it is not accepted any more. */
  startByDevice(
    deviceToken: string,
    from: { userAgent: string | undefined; who: Who },
  ): Promise<(Tokens & { member: Member }) | undefined>
  /** Ends these sessions, and the devices that they belong to. */
  end(on: Db, sessionIds: readonly number[]): Promise<void>
  /** Ends these devices with their sessions. */
  endDevices(on: Db, deviceIds: readonly number[]): Promise<void>
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
  const lookup = createLookup(db, endCopied)
  const listeners: ((sessionIds: readonly number[]) => void)[] = []

  bus.subscribe(endedTopic, payload => {
    const { sessionIds } = Ended.parse(payload)
    lookup.forget(sessionIds)
    for (const listener of listeners) listener(sessionIds)
  })

  async function announceEnd(sessionIds: readonly number[]) {
    if (sessionIds.length > 0) await bus.publish(endedTopic, { sessionIds })
  }

  async function endCopied(on: Db, deviceId: number) {
    const ended = await on.transaction(async tx => {
      const found = sql`select id, user_id as "userId", name from devices where id = ${deviceId}`
      const device = await tx.one(Device, found)
      if (!device) return []
      // The account first, as by everything that ends its devices.
      await tx.one(IdRow, rules.admitted(device.userId, undefined))
      // Another request may have ended it.
      if (!(await tx.one(Device, sql`${found} for update`))) return []
      await rules.copied(tx, device)
      return deleteSessions(tx, { devices: [deviceId] })
    })
    await announceEnd(ended)
  }

  return {
    announceEnd,
    find: lookup.find,

    async start(userId, { db: on = db, ...beginning }) {
      const token = randomBytes(32).toString('base64url')
      const deviceToken = beginning.remember ? newDeviceToken() : undefined
      const start = startOf(rules, userId, hashOf(token), { ...beginning, device: deviceOf(beginning, deviceToken) })
      const name = nameOf(beginning)
      const started =
        beginning.remember === true
          ? await on.transaction(async tx => {
              const made = await tx.one(Started, start)
              if (made?.deviceId) await rules.remembered(tx, { id: made.deviceId, userId, name })
              return made
            })
          : await on.one(Started, start)
      if (!started) {
        await rules.refuse(on, userId, beginning.provenHash)
        // He may have a session again since a moment ago.
        throw new DbConflict('')
      }
      await announceEnd(started.ended)
      return { token, sessionId: started.id, deviceToken: started.deviceId === null ? undefined : deviceToken }
    },

    async startByDevice(deviceToken, { userAgent, who }) {
      if (!isDeviceToken(deviceToken)) return undefined
      const on = db.for(who)
      const outcome = await on.transaction(tx => startAgain(tx, rules, deviceToken, userAgent))
      if (!outcome) return undefined
      if ('copied' in outcome) {
        await endCopied(on, outcome.copied)
        return undefined
      }
      await announceEnd(outcome.ended)
      return outcome
    },

    async end(on, sessionIds) {
      await announceEnd(await deleteSessions(on, { sessions: sessionIds }))
    },

    async endDevices(on, deviceIds) {
      await announceEnd(await deleteSessions(on, { devices: deviceIds }))
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
      await deleteInBatches(db, sql`devices`, sql`ends_at < now() or last_used_at < now() - interval '90 days'`)
    },
  }
}

const nameOf = ({ userAgent }: Pick<Beginning, 'userAgent'>) => deviceName(userAgent ?? null) ?? null

/** The part of the statement that makes the device of a new session, or gives that of the replaced one another token. */
function deviceOf(beginning: Beginning, deviceToken: string | undefined): Sql {
  const { remember, inPlaceOf } = beginning
  if (!remember || deviceToken === undefined)
    return sql`select null::int as id, null::timestamptz as ends_at, null::int as passkey_id where false`
  const { name, token } = deviceHashes(deviceToken)
  if (remember === true)
    return sql`insert into devices (name_hash, token_hash, user_id, name, passkey_id)
      select ${name}, ${token}, id, ${nameOf(beginning)}::text, ${beginning.passkeyId ?? null}::int from admitted returning id, ends_at, passkey_id`
  return sql`update devices set name_hash = ${name}, token_hash = ${token}, former_hash = null, last_used_at = now()
    where id = (select device_id from sessions where id = ${inPlaceOf?.sessionId ?? null}::bigint)
      and user_id = (select id from admitted) returning id, ends_at, passkey_id`
}

/**
 * The statement that starts a session, and ends the one it replaces with its device, and the user's oldest sessions and
 * devices beyond the limit. Its parts do not see each other's changes. The sessions to end are one array: with `or`,
 * PostgreSQL would read those of all users.
 */
function startOf(
  { admitted, carryOver }: SessionRules,
  userId: number,
  hash: string,
  { userAgent, provenHash, passkeyId, inPlaceOf, remember, device, also = [] }: Beginning & { device: Sql },
): Sql {
  const replaced = sql`${inPlaceOf?.sessionId ?? null}::bigint`
  // One that goes on under another token still ends with the passkey that opened it.
  const before = remember === 'asBefore' ? sql`(select passkey_id from sessions where id = ${replaced})` : sql`null`
  const writes = inPlaceOf?.id === userId ? [...also, carryOver(inPlaceOf.sessionId)] : also
  const parts = writes.map((write, at) => sql`also_${sql.number(at)} as (${write}),`)
  return sql`
    with admitted as materialized (${admitted(userId, provenHash)}),
    device as (${device}),
    made as (
      insert into sessions (token_hash, user_id, user_agent, passkey_id, expires_at, device_id)
      select decode(${hash}, 'hex'), id, ${userAgent?.slice(0, 200) ?? null}::text,
             coalesce(${passkeyId ?? null}::int, (select passkey_id from device), ${before}::int),
             least(now() + interval '30 days', (select ends_at from device)), (select id from device)
        from admitted
      returning id, device_id),
    ${sql.join(parts, sql` `)}
    forgotten as (
      delete from devices where exists (select from made) and id = any(array(
        select device_id from sessions where id = ${replaced} and device_id is distinct from (select id from device)
        union all (
          select id from devices where user_id = ${userId} and exists (select from device)
             and id is distinct from (select id from device)
           order by last_used_at desc, id desc offset ${maxPerUser - 1}))) returning id),
    ended as (
      delete from sessions where exists (select from made) and id = any(${replaced} || array(
        select id from sessions where user_id = ${userId} and id is distinct from ${replaced}
         order by id desc offset ${maxPerUser - 1}) || array(
        select id from sessions where device_id in (select id from forgotten))) returning id)
    select made.id, made.device_id as "deviceId", array(select id from ended) as ended from made`
}

/**
 * Starts a session of a device. Requests in parallel with one token start one session: the later ones find it, since
 * its token follows from theirs.
 */
async function startAgain(
  tx: Db,
  rules: SessionRules,
  deviceToken: string,
  userAgent: string | undefined,
): Promise<(Tokens & { member: Member; ended: number[] }) | { copied: number } | undefined> {
  const { name, token } = deviceHashes(deviceToken)
  const owner = await tx.one(IdRow, sql`select user_id as id from devices where name_hash = ${name}`)
  // The account is locked first, as by everything that ends its devices.
  if (!owner || !(await tx.one(IdRow, rules.admitted(owner.id, undefined)))) return undefined
  const device = await tx.one(
    Shown,
    sql`select d.id, ${isKept} as "isKept", d.token_hash = ${token} as "isCurrent", ${isFormer(token)} as "isFormer",
               (select max(s.id) from sessions s where s.device_id = d.id) as "lastSession"
          from devices d where d.name_hash = ${name} for update of d`,
  )
  if (!device?.isKept) return undefined
  if (!device.isCurrent && !device.isFormer) return { copied: device.id }
  const next = followingTokens(rules.secret, deviceToken)
  const tokens = { token: next.session, deviceToken: next.device }
  if (device.isFormer) {
    const found = await tx.one(
      IdRow,
      sql`select id from sessions where token_hash = decode(${hashOf(next.session)}, 'hex') and ${standing}`,
    )
    if (found) return { ...tokens, member: { id: owner.id, sessionId: found.id }, ended: [] }
  }
  const rotation = sql`
    former_hash = token_hash, token_hash = ${deviceHashes(next.device).token}, rotated_at = now(),
    name = coalesce(${nameOf({ userAgent })}::text, name),`
  const used = sql`
    update devices set ${device.isCurrent ? rotation : sql``} last_used_at = now()
     where id = ${device.id} and exists (select from admitted) returning id, ends_at, passkey_id`
  const also = [rules.startedByDevice, ...(device.lastSession === null ? [] : [rules.carryOver(device.lastSession)])]
  const started = await tx.one(
    Started,
    startOf(rules, owner.id, hashOf(next.session), { userAgent, device: used, also }),
  )
  return started && { ...tokens, member: { id: owner.id, sessionId: started.id }, ended: started.ended }
}

/** Ends sessions with their devices: one that stayed would start the next. */
async function deleteSessions(
  on: Db,
  { sessions = [], devices = [] }: { sessions?: readonly number[]; devices?: readonly number[] },
): Promise<number[]> {
  const gone = await on.many(
    IdRow,
    sql`with forgotten as (
          delete from devices where id = any(${[...devices]}::int[] || array(
            select device_id from sessions where id = any(${[...sessions]}::bigint[]))) returning id)
        delete from sessions where id = any(${[...sessions]}::bigint[] || array(
          select id from sessions where device_id in (select id from forgotten))) returning id`,
  )
  return gone.map(({ id }) => id)
}

/** Finds sessions by their tokens, and caches them briefly. */
function createLookup(db: Db, endCopied: (on: Db, deviceId: number) => Promise<void>) {
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

  async function read(token: string, on: Db, deviceToken: string | undefined): Promise<Member | undefined> {
    const row = await on.one(
      Row,
      sql`select s.id, s.user_id as "userId", s.device_id as "deviceId",
                 s.last_used_at < now() - interval '1 hour' as "isUnnoted",
                 s.device_id is not null and exists (
                   select from devices d where d.id = s.device_id and ${isCopied(deviceToken)}) as "isCopied"
            from (select * from sessions where token_hash = decode(${hashOf(token)}, 'hex') and ${standing}) s`,
    )
    if (row?.isCopied && row.deviceId !== null) await endCopied(on, row.deviceId)
    if (!row || row.isCopied) {
      payers.delete(token)
      return undefined
    }
    // At most once an hour, so that reads do not cause writes.
    if (row.isUnnoted) {
      await on.run(sql`
        with noted as (update sessions set last_used_at = now() where id = ${row.id} returning device_id)
        update devices set last_used_at = now() where id = (select device_id from noted)`)
    }
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
    async find(token: string, who: Who, deviceToken?: string): Promise<Member | undefined> {
      const known = trusted.get(token)
      if (known && known.untilMs > performance.now()) return known.member
      trusted.delete(token)
      // Concurrent requests with one session share one look-up.
      const found =
        beingFound.get(token) ??
        read(token, db.for(payers.get(token) ?? who), deviceToken).finally(() => beingFound.delete(token))
      beingFound.set(token, found)
      return found
    },
    forget(sessionIds: readonly number[]) {
      for (const [token, { member }] of trusted) if (sessionIds.includes(member.sessionId)) trusted.delete(token)
    },
  }
}
