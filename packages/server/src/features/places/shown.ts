import { fallbackLocation, limits } from '@papadag/contract/limits'
import type { NearbyQuery, PlaceQuery } from '@papadag/contract/places/places'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/serve.ts'
import { areaAround, areaOfTile } from '../../platform/live/watching/area.ts'
import type { Shows } from '../../platform/live/watching/shows.ts'
import { positionIn } from './filters.ts'
import type { Tile } from './map.ts'

/** How far a list of the nearest places usually reaches. */
const nearestM = 20_000

/** A list of places concerns those around its requested position. */
export function nearestShown({ query }: { query: PlaceQuery }): Shows {
  const position = positionIn(query)
  return { kind: 'place', area: position && areaAround(position, nearestM) }
}

export function nearbyShown({ query }: { query: NearbyQuery }): Shows {
  const { radius = limits.nearbyRadiusM } = query
  return { kind: 'place', area: areaAround(positionIn(query) ?? fallbackLocation, radius) }
}

/** A number of places changes with those in its radius, or with any. */
export function countShown({ query }: { query: NearbyQuery }): Shows {
  return query.radius === undefined ? nearestShown({ query }) : nearbyShown({ query })
}

export function tileShown({ z: zoom, x, y }: Tile): Shows {
  return { kind: 'place', area: areaOfTile({ zoom, x, y }) }
}

/** Possible duplicates concern the position of the new place alone. */
export function similarShown({ query }: { query: { latitude: number; longitude: number } }): Shows {
  return { kind: 'place', area: areaAround(query, limits.similarWithinM), isFiltered: true }
}

export const placeShown = ({ params }: { params: { id: number } }): Shows => ({ things: thingsOf(params) })

/** A place and what is known of it. */
const thingsOf = ({ id }: { id: number }) => [`place ${id}`, `facts ${id}`]

const Author = z.object({ id: z.number() })

/** A page of reviews shows the place and who wrote them. */
export async function reviewsShown({
  db,
  params,
  page,
}: {
  db: Db
  params: { id: number }
  page: Page
}): Promise<Shows> {
  const authors = await db.many(
    Author,
    sql`select user_id as id from place_reviews where place_id = ${params.id} order by id desc limit ${page.limit}`,
  )
  return { things: [`place ${params.id}`, ...authors.map(({ id }) => `person ${id}`)], isPage: true }
}

const Saved = z.object({ id: z.number() })

export async function favoritesShown({ db, member }: { db: Db; member: { id: number } }): Promise<Shows> {
  const saved = await db.many(
    Saved,
    sql`select place_id as id from place_favorites where user_id = ${member.id} order by created_at desc limit ${limits.listItems}`,
  )
  return { things: saved.flatMap(thingsOf), isPage: true }
}
