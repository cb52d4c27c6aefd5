import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../../platform/db/db.ts'

/** A distance to a home, reduced to its band (safety S6); null stays null. */
export function bandOf(metres: Sql): Sql {
  return sql`(select case when m < 2000 then '<2' when m < 5000 then '<5' when m < 10000 then '<10' when m >= 10000 then '10+' end
    from (select ${metres} as m) far)`
}

/**
 * Whether the viewer `me` has kept his neighbourhood long enough to measure homes from it, so that each probe of where
 * others live costs days (safety S6). A new account's neighbourhood does not count yet either.
 */
export const hasSettled = sql`(me.neighbourhood_latitude is not null and coalesce(me.neighbourhood_since
  <= now() - make_interval(days => ${limits.neighbourhoodStandsDays}::int), true))`

/**
 * Whether this father has given a position, so that distances to his home may be shown (safety S6); naming a town gives
 * none.
 */
export const gavePosition = (user: Sql) =>
  sql`(${user}.neighbourhood_latitude is not null and ${user}.neighbourhood_is_town is not true)`

/** Whether homes are measured from the neighbourhood of the viewer `me`. */
export const measuresHomes = sql`(${hasSettled} and ${gavePosition(sql`me`)})`

/** The age of a child (a row of `children`) in whole years, in the product's time zone. */
export function ageOf(child: Sql): Sql {
  return sql`extract(year from age((now() at time zone 'Europe/Amsterdam')::date, ${child}.birth_month))::int`
}

/** The age ranges by which fathers find each other, with their first and last year. */
const ageRanges = [
  [0, 1],
  [2, 3],
  [4, 6],
  [7, 9],
  [10, 12],
  [13, 17],
] as const

/** The whole years of the ranges that contain these ages. */
export function agesInRangesOf(ages: readonly number[]): number[] {
  const ranges = ageRanges.filter(([from, to]) => ages.some(age => age >= from && age <= to))
  return ranges.flatMap(([from, to]) => years(from, to))
}

/** The whole years within 24 months of these ages. */
export function agesAlike(ages: readonly number[]): number[] {
  return [...new Set(ages.flatMap(age => years(age - 2, age + 2)))]
}

const years = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** The last year of the range of a child (a row of `children`). */
function rangeEndOf(child: Sql): Sql {
  const ends = ageRanges.map(([, to]) => sql`when ${ageOf(child)} <= ${sql.number(to)} then ${sql.number(to)}`)
  return sql`case ${sql.join(ends, sql` `)} end`
}

/** A father who has chosen to see nobody's ages shows no ranges either. */
export const isMatched = (user: Sql) => sql`(${user}.match_ages and ${user}.children_visibility <> 'none')`

/**
 * The last years of the ranges in which both a father `u` and this viewer have a child, if both allow matching. Whole
 * ranges are compared, so that a viewer who changes his own children learns no more than the range.
 */
function rangesOfBoth(viewerId: number): Sql {
  return sql`select distinct ${rangeEndOf(sql`theirs`)} as until
    from users me
    join children mine on mine.user_id = me.id
    join children theirs on theirs.user_id = u.id and ${rangeEndOf(sql`theirs`)} = ${rangeEndOf(sql`mine`)}
   where me.id = ${viewerId} and ${isMatched(sql`me`)} and ${isMatched(sql`u`)}`
}

/** The ranges that end in these years (`until` of `ends`) as JSON; null without one. */
function rangesEnding(ends: Sql): Sql {
  const from = ageRanges.map(([first, to]) => sql`when ${sql.number(to)} then ${sql.number(first)}`)
  return sql`(select json_agg(json_build_object('from', case until ${sql.join(from, sql` `)} end, 'to', until) order by until)
    from (${ends}) alike)`
}

/** The ranges of the children of the father `u`, as JSON; null without any. */
export const rangesOf = rangesEnding(sql`select distinct ${rangeEndOf(sql`theirs`)} as until
  from children theirs where theirs.user_id = u.id`)

/** Whether the father `u` and this viewer have a child in the same range, and both allow matching. */
export function matchesAges(viewerId: number): Sql {
  return sql`exists (${rangesOfBoth(viewerId)})`
}

/** These ranges as JSON; null without one. */
export const alikeAges = (viewerId: number): Sql => rangesEnding(rangesOfBoth(viewerId))

/**
 * Whether two children (rows of `children`) differ by at most a year. Compares whole years, as ages are shown: with
 * months, a father could find a child's birth month by changing his own child's (safety S4).
 */
export function areOfLikeAge(one: Sql, other: Sql): Sql {
  return sql`abs(${ageOf(one)} - ${ageOf(other)}) <= 1`
}
