import { fileStorage, whileItAnswers } from '../browser/storage.ts'
import type { Name } from './names.ts'
import type { Area, LineKind } from './style.ts'
import { type Island, numbersOf, partsOf, type Shape } from './tile-parts.ts'

export interface TileAddress {
  z: number
  x: number
  y: number
}

/** A tile ready to be drawn, in its own coordinates. */
export interface ReadyTile {
  areas: Map<Area, Path2D[]>
  lines: Map<LineKind, Path2D[]>
  islands: Island[]
  names: Name[]
  /** The numbers of houses, read when they are first asked for. */
  numbers: () => readonly Name[]
}

/** Enough for a few views; a decoded tile of a town takes about 1 MB. */
const maxKept = 48
/** The server sends at most this much, unpacked. */
const maxBytes = 4_000_000
const answerMs = 15_000

/** The tiles of the map, read from the server at most once each while they are cached. */
export function createTileCache(version: string, load = loadTile) {
  // Least recently used first.
  const kept = new Map<string, { tile: ReadyTile | undefined; loading: Promise<void> | undefined }>()

  return {
    /** Whether every part of the tile has loaded, or will not come. */
    get(address: TileAddress): ReadyTile | undefined {
      return kept.get(keyOf(address))?.tile
    },

    /** Loads a tile; resolves when it has loaded or failed. A failed one is requested again with the next view. */
    want(address: TileAddress): Promise<void> | undefined {
      const key = keyOf(address)
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known.loading
      }
      const entry: { tile: ReadyTile | undefined; loading: Promise<void> | undefined } = {
        tile: undefined,
        loading: undefined,
      }
      entry.loading = load(version, address).then(
        bytes => {
          entry.tile = readyOf(bytes)
          entry.loading = undefined
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key)
          throw new Error('tile')
        },
      )
      kept.set(key, entry)
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break
        kept.delete(oldest)
      }
      return entry.loading
    },
  }
}

const keyOf = ({ z, x, y }: TileAddress) => `${z}/${x}/${y}`

/** Some browsers deny access to caches in private windows. */
async function kept(address: string): Promise<Response | undefined> {
  const asked = fileStorage()?.match(address)
  return asked && whileItAnswers(asked).catch(() => undefined)
}

/** The bytes of a tile; none where there is nothing, or outside the map. */
async function loadTile(version: string, { z, x, y }: TileAddress): Promise<Uint8Array> {
  const address = `/tiles/${version}/${z}/${x}/${y}.mvt`
  // A kept tile is valid, and with bad reception a reply takes long.
  const response =
    (await kept(address)) ?? (await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(answerMs) }))
  if (response.status === 204 || response.status === 404) return new Uint8Array()
  if (!response.ok || !response.body) throw new Error(String(response.status))
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > maxBytes) {
      void reader.cancel()
      return new Uint8Array()
    }
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function readyOf(bytes: Uint8Array): ReadyTile {
  const { areas, lines, islands, names, addresses } = partsOf(bytes)
  let numbers: Name[] | undefined
  const paths = <K>(all: Map<K, Shape[]>) => new Map(Array.from(all, ([key, shapes]) => [key, pathsOf(shapes)]))
  return {
    areas: paths(areas),
    lines: paths(lines),
    islands,
    names,
    numbers: () => (numbers ??= addresses ? numbersOf(addresses) : []),
  }
}

/** A browser fills many small paths in a fifth of the time of one with all houses of a town. */
const pointsPerPath = 40

/** Each shape is whole in one path, since its holes are. */
function pathsOf(shapes: readonly Shape[]): Path2D[] {
  const paths: Path2D[] = []
  let path: Path2D | undefined
  let points = 0
  for (const shape of shapes) {
    if (!path || points > pointsPerPath) {
      path = new Path2D()
      paths.push(path)
      points = 0
    }
    for (const line of shape) {
      path.moveTo(line[0] ?? 0, line[1] ?? 0)
      for (let at = 2; at < line.length; at += 2) path.lineTo(line[at] ?? 0, line[at + 1] ?? 0)
      points += line.length / 2
    }
  }
  return paths
}
