import { limits } from '@papadag/contract/limits'
import { type Sql, sql } from '../platform/db/db.ts'

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

/**
 * Whether two children (rows of `children`) differ by at most a year of age. In whole years, as ages are shown: by months,
 * a father who changes his own child's birth month would find that of others (safety S4).
 */
export function areOfLikeAge(one: Sql, other: Sql): Sql {
  return sql`abs(${ageOf(one)} - ${ageOf(other)}) <= 1`
}
