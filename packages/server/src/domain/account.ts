import { createHmac } from 'node:crypto'
import { HiddenBecause } from '@papadag/contract/schema'
import { type ChildInput, User } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../platform/db/db.ts'
import { isoOf } from '../platform/db/moment.ts'
import { Problem } from '../platform/problem.ts'
import { nameKey } from './names/name-key.ts'
import { ageOf } from './position/closeness.ts'
import { homeOf } from './position/home.ts'
import { Point } from './position/metres.ts'
import { hiddenBecause } from './visibility.ts'

const Stored = z.extend(User, {
  hasPassword: z.boolean(),
  isModerator: z.boolean(),
  isOperator: z.boolean(),
  hidden: z.nullable(HiddenBecause),
  neighbourhood: z.nullable(Point),
  isTown: z.nullable(z.boolean()),
})

/** A user as he sees himself; nobody else gets this projection (safety 2). Undefined if there is no such user. */
export async function ownUser(db: Db, id: number): Promise<User | undefined> {
  const found = await db.one(
    Stored,
    sql`select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.bio,
               u.profile_image as "profileImage", u.phone_number as "phoneNumber", u.city, u.badge,
               u.favorite_locations as "favoriteLocations",
               (select coalesce(json_agg(json_build_object(
                         'name', c.name,
                         'age', ${ageOf(sql`c`)},
                         'birthMonth', to_char(c.birth_month, 'YYYY-MM')) order by c.position, c.id), '[]'::json)
                  from children c where c.user_id = u.id) as "childrenInfo", u.has_password as "hasPassword", u.is_moderator as "isModerator",
               u.is_operator as "isOperator",
               case when u.neighbourhood_latitude is not null then json_build_object(
                 'latitude', u.neighbourhood_latitude, 'longitude', u.neighbourhood_longitude) end as neighbourhood,
               u.neighbourhood_is_town as "isTown",
               ${hiddenBecause('user', sql`u`)} as hidden
          from users u where u.id = ${id}`,
  )
  if (!found) return undefined
  const { hasPassword, isModerator, isOperator, hidden, neighbourhood, isTown, ...user } = found
  const home = homeOf({ stored: neighbourhood, isTown, city: user.city })
  return {
    ...user,
    ...(home && { home }),
    ...(!hasPassword && { hasNoPassword: true as const }),
    ...(isModerator && { isModerator }),
    ...(isOperator && { isOperator }),
    ...(hidden && { hidden }),
  }
}

/** Whether the operator has named this user a moderator; for everybody else moderation does not exist (safety S34). */
export async function isModerator(db: Db, id: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${id} and is_moderator`)) > 0
}

/** Whether this user may see the state of the installation; for everybody else that page does not exist. */
export async function isOperator(db: Db, id: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${id} and is_operator`)) > 0
}

/** Whether moderators have hidden a user; the contract lists what he may still do (`isForHidden`). */
export async function isHidden(db: Db, userId: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${userId} and hidden_at is not null`)) > 0
}

/** Checks whether a user may start a chat or a playdate: child-safety reports may have stopped him (safety S34). */
export async function mustBeFreeToStart(tx: Db, userId: number): Promise<void> {
  if ((await tx.count(sql`from users where id = ${userId} and may_not_start`)) > 0) throw new Problem('user.stopped')
}

const Holder = z.object({ hash: z.string() })
const Suspension = z.object({ until: z.nullable(z.string()), reason: z.nullable(z.string()) })

/**
 * Selects a user who may have a session: one who has not been suspended by moderators and whose password still has the
 * hash `provenHash`, if given, however he authenticated (safety S34). Suspending, deleting and changing the password
 * lock the row too, so they and the session wait for each other.
 */
export function admitted(userId: number, provenHash: string | undefined): Sql {
  const isProven = provenHash === undefined ? sql`` : sql`and password_hash = ${provenHash}`
  return sql`select id from users where id = ${userId} and coalesce(suspended_until <= now(), true) ${isProven} for share`
}

/**
 * Refuses a session: throws `auth.wrong` if the account is gone or `provenHash` is no longer its password, and
 * `auth.suspended` if moderators have suspended it.
 */
export async function refuseSession(db: Db, userId: number, provenHash: string | undefined): Promise<void> {
  const holder = await db.one(Holder, sql`select password_hash as hash from users where id = ${userId}`)
  if (!holder || (provenHash !== undefined && holder.hash !== provenHash)) throw new Problem('auth.wrong')
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

/** The username's key in `erasures`, which reserves the name as long as it is there (safety S14). */
export function erasedName(secret: string, username: string): string {
  return createHmac('sha256', secret)
    .update(`erased:${nameKey(username)}`)
    .digest('base64url')
}

/** Replaces a user's children. An age without a month is stored as the middle of that year (safety S4). */
export async function replaceChildren(
  tx: Db,
  children: readonly z.output<typeof ChildInput>[],
  userId: number,
): Promise<void> {
  await tx.run(sql`delete from children where user_id = ${userId}`)
  for (const [position, child] of children.entries()) {
    const month = child.birthMonth
      ? sql`${`${child.birthMonth}-01`}::date`
      : sql`date_trunc('month', now() - make_interval(years => ${child.age}::int, months => 6))::date`
    await tx.run(sql`
      insert into children (user_id, name, birth_month, position) values (${userId}, ${child.name}, ${month}, ${position})`)
  }
}

/** A user who logs in again on the same device keeps getting push messages there, in his session `made`. */
export function carryDevices(fromSession: number): Sql {
  return sql`update push_subscriptions set session_id = made.id from made where session_id = ${fromSession}::bigint`
}
