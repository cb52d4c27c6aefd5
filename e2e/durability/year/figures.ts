import * as z from 'zod/mini'
import { isNewcomer, isRegularOf } from '../../../packages/server/src/domain/playdates/buddies.ts'
import { isAhead, mayFetch } from '../../../packages/server/src/domain/playdates/state.ts'
import { fathersWhoMet } from '../../../packages/server/src/features/operations/meeting-again.ts'
import { sql } from '../../../packages/server/src/platform/db/db.ts'
import { Id, type Town } from './town.ts'

export interface Year {
  /** The product's own figure, at the end of each quarter. */
  again: number[]
  outings: number
  playdates: number
  series: number
  circles: number
  /** How many fathers a circle has, on average. */
  size: number
  /** Whoever is in a circle at the end. */
  members: number[]
  /** Whether he met again in the last quarter, of each father who met somebody. */
  metAgain: Map<number, boolean>
  newcomers: number
  withBuddy: number
  /** Why the others had none. */
  lacking: Map<string, number>
  /** Days of a father with so many notices of circles, and the kinds on those with more than two. */
  heardADay: Map<string, number>
  heardMore: Map<string, number>
  mostNotices: number
  /** The most that leave the app for one father on one day, if all of it happens within a quarter of an hour. */
  mostSent: number
}

export const noYear = (): Year => ({
  again: [],
  outings: 0,
  playdates: 0,
  series: 0,
  circles: 0,
  size: 0,
  members: [],
  metAgain: new Map(),
  newcomers: 0,
  withBuddy: 0,
  lacking: new Map(),
  heardADay: new Map(),
  heardMore: new Map(),
  mostNotices: 0,
  mostSent: 0,
})

const add = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

/** At the end of the year. */
export async function countTown({ db }: Town, year: Year): Promise<void> {
  year.outings = await db.count(
    sql`from playdates p join participants x on x.playdate_id = p.id and x.is_confirmed where p.cancelled_at is null`,
  )
  year.playdates = await db.count(sql`from playdates p where p.cancelled_at is null`)
  year.series = await db.count(sql`from series`)
  year.circles = await db.count(sql`from circles`)
  year.size = (await db.count(sql`from circle_members`)) / year.circles
  const members = await db.many(Id, sql`select distinct user_id as id from circle_members`)
  year.members = members.map(({ id }) => id)
  const MetAgain = z.object({ id: z.int(), metAgain: z.boolean() })
  for (const { id, metAgain } of await db.many(
    MetAgain,
    sql`select user_id as id, met_again as "metAgain" from ${fathersWhoMet}`,
  ))
    year.metAgain.set(id, metAgain)
}

/** On the eve of their first date of a circle. */
export async function countNewcomers({ db, founders }: Town, year: Year): Promise<void> {
  const Newcomer = z.object({
    circleId: z.int(),
    userId: z.int(),
    hasBuddy: z.boolean(),
    regulars: z.int(),
    offering: z.int(),
    declined: z.int(),
  })
  const there = sql`from circle_members m join participants y on y.playdate_id = p.id and y.user_id = m.user_id and y.is_confirmed
    where m.circle_id = p.circle_id and m.user_id <> x.user_id and ${isRegularOf(sql`m.user_id`, sql`m.circle_id`)}`
  const found = await db.many(
    Newcomer,
    sql`select p.circle_id as "circleId", x.user_id as "userId",
               exists (select from buddies b where b.playdate_id = p.id and b.user_id = x.user_id and b.declined_at is null and ${mayFetch(sql`b`)}) as "hasBuddy",
               (select count(*)::int ${there}) as regulars, (select count(*)::int ${there} and m.is_buddy) as offering,
               (select count(*)::int from buddies b where b.playdate_id = p.id and b.user_id = x.user_id and b.declined_at is not null) as declined
          from playdates p join participants x on x.playdate_id = p.id
         where ${isAhead} and p.start_time < now() + interval '1 day' and ${isNewcomer}`,
  )
  for (const { circleId, userId, hasBuddy, regulars, offering, declined } of found) {
    if (founders.has(`${circleId} ${userId}`)) continue
    year.newcomers += 1
    if (hasBuddy) year.withBuddy += 1
    else if (regulars === 0) add(year.lacking, 'no regular was coming (three meetings)')
    else if (offering === 0) add(year.lacking, 'none of the regulars who were coming offers it')
    else add(year.lacking, declined > 0 ? 'whoever offers it had declined' : 'another reason')
  }
}

/** What circles have told fathers today: notices after this one. */
export async function countNotices({ db }: Town, year: Year, after: number): Promise<void> {
  const Heard = z.object({ kinds: z.array(z.string()), sent: z.int() })
  const ofCircles = sql`(n.kind like 'circle.%' or n.kind in ('playdate.planned', 'playdate.buddy')
    or exists (select from playdates p where p.id = (n.details ->> 'playdateId')::int and p.circle_id is not null))`
  const heard = await db.many(
    Heard,
    sql`with heard as materialized (select n.id, n.user_id, n.kind from notifications n where n.id > ${after} and ${ofCircles})
        select array_agg(h.kind) as kinds, (
                 select count(*)::int from outbox o where o.user_id = h.user_id and o.kind = 'notice' and exists (
                   select from jsonb_array_elements_text(o.payload -> 'also') a join heard n on n.id = a::bigint)) as sent
          from heard h group by h.user_id`,
  )
  for (const { kinds, sent } of heard) {
    add(year.heardADay, String(kinds.length))
    year.mostNotices = Math.max(year.mostNotices, kinds.length)
    year.mostSent = Math.max(year.mostSent, sent)
    if (kinds.length > 2) for (const kind of kinds) add(year.heardMore, kind)
  }
}
