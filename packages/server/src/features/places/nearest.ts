import { Place, type PlaceType } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import {
  columnsRead,
  distanceFrom,
  fieldsOf,
  type Position,
  type Reader,
  reviewsShownTo,
  textOf,
  visible,
} from '../../domain/places/projection.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { JsonText, jsonRowsOf } from '../../platform/db/json.ts'
import { cut, linked, numberIn } from '../../platform/http/paging.ts'
import type { Page } from '../../platform/http/serve.ts'
import { isOfType, offsetIn } from './filters.ts'

/**
 * The index finds the nearest places on the map projection; the nearest on the globe are picked from slightly more
 * candidates. 60 candidates for 50 places are nearly always enough; if that cannot be proven, four times as many are
 * read. Only a few different counts occur, since each one is a prepared statement that is planned once.
 */
function candidatesFor(wanted: number): number {
  let count = 54
  while (count < wanted * 1.08) count *= 4
  return count
}
/** The most candidates to read, for a reader on the other side of the earth. */
const maxCandidates = 50_000

const earthRadiusM = 6_371_008.8
const mapUnits = 2 ** 32

/** The greatest distance on the projection of a place within this many metres on the globe. */
function spreadOf(metres: number, { latitude, longitude }: Position): number {
  const farthestLatitude = Math.abs(latitude) + (metres / earthRadiusM) * (180 / Math.PI)
  if (farthestLatitude >= 85) return Number.POSITIVE_INFINITY
  const ofTheWorld = metres / (2 * Math.PI * earthRadiusM) / Math.cos(farthestLatitude * (Math.PI / 180))
  // The projection ends at the antimeridian, the globe does not.
  return Math.abs(longitude) + ofTheWorld * 360 > 180 ? Number.POSITIVE_INFINITY : ofTheWorld * mapUnits
}

type Picked = { types: readonly PlaceType[]; condition: Sql; position: Position; radius?: number | undefined }

/**
 * A page as JSON, whether there is another one, the distance of the first place after it, and how far the candidates
 * reach on the projection; null if there are no more.
 */
const Found = z.object({
  text: jsonRowsOf(Place),
  hasMore: z.boolean(),
  farthest: z.nullable(z.number()),
  reach: z.nullable(z.number()),
})

/** A page of the matching places, nearest first; places without a position come last, unless there is a radius. */
export async function nearest(db: Db, reader: Reader, page: Page, picked: Picked): Promise<JsonText<Place[]>> {
  const { position, radius = Number.POSITIVE_INFINITY } = picked
  const offset = offsetIn(page)
  for (let count = candidatesFor(offset + page.limit); ; count *= 4) {
    const found = await db.one(Found, nearestOf(count, reader, picked, offset, page.limit))
    if (!found) throw new Error('an aggregate without a row')
    const { text, hasMore, reach } = found
    const farthest = hasMore ? (found.farthest ?? Number.POSITIVE_INFINITY) : radius
    if (reach !== null && spreadOf(farthest, position) > reach && count < maxCandidates) continue
    return linked({ rows: new JsonText(text), next: hasMore ? String(offset + page.limit) : null }, page)
  }
}

/** The `count` nearest of one type on the projection. */
function nearOf(type: PlaceType, count: number, { condition, position: { latitude, longitude } }: Picked): Sql {
  // As a separate query, the position is projected once instead of for each row.
  const here = sql`(select mercator(${latitude}::float8, ${longitude}::float8))`
  return sql`select ${columnsRead}, p.location <-> ${here} as spread from places p
              where ${isOfType[type]} and ${visible} and p.location is not null ${condition}
              order by spread limit ${sql.number(count)}`
}

/** The page after `offset`, picked from the `count` nearest of each type on the projection. */
function nearestOf(count: number, reader: Reader, picked: Picked, offset: number, limit: number): Sql {
  const { position, radius, types, condition } = picked
  const near = types.map(type => sql`${nameOf[type]} as materialized (${nearOf(type, count, picked)})`)
  const candidates = types.map(type => sql`select * from ${nameOf[type]}`)
  const nowhere = sql`
    (select ${columnsRead}, null::float8 as spread from places p
      where p.location is null and ${visible} and p.type = any(${types}::text[]) ${condition}
      order by p.id limit ${sql.number(count)})`
  const all = sql.join(radius === undefined ? [...candidates, nowhere] : candidates, sql` union all `)
  const within = radius === undefined ? sql`` : sql`where metres <= ${radius}::float8`
  const reaches = types.map(
    type => sql`(select case when count(*) = ${sql.number(count)} then max(spread) end from ${nameOf[type]})`,
  )
  // PostgreSQL reads a materialized part in the order in which it was written.
  return sql`
    with ${sql.join(near)},
    page as materialized (
      select * from (select p.*, ${distanceFrom(position)} as metres from (${all}) p offset 0) p ${within}
       order by metres nulls last, id offset ${offset} limit ${limit + 1})
    select '[' || coalesce((select string_agg(${textOf(reader, sql`p.metres`)}, ',')
                              from (select * from page limit ${limit}) p), '') || ']' as text,
           (select count(*) from page) > ${limit} as "hasMore",
           (select metres from page offset ${limit}) as farthest,
           least(${sql.join(reaches)}) as reach`
}

const nameOf = { restaurant: sql`near_restaurants`, playground: sql`near_playgrounds` } as const

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

/** A page of the matching places; nearest first with a position, else newest first. */
export function list(
  db: Db,
  reader: Reader,
  page: Page,
  picked: Omit<Picked, 'position'> & { position: Position | undefined },
): Promise<Place[] | JsonText<Place[]>> {
  const { position } = picked
  return position ? nearest(db, reader, page, { ...picked, position }) : newest(db, reader, page, picked)
}
