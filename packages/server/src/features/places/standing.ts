import { placeTypes } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { visible } from '../../domain/places/projection.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { mayEdit } from './rules.ts'

export const Standing = z.object({
  type: z.enum(placeTypes),
  isMine: z.boolean(),
  isModerator: z.boolean(),
  isLocked: z.boolean(),
})

/** The facts that decide whether a member may edit the place `p`. */
export function standing(memberId: number): Sql {
  return sql`p.created_by is not distinct from ${memberId} as "isMine", p.locked_at is not null as "isLocked",
    exists (select from users u where u.id = ${memberId} and u.is_moderator) as "isModerator"`
}

/** A member's rights on a place; throws `place.unknown` if he cannot see it. */
export async function standingOf(db: Db, id: number, memberId: number): Promise<z.output<typeof Standing>> {
  const found = await db.one(
    Standing,
    sql`select p.type, ${standing(memberId)} from places p where p.id = ${id} and ${visible}`,
  )
  if (!found) throw new Problem('place.unknown')
  return found
}

/** For a route's `allow`: throws `place.unknown` unless the place is visible. */
export async function mustSee(db: Db, id: number): Promise<void> {
  if ((await db.count(sql`from places p where p.id = ${id} and ${visible}`)) === 0) throw new Problem('place.unknown')
}

/** For a route's `allow`: throws unless the place is open to this member's confirmation of an edit. */
export async function mustBeUnlocked(db: Db, id: number, memberId: number): Promise<void> {
  const { isLocked, isModerator } = await standingOf(db, id, memberId)
  if (isLocked && !isModerator) throw new Problem('place.locked')
}

/** For a route's `allow`: throws unless the member may edit the place. */
export async function mustEdit(db: Db, id: number, memberId: number): Promise<void> {
  const place = await standingOf(db, id, memberId)
  if (!mayEdit(place))
    throw new Problem(place.type === 'playground' || place.isMine ? 'place.locked' : 'place.notYours')
}
