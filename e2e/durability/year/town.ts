import { setTimeout as after } from 'node:timers/promises'
import * as z from 'zod/mini'
import { isOn, isPlanned } from '../../../packages/server/src/domain/playdates/state.ts'
import { type Db, type Sql, sql } from '../../../packages/server/src/platform/db/db.ts'
import { Problem } from '../../../packages/server/src/platform/problem.ts'
import { draw } from './drawn.ts'

/** A father who is asked to a playdate. */
export const Question = z.object({ id: z.int(), father: z.int(), day: z.int(), seriesId: z.nullable(z.int()) })

/** The town and what is known of it while it lives. */
export interface Town {
  db: Db
  fathers: number
  /** The server's secret. */
  secret: string
  /** When its first day began. */
  bornMs: number
  /** Members who made a circle by their cards: they know each other. */
  founders: Set<string>
  /** The card that has made each circle. */
  madeFrom: Map<number, number>
  /** Who was asked in a message today. */
  written: z.output<typeof Question>[]
}

export const Id = z.object({ id: z.int() })

const dayMs = 86_400_000
const hourMs = 3_600_000
/** What takes place on a day does so four hours before its fathers read and decide: it is over by then. */
const startsMs = ({ bornMs }: Town, day: number) => bornMs + day * dayMs - 4 * hourMs

/** When an outing of this day begins and ends. */
export function timesOn(town: Town, day: number) {
  const ms = startsMs(town, day)
  return { startTime: new Date(ms).toISOString(), endTime: new Date(ms + 2 * hourMs).toISOString() }
}

/** The same, and an hour more at both ends: a weekly date begins at another hour once the clocks are changed. */
export function around(town: Town, day: number) {
  const ms = startsMs(town, day)
  return { from: new Date(ms - hourMs).toISOString(), to: new Date(ms + 3 * hourMs).toISOString() }
}

/** Whether the playdate `p` takes place on this day. */
export function isOnDay(town: Town, day: number): Sql {
  const { from, to } = around(town, day)
  return sql`(p.start_time between ${from}::timestamptz and ${to}::timestamptz and ${isPlanned})`
}

/** For `select`: the day on which the playdate `p` takes place. */
export const dayOf = (town: Town): Sql =>
  sql`round(extract(epoch from p.start_time - ${timesOn(town, 0).startTime}::timestamptz) / 86400)::int`

/** Whether he has a seat on that day already. */
export const isBusy = async (town: Town, father: number, day: number, butFor = 0): Promise<boolean> =>
  (await town.db.count(sql`from playdates p where p.id <> ${butFor} and ${isOnDay(town, day)} and ${isOn(father)}`)) > 0

/** Before anything else: what the database of a town reads as the time is as many hours ahead as a setting says. */
export const clock = `
  create function public.now() returns timestamptz stable language sql parallel safe as $$
    select pg_catalog.now() + current_setting('papadag.ahead')::int * interval '1 hour' $$;
  create function public.clock_timestamp() returns timestamptz volatile language sql parallel safe as $$
    select pg_catalog.clock_timestamp() + current_setting('papadag.ahead')::int * interval '1 hour' $$;
  do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$;
  set papadag.ahead = 0`

/** Sets the clock of the server. A setting, since a changed function would make the server forget its plans. */
export async function setClock(db: Db, day: number, hour = 0): Promise<void> {
  const ahead = 24 * day + hour
  await db.run(sql`alter system set papadag.ahead = ${sql.number(ahead)}`)
  await db.run(sql`select pg_reload_conf()`)
  const isSet = sql`from (select) one where current_setting('papadag.ahead', true) = ${String(ahead)}`
  while ((await db.count(isSet)) === 0) await after(1)
}

const centre = { latitude: 52.09, longitude: 5.12 }
/** About 4 by 4 km. */
const size = { latitude: 0.036, longitude: 0.058 }

/** A phone that takes what is pushed to it. */
export type Phone = () => { endpoint: string; keys: { p256dh: string; auth: string } }

/** Fathers and places of a town; nobody has quiet hours, in which the town would live by the clock of this machine. */
export async function settleDown(db: Db, fathers: number, phone: Phone): Promise<void> {
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
    update users set notification_settings = notification_settings || '{"quietHours": null, "remindBeforeMin": []}'`)
  const phones = all.map(() => phone())
  await db.run(sql`
    insert into push_subscriptions (user_id, endpoint, p256dh, auth)
    select * from unnest(${all}::int[], ${phones.map(({ endpoint }) => endpoint)}::text[],
                         ${phones.map(({ keys }) => keys.p256dh)}::text[], ${phones.map(({ keys }) => keys.auth)}::text[])`)
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
