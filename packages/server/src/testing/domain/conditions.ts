import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

const Is = z.object({ is: z.nullable(z.unknown()) })

/** What a condition says, of these rows. */
export const holds = async (db: Db, what: Sql, from: Sql = sql`(select) nothing`) =>
  (await db.one(Is, sql`select ${what} as is from ${from}`))?.is

/** A playdate as stored, with differences. */
export async function aPlaydateOf(db: Db, creatorId: number, differences: Sql = sql``): Promise<number> {
  const made = await db.one(
    z.object({ id: z.int() }),
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        values (${creatorId}, 'Hutten', 'Dam 1', now() + interval '1 day', now() + interval '25 hours', 5) returning id`,
  )
  const id = made?.id ?? 0
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${creatorId})`)
  if (differences.text !== '') await db.run(sql`update playdates set ${differences} where id = ${id}`)
  return id
}

const atTimes = (start: string, end: string) =>
  sql`start_time = now() + ${start}::interval, end_time = now() + ${end}::interval`

export const moments = {
  ahead: atTimes('1 minute', '1 hour'),
  begun: atTimes('-1 minute', '1 hour'),
  over: atTimes('-2 hours', '-1 minute'),
  dayOver: atTimes('-26 hours', '-24 hours -1 minute'),
  almostDayOver: atTimes('-26 hours', '-24 hours 1 minute'),
  weekOver: atTimes('-8 days', '-7 days -1 minute'),
  almostWeekOver: atTimes('-8 days', '-7 days 1 minute'),
}
