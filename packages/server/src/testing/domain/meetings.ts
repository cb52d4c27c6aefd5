import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'

const Id = z.object({ id: z.int() })

/** A playdate of the first of these fathers that took place so many days ago, with all of them. */
export async function aMeeting(
  db: Db,
  fathers: readonly { id: number }[],
  { daysAgo, title = 'Op de hei' }: { daysAgo: number; title?: string },
): Promise<number> {
  const made = await db.one(
    Id,
    sql`insert into playdates (creator_id, title, location, start_time, end_time, max_participants)
        select ${fathers[0]?.id}::int, ${title}, 'De Dam', t, t + interval '1 hour', 20
          from (select now() - make_interval(days => ${daysAgo}::int, hours => 1, mins => 1) as t) x returning id`,
  )
  const id = made?.id ?? 0
  await db.run(sql`
    insert into participants (playdate_id, user_id, joined_at)
    select p.id, father, p.start_time - interval '1 day' from playdates p cross join unnest(${fathers.map(({ id }) => id)}::int[]) father
     where p.id = ${id}`)
  return id
}

/** These fathers met three weeks ago, and again just now; returns the second playdate. */
export async function meetTwice(db: Db, fathers: readonly { id: number }[]): Promise<number> {
  await aMeeting(db, fathers, { daysAgo: 21 })
  return aMeeting(db, fathers, { daysAgo: 0 })
}

type Known = { id: number }

/** On this playdate each fetches the other, and one says that he knows him. */
export async function sayOfOneMet(
  db: Db,
  playdateId: number,
  one: Known,
  other: Known,
  network: string,
): Promise<void> {
  await db.run(sql`
    insert into buddies (playdate_id, user_id, buddy_id)
    values (${playdateId}, ${one.id}, ${other.id}), (${playdateId}, ${other.id}, ${one.id})`)
  await db.run(sql`
    insert into known_answers (user_id, about_id, playdate_id, says_yes, network)
    values (${one.id}, ${other.id}, ${playdateId}, true, ${network})`)
}
