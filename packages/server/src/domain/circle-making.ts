import type { createCircle } from '@papadag/contract/circles'
import type { Body } from '@papadag/contract/route'
import * as z from 'zod/mini'
import { type Db, sql } from '../platform/db/db.ts'
import { Problem } from '../platform/problem.ts'
import { mustBeFreeToStart } from './account.ts'
import { hasRoomForCircle } from './circles.ts'

const Id = z.object({ id: z.number() })
/** The first migration of a node that knows all that circles tell. */
const known = '2026-11-29-2221-buddies.sql'

export type About = Pick<Body<typeof createCircle>, 'name' | 'text' | 'picture'>

/** Locks a father's row before any circle's: of two at once both would be the last circle that he may have. */
export const holdFather = (tx: Db, userId: number): Promise<number> =>
  tx.run(sql`select from users where id = ${userId} for no key update`)

/** Throws if he may not start anything, or if no circle can be made yet; holds him. */
export async function mustBeMakeable(tx: Db, userId: number): Promise<void> {
  await holdFather(tx, userId)
  await mustBeFreeToStart(tx, userId)
  await mustBeAmongThoseWhoKnow(tx)
}

/** Throws while a node runs that would take the chat of a circle for one of two. */
export async function mustBeAmongThoseWhoKnow(tx: Db): Promise<void> {
  if ((await tx.count(sql`from nodes where knows < ${known} and seen_at > now() - interval '10 minutes'`)) > 0)
    throw new Problem('circle.notYet')
}

/** While he is held. */
export async function mustHaveRoom(tx: Db, userId: number): Promise<void> {
  if ((await tx.count(sql`from users u where u.id = ${userId} and ${hasRoomForCircle(sql`u.id`)}`)) === 0)
    throw new Problem('circle.tooMany')
}

/** Makes a circle with its chat and these keepers; returns its id. */
export async function make(tx: Db, { name, text, picture }: About, keepers: readonly number[]): Promise<number> {
  const made = await tx.one(
    Id,
    sql`insert into circles (name, text, picture) values (${name}, ${text ?? ''}, ${picture ?? null}) returning id`,
  )
  if (!made) throw new Error('an insert returned no row')
  const { id } = made
  await tx.run(sql`insert into chats (circle_id, first_member, second_member) values (${id}, ${-id - 1}, -1)`)
  await tx.run(sql`
    insert into circle_members (circle_id, user_id, is_keeper) select ${id}::int, k, true from unnest(${keepers}::int[]) k`)
  return id
}
