import * as z from 'zod/mini'
import { isNewcomer, isRegularOf } from '../../../packages/server/src/domain/playdates/buddies.ts'
import { isAhead, mayFetch } from '../../../packages/server/src/domain/playdates/state.ts'
import { sql } from '../../../packages/server/src/platform/db/db.ts'
import type { Town } from './town.ts'

export interface Year {
  /** The product's own figure, at the end of each quarter. */
  again: number[]
  outings: number
  playdates: number
  circles: number
  members: number
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
  circles: 0,
  members: 0,
  newcomers: 0,
  withBuddy: 0,
  lacking: new Map(),
  heardADay: new Map(),
  heardMore: new Map(),
  mostNotices: 0,
  mostSent: 0,
})

const add = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

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
