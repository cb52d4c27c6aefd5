import { Place } from '@papadag/contract/places/places'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { withHours } from './facts/shown-hours.ts'
import { distanceFrom, fieldsOf, type Position, type Reader, reviewsShownTo, visible } from './projection.ts'
import { isSuggestible } from './settled.ts'

/** Nobody goes further than this for a place that he did not ask for. */
export const suggestedWithinM = 25_000
/** The nearest on the map projection, from which the nearest on the globe are picked. */
const candidates = 12

/** The nearest indoor places that are certain: indoor playgrounds, and restaurants with a play corner. */
export function dryPlaces(db: Db, position: Position, reader: Reader, count: number): Promise<Place[]> {
  return nearestOf(sql`(p.indoor or 'playCorner' = any(p.features))`, db, position, reader, count)
}

/** The nearest playgrounds that are certain. */
export function nearPlaygrounds(db: Db, position: Position, reader: Reader, count: number): Promise<Place[]> {
  return nearestOf(sql`p.type = 'playground'`, db, position, reader, count)
}

async function nearestOf(isWanted: Sql, db: Db, position: Position, reader: Reader, count: number): Promise<Place[]> {
  const { latitude, longitude } = position
  const metres = distanceFrom(position)
  const near = await db.many(
    Place,
    sql`select ${fieldsOf(reader, metres)} from (
          select p.* from places p
           where ${visible} and ${isSuggestible(sql`p`)} and ${isWanted} and p.location is not null
           order by p.location <-> (select mercator(${latitude}::float8, ${longitude}::float8)) limit ${candidates}) p
               ${reviewsShownTo(reader.id)}
         where ${metres} <= ${suggestedWithinM} order by distance, p.id limit ${count}`,
  )
  return withHours(near)
}
