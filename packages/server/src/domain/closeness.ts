import { type Sql, sql } from '../platform/db/db.ts'

/** A distance to a home, reduced to its band (safety S6); null stays null. */
export function bandOf(metres: Sql): Sql {
  return sql`(select case when m < 2000 then '<2' when m < 5000 then '<5' when m < 10000 then '<10' when m >= 10000 then '10+' end
    from (select ${metres} as m) far)`
}

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
