import { createHmac, hash, randomBytes } from 'node:crypto'
import { type Sql, sql } from '../db/db.ts'

/** A name of 128 bits, which stays, and a secret of 256, which is replaced at each use. */
const form = /^[\w-]{22}\.[\w-]{43}$/

/** How long the former token is accepted, for requests that were under way when it was replaced. */
const formerSeconds = 60

/** A condition on the device `d`: it may still start sessions. */
export const isKept: Sql = sql`d.ends_at > now() and d.last_used_at > now() - interval '90 days'`

export function newDeviceToken(): string {
  return `${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`
}

export const isDeviceToken = (token: string): boolean => form.test(token)

/**
 * The token that replaces this one, and the token of the session that it starts. Both follow from it, so that requests
 * in parallel get the same ones, on whatever node.
 */
export function followingTokens(secret: string, token: string): { device: string; session: string } {
  const [name = ''] = token.split('.')
  const follow = (what: string) => createHmac('sha256', secret).update(`${what} after ${token}`).digest('base64url')
  return { device: `${name}.${follow('device')}`, session: follow('session') }
}

/** The hashes under which a device is found and recognised, as values for SQL. */
export function deviceHashes(token: string): { name: Sql; token: Sql } {
  const [name = ''] = token.split('.')
  return { name: sql`decode(${hash('sha256', name)}, 'hex')`, token: sql`decode(${hash('sha256', token)}, 'hex')` }
}

/** A condition on the device `d`: this was its token before the present one, a moment ago. */
export const isFormer = (token: Sql): Sql =>
  sql`d.former_hash is not distinct from ${token} and d.rotated_at > now() - make_interval(secs => ${formerSeconds})`

/** A condition on the device `d`: this is a token of its past, so it is used in two places. */
export function isCopied(token: string | undefined): Sql {
  if (token === undefined || !isDeviceToken(token)) return sql`false`
  const hashes = deviceHashes(token)
  return sql`d.name_hash = ${hashes.name} and d.token_hash <> ${hashes.token} and not (${isFormer(hashes.token)})`
}
