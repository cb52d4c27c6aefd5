import { limits } from '@papadag/contract/limits'
import { nearbyPlaces } from '@papadag/contract/places/places'
import type { Reply } from '@papadag/contract/route'
import { environment } from '@papadag/contract/weather/weather'
import { fileStorage } from '../../../../platform/browser/storage.ts'
import { call } from '../../../../platform/data/call.ts'
import { type Box, goesBeyond, type Position, planeOf, type Tile } from '../geo.ts'
import { cacheNameOf, isKeptTile, keptRadiusM, maxKeptBytes, type OfflineMap, writeOfflineMap } from './offline-map.ts'

type Own = NonNullable<Reply<typeof environment>['map']>

/** The browser has no room for it. */
export class NoRoom extends Error {}

/** The map covers nothing of the neighbourhood. */
export class NotOnMap extends Error {}

const atOnce = 4
const metresPerDegree = 111_195

/** The tiles that a map has around a position: coarse ones first, and at each zoom the nearest first. */
export function tilesAround(center: Position, { minZoom, maxZoom, bounds }: Own): Tile[] {
  const box = boxAround(center)
  const west = Math.max(box.west, bounds.west)
  const east = Math.min(box.east, bounds.east)
  const south = Math.max(box.south, bounds.south)
  const north = Math.min(box.north, bounds.north)
  if (west >= east || south >= north) return []
  const tiles: Tile[] = []
  for (let z = minZoom; z <= maxZoom; z += 1) {
    const tileOf = (position: Position) => {
      const { x, y } = planeOf(position, z)
      return { x: x / 256, y: y / 256 }
    }
    const [from, to, middle] = [
      tileOf({ latitude: north, longitude: west }),
      tileOf({ latitude: south, longitude: east }),
      tileOf(center),
    ]
    const here: Tile[] = []
    for (let y = Math.floor(from.y); y <= Math.floor(to.y); y += 1)
      for (let x = Math.floor(from.x); x <= Math.floor(to.x); x += 1) here.push({ z, x, y })
    const distance = ({ x, y }: Tile) => Math.hypot(x + 0.5 - middle.x, y + 0.5 - middle.y)
    tiles.push(...here.sort((a, b) => distance(a) - distance(b)))
  }
  return tiles
}

function boxAround({ latitude, longitude }: Position): Box {
  const high = keptRadiusM / metresPerDegree
  const wide = high / Math.cos((latitude * Math.PI) / 180)
  return { south: latitude - high, north: latitude + high, west: longitude - wide, east: longitude + wide }
}

/**
 * Keeps map, playgrounds and their facts around a position. What was kept before stays until everything has arrived;
 * `signal` stops it, `onProgress` gets the completed share.
 */
export async function saveMap(
  userId: number,
  { latitude, longitude }: Position,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<OfflineMap> {
  const center = { latitude, longitude }
  const read = await call(environment, {})
  const own = read.map
  if (!own) throw new Error('There is no map of one’s own.')
  const around = tilesAround(center, own)
  if (around.length === 0) throw new NotOnMap()
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  if (quota !== undefined && quota - (usage ?? 0) < maxKeptBytes) throw new NoRoom()
  const places = await call(nearbyPlaces, {
    query: { ...center, radius: keptRadiusM, type: 'playground', limit: limits.listItems },
  })
  const files = fileStorage()
  if (!files) throw new NoRoom()
  const isNew = !(await files.has(cacheNameOf(userId)))
  const cache = await files.open(cacheNameOf(userId))
  const before = new Set((await cache.keys()).map(({ url }) => url))
  try {
    const tiles = around.map(({ z, x, y }) => ({
      isDeepest: z === own.maxZoom,
      at: `/tiles/${own.version}/${z}/${x}/${y}.mvt`,
    }))
    const fetched = await keepTiles(cache, tiles, signal, onProgress)
    signal.throwIfAborted()
    if (!fetched.hasStreets && !fetched.size.isCut) throw new NotOnMap()
    const isPart = fetched.isPart || goesBeyond(boxAround(center), own.bounds)
    const kept: OfflineMap = { savedAtMs: Date.now(), center, environment: read, places, ...fetched.size, isPart }
    await writeOfflineMap(cache, kept)
    for (const request of await cache.keys()) {
      if (isKeptTile(request) && !fetched.addresses.has(new URL(request.url).pathname)) await cache.delete(request)
    }
    return kept
  } catch (error) {
    if (isNew) await files.delete(cacheNameOf(userId))
    else for (const request of await cache.keys()) if (!before.has(request.url)) await cache.delete(request)
    throw error instanceof DOMException && error.name === 'QuotaExceededError' ? new NoRoom() : error
  }
}

type Wanted = { at: string; isDeepest: boolean }

async function keepTiles(cache: Cache, tiles: Wanted[], signal: AbortSignal, onProgress: (share: number) => void) {
  const queue = [...tiles]
  const addresses = new Set<string>()
  let bytes = 0
  let [hasStreets, isPart] = [false, false]
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { at, isDeepest } = next
      signal.throwIfAborted()
      // Tiles never change, so one that is already kept is valid.
      const known = await cache.match(at)
      const tile = known ?? (await fetch(at, { credentials: 'omit', signal }))
      if (!tile.ok && tile.status !== 404) throw new Error(`A tile answers ${tile.status}.`)
      const body = await tile.arrayBuffer()
      if (bytes + body.byteLength > maxKeptBytes) return void queue.splice(0)
      bytes += body.byteLength
      if (isDeepest && body.byteLength > 0) hasStreets = true
      if (isDeepest && tile.status === 404) isPart = true
      // A 204 and a 404 mean that there is nothing at this place.
      if (!known) await cache.put(at, new Response(body))
      addresses.add(at)
      onProgress(addresses.size / tiles.length)
    }
  }
  const works = Array.from({ length: atOnce }, () => work().finally(() => queue.splice(0)))
  // All downloads have stopped before what they kept is removed.
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return { addresses, hasStreets, isPart, size: { bytes, isCut: addresses.size < tiles.length } }
}
