import { createHash } from 'node:crypto'
import { type Language, limits } from '@papadag/contract/limits'
import type { Passkey } from '@papadag/contract/passkeys'
import type { MadePasskey } from '@papadag/contract/users/made-passkey'
import * as z from 'zod/mini'
import { audit } from '../../../domain/audit.ts'
import { record } from '../../../domain/facts.ts'
import { type Db, DbConflict, type Sql, sql } from '../../../platform/db/db.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Purpose, spend, spending } from './challenges.ts'
import { challengeIn, countIn, type NewCredential, type Proof, readMade } from './credentials.ts'
import { guessedName } from './names.ts'
import { ownPasskey } from './queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** Where and in which browser somebody uses a passkey. */
export interface Surroundings {
  rp: RelyingParty
  sessionSecret: string
  /** The secret in the browser's cookie. */
  browser: string | undefined
  userAgent: string | undefined
  language: Language
}

const Stored = z.object({ id: z.number(), userId: z.number(), counter: z.number(), key: z.string() })
const Found = z.object({ isSpent: z.boolean(), stored: z.nullable(Stored) })

interface Proven {
  userId: number
  passkeyId: number
  /** What is noted of the login, as parts of the statement that starts its session. */
  also: Sql[]
}

/**
 * The account of a passkey; the same refusal for one that is unknown, was removed or is not proven. A device that counts
 * less than it did is a copy: it is refused, and the owner is told.
 */
export async function provePasskey(
  db: Db,
  given: Proof,
  { rp, sessionSecret, browser }: Surroundings,
): Promise<Proven> {
  const spent = spending(challengeIn(given), { sessionSecret, browser, purpose: 'login' })
  const found = await db.one(
    Found,
    sql`with spent as (${spent} returning 1)
        select exists (select from spent) as "isSpent", (
          select json_build_object('id', id, 'userId', user_id, 'counter', counter, 'key', encode(public_key, 'hex')) from passkeys
           where credential_id = decode(${hexOf(given.id)}, 'hex') and rp_id = ${rp.id}) as stored`,
  )
  if (!found?.isSpent) throw new Problem('passkey.expired')
  const { stored } = found
  const counter = await countIn(rp, given, stored ? Buffer.from(stored.key, 'hex') : undefined)
  if (!stored || counter === undefined) {
    await audit(db, 'session.refused', stored?.userId)
    throw new Problem('auth.wrongPasskey')
  }
  const { id: passkeyId, userId } = stored
  const used = sql`update passkeys k set counter = ${counter}::bigint, last_used_on = (now() at time zone coalesce(
             known_time_zone((select u.notification_settings ->> 'timeZone' from users u where u.id = k.user_id)), 'UTC'))::date
     where id = ${passkeyId}`
  // A device counts always or never, so one that never does has nothing to compare.
  if (counter === 0 && stored.counter === 0)
    return { userId, passkeyId, also: [sql`${used} and counter = 0 and exists (select from admitted)`] }
  if (!(await db.run(sql`${used} and counter < ${counter}::bigint`))) {
    await db.transaction(async tx => {
      await record(tx, { fact: 'passkeyCopied', userId, passkeyId })
      await audit(tx, 'session.refused', userId)
    })
    throw new Problem('auth.wrongPasskey')
  }
  return { userId, passkeyId, also: [] }
}

/** A new credential whose challenge has not been spent yet: `keepPasskey` does both at once, or neither. */
export interface ProvenPasskey {
  credential: NewCredential
  challenge: Buffer
  purpose: Purpose
}

/** Reads a new credential; one that was not made here spends its challenge. */
export async function readPasskey(
  db: Db,
  made: MadePasskey,
  purpose: Purpose,
  { rp, sessionSecret, browser }: Surroundings,
): Promise<ProvenPasskey> {
  const challenge = challengeIn(made)
  const credential = await readMade(rp, made)
  if (credential) return { credential, challenge, purpose }
  await spend(db, challenge, { sessionSecret, browser, purpose })
  throw new Problem('passkey.invalid')
}

const Owner = z.object({ firstName: z.string(), names: z.array(z.string()), handle: z.nullable(z.string()) })
const Id = z.object({ id: z.number() })

/** Adds a passkey to an account. */
export async function keepPasskey(
  tx: Db,
  { credential, challenge, purpose }: ProvenPasskey,
  userId: number,
  { rp, sessionSecret, browser, userAgent, language }: Surroundings,
): Promise<number> {
  await spend(tx, challenge, { sessionSecret, browser, purpose })
  await tx.run(sql`select from users where id = ${userId} for update`)
  const owner = await tx.one(
    Owner,
    sql`select first_name as "firstName",
               array(select name from passkeys where user_id = u.id) as names,
               (select encode(user_handle, 'hex') from passkeys where user_id = u.id and rp_id = ${rp.id} order by id limit 1) as handle
          from users u where id = ${userId}`,
  )
  if (!owner) throw new Problem('auth.required')
  if (owner.names.length >= limits.passkeys) throw new Problem('passkey.tooMany')
  const name = guessedName(credential, { userAgent, language, firstName: owner.firstName, taken: owner.names })
  const made = await tx
    .one(
      Id,
      sql`insert into passkeys (user_id, credential_id, public_key, user_handle, rp_id, counter, name)
          values (${userId}, decode(${credential.id.toString('hex')}, 'hex'), decode(${credential.publicKey.toString('hex')}, 'hex'),
                  decode(${owner.handle ?? handleOf(challenge).toString('hex')}, 'hex'), ${rp.id}, ${credential.counter}::bigint, ${name})
          returning id`,
    )
    .catch((error: unknown) => {
      if (error instanceof DbConflict) throw new Problem('passkey.known')
      throw error
    })
  if (!made) throw new Error('an insert returned no row')
  await audit(tx, 'passkey.added', userId)
  return made.id
}

/** By which a device knows an account that has no passkey yet; nobody has to store it until there is one. */
export function handleOf(challenge: Buffer): Buffer {
  return createHash('sha256').update('passkey handle').update(challenge).digest()
}

export async function rename(db: Db, id: number, name: string, userId: number): Promise<Passkey> {
  await db.run(sql`update passkeys set name = ${name} where id = ${id} and user_id = ${userId}`)
  const renamed = await ownPasskey(db, id, userId)
  if (!renamed) throw new Problem('passkey.unknown')
  return renamed
}

/**
 * Removes a passkey, and with it the sessions that it opened, whose ids it returns; throws `passkey.lastWayIn` unless
 * its owner has a password or another one that works here. A mailed code is none: without mail there is no code.
 */
export async function remove(db: Db, id: number, userId: number, rp: RelyingParty): Promise<number[]> {
  return db.transaction(async tx => {
    // Of two that are removed at once, one stays.
    await tx.run(sql`select from users where id = ${userId} for update`)
    const others = await tx.count(
      sql`from users u where u.id = ${userId} and (u.has_password or exists (
            select from passkeys k where k.user_id = u.id and k.id <> ${id} and k.rp_id = ${rp.id}))`,
    )
    if (others === 0) throw new Problem('passkey.lastWayIn')
    const ended = await tx.many(Id, sql`delete from sessions where passkey_id = ${id} returning id`)
    if (!(await tx.run(sql`delete from passkeys where id = ${id} and user_id = ${userId}`)))
      throw new Problem('passkey.unknown')
    await audit(tx, 'passkey.removed', userId)
    return ended.map(session => session.id)
  })
}

function hexOf(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('hex')
}
