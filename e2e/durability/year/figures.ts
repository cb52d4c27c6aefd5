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
  /** Days of a father with so many lines of circles under the bell. */
  linesADay: Map<string, number>
  /** Days of a father who heard so many of them outside the app, and the kinds on those with more than two. */
  heardADay: Map<string, number>
  heardMore: Map<string, number>
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
  linesADay: new Map(),
  heardADay: new Map(),
  heardMore: new Map(),
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

/** Whether the notification `n` is about a circle or a date of one. */
const isOfCircles = sql`(n.kind like 'circle.%' or n.kind in ('playdate.planned', 'playdate.buddy')
  or exists (select from playdates p where p.id = (n.details ->> 'playdateId')::int and p.circle_id is not null))`

/** What circles have told fathers under the bell today: notices after this one. */
export async function countLines({ db }: Town, year: Year, after: number): Promise<void> {
  const Told = z.object({ lines: z.int() })
  const told = await db.many(
    Told,
    sql`select count(*)::int as lines from notifications n where n.id > ${after} and ${isOfCircles} group by n.user_id`,
  )
  for (const { lines } of told) add(year.linesADay, String(lines))
}

const Heard = z.object({ userId: z.int(), kind: z.string() })
export type Heard = z.output<typeof Heard>
/** What stands in a push message. */
const About = z.object({ waits: z.optional(z.string()) })

/** Which notices of circles these messages are, as long as they are under the bell. */
export function heardOf(
  { db }: Town,
  messages: readonly { message: { notification: { data: object } } }[],
): Promise<Heard[]> {
  const ids = messages.flatMap(({ message }) => {
    const id = /^notice-(\d+)$/.exec(About.parse(message.notification.data).waits ?? '')?.[1]
    return id === undefined ? [] : [Number(id)]
  })
  return db.many(
    Heard,
    sql`select n.user_id as "userId", n.kind from unnest(${ids}::bigint[]) i join notifications n on n.id = i where ${isOfCircles}`,
  )
}

/** Counts what fathers have heard on one day. */
export function countHeard(year: Year, heard: readonly Heard[]): void {
  for (const all of Map.groupBy(heard, ({ userId }) => userId).values()) {
    add(year.heardADay, String(all.length))
    if (all.length > 2) for (const { kind } of all) add(year.heardMore, kind)
  }
}
