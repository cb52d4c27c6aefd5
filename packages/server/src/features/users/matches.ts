import { limits } from '@papadag/contract/limits'
import type { Match, MatchesQuery, MatchesWithinKm } from '@papadag/contract/matches'
import { fold } from '@papadag/contract/places/folding'
import { Person } from '@papadag/contract/schema'
import type { Today } from '@papadag/contract/today'
import { halfDays, type Weekday } from '@papadag/contract/users/papa-days'
import * as z from 'zod/mini'
import { acquaintancesOf } from '../../domain/chats/contact.ts'
import { bitsOf, countingDays, halfDaysIn } from '../../domain/papa-days/papa-days.ts'
import { personSeenBy } from '../../domain/people.ts'
import { cellsNear } from '../../domain/position/cells.ts'
import { ageOf, agesAlike, agesInRangesOf, gavePosition, isMatched } from '../../domain/position/closeness.ts'
import { storedHome } from '../../domain/position/home.ts'
import { findableBy } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { areFarApart, areWithin, Seen, seenBy, shown } from './queries.ts'

/** Beyond the bands of homes only towns are compared, which everybody can see. */
const townsKm = 25
/** How near the fathers within these kilometres are, by the bands that are shown. */
const nearnessWithin: Record<MatchesWithinKm, number> = { 2: 1, 5: 2, 10: 3, 25: 4 }

/** If fewer fathers than this are known to be near, others are listed too. */
const few = 60
/** The number of the newest other fathers considered. */
const mostOthers = 500

const Viewer = z.object({
  /** Whether he allows matching by age ranges. */
  isMatched: z.boolean(),
  ages: z.array(z.int()),
  contacts: z.array(z.int()),
})

/** The facts that a viewer is matched by. */
async function viewerOf(db: Db, id: number) {
  const [found, days, home] = await Promise.all([
    db.one(
      Viewer,
      sql`select ${isMatched(sql`me`)} as "isMatched",
                 (select coalesce(json_agg(distinct ${ageOf(sql`c`)}), '[]'::json) from children c where c.user_id = me.id) as ages,
                 (select coalesce(json_agg(id), '[]'::json) from (${acquaintancesOf(id)}) known) as contacts
            from users me where me.id = ${id}`,
    ),
    countingDays(db, id),
    storedHome(db, id),
  ])
  const city = home.city?.trim() || undefined
  return {
    id,
    days,
    city,
    settledIn: home.measuresHomes ? home.stored : null,
    ...(found ?? { isMatched: false, ages: [], contacts: [] }),
  }
}
type Viewer = Awaited<ReturnType<typeof viewerOf>>

/** The half days that the row `u` shares with the viewer. */
const shared = (days: number) => sql`case when u.papa_days_visible then u.papa_days & ${days}::int else 0 end`

/** Everything the order needs about a father, read from an index alone. */
const facts = (days: number) => sql`u.id, ${shared(days)} as days,
  case when u.last_active_at > now() - interval '7 days' then 0 when u.last_active_at > now() - interval '30 days' then 1 else 2 end as seen`

/** Fathers who show the viewer that they live within 10 km, and those in his city who show no distance. */
function nearby({ id, days, settledIn, city }: Viewer): Sql[] {
  const cells = settledIn ? cellsNear(settledIn) : []
  const column = (key: 'latitude' | 'longitude' | 'nearness') => cells.map(cell => cell[key])
  const inCells = sql`
    select ${facts(days)}, cell.nearness
      from unnest(${column('latitude')}::float8[], ${column('longitude')}::float8[], ${column('nearness')}::int[])
             as cell (latitude, longitude, nearness)
      join users u on u.neighbourhood_latitude = cell.latitude and u.neighbourhood_longitude = cell.longitude
     where u.show_distance and u.neighbourhood_is_town is not true and ${findableBy(id)}`
  const showsDistance = settledIn ? sql`(u.show_distance and ${gavePosition(sql`u`)})` : sql`false`
  const inCity = sql`
    select ${facts(days)}, 3 as nearness from users u
     where folded(u.city) = ${fold(city ?? '')} and not ${showsDistance} and ${findableBy(id)}`
  return [...(settledIn ? [inCells] : []), ...(city ? [inCity] : [])]
}

const Other = z.object({ id: z.int(), city: z.nullable(z.string()) })

/** Those known to be near; if they are few, also the newest of all, except from towns too far away. */
async function candidatesFor(db: Db, viewer: Viewer, withinKm: MatchesWithinKm | undefined): Promise<Sql> {
  const near = nearby(viewer)
  const all = sql.join(near, sql` union all `)
  if (near.length > 0) {
    const found = await db.count(sql`from (select from (${all}) near limit ${few}) counted`)
    // Nobody is in two of them, so no grouping is needed.
    if (withinKm ? withinKm < townsKm : found >= few) return all
  }
  const rows = await db.many(
    Other,
    sql`select u.id, u.city from users u where ${findableBy(viewer.id)} order by u.id desc limit ${mostOthers}`,
  )
  const own = viewer.city ?? null
  const isIn = ({ city }: z.output<typeof Other>) =>
    withinKm ? areWithin(city, own, withinKm * 1000) : !areFarApart(city, own)
  const ids = rows.filter(isIn).map(({ id }) => id)
  const others = sql`select ${facts(viewer.days)}, 4 as nearness from users u where u.id = any(${ids}::int[])`
  return sql`select id, days, seen, min(nearness) as nearness
    from (${sql.join([...near, others], sql` union all `)}) several group by id, days, seen`
}

/** Whether the father `u` shows that he has a child about as old as one of the viewer's. */
function isAlike({ isMatched: mayMatch, ages, contacts }: Viewer): Sql {
  const has = (some: readonly number[]) =>
    sql`exists (select from children c where c.user_id = u.id and ${ageOf(sql`c`)} = any(${some}::int[]))`
  const isShown = sql`(u.children_visibility = 'members' or (u.children_visibility = 'contacts' and u.id = any(${contacts}::int[])))`
  const inRange = mayMatch ? sql`when ${isMatched(sql`u`)} then ${has(agesInRangesOf(ages))}` : sql``
  return sql`(case when ${isShown} and ${has(agesAlike(ages))} then true ${inRange} else false end)`
}

/** Within 10 km or in his town. */
const isNear = sql`nearness < 4`
const order = sql`${isNear} desc, overlap desc, "similarAges" desc, nearness, seen, md5(id::text || current_date::text)`

/** By what most are ordered, as one number: a shared half day counts less than being near. */
const standing = sql`(case when ${isNear} then ${sql.number(halfDays.length + 1)} else 0 end + overlap)`

/**
 * The ids on a page, in order. Most are ordered by nearness and the number of shared half days, so ages are looked up
 * only for those whom these two do not place after the last one on the page.
 */
function ranked(
  viewer: Viewer,
  candidates: Sql,
  { offset, limit, filters }: { offset: number; limit: number; filters: MatchesQuery },
): Sql {
  const { day, withinKm, fits } = filters
  const onDay = day ? sql`and days & ${bitsOn(day)}::int <> 0` : sql``
  // No more fathers are checked than a list without filters would name.
  const alike = fits
    ? sql`and id in (select c.id from (select * from (${candidates}) found
                      order by ${isNear} desc, nearness, seen, id limit ${sql.number(limits.matches)}) c
                       join users u on u.id = c.id where ${isAlike(viewer)})`
    : sql``
  return sql`
    with candidates as materialized (
      select id, days, bit_count(days::bit(14))::int as overlap, seen, nearness from (${candidates}) found
       where nearness <= ${sql.number(nearnessWithin[withinKm ?? townsKm])} ${onDay} ${alike}),
    first as (
      select * from candidates
       where ${standing} >= coalesce((select ${standing} from candidates order by ${standing} desc offset ${offset + limit} limit 1), 0))
    select first.*, ${isAlike(viewer)} as "similarAges" from first join users u using (id)
     order by ${order} offset ${offset} limit ${limit + 1}`
}

const Matched = z.extend(Seen, { days: z.int(), similarAges: z.boolean() })

/** The statement behind the list, also for benchmarks. */
export async function matchesStatement(
  db: Db,
  viewerId: number,
  filters: MatchesQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<Sql> {
  const viewer = await viewerOf(db, viewerId)
  const candidates = await candidatesFor(db, viewer, filters.withinKm)
  return sql`with ranked as materialized (${ranked(viewer, candidates, { offset, limit, filters })})
        select ${seenBy(viewerId, 'list')}, r.days, r."similarAges"
          from ranked r join users u on u.id = r.id
         order by r.nearness < 4 desc, r.overlap desc, r."similarAges" desc, r.nearness, r.seen, md5(r.id::text || current_date::text)`
}

/** Fathers ranked by what they share with this viewer. */
export async function matches(db: Db, viewerId: number, filters: MatchesQuery, page: Page): Promise<Match[]> {
  const offset = numberIn(page, limits.matches) ?? 0
  const rows = await db.many(Matched, await matchesStatement(db, viewerId, filters, { limit: page.limit, offset }))
  const next = offset + page.limit
  if (rows.length > page.limit && next < limits.matches) page.more(String(next))
  return rows.slice(0, page.limit).map(({ days, similarAges, ...row }) => {
    const father = shown(row)
    return { ...father, match: { days: halfDaysIn(days), similarAges, distance: father.distance ?? null } }
  })
}

/** The fathers known to be within 10 km or in his town who share these half days with the viewer; none without either. */
async function sharing(db: Db, viewerId: number, bits: number): Promise<Sql | undefined> {
  const near = nearby(await viewerOf(db, viewerId))
  return near.length === 0
    ? undefined
    : sql`select * from (${sql.join(near, sql` union all `)}) near where days & ${bits}::int <> 0`
}

/** Fewer could be recognised by their number. */
const fewestCounted = 3

async function countOf(db: Db, sharing: Sql | undefined): Promise<number | null> {
  if (!sharing) return null
  const count = await db.count(sql`from (${sharing} limit ${limits.listItems}) counted`)
  return count < fewestCounted ? null : count
}

const bitsOn = (day: Weekday) => bitsOf([`${day}-am`, `${day}-pm`])

/** How many fathers known to be within 10 km share this weekday; null if so few could be recognised. */
export async function matchCount(db: Db, viewerId: number, day: Weekday): Promise<number | null> {
  return countOf(db, await sharing(db, viewerId, bitsOn(day)))
}

const facesAtMost = 4
const Face = z.object({ person: Person })

/** The same with some of their faces, the nearest first. */
export async function freeOn(
  db: Db,
  viewerId: number,
  day: Weekday,
): Promise<Pick<NonNullable<Today['day']>, 'fathers' | 'faces'>> {
  const shared = await sharing(db, viewerId, bitsOn(day))
  const fathers = await countOf(db, shared)
  if (!shared || fathers === null) return { fathers: null, faces: [] }
  const found = await db.many(
    Face,
    sql`select ${personSeenBy(viewerId)} as person from (${shared}) near join users u on u.id = near.id
         order by near.nearness, near.seen, u.id limit ${facesAtMost}`,
  )
  return { fathers, faces: found.map(({ person }) => person) }
}
