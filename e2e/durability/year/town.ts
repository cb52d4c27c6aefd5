import * as z from 'zod/mini'
import { type Db, sql } from '../../../packages/server/src/platform/db/db.ts'
import { Problem } from '../../../packages/server/src/platform/problem.ts'
import { draw } from './drawn.ts'

/** The town and what is known of it while it lives. */
export interface Town {
  db: Db
  fathers: number
  /** The server's secret. */
  secret: string
  /** Members who made a circle by their cards: they know each other. */
  founders: Set<string>
  /** The dates of circles that were planned since the day before. */
  planned: { id: number; circleId: number; day: number }[]
}

const centre = { latitude: 52.09, longitude: 5.12 }
/** About 4 by 4 km. */
const size = { latitude: 0.036, longitude: 0.058 }

/** Moves all that is stored a day back, so that it is a day later. */
export async function dayPasser(db: Db): Promise<() => Promise<void>> {
  const columns = await db.many(
    z.object({ table: z.string(), columns: z.string() }),
    sql`select quote_ident(c.table_name) as "table",
               string_agg(format('%1$I = %1$I - ' || case c.data_type when 'date' then '1' else 'interval ''1 day''' end, c.column_name), ', ') as columns
          from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name <> 'migrations' and c.is_generated = 'NEVER'
           and c.data_type in ('timestamp with time zone', 'date') group by 1`,
  )
  const updates = columns.map(({ table, columns }) => `update ${table} set ${columns};`).join('\n')
  return () => db.script(`begin; set local session_replication_role = replica; ${updates} commit`)
}

export async function settleDown(db: Db, fathers: number): Promise<void> {
  const all = Array.from({ length: fathers }, (_, at) => at + 1)
  const somewhere = (name: string, id: number) => ({
    latitude: centre.latitude + draw(name, id, 'north') * size.latitude,
    longitude: centre.longitude + draw(name, id, 'east') * size.longitude,
  })
  const homes = all.map(id => somewhere('home', id))
  const places = Array.from({ length: 20 }, (_, at) => somewhere('place', at))
  await db.run(sql`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, created_at,
      neighbourhood_latitude, neighbourhood_longitude, neighbourhood_since)
    select 'vader' || n, 'vader' || n, 'vader' || n || '@papadag.test', 'vader' || n || '@papadag.test', 'x', 'Vader', 'Nummer ' || n,
           now() - interval '60 days', latitude, longitude, now() - interval '60 days'
      from unnest(${all}::int[], ${homes.map(one => one.latitude)}::float8[], ${homes.map(one => one.longitude)}::float8[])
        as x (n, latitude, longitude) order by n`)
  await db.run(sql`
    insert into places (type, name, latitude, longitude)
    select 'playground', 'Speeltuin', latitude, longitude
      from unnest(${places.map(one => one.latitude)}::float8[], ${places.map(one => one.longitude)}::float8[]) as x (latitude, longitude)`)
}

/** Does what may be refused by a rule, and returns whether it was done. */
export async function isDone(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
