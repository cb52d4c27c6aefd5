import { productTimeZone } from '@papadag/contract/limits'
import { allFeatureKeys, type PlaceType, placeTypes } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { type Position, visible } from '../../../domain/places/projection.ts'
import type { Town } from '../../../domain/position/towns.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isOfType } from '../filters.ts'

/** The distance from its centre that counts as in and around a town. */
const aroundM = 5000
const shownAtMost = 60
const perDegreeM = 111_195

const Seen = z.object({
  name: z.string(),
  /** What a playground without a name is named after. */
  namedAfter: z.nullable(z.string()),
  address: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  features: z.array(z.enum(allFeatureKeys)),
  metres: z.number(),
  total: z.int(),
})
export type SeenPlace = z.output<typeof Seen>

/** What a visitor sees of a town. */
export interface TownView {
  places: Record<PlaceType, SeenPlace[]>
  /** The lower bound of the number of playdates in the coming week; undefined if there are too few. */
  playdates: number | undefined
}

/**
 * The nearest places of a type that fathers or open data have confirmed, without who added them or what members wrote.
 */
function placesNear(type: PlaceType, { latitude, longitude }: Position): Sql {
  const high = aroundM / perDegreeM
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  return sql`
    select *, count(*) over ()::int as total from (
      select p.id, p.name, p.named_after as "namedAfter", p.address, p.latitude, p.longitude, p.features,
             metres_between(${latitude}::float8, ${longitude}::float8, p.latitude, p.longitude) as metres
        from places p
       where ${isOfType[type]} and ${visible} and p.status = 'confirmed'
         and p.location <@ box(mercator(${latitude - high}::float8, ${longitude - wide}::float8),
                               mercator(${latitude + high}::float8, ${longitude + wide}::float8))) p
     where metres <= ${aroundM} order by metres, id limit ${shownAtMost}`
}

const Planned = z.object({ playdates: z.int(), creators: z.int() })
/** The only numbers shown. */
const told = [100, 50, 20, 10, 5, 3] as const

/**
 * The lower bound of the number of playdates with three fathers or more that begin near a town within seven days. It is
 * counted at the last midnight, in steps and without homes: neither a plan nor a cancellation changes it on the same
 * day, so that an observer cannot tell who plans what.
 */
async function plannedNear(db: Db, { latitude, longitude }: Position): Promise<number | undefined> {
  const high = aroundM / perDegreeM
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  const found = await db.one(
    Planned,
    sql`select count(*)::int as playdates, count(distinct p.creator_id)::int as creators
          from (select day at time zone ${productTimeZone} as midnight, (day + interval '7 days') at time zone ${productTimeZone} as end
                  from date_trunc('day', now() at time zone ${productTimeZone}) as day) today
          join playdates p on p.start_time >= today.midnight and p.start_time < today.end and p.created_at < today.midnight
           and coalesce(p.cancelled_at >= today.midnight, true) and coalesce(p.hidden_at >= today.midnight, true) and coalesce(p.opens_at < today.midnight, true)
           and p.location_visibility = 'public'
           and p.spot_latitude between ${latitude - high}::float8 and ${latitude + high}::float8
           and p.spot_longitude between ${longitude - wide}::float8 and ${longitude + wide}::float8
           and metres_between(${latitude}::float8, ${longitude}::float8, p.spot_latitude, p.spot_longitude) <= ${aroundM}
          join users host on host.id = p.creator_id and coalesce(host.hidden_at >= today.midnight, true)`,
  )
  if (!found || found.creators < 3) return undefined
  return told.find(step => found.playdates >= step)
}

/** What a visitor sees of a town now. */
export async function readTown(db: Db, town: Position): Promise<TownView> {
  const [playgrounds, restaurants, playdates] = await Promise.all([
    db.many(Seen, placesNear('playground', town)),
    db.many(Seen, placesNear('restaurant', town)),
    plannedNear(db, town),
  ])
  return { places: { playground: playgrounds, restaurant: restaurants }, playdates }
}

const hourMs = 3_600_000
const keptAtMost = 300

/** Reads what visitors see of towns, and caches the result until the next full hour, of which midnight is one. */
export function createTownCache(): (db: Db, town: Town) => Promise<TownView> {
  const kept = new Map<string, { untilMs: number; view: TownView }>()
  return async (db, town) => {
    const found = kept.get(town.slug)
    if (found && found.untilMs > Date.now()) return found.view
    const view = await readTown(db, town)
    kept.delete(town.slug)
    kept.set(town.slug, { untilMs: (Math.floor(Date.now() / hourMs) + 1) * hourMs, view })
    const [oldest] = kept.keys()
    if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
    return view
  }
}

/** Whether anything is known in and around the town. */
export const hasPlaces = ({ places }: TownView) => placeTypes.some(type => places[type].length > 0)
