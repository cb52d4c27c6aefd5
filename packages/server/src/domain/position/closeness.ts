import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'

/** A distance to a home, reduced to its band (safety S6); null stays null. */
export function bandOf(metres: Sql): Sql {
  return sql`(select case when m < 2000 then '<2' when m < 5000 then '<5' when m < 10000 then '<10' when m >= 10000 then '10+' end
    from (select ${metres} as m) far)`
}

/**
 * Whether the neighbourhood of the viewer `me` has stood long enough to measure homes from: each probe of where others
 * live costs days (safety S6). A new account's has not, either.
 */
export const hasSettled = sql`(me.neighbourhood_latitude is not null and coalesce(me.neighbourhood_since
  <= now() - make_interval(days => ${limits.neighbourhoodStandsDays}::int), true))`

/** The age of a child (a row of `children`) in whole years, in the product's time zone. */
export function ageOf(child: Sql): Sql {
  return sql`extract(year from age((now() at time zone 'Europe/Amsterdam')::date, ${child}.birth_month))::int`
}

/** The age ranges by which fathers find each other, from their first to their last year. */
const ageRanges = [
  [0, 1],
  [2, 3],
  [4, 6],
  [7, 9],
  [10, 12],
  [13, 17],
] as const

/** The whole years of the ranges in which these ages lie. */
export function agesInRangesOf(ages: readonly number[]): number[] {
  const ranges = ageRanges.filter(([from, to]) => ages.some(age => age >= from && age <= to))
  return ranges.flatMap(([from, to]) => years(from, to))
}

/** The whole years at most 24 months from these ages. */
export function agesAlike(ages: readonly number[]): number[] {
  return [...new Set(ages.flatMap(age => years(age - 2, age + 2)))]
}

const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The last year of the range of a child (a row of `children`). */
function rangeEndOf(child: Sql): Sql {
  const ends = ageRanges.map(([, to]) => sql`when ${ageOf(child)} <= ${sql.number(to)} then ${sql.number(to)}`)
  return sql`case ${sql.join(ends, sql` `)} end`
}

/** Who sees nobody's ages by his own choice shows no ranges either. */
export const isMatched = (user: Sql) => sql`(${user}.match_ages and ${user}.children_visibility <> 'none')`

/**
 * The last years of the ranges in which both a father `u` and this viewer have a child, if both allow matching. Ranges
 * are compared as a whole, so that changing his own children tells the viewer no more than the range.
 */
function rangesOfBoth(viewerId: number): Sql {
  return sql`select distinct ${rangeEndOf(sql`theirs`)} as until
    from users me
    join children mine on mine.user_id = me.id
    join children theirs on theirs.user_id = u.id and ${rangeEndOf(sql`theirs`)} = ${rangeEndOf(sql`mine`)}
   where me.id = ${viewerId} and ${isMatched(sql`me`)} and ${isMatched(sql`u`)}`
}

/** Whether the father `u` and this viewer have a child in the same range, and both allow matching. */
export function matchesAges(viewerId: number): Sql {
  return sql`exists (${rangesOfBoth(viewerId)})`
}

/** These ranges as JSON; null without one. */
export function alikeAges(viewerId: number): Sql {
  const from = ageRanges.map(([first, to]) => sql`when ${sql.number(to)} then ${sql.number(first)}`)
  return sql`(select json_agg(json_build_object('from', case until ${sql.join(from, sql` `)} end, 'to', until) order by until)
    from (${rangesOfBoth(viewerId)}) alike)`
}

/**
 * Whether two children (rows of `children`) differ by at most a year of age. In whole years, as ages are shown: by months,
 * a father who changes his own child's birth month would find that of others (safety S4).
 */
export function areOfLikeAge(one: Sql, other: Sql): Sql {
  return sql`abs(${ageOf(one)} - ${ageOf(other)}) <= 1`
}
