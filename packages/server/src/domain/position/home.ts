import { limits } from '@papadag/contract/limits'
import type { User } from '@papadag/contract/users/users'
import * as z from 'zod/mini'
import { type Db, sql } from '../../platform/db/db.ts'
import { day, type RateLimit } from '../../platform/rate-limits.ts'
import { measuresHomes } from './closeness.ts'
import { gridPointOf } from './grid-point.ts'
import { metresBetween, Point } from './metres.ts'
import { townNamed } from './towns.ts'

const Home = z.object({
  city: z.nullable(z.string()),
  stored: z.nullable(Point),
  /** Whether the stored point is only the centre of a town that he named; null without a home. */
  isTown: z.nullable(z.boolean()),
  measuresHomes: z.boolean(),
})
export type Home = z.output<typeof Home>

/** Moving freely would let a user triangulate where others live (decision page 0012). */
export const homeMoves: RateLimit = { name: 'neighbourhoods', windows: [{ times: 5, seconds: day }] }

/** The cell at the centre of a town: the home of those who live there and have chosen nothing more precise. */
function cellOf(city: string | null): Point | undefined {
  const town = city === null ? undefined : townNamed(city)
  return town && gridPointOf(town, limits.neighbourhoodGridM)
}

const isSame = (one: Point | null | undefined, other: Point | null | undefined) =>
  one?.latitude === other?.latitude && one?.longitude === other?.longitude

type StoredHome = Pick<Home, 'stored' | 'city'> & Partial<Pick<Home, 'isTown'>>

/** Roughly where a user lives, and whether that is only the centre of his town. */
export function homeOf(home: StoredHome): User['home'] {
  const { stored, city } = home
  const town = city === null ? undefined : townNamed(city)
  if (town && !chosenHome(home)) return { ...town, isCity: true }
  return stored ? { ...stored, isCity: false } : undefined
}

/** The neighbourhood a user has chosen himself. */
export function chosenHome({ stored, city, isTown }: StoredHome): Point | null {
  return isTown !== false && isSame(stored, cellOf(city)) ? null : stored
}

/** A neighbourhood this close to the centre of a town may be part of it. */
const sameTownM = 15_000
/** The home to store for a user who has chosen this neighbourhood, or none, and lives in this town. */
export function homeFor(chosen: Point | null, city: string | null): Point | null {
  const town = cellOf(city)
  // He has moved to another town.
  if (chosen && town && metresBetween(chosen, town) > sameTownM) return town
  return chosen ?? town ?? null
}

export async function storedHome(db: Db, userId: number): Promise<Home> {
  const found = await db.one(
    Home,
    sql`select city, case when neighbourhood_latitude is not null then json_build_object(
                 'latitude', neighbourhood_latitude, 'longitude', neighbourhood_longitude) end as stored,
               neighbourhood_is_town as "isTown", ${measuresHomes} as "measuresHomes"
          from users me where id = ${userId}`,
  )
  return found ?? { city: null, stored: null, isTown: null, measuresHomes: false }
}

/**
 * Whether changing to this town gives the user another home, which counts as one of the day's moves; also if he had
 * none, since an unknown town between two known ones would make moving free.
 */
export async function wouldMove(db: Db, city: string, userId: number): Promise<boolean> {
  const home = await storedHome(db, userId)
  const next = homeFor(chosenHome(home), city)
  return next !== null && !isSame(home.stored, next)
}
