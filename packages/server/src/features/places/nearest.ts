import type { FactTerm } from '@papadag/contract/places/facts'
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
import { certainFirst, marked, type Part, searched } from './filtered/parts.ts'
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

/** A condition, beginning with `and`, that every place within a radius meets, for the index. */
export function boxAround(position: Position, radius: number): Sql {
  const spread = spreadOf(radius, position)
  if (!Number.isFinite(spread)) return sql``
  return sql`and p.location <@ (select box(m - point(${spread}::float8, ${spread}::float8), m + point(${spread}::float8, ${spread}::float8))
    from mercator(${position.latitude}::float8, ${position.longitude}::float8) m)`
}

interface Picked {
  types: readonly PlaceType[]
  condition: Sql
  position: Position
  radius?: number | undefined
  /** One part of a list that is filtered by facts. */
  part?: Part | undefined
}

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
async function nearest(db: Db, reader: Reader, page: Page, picked: Picked): Promise<JsonText<Place[]>> {
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

const columnsOf = (part?: Part) =>
  !part || part.isCertain ? columnsRead : sql`${columnsRead}, p.facts, p.fits, p.hours`

/** The `count` nearest of one type on the projection. */
function nearOf(type: PlaceType, count: number, { condition, position, radius, part }: Picked): Sql {
  // As a separate query, the position is projected once instead of for each row.
  const here = sql`(select mercator(${position.latitude}::float8, ${position.longitude}::float8))`
  const near = (columns: Sql, filter: Sql) => sql`select ${columns}, p.location <-> ${here} as spread from places p
              where ${isOfType[type]} and ${visible} and p.location is not null ${condition} ${filter}
              order by spread`
  const end = sql`limit ${sql.number(count)}`
  if (!part) return sql`${near(columnsRead, sql``)} ${end}`
  const within = radius === undefined ? sql`` : boxAround(position, radius)
  if (part.isCertain) return sql`${near(columnsRead, sql`${within} ${part.condition}`)} ${end}`
  return sql`select * from (${near(columnsOf(part), within)} limit ${searched}) p
              where true ${part.condition} ${end}`
}

/** The page after `offset`, picked from the `count` nearest of each type on the projection. */
function nearestOf(count: number, reader: Reader, picked: Picked, offset: number, limit: number): Sql {
  const { position, radius, part } = picked
  const types = part?.types ?? picked.types
  const near = types.map(type => sql`${nameOf[type]} as materialized (${nearOf(type, count, picked)})`)
  const candidates = types.map(type => sql`select * from ${nameOf[type]}`)
  const nowhere = sql`
    (select ${columnsOf(part)}, null::float8 as spread from places p
      where p.location is null and ${visible} and p.type = any(${types}::text[]) ${picked.condition} ${part?.condition ?? sql``}
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
    select '[' || coalesce((select string_agg(${textOf(reader, sql`p.metres`, part?.isCertain)}, ',')
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
  { types, condition, part }: Omit<Picked, 'position'>,
): Promise<Place[]> {
  const last = numberIn(page)
  const before = last === undefined ? sql`` : sql`and p.id < ${last}`
  const end = sql`limit ${page.limit + 1}`
  const perType = (part?.types ?? types).map(type => {
    const all = sql`select p.* from places p where ${isOfType[type]} and ${visible} ${before} ${condition} order by p.id desc`
    return part
      ? sql`(select * from (${all} limit ${searched}) p where true ${part.condition} ${end})`
      : sql`(${all} ${end})`
  })
  const rows = await db.many(
    Place,
    sql`select ${fieldsOf(reader, distanceFrom(undefined))} from (${sql.join(perType, sql` union all `)}) p
               ${reviewsShownTo(reader.id)}
         order by p.id desc ${end}`,
  )
  return marked(
    cut(rows, page, ({ id }) => id),
    part,
  )
}

/** What a list is asked for, and which of its places. */
export interface Listed extends Omit<Picked, 'position' | 'part'> {
  position: Position | undefined
  facts: readonly FactTerm[] | undefined
}

/** A page of the matching places; nearest first with a position, else newest first. */
export function list(db: Db, reader: Reader, page: Page, listed: Listed): Promise<Place[] | JsonText<Place[]>> {
  const { position, facts, types } = listed
  return certainFirst(db, facts, types, page, (each, part) =>
    position ? nearest(db, reader, each, { ...listed, position, part }) : newest(db, reader, each, { ...listed, part }),
  )
}
