import { Place } from '@papadag/contract/places/places'
import { type Db, sql } from '../../platform/db/db.ts'
import { distanceFrom, fieldsOf, type Position, type Reader, reviewsShownTo, visible } from './projection.ts'
import { isSuggestible } from './settled.ts'

/** Nobody moves a playdate further than this for a roof. */
const reachM = 25_000
/** The nearest on the map projection, from which the nearest on the globe are picked. */
const candidates = 12

/** The nearest indoor places that are certain: indoor playgrounds, and restaurants with a play corner. */
export function dryPlaces(db: Db, position: Position, reader: Reader, count: number): Promise<Place[]> {
  const { latitude, longitude } = position
  const metres = distanceFrom(position)
  return db.many(
    Place,
    sql`select ${fieldsOf(reader, metres)} from (
          select p.* from places p
           where ${visible} and ${isSuggestible(sql`p`)} and (p.indoor or 'playCorner' = any(p.features)) and p.location is not null
           order by p.location <-> (select mercator(${latitude}::float8, ${longitude}::float8)) limit ${candidates}) p
               ${reviewsShownTo(reader.id)}
         where ${metres} <= ${reachM} order by distance, p.id limit ${count}`,
  )
}
