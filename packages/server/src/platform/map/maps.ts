import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type MapFacts, pathOf, readState, stampOf, sweep } from './map-folder.ts'
import { isWithin, type TileAddress } from './tile-address.ts'

/** The folder may be on a network, and its files change a few times a year. */
const refreshEveryMs = 2000

/** A tile's bytes as stored (gzip); nothing where there is no tile, or outside the map. */
type FoundTile = { kind: 'tile'; bytes: Uint8Array } | { kind: 'empty' } | { kind: 'outside' }

/** The map hosted by this installation. */
export interface Maps {
  /** The map that new screens show; undefined without one. */
  current(): MapFacts | undefined
  /** A tile of this map, or of one replaced within a day. Throws if the file cannot be read. */
  tile(version: string, tile: TileAddress): FoundTile
  /** Deletes maps whose day is over. */
  sweep(): void
  close(): void
}

/** A point on the current map; undefined outside it, and without a map. */
export function pointOn(maps: Pick<Maps, 'current'>, at: { latitude: number; longitude: number } | null) {
  const map = maps.current()
  if (!map || !at) return undefined
  const { version, minZoom, maxZoom, bounds } = map
  const { west, south, east, north } = bounds
  const isOnMap = at.latitude >= south && at.latitude <= north && at.longitude >= west && at.longitude <= east
  return isOnMap ? { version, minZoom, maxZoom, bounds, ...at } : undefined
}

interface Open {
  map: MapFacts
  database: DatabaseSync
  find: StatementSync
}

/** Serves the maps of a folder, which a command in another process may change at any time. */
export function openMaps(folder: string, now: () => number = Date.now): Maps {
  let state = readState(folder)
  let stamp = stampOf(folder)
  let refreshedAtMs = now()
  const open = new Map<string, Open>()

  function refresh() {
    if (now() - refreshedAtMs < refreshEveryMs) return
    refreshedAtMs = now()
    const found = stampOf(folder)
    if (found === stamp) return
    stamp = found
    state = readState(folder)
    for (const [version, { database }] of open) {
      if (state.current?.version === version || state.before.some(({ map }) => map.version === version)) continue
      open.delete(version)
      database.close()
    }
  }

  function known(version: string): MapFacts | undefined {
    refresh()
    if (state.current?.version === version) return state.current
    return state.before.find(one => one.map.version === version && one.untilMs > now())?.map
  }

  function opened(map: MapFacts): Open {
    const already = open.get(map.version)
    if (already) return already
    // Immutable: SQLite then neither locks, which network file systems do not support, nor checks the file's journal.
    const url = pathToFileURL(pathOf(folder, map.version))
    url.search = 'mode=ro&immutable=1'
    const database = new DatabaseSync(url, { readOnly: true })
    const find = database.prepare('select data from tiles where z = ? and x = ? and y = ?')
    const made = { map, database, find }
    open.set(map.version, made)
    return made
  }

  return {
    current() {
      refresh()
      return state.current ?? undefined
    },

    tile(version, tile) {
      const map = known(version)
      if (!map || tile.z < map.minZoom || tile.z > map.maxZoom || !isWithin(map.bounds, tile))
        return { kind: 'outside' }
      const row = opened(map).find.get(tile.z, tile.x, tile.y)
      return row?.data instanceof Uint8Array ? { kind: 'tile', bytes: row.data } : { kind: 'empty' }
    },

    sweep: () => sweep(folder, now()),

    close() {
      for (const { database } of open.values()) database.close()
      open.clear()
    },
  }
}
