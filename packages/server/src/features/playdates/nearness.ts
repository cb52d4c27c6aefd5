import { limits } from '@papadag/contract/limits'
import type { NearKm, UpcomingQuery } from '@papadag/contract/playdates/playdates'
import { isComing } from '../../domain/playdates/state.ts'
import { bandOf, gavePosition, measuresHomes } from '../../domain/position/closeness.ts'
import { gridPointOf } from '../../domain/position/grid-point.ts'
import { homeOf, storedHome } from '../../domain/position/home.ts'
import type { Point } from '../../domain/position/metres.ts'
import { areAcquainted } from '../../domain/visibility.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'

/** A viewer's reference position, as far as it is known. */
export interface Viewpoint {
  viewerId: number
  /** His current position, or else his home. */
  here: Point | undefined
  /** Only a position he has given and settled in: distances to homes are measured from nothing else (`measuresHomes`). */
  settledIn: Point | undefined
}

/** The position in the query. */
export function positionIn({ latitude, longitude }: UpcomingQuery): Point | undefined {
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude }
}

export async function viewpointOf(db: Db, viewerId: number, query: UpcomingQuery): Promise<Viewpoint> {
  const home = await storedHome(db, viewerId)
  const here = positionIn(query) ?? homeOf(home)
  return { viewerId, here, settledIn: home.measuresHomes ? (home.stored ?? undefined) : undefined }
}

const isPublic = sql`p.location_visibility = 'public'`

/** A point in a statement. */
interface SqlPoint {
  latitude: Sql
  longitude: Sql
}

const inSql = ({ latitude, longitude }: Point): SqlPoint => ({
  latitude: sql`${latitude}::float8`,
  longitude: sql`${longitude}::float8`,
})

function metresTo(from: SqlPoint, latitude: Sql, longitude: Sql): Sql {
  return sql`metres_between(${from.latitude}, ${from.longitude}, ${latitude}, ${longitude})`
}

/**
 * Metres to the playdate `p`; for a hidden address from cell to grid point, so that moving about reveals nothing more.
 */
function metresToSpot(here: SqlPoint, cell: SqlPoint): Sql {
  return sql`case when ${isPublic} then ${metresTo(here, sql`p.spot_latitude`, sql`p.spot_longitude`)}
    else ${metresTo(cell, sql`p.spot_latitude`, sql`p.spot_longitude`)} end`
}

const metresFrom = (here: Point) => metresToSpot(inSql(here), inSql(gridPointOf(here, limits.neighbourhoodGridM)))

/**
 * Metres from cell to cell to the home of the creator (`c`) of a playdate (`p`) with a hidden address, as far as he
 * shows that to this viewer (safety S6).
 */
function metresToHome(viewerId: number, from: SqlPoint): Sql {
  return sql`case when not ${isPublic} and ${gavePosition(sql`c`)} and c.id <> ${viewerId}
      and (c.show_distance or ${areAcquainted(sql`c.id`, viewerId)})
    then ${metresTo(from, sql`c.neighbourhood_latitude`, sql`c.neighbourhood_longitude`)} end`
}

/** The viewer's neighbourhood, on his own row `me`; a neighbourhood is stored as the centre of its cell. */
const mine: SqlPoint = { latitude: sql`me.neighbourhood_latitude`, longitude: sql`me.neighbourhood_longitude` }

/**
 * The distance on the card of the playdate `p`: metres to a public place, a band to a home. Measured from `here`, or
 * else from the viewer's neighbourhood.
 */
export function distanceShown(viewerId: number, here: Point | undefined): Sql {
  const ifHeLivesSomewhere = (metres: Sql) => sql`case when me.neighbourhood_latitude is not null then ${metres} end`
  const toHome = sql`(select ${bandOf(sql`case when ${measuresHomes} then ${metresToHome(viewerId, mine)} end`)} from users c where c.id = p.creator_id)`
  const toSpot = here ? metresFrom(here) : ifHeLivesSomewhere(metresToSpot(mine, mine))
  return sql`case when ${isPublic} and p.spot_latitude is not null then round(${toSpot})::int end as "metresAway",
    case when ${isPublic} then null when p.spot_latitude is null then ${toHome} else ${bandOf(toSpot)} end as distance`
}

/** Metres to a public place; null for any other. */
export const metresToPlace = (here: Point) =>
  sql`case when ${isPublic} and p.spot_latitude is not null then ${metresFrom(here)} end`

/**
 * Which playdates (`p`) are within this distance in a period: those with a known position, found by its index, and
 * homes without one by their creator, as far as he shows where he lives. Without either a playdate is of unknown
 * distance and within none. No playdate meets both conditions.
 */
export function within(km: NearKm, viewpoint: Viewpoint, during: Sql): Sql[] {
  const { viewerId, here, settledIn } = viewpoint
  const near: Sql[] = []
  if (here) {
    near.push(sql`${mayBeWithin(km, here, during)} and ${metresFrom(here)} < ${km * 1000}::float8`)
  }
  if (settledIn) {
    const box = boxAround(settledIn, km)
    near.push(sql`p.spot_latitude is null and tstzrange(p.start_time, p.end_time) && ${during} and p.creator_id in (
        select id from users where neighbourhood_latitude between ${box.south}::float8 and ${box.north}::float8
           and neighbourhood_longitude between ${box.west}::float8 and ${box.east}::float8)
      and ${metresToItsHome(viewerId, settledIn)} < ${km * 1000}::float8`)
  }
  return near
}

/** A home is only shown as within 10 km, however far the search reaches (safety S6). */
const homeReachM = 10_000

/** Metres to the home where a playdate without a position takes place; null if nothing is known about it. */
function metresToItsHome(viewerId: number, settledIn: Point | undefined): Sql {
  if (!settledIn) return sql`null::float8`
  return sql`(select ${metresToHome(viewerId, inSql(settledIn))} from users c where c.id = p.creator_id)`
}

/**
 * Whether the playdate `p` is known to be near: a public place within this radius, or a hidden address or a home within
 * 10 km.
 */
export function isNear(km: number, here: Point, { viewerId, settledIn }: Viewpoint): Sql {
  return sql`case when p.spot_latitude is not null
      then ${metresFrom(here)} < case when ${isPublic} then ${km * 1000}::float8 else ${homeReachM}::float8 end
    else coalesce(${metresToItsHome(viewerId, settledIn)} < ${homeReachM}::float8, false) end`
}

/** Whether nothing is known of how far away the playdate `p` is. */
export function isSomewhere({ viewerId, settledIn }: Pick<Viewpoint, 'viewerId' | 'settledIn'>): Sql {
  return sql`(p.spot_latitude is null and ${metresToItsHome(viewerId, settledIn)} is null)`
}

/** How many playdates without a position one creator has in front of the others. */
const fewPerCreator = 2

/** Whether the playdate `p` is one of the next few of its creator without a position, so that nobody fills a list with his. */
export const isOneOfFew: Sql = sql`(select count(*) from (select p.creator_id as maker, p.start_time as at, p.id as own) it
  cross join lateral (select from playdates p
    where p.creator_id = it.maker and p.spot_latitude is null and ${isComing} and (p.start_time, p.id) < (it.at, it.own)
    limit ${sql.number(fewPerCreator)}) earlier) < ${sql.number(fewPerCreator)}`

/**
 * Whether the playdate `p` has a position that may be within this distance in a period; found by the index of
 * positions.
 */
export function mayBeWithin(km: number, here: Point, during: Sql): Sql {
  const box = boxAround(here, km)
  return sql`p.spot_latitude is not null
      and point(p.spot_longitude, p.spot_latitude) <@ box(point(${box.west}::float8, ${box.south}::float8), point(${box.east}::float8, ${box.north}::float8))
      and tstzrange(p.start_time, p.end_time) && ${during}`
}

const metresPerDegree = 111_320

/** Degrees around a point that contain every cell and place within this distance; slightly more does no harm. */
function boxAround({ latitude, longitude }: Point, km: number) {
  const metres = km * 1000 + 2 * limits.neighbourhoodGridM
  const high = metres / metresPerDegree
  const wide = high / Math.max(0.01, Math.cos((Math.min(89, Math.abs(latitude) + high) * Math.PI) / 180))
  return { south: latitude - high, north: latitude + high, west: longitude - wide, east: longitude + wide }
}
