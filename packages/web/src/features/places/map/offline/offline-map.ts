import type { Place } from '@papadag/contract/places/places'
import type { Reply } from '@papadag/contract/route'
import type { environment } from '@papadag/contract/weather/weather'
import { fileStorage } from '../../../../platform/browser/storage.ts'
import type { Position } from '../geo.ts'

/** The map of his neighbourhood as a browser keeps it: this record, and the tiles by their addresses, in one cache. */
export interface OfflineMap {
  savedAtMs: number
  center: Position
  environment: Reply<typeof environment>
  places: Place[]
  bytes: number
  /** Whether there was more than may be kept, so that the outermost tiles are missing. */
  isCut: boolean
  /** Whether the map covers only a part of the neighbourhood; missing in what was stored before this was recorded. */
  isPart?: boolean
}

export const keptRadiusM = 5000
export const maxKeptBytes = 20_000_000
/** Older maps are fetched again when that costs nothing. */
const freshForMs = 30 * 86_400_000

/** Named after the user's id, so that a logout deletes it; see `platform/session/user-data.ts`. */
export const cacheNameOf = (userId: number) => `offline-map-${userId}`
const contents = '/offline-map'

export async function readOfflineMap(userId: number): Promise<OfflineMap | undefined> {
  // Checked first, since opening a cache creates it.
  const files = fileStorage()
  if (!(await files?.has(cacheNameOf(userId)))) return undefined
  const cache = await files?.open(cacheNameOf(userId))
  return (await (await cache?.match(contents))?.json()) as OfflineMap | undefined // written below, by this app
}

export async function writeOfflineMap(cache: Cache, kept: OfflineMap): Promise<void> {
  await cache.put(contents, Response.json(kept))
}

export const isKeptTile = ({ url }: Request) => new URL(url).pathname.startsWith('/tiles/')

export async function deleteOfflineMap(userId: number): Promise<void> {
  await fileStorage()?.delete(cacheNameOf(userId))
}

/** Whether it should be fetched again: it is old, or the server has another map by now. */
export function isStale({ savedAtMs, environment }: OfflineMap, version: string): boolean {
  return Date.now() - savedAtMs > freshForMs || environment.map?.version !== version
}

/** Whether the browser knows that its network costs nothing. Most do not say; then nothing is fetched unasked. */
export function isOnWifi(): boolean {
  const { connection } = navigator as { connection?: { type?: string; saveData?: boolean } } // missing from the types
  return connection?.saveData !== true && ['wifi', 'ethernet'].includes(connection?.type ?? '')
}
