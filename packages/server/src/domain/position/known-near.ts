import { type Sql, sql } from '../../platform/db/db.ts'
import { gavePosition, measuresHomes } from './closeness.ts'
import type { Point } from './metres.ts'
import { townNamed, townsWithin } from './towns.ts'

const nearM = 10_000
const metresPerDegree = 111_000

/**
 * Whether the father `u` is known to live within 10 km of the home of the father `me`: by the town in his profile, which
 * every member reads, or by the distance that he shows (safety S6).
 */
export function knownNear(home: Point): Sql {
  const high = nearM / metresPerDegree
  const wide = high / Math.max(0.01, Math.cos((home.latitude * Math.PI) / 180))
  return sql`(folded(u.city) = any(${townsWithin(nearM, home)}::text[])
    or ${showsItIsNear} and u.neighbourhood_latitude between ${home.latitude - high}::float8 and ${home.latitude + high}::float8
       and u.neighbourhood_longitude between ${home.longitude - wide}::float8 and ${home.longitude + wide}::float8)`
}

/** The same for a father `u` of this town and any number of others `me`. */
export function isKnownNear(city: string | null): Sql {
  const town = city === null ? undefined : townNamed(city)
  const centre = sql`${town?.latitude ?? null}::float8, ${town?.longitude ?? null}::float8`
  return sql`(coalesce(metres_between(me.neighbourhood_latitude, me.neighbourhood_longitude, ${centre}) < ${nearM}, false)
    or ${showsItIsNear})`
}

const showsItIsNear = sql`(u.show_distance and ${gavePosition(sql`u`)} and ${measuresHomes}
  and metres_between(me.neighbourhood_latitude, me.neighbourhood_longitude, u.neighbourhood_latitude, u.neighbourhood_longitude) < ${nearM})`
