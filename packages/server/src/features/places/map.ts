import { type Language, limits } from '@papadag/contract/limits'
import type { FactTerm } from '@papadag/contract/places/facts'
import { MapCell, MapPlace, type MapTile } from '@papadag/contract/places/map'
import { type FeatureKey, featureKeys, type PlaceType, placeTypes } from '@papadag/contract/places/places'
import { placeName, visible } from '../../domain/places/projection.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { Problem } from '../../platform/problem.ts'
import { type Asked, asked } from './filtered/asked.ts'
import { isCertain, possible } from './filtered/parts.ts'
import { isOfType } from './filters.ts'

export interface Tile {
  z: number
  x: number
  y: number
}

/** Parses a tile's numbers; throws `map.unknownTile` if there is no such tile. */
export function readTile(params: { z: string; x: string; y: string }): Tile {
  const [zoom, x, y] = [params.z, params.x, params.y].map(text => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN))
  const width = 2 ** (zoom ?? Number.NaN)
  const isTile = zoom !== undefined && x !== undefined && y !== undefined && x < width && y < width
  if (!isTile || zoom > limits.mapMaxZoom) throw new Problem('map.unknownTile')
  return { z: zoom, x, y }
}

const worldUnits = 2 ** 32
/** A tile shows at most 16 × 16 cells. Triggers keep the counts of these zoom levels up to date. */
const cellsPerSide = 4
const countedZooms = { first: 4, last: 14, step: 2 }

type Query = Omit<Wanted, 'facts'> & { facts?: readonly FactTerm[] | undefined }
type Wanted = {
  type?: PlaceType | undefined
  features?: readonly FeatureKey[] | undefined
  facts?: readonly Asked[] | undefined
}

/** The content of one map tile. */
export async function tile(db: Db, at: Tile, query: Query, language: Language): Promise<MapTile> {
  const wanted = { ...query, facts: query.facts && (await asked(db, query.facts)) }
  if (at.z < limits.mapPlacesZoom) {
    const counted = await countedCells(db, at, wanted)
    if (!wanted.facts) return { cells: counted, places: [] }
    const all = counted.reduce((sum, { count }) => sum + count, 0)
    const every = samples.find(each => all / each <= sampled) ?? 256
    const cells = await cellsOnTheFly(db, at, wanted, every)
    return { cells, places: [], ...(every > 1 && { isEstimate: true }) }
  }
  const places = await placesIn(db, at, wanted, language)
  if (places.length <= limits.mapPlacesPerTile) return { cells: [], places }
  return { cells: await cellsOnTheFly(db, at, wanted), places: [] }
}

/**
 * Cells of facts cannot be counted in advance, there being too many combinations. A tile with more places than this is
 * estimated from every 16th or every 256th, which have indexes of their own.
 */
const sampled = 5000
const samples = [1, 16, 256] as const
type Every = (typeof samples)[number]
const isSampled = { 1: sql``, 16: sql`and p.id % 16 = 0`, 256: sql`and p.id % 256 = 0` } as const

function typesOf({ type }: Wanted): readonly PlaceType[] {
  return type ? [type] : placeTypes
}

/** A feature's bit, as in the database's `feature_bits`. */
function bitsOf(features: readonly FeatureKey[] | undefined): number {
  return (features ?? []).reduce((bits, key) => {
    const positions = Object.values(featureKeys).map(keys => (keys as readonly FeatureKey[]).indexOf(key))
    return bits | (1 << Math.max(...positions))
  }, 0)
}

/** The types that can have all these features. */
function typesWith(wanted: Wanted): readonly PlaceType[] {
  const { features } = wanted
  return typesOf(wanted).filter(type =>
    (features ?? []).every(key => (featureKeys[type] as readonly FeatureKey[]).includes(key)),
  )
}

/** Converts Mercator units to degrees. */
function degrees(x: Sql, y: Sql): Sql {
  return sql`degrees(2 * atan(exp((0.5 - ${y} / ${worldUnits}::float8) * 2 * pi())) - pi() / 2) as latitude,
             ${x} / ${worldUnits}::float8 * 360 - 180 as longitude`
}

function countedCells(db: Db, { z, x, y }: Tile, wanted: Wanted) {
  const { first, step } = countedZooms
  const zoom = Math.max(first, Math.floor((z + cellsPerSide) / step) * step)
  const cells = 2 ** (zoom - z)
  const bits = bitsOf(wanted.features)
  const perType = typesWith(wanted).map(
    type => sql`
      select c.x, c.y, sum(c.places)::int as count, sum(c.sum_x) as sum_x, sum(c.sum_y) as sum_y
        from place_cells c
       where c.zoom = ${zoom} and c.type = ${type} and c.x between ${x * cells} and ${(x + 1) * cells - 1}
         and c.y between ${y * cells} and ${(y + 1) * cells - 1} and c.features & ${bits} = ${bits}
       group by c.x, c.y having sum(c.places) > 0`,
  )
  if (perType.length === 0) return []
  return db.many(
    MapCell,
    sql`select ${degrees(sql`(sum(sum_x) / sum(count))::float8`, sql`(sum(sum_y) / sum(count))::float8`)}, sum(count)::int as count, 0 as unknown
          from (${sql.join(perType, sql` union all `)}) c group by x, y order by x, y`,
  )
}

/** A condition: whether the place is in the tile. */
function boxOf({ z, x, y }: Tile): Sql {
  const size = worldUnits / 2 ** z
  // Half open, so that no place belongs to two tiles.
  return sql`p.location <@ box(point(${x * size}::float8, ${y * size}::float8), point(${(x + 1) * size}::float8, ${(y + 1) * size}::float8))
    and p.location[0] < ${(x + 1) * size}::float8 and p.location[1] < ${(y + 1) * size}::float8`
}

function inTile(at: Tile, wanted: Wanted, select: Sql, end: Sql): Sql {
  const features = wanted.features?.length ? sql`and p.features @> ${wanted.features}::text[]` : sql``
  const facts = wanted.facts ? sql`and ${possible(wanted.facts)}` : sql``
  const perType = typesOf(wanted).map(
    type =>
      sql`(select ${select} from places p where ${isOfType[type]} and ${visible} and ${boxOf(at)} ${features} ${facts} ${end})`,
  )
  return sql.join(perType, sql` union all `)
}

function placesIn(db: Db, at: Tile, wanted: Wanted, language: Language) {
  return db.many(
    MapPlace,
    sql`select * from (${inTile(
      at,
      wanted,
      sql`p.id, ${placeName(language)} as name, p.type, p.latitude, p.longitude, p.status
        ${wanted.facts ? sql`, ${isCertain(wanted.facts)} as certain` : sql``}`,
      sql`limit ${limits.mapPlacesPerTile + 1}`,
    )}) p order by id`,
  )
}

/** Counts the cells of a tile that has too many places to list. */
function cellsOnTheFly(db: Db, at: Tile, wanted: Wanted, every: Every = 1) {
  const size = worldUnits / 2 ** at.z / 2 ** cellsPerSide
  const certain = wanted.facts ? isCertain(wanted.facts) : sql`true`
  return db.many(
    MapCell,
    sql`select ${degrees(sql`avg(x)`, sql`avg(y)`)}, (${every}::int * count(*) filter (where certain))::int as count,
               (${every}::int * count(*) filter (where not certain))::int as unknown
          from (${inTile(at, wanted, sql`p.location[0] as x, p.location[1] as y, ${certain} as certain`, isSampled[every])}) p
         group by floor(x / ${size}::float8), floor(y / ${size}::float8)`,
  )
}
