import { fallbackLocation, limits } from '@papadag/contract/limits'
import type { CountQuery, PlaceCount } from '@papadag/contract/places/places'
import { distanceFrom, type Reader, visible } from '../../../domain/places/projection.ts'
import { type Db, type Sql, sql } from '../../../platform/db/db.ts'
import { isOfType, positionIn } from '../filters.ts'
import { boxAround, type Listed } from '../nearest.ts'
import { matching } from '../search.ts'
import { asked } from './asked.ts'
import { type Part, partsOf, searched } from './parts.ts'

/** How many places the same parameters list. */
export async function count(db: Db, query: CountQuery, reader: Reader): Promise<PlaceCount> {
  const position = positionIn(query) ?? (query.radius === undefined ? undefined : fallbackLocation)
  const found = await matching(db, { ...query, ...position }, reader)
  if (!found) return { certain: 0, unknown: 0 }
  const listed = { ...found, radius: query.radius }
  const { certain, unknown } = partsOf(await asked(db, query.facts ?? []), found.types)
  return {
    certain: await countOf(db, listed, certain),
    unknown: query.facts ? await countOf(db, listed, unknown) : 0,
  }
}

function countOf(db: Db, { condition, position, radius }: Omit<Listed, 'facts'>, part: Part): Promise<number> {
  const near =
    position &&
    sql`order by p.location <-> (select mercator(${position.latitude}::float8, ${position.longitude}::float8))`
  const within =
    position && radius !== undefined
      ? sql`${boxAround(position, radius)} and ${distanceFrom(position)} <= ${radius}::float8`
      : sql``
  const ofType = part.types.map((type): Sql => {
    const all = sql`from places p where ${isOfType[type]} and ${visible} ${condition} ${within}`
    // The second part is of those that the list looks at.
    return part.isCertain
      ? sql`(select 1 ${all} ${part.condition} limit ${limits.placesCounted})`
      : sql`(select 1 from (select p.facts, p.fits, p.hours, p.state_until ${all} ${near ?? sql`order by p.id desc`} limit ${searched}) p where true ${part.condition})`
  })
  if (ofType.length === 0) return Promise.resolve(0)
  return db.count(
    sql`from (select 1 from (${sql.join(ofType, sql` union all `)}) each limit ${limits.placesCounted}) one`,
  )
}
