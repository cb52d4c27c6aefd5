import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { testDb } from '../database.ts'
import { users } from '../domain/rows.ts'

// What a member sees of chats that differ in one thing, asked of the statements themselves.

const Id = z.object({ id: z.int() })

export const days = 7

export interface Said {
  by: number
  hoursAgo?: number
  isHidden?: boolean
}

export async function aChat(
  db: Db,
  [one, other]: readonly [number, number],
  said: readonly Said[] = [],
  requestedBy: number | null = null,
) {
  const made = await db.one(
    Id,
    sql`insert into chats (first_member, second_member, requested_by, last_seq, active_at)
        values (least(${one}::int, ${other}::int), greatest(${one}::int, ${other}::int), ${requestedBy}::int, ${said.length},
                now() - interval '1 hour') returning id`,
  )
  const id = made?.id ?? 0
  for (const user of [one, other]) await db.run(sql`insert into memberships (chat_id, user_id) values (${id}, ${user})`)
  for (const [at, { by, hoursAgo = 0, isHidden = false }] of said.entries())
    await db.run(sql`
      insert into messages (chat_id, seq, sender_id, content, sent_at, hidden_at)
      values (${id}, ${at + 1}, ${by}, ${`bericht ${at + 1}`}, now() - make_interval(hours => ${hoursAgo}::int),
              case when ${isHidden} then now() end)`)
  return id
}

/** Puts both on a playdate that has begun, so that they know each other. */
export async function meet(db: Db, one: number, other: number) {
  const made = await db.one(
    Id,
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        values (${one}, 'Hutten', 'Dam 1', now() - interval '1 hour', now() + interval '1 hour', 5) returning id`,
  )
  await db.run(
    sql`insert into participants (playdate_id, user_id) values (${made?.id}, ${one}), (${made?.id}, ${other})`,
  )
}

export const reader = (id: number) => ({ id, language: 'nl' as const, isLimited: true })

export async function three() {
  const db = await testDb()
  const [me, him, other] = await users(db, 'me', 'him', 'other')
  return { db, me, him, other }
}

export type Relation = 'strangers' | 'met' | 'he blocked me' | 'I blocked him' | 'he is hidden' | 'he is gone'

export async function relate(db: Db, relation: Relation, me: number, him: number) {
  if (relation === 'met') await meet(db, him, me)
  if (relation === 'he blocked me')
    await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${him}, ${me})`)
  if (relation === 'I blocked him')
    await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${me}, ${him})`)
  if (relation === 'he is hidden') await db.run(sql`update users set hidden_at = now() where id = ${him}`)
  if (relation === 'he is gone') await db.run(sql`delete from users where id = ${him}`)
}
