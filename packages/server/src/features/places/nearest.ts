import { Place, type PlaceType } from '@papadag/contract/places'
import * as z from 'zod/mini'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { cut, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import {
  columnsRead,
  distanceFrom,
  fieldsOf,
  isOfType,
  offsetIn,
  type Position,
  type Reader,
  reviewsShownTo,
  visible,
} from './projection.ts'

/**
 * The index finds the nearest places on the map projection; the nearest on the globe are picked from slightly more of
 * those. 60 candidates for 50 places are nearly always enough; when that cannot be proven, four times as many are read.
 * Only a few different counts occur, since each one is a prepared statement that is planned once.
 */
function candidatesFor(wanted: number): number {
  let count = 60
  while (count < wanted * 1.2) count *= 4
  return count
}
/** The most candidates that are read, for a reader at the other end of the earth. */
const maxCandidates = 50_000

const earthRadiusM = 6_371_008.8
const mapUnits = 2 ** 32

/** The greatest distance on the projection of a place that lies within so many metres on the globe. */
function spreadOf(metres: number, { latitude, longitude }: Position): number {
  const farthestLatitude = Math.abs(latitude) + (metres / earthRadiusM) * (180 / Math.PI)
  if (farthestLatitude >= 85) return Number.POSITIVE_INFINITY
  const ofTheWorld = metres / (2 * Math.PI * earthRadiusM) / Math.cos(farthestLatitude * (Math.PI / 180))
  // The projection ends at the antimeridian, the globe does not.
  return Math.abs(longitude) + ofTheWorld * 360 > 180 ? Number.POSITIVE_INFINITY : ofTheWorld * mapUnits
}

type Picked = { types: readonly PlaceType[]; condition: Sql; position: Position; radius?: number | undefined }

/** How far the candidates reach on the projection; null when they are all there are. */
const Reach = z.object({ reach: z.nullable(z.number()) })
const Candidate = z.extend(Place, Reach.shape)

/** A page of the matching places, nearest first; places without a position come last, unless there is a radius. */
export async function nearest(db: Db, reader: Reader, page: Page, picked: Picked): Promise<Place[]> {
  const { position, radius = Number.POSITIVE_INFINITY } = picked
  const offset = offsetIn(page)
  for (let count = candidatesFor(offset + page.limit); ; count *= 4) {
    const found = candidates(count, picked)
    const rows = await db.many(Candidate, nearestOf(found, reader, picked, offset, page.limit + 1))
    const [{ reach } = { reach: null }] =
      rows.length > 0 ? rows : await db.many(Reach, sql`select min(reach) as reach from (${found}) found`)
    const isFull = rows.length > page.limit
    const farthest = isFull ? (rows.at(-1)?.distance ?? Number.POSITIVE_INFINITY) : radius
    if (reach !== null && spreadOf(farthest, position) > reach && count < maxCandidates) continue
    return cut(rows, page, () => offset + page.limit)
  }
}

/** The `count` nearest of each type on the projection, each with how far those of its type reach, unless they are all. */
function candidates(count: number, { types, condition, position, radius }: Picked): Sql {
  const { latitude, longitude } = position
  // As a query of its own the position is projected once, and not for each row.
  const here = sql`(select mercator(${latitude}::float8, ${longitude}::float8))`
  const near = types.map(
    type => sql`
      (select ${columnsRead}, case when count(*) over () = ${count} then max(p.spread) over () end as reach
         from (select ${columnsRead}, p.location <-> ${here} as spread from places p
                where ${isOfType[type]} and ${visible} and p.location is not null ${condition}
                order by spread limit ${sql.number(count)}) p)`,
  )
  const nowhere = sql`
    (select ${columnsRead}, null::float8 as reach from places p
      where p.location is null and ${visible} and p.type = any(${types}::text[]) ${condition}
      order by p.id limit ${sql.number(count)})`
  return sql.join(radius === undefined ? [...near, nowhere] : near, sql` union all `)
}

function nearestOf(
  found: Sql,
  reader: Reader,
  { position, radius, types }: Picked,
  offset: number,
  count: number,
): Sql {
  const within = radius === undefined ? sql`` : sql`where metres <= ${radius}::float8`
  // Of one type the first row, the nearest, says it for all.
  const reach = types.length > 1 ? sql`min(reach) over ()` : sql`reach`
  return sql`
    select ${fieldsOf(reader, sql`p.metres`)}, p.farthest as reach
      from (select * from (select p.*, ${reach} as farthest, ${distanceFrom(position)} as metres from (${found}) p offset 0) p ${within}
             order by metres nulls last, id offset ${offset} limit ${count}) p ${reviewsShownTo(reader.id)}
     order by p.metres nulls last, p.id`
}

/** A page of the matching places, newest first. */
async function newest(
  db: Db,
  reader: Reader,
  page: Page,
  { types, condition }: Omit<Picked, 'position'>,
): Promise<Place[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and p.id < ${last}`
  const perType = types.map(
    type => sql`(select p.* from places p where ${isOfType[type]} and ${visible} ${before} ${condition}
                  order by p.id desc limit ${page.limit + 1})`,
  )
  const rows = await db.many(
    Place,
    sql`select ${fieldsOf(reader, distanceFrom(undefined))} from (${sql.join(perType, sql` union all `)}) p
               ${reviewsShownTo(reader.id)}
         order by p.id desc limit ${page.limit + 1}`,
  )
  return cut(rows, page, ({ id }) => id)
}

/** A page of the matching places; nearest first where a position is given, else newest first. */
export function list(
  db: Db,
  reader: Reader,
  page: Page,
  picked: Omit<Picked, 'position'> & { position: Position | undefined },
) {
  const { position } = picked
  return position ? nearest(db, reader, page, { ...picked, position }) : newest(db, reader, page, picked)
}
