import { hash } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { limits } from '@papadag/contract/limits'
import { upcomingStatement } from '../../packages/server/src/features/playdates/upcoming.ts'
import { verifyPassword } from '../../packages/server/src/platform/sessions/password.ts'
import { sessionOf } from '../data.ts'
import { bareFields } from '../places/statements.ts'

export const works = ['list', 'join', 'nearest', 'message', 'login'] as const
export type Work = (typeof works)[number]

export const playdateId = 20
export const chatId = 1
export const here = { latitude: 52.1, longitude: 5.1 }
export const content = 'Zullen we morgen om tien uur bij de zandbak afspreken? Ik neem de emmers en de koffie mee.'

/** Papadag's work on a bare PGlite, as one would write it by hand: JSON of the rows and nothing else. */
export function bareWork(database: PGlite, password: string) {
  const page = { limit: limits.listItems, cursor: undefined, more() {} }
  const rows = async (text: string, values: readonly unknown[]) =>
    JSON.stringify((await database.query(text, [...values])).rows)
  const work: Record<Work, (userId: number) => Promise<string>> = {
    list(userId) {
      const { text, values } = upcomingStatement(userId, page)
      return rows(text, values)
    },
    join: userId =>
      database.transaction(async tx => {
        await tx.query('select max_participants, end_time from playdates where id = $1 for update', [playdateId])
        await tx.query('select sum(1 + children) from participants where playdate_id = $1 and user_id <> $2', [
          playdateId,
          userId,
        ])
        await tx.query(
          `insert into participants (playdate_id, user_id, children) values ($1, $2, 0)
           on conflict (playdate_id, user_id) do update set children = excluded.children`,
          [playdateId, userId],
        )
        const { rows } = await tx.query(
          `select p.*, (select json_agg(json_build_object('id', u.id, 'firstName', u.first_name, 'lastName', u.last_name,
                          'profileImage', u.profile_image, 'children', m.children))
                          from participants m join users u on u.id = m.user_id where m.playdate_id = p.id) as participants
             from playdates p where p.id = $1`,
          [playdateId],
        )
        return JSON.stringify(rows)
      }),
    nearest: () =>
      rows(
        `select ${bareFields} from places where type = 'playground' and hidden_at is null
          order by location <-> mercator($1, $2) limit 50`,
        [here.latitude, here.longitude],
      ),
    message: userId =>
      rows(
        `with numbered as (update chats set last_seq = last_seq + 1, active_at = now() where id = $1 returning last_seq)
         insert into messages (chat_id, seq, sender_id, content, sent_at) select $1, last_seq, $2, $3, now() from numbered
         returning *`,
        [chatId, userId, content],
      ),
    async login(userId) {
      const name = `vader${userId}`
      const found = await database.query<{ id: number; password_hash: string }>(
        'select id, password_hash from users where username = $1',
        [name],
      )
      const [user] = found.rows
      if (!user || !(await verifyPassword(user.password_hash, password))) throw new Error(`${name} cannot log in`)
      const { text, values } = sessionOf(user.id)
      await database.query(text, values)
      return rows('select * from users where id = $1', [user.id])
    },
  }
  return work
}

/** Identifies the caller, which every reply to a member requires. */
export async function memberOf(database: PGlite, token: string): Promise<number> {
  const { rows } = await database.query<{ user_id: number }>(
    'select user_id from sessions where token_hash = $1 and expires_at > now()',
    [hash('sha256', token, 'buffer')],
  )
  const [session] = rows
  if (!session) throw new Error('nobody is signed in')
  return session.user_id
}
