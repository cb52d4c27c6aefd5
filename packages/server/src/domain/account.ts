import { createHmac } from 'node:crypto'
import { HiddenBecause } from '@papadag/contract/schema'
import { type ChildInput, User } from '@papadag/contract/users'
import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import { Problem } from '../platform/problem.ts'
import { nameKey } from './name-key.ts'
import { hiddenBecause } from './visibility.ts'

const Stored = z.extend(User, { isModerator: z.boolean(), hidden: z.nullable(HiddenBecause) })

/** A user as he sees himself; nobody else ever gets this projection (safety 2). Undefined when there is no such user. */
export async function ownUser(db: Db, id: number): Promise<User | undefined> {
  const found = await db.one(
    Stored,
    sql`select u.id, u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.bio,
               u.profile_image as "profileImage", u.phone_number as "phoneNumber", u.city, u.badge,
               u.favorite_locations as "favoriteLocations",
               (select coalesce(json_agg(json_build_object(
                         'name', c.name,
                         'age', extract(year from age((now() at time zone 'Europe/Amsterdam')::date, c.birth_month))::int,
                         'birthMonth', to_char(c.birth_month, 'YYYY-MM')) order by c.position, c.id), '[]'::json)
                  from children c where c.user_id = u.id) as "childrenInfo", u.is_moderator as "isModerator",
               ${hiddenBecause('user', sql`u`)} as hidden
          from users u where u.id = ${id}`,
  )
  if (!found) return undefined
  const { isModerator, hidden, ...user } = found
  return { ...user, ...(isModerator && { isModerator }), ...(hidden && { hidden }) }
}

/** A role that the operator gives; for everybody else moderation does not exist (safety S34). */
export async function isModerator(db: Db, id: number): Promise<boolean> {
  return (await db.count(sql`from users where id = ${id} and is_moderator`)) > 0
}

/**
 * Before somebody starts a chat or a playdate: after reports about the safety of children he may have to wait (safety
 * S34), and whom moderators have hidden nobody would see.
 */
export async function mustBeFreeToStart(tx: Db, userId: number): Promise<void> {
  if ((await tx.count(sql`from users where id = ${userId} and (may_not_start or hidden_at is not null)`)) > 0)
    throw new Problem('user.stopped')
}

/** Before somebody comes among others: whom moderators have hidden they would not see. */
export async function mustNotBeHidden(tx: Db, userId: number): Promise<void> {
  if ((await tx.count(sql`from users where id = ${userId} and hidden_at is not null`)) > 0)
    throw new Problem('user.stopped')
}

/** A name as the ledger of erasures knows it: until it is forgotten nobody else can take the name (safety S14). */
export function erasedName(secret: string, username: string): string {
  return createHmac('sha256', secret)
    .update(`erased:${nameKey(username)}`)
    .digest('base64url')
}

/** Writes somebody's children anew. A bare age is kept as the month in the middle of the year it stands for (safety S4). */
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
