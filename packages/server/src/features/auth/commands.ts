import type { Registration } from '@papadag/contract/users/registration'
import type { User } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { erasedName, ownUser, replaceChildren } from '../../domain/account.ts'
import { audit } from '../../domain/audit.ts'
import { enterByCode, mustOpen } from '../../domain/circle-codes.ts'
import { record } from '../../domain/facts.ts'
import { nameKey } from '../../domain/names/name-key.ts'
import { homeFor } from '../../domain/position/home.ts'
import { townWritten } from '../../domain/position/towns.ts'
import { type Db, DbConflict, type Sql, sql } from '../../platform/db/db.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import { Problem } from '../../platform/problem.ts'
import { hashPassword, needsRehash, noPassword, verifyPassword } from '../../platform/sessions/password.ts'

const Secret = z.object({ id: z.number(), hash: z.string() })
const Found = z.object({ isCounted: z.boolean(), id: z.nullable(z.number()), hash: z.nullable(z.string()) })
const Created = z.object({ id: z.number() })

type Secret = z.output<typeof Secret>

/**
 * The account of this name and the hash of its password; `isCounted` unless the part that counts attempts refuses it.
 */
export async function accountOf(
  db: Db,
  username: string,
  counting: Sql = sql`select`,
): Promise<{ account: Secret | undefined; isCounted: boolean }> {
  const found = await db.one(
    Found,
    sql`with counted as (${counting})
        select exists (select from counted) as "isCounted", account.id, account.hash
          from (values (1)) always left join (
            select id, password_hash as hash from users where username_key = ${nameKey(username)}) account on true`,
  )
  if (!found) throw new Error('an outer join without a row')
  const { isCounted, id, hash } = found
  return { account: id === null || hash === null ? undefined : { id, hash }, isCounted }
}

/**
 * Checks the password of an account, and returns the hash that it matches. An unknown name and a wrong password get the
 * same refusal and take the same time.
 */
export async function checkPassword(
  db: Db,
  account: Secret | undefined,
  password: string,
  turn: string | undefined,
): Promise<Secret> {
  const isRight = await verifyPassword(account?.hash, password, turn)
  if (!account || !isRight) {
    await audit(db, 'session.refused', account?.id)
    throw new Problem('auth.wrong')
  }
  if (!needsRehash(account.hash)) return account
  const hash = await hashPassword(password, turn)
  // The password may have been changed while this hash was computed.
  const isKept = await db.run(
    sql`update users set password_hash = ${hash} where id = ${account.id} and password_hash = ${account.hash}`,
  )
  return isKept ? { ...account, hash } : account
}

export interface RegisterParts {
  language: string
  turn: string | undefined
  sessionSecret: string
  /** Adds the passkey that he registers with, in the transaction. */
  keepPasskey: ((tx: Db, userId: number) => Promise<void>) | undefined
  onRegistered: ((tx: Db, userId: number) => Promise<void>) | undefined
}

/** Creates an account with its children and uploaded picture. */
export async function register(
  db: Db,
  pictures: Pictures,
  body: Registration,
  { language, sessionSecret, turn, keepPasskey, onRegistered }: RegisterParts,
): Promise<User> {
  // First, since a guess must not cost as much as hashing.
  if (body.code) await mustOpen(db, sessionSecret, body.code)
  // Outside the transaction: hashing is slow and needs no connection.
  const hash = body.password === undefined ? noPassword() : await hashPassword(body.password, turn)
  const home = homeFor(null, body.city ?? null)
  return db.transaction(async tx => {
    const isErased = sql`from erasures where username_hash = ${erasedName(sessionSecret, body.username)}`
    if ((await tx.count(isErased)) > 0) throw new Problem('auth.usernameTaken')
    const created = await tx
      .one(
        Created,
        sql`insert into users (username, username_key, email, email_key, password_hash, has_password, first_name, last_name, bio,
                               profile_image, phone_number, city, favorite_locations, language,
                               neighbourhood_latitude, neighbourhood_longitude, neighbourhood_is_town, neighbourhood_since)
            values (${body.username}, ${nameKey(body.username)}, ${body.email}, ${nameKey(body.email)}, ${hash}, ${body.password !== undefined}, ${body.firstName}, ${body.lastName}, ${body.bio ?? null},
                    ${body.profileImage ?? null}, ${body.phoneNumber ?? null}, ${body.city ? townWritten(body.city) : null},
                    ${body.favoriteLocations ?? []}, ${language}, ${home?.latitude ?? null}, ${home?.longitude ?? null}, ${home && true}, now())
            returning id`,
      )
      .catch((error: unknown) => {
        if (!(error instanceof DbConflict)) throw error
        throw new Problem(error.constraint.includes('email') ? 'auth.emailTaken' : 'auth.usernameTaken')
      })
    if (!created) throw new Error('an insert returned no row')

    await replaceChildren(tx, body.childrenInfo ?? [], created.id)
    if (body.profileImage?.startsWith('/uploads/'))
      await pictures.claim(tx, body.profileImage, created.id, 'profileImage')
    await audit(tx, 'account.registered', created.id)
    await keepPasskey?.(tx, created.id)
    if (home) await record(tx, { fact: 'placeKnown', userId: created.id })
    await onRegistered?.(tx, created.id)
    if (body.code) await enterByCode(tx, sessionSecret, body.code, created.id)

    const user = await ownUser(tx, created.id)
    if (!user) throw new Error('a created account is not there')
    return user
  })
}
