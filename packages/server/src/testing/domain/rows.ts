import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { testDb } from '../database.ts'

const Id = z.object({ id: z.int() })

/** A father without a session, with differences such as `hidden_at = now()`. */
export async function aUser(db: Db, name: string, differences: Sql = sql``): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
        values (${name}, ${name}, ${name}, ${name}, ${`hash of ${name}`}, ${name}, 'Vries') returning id`,
  )
  const id = made?.id ?? 0
  if (differences.text !== '') await db.run(sql`update users set ${differences} where id = ${id}`)
  return id
}

/** Fathers of these names, as a tuple. */
export async function users<const Names extends readonly string[]>(db: Db, ...names: Names) {
  const made: number[] = []
  for (const name of names) made.push(await aUser(db, name))
  return made as { [At in keyof Names]: number } // one for each name
}

/** A series of this father's, exactly as stored. */
export async function aSeries(db: Db, creatorId: number, title: string): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into series (creator_id, every, anchor_date, start_at, end_at, until, title, location, max_participants)
        values (${creatorId}, 'week', current_date, '10:00', '11:00', current_date + 100, ${title}, 'Dam 1', 5) returning id`,
  )
  return made?.id ?? 0
}

/** A date of a series in this many hours, in which its creator takes part. */
export async function aDate(db: Db, { seriesId, hours, by }: { seriesId: number | null; hours: number; by: number }) {
  const made = await db.one(
    Id,
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants, series_id, slot)
        values (${by}, 'Hutten', 'Dam 1', now() + make_interval(hours => ${hours}), now() + make_interval(hours => ${hours} + 1), 5,
                ${seriesId}::int, case when ${seriesId}::int is not null then ${hours}::int end) returning id`,
  )
  const id = made?.id ?? 0
  await db.run(sql`insert into participants (playdate_id, user_id) values (${id}, ${by})`)
  return id
}

/** So many more members of a circle. */
export async function crowd(db: Db, circleId: number, count: number): Promise<void> {
  await db.run(sql`
    with more as (
      insert into users (username, username_key, email, email_key, password_hash, first_name, last_name)
      select n, n, n, n, '', n, n from (select 'vol' || n as n from generate_series(1, ${count}::int) n) x returning id)
    insert into circle_members (circle_id, user_id) select ${circleId}, id from more`)
}

/** Four fathers without sessions, two dates of the host's and one of another's. */
export async function fathersWithDates() {
  const db = await testDb()
  const [host, other, tom, jan] = await users(db, 'bas', 'kwame', 'tom', 'jan')
  const one = await aDate(db, { seriesId: null, hours: 100, by: host })
  const two = await aDate(db, { seriesId: null, hours: 100, by: other })
  const third = await aDate(db, { seriesId: null, hours: 200, by: host })
  return { db, host, other, tom, jan, one, two, third }
}
