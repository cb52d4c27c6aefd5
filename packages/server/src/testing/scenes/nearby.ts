import {
  createPlaydate,
  type NewPlaydate,
  type UpcomingQuery,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { aPlayground, here } from '../places.ts'
import { aPlaydate, type Father } from '../world.ts'

const radians = Math.PI / 180
/** The metres between two positions, by another formula than the database's. */
export function greatCircle(a: typeof here, b: typeof here) {
  const [x, y] = [a, b].map(({ latitude, longitude }) => [
    Math.cos(latitude * radians) * Math.cos(longitude * radians),
    Math.cos(latitude * radians) * Math.sin(longitude * radians),
    Math.sin(latitude * radians),
  ])
  const chord = Math.hypot(...(x ?? []).map((value, axis) => value - (y?.[axis] ?? 0)))
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, chord / 2))
}

/** The position this many kilometres to the north. */
export const kmNorth = (km: number) => ({ ...here, latitude: here.latitude + km / 111.2 })

/** A playdate at a playground this many kilometres to the north, named after that. */
export async function planNorth(father: Father, km: number, differences: Partial<NewPlaydate> = {}) {
  const place = await aPlayground(father, { ...kmNorth(km), name: `Speeltuin ${km}` })
  return father.call(createPlaydate, { body: aPlaydate({ placeId: place.id, title: `${km} km`, ...differences }) })
}

export type Listing = { [Name in keyof UpcomingQuery]?: UpcomingQuery[Name] | string } & { limit?: number }

/** What is on a father's list, and how far away. */
export async function listed(father: Father, query: Listing = {}) {
  const found = await father.call(upcomingPlaydates, { query: query as object })
  return found.map(({ title, metresAway, distance }) => [title, metresAway ?? distance])
}

export const titlesOf = async (father: Father, query: Listing = {}) =>
  (await listed(father, query)).map(([title]) => title)
