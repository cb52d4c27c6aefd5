import { Place } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { distanceFrom, fieldsOf, type Position, type Reader, reviewsShownTo, visible } from './projection.ts'
import { isSuggestible } from './settled.ts'
import { isClosedOn, isTroubledOn } from './states.ts'

/** Nobody goes further than this for a place that he did not ask for. */
export const suggestedWithinM = 25_000
/** More of those nearest on the map projection are read than wanted, since they are not quite the nearest on the globe. */
const more = 10

/**
 * Whether a place is under a roof: a playground that is known to be indoors, or a restaurant with a play corner. Rows
 * that no import has visited since facts are read have the column alone.
 */
export const hasRoof = (place: Sql): Sql =>
  sql`(${place}.fits @> '''indoor:yes'''::tsquery or (${place}.indoor and ${place}.facts -> 'indoor' is null) or 'playCorner' = any(${place}.features))`

/** Which places are suggested; an index knows each kind. */
const kinds = { dry: hasRoof(sql`p`), playground: sql`p.type = 'playground'` }

const Suggested = z.extend(Place, {
  /** Whether anything reported is the matter with it then. */
  isTroubled: z.boolean(),
})
export type Suggested = z.output<typeof Suggested>

interface Wish {
  startTime: string
  count: number
}

/** The nearest places of a kind that are certain and not reported as closed. Their hours are left to whoever shows them. */
export function nearestCertain(
  kind: keyof typeof kinds,
  db: Db,
  position: Position,
  reader: Reader,
  { startTime, count }: Wish,
): Promise<Suggested[]> {
  const { latitude, longitude } = position
  const day = sql`(${startTime}::timestamptz at time zone 'utc')::date`
  const metres = distanceFrom(position)
  return db.many(
    Suggested,
    sql`select ${fieldsOf(reader, metres)}, ${isTroubledOn(sql`p`, day)} as "isTroubled" from (
          select p.* from places p
           where ${visible} and ${isSuggestible(sql`p`)} and ${kinds[kind]} and p.location is not null
             and not ${isClosedOn(sql`p`, day)}
           order by p.location <-> (select mercator(${latitude}::float8, ${longitude}::float8)) limit ${count + more}) p
               ${reviewsShownTo(reader.id)}
         where ${metres} <= ${suggestedWithinM} order by distance, p.id limit ${count}`,
  )
}
