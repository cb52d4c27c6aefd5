import { createHash } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { isDiskFull } from '../../platform/files/disk.ts'
import { noProgress, type Progress } from '../../platform/files/progress.ts'
import { deepestZoom } from '../../platform/map/limits.ts'
import { draftIn, type MapFacts, putInPlace } from '../../platform/map/map-folder.ts'
import { type Bounds, boundsOf, rangeOf, shared } from '../../platform/map/tile-address.ts'
import { checkTile } from './check-tile.ts'
import { inOrder } from './in-order.ts'
import { MapProblem } from './map-problem.ts'
import { damaged, notMbtiles, openSource, type Source, tooLong, tooLongCode } from './source.ts'

/** The Netherlands have 25,000 tiles up to zoom 14, Germany 210,000. */
const maxTiles = 5_000_000

export interface Wanted {
  file: string
  /** The folder that the server reads. */
  folder: string
  /** Keeps only what is within this many kilometres. */
  around?: { latitude: number; longitude: number; km: number } | undefined
  /** When the data was taken, if the file does not say. */
  dataAtMs?: number | undefined
  name?: string | undefined
  /** Whether the tiles were drawn here, by a program that writes their content in another order each time. */
  isDrawn?: boolean
  progress?: Progress
}

/**
 * Copies a map into the folder and shows it from then on; throws `MapProblem` without changing anything if it is
 * unusable.
 */
export function installMap({
  file,
  folder,
  around,
  dataAtMs,
  name,
  isDrawn = false,
  progress = noProgress,
}: Wanted): MapFacts {
  const source = openSource(file)
  const draft = draftIn(folder)
  try {
    const box = around && boxAround(around)
    if (box && source.bounds && !shared(box, source.bounds))
      throw new MapProblem(`${basename(file)} has nothing within ${around?.km} km of that place.`)
    const copied = copy(source, { file, draft, box, isDrawn, progress })
    const extent = boundsOf(deepestZoom, copied.columns, copied.rows)
    const said = shared(extent, source.bounds ?? extent) ?? extent
    const map: MapFacts = {
      version: copied.version,
      name: name ?? nameOf(file),
      minZoom: copied.minZoom,
      maxZoom: deepestZoom,
      bounds: (box && shared(box, said)) ?? said,
      dataAtMs: Math.round(dataAtMs ?? dateIn(source.metadata) ?? source.changedAtMs),
      tiles: copied.tiles,
      bytes: statSync(draft).size,
    }
    source.mustBeSame()
    putInPlace(folder, { map, draft })
    return map
  } catch (error) {
    if (error instanceof MapProblem) throw error
    if (isDiskFull(error) || isSqlite(error, 13))
      throw new MapProblem(`The disk with ${folder} is full; make room on it.`)
    // A statement that does not match the tables, whose columns differ.
    if (isSqlite(error, 1)) throw notMbtiles(file)
    // SQLite's codes for an unreadable page, and for a file that is not a database.
    if (isSqlite(error, tooLongCode)) throw tooLong(file)
    if (isSqlite(error, 11) || isSqlite(error, 26)) throw damaged(file)
    throw error
  } finally {
    source.close()
    rmSync(draft, { force: true })
  }
}

interface Copying {
  file: string
  draft: string
  box: Bounds | undefined
  isDrawn: boolean
  progress: Progress
}

function copy(source: Source, { file, draft, box, isDrawn, progress }: Copying) {
  const zooms = source.zooms()
  if (zooms.at(-1) !== deepestZoom || zooms[0] === undefined || zooms[0] < 0)
    throw new MapProblem(
      `${basename(file)} must have tiles up to zoom ${deepestZoom}, and has none there or deeper ones.`,
    )
  const target = new DatabaseSync(draft)
  try {
    // It is deleted unless it is complete.
    target.exec('pragma journal_mode = off; pragma synchronous = off')
    target.exec(
      'create table tiles (z integer, x integer, y integer, data blob not null, primary key (z, x, y)) without rowid',
    )
    target.exec('begin')
    const add = target.prepare('insert into tiles (z, x, y, data) values (?, ?, ?, ?)')
    const state = newCopy()
    if (progress.isShown) progress.step('Copying tiles', source.count())
    for (const z of zooms) {
      for (const tile of tilesOf(source, z, box)) {
        addTile(state, add, tile, { file, isDrawn })
        progress.advance(1)
      }
    }
    target.exec('commit')
    if (state.deep === 0) throw new MapProblem(`${basename(file)} has nothing in that area.`)
    if (!state.layers.has('streets')) throw foreign(file, state.layers)
    return { ...state, minZoom: zooms[0], version: state.hash.digest('hex').slice(0, 16) }
  } finally {
    target.close()
  }
}

function newCopy() {
  const nowhere = () => ({ from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY })
  return {
    tiles: 0,
    /** The number of tiles at the deepest zoom. */
    deep: 0,
    layers: new Set<string>(),
    hash: createHash('sha256'),
    columns: nowhere(),
    rows: nowhere(),
  }
}

function* tilesOf(source: Source, z: number, box: Bounds | undefined) {
  const side = 2 ** z
  const range = rangeOf(box ?? { west: -180, south: -90, east: 180, north: 90 }, z)
  const rows = { from: side - 1 - range.y.to, to: side - 1 - range.y.from }
  for (const { column: x, row, bytes } of source.tiles({ z, columns: range.x, rows })) {
    yield { z, x, y: side - 1 - row, bytes }
  }
}

function addTile(
  state: ReturnType<typeof newCopy>,
  add: ReturnType<DatabaseSync['prepare']>,
  { z, x, y, bytes }: { z: number; x: number; y: number; bytes: Uint8Array },
  { file, isDrawn }: Pick<Copying, 'file' | 'isDrawn'>,
) {
  const checked = checkTile(bytes)
  if (checked === 'is damaged') throw damaged(file)
  if (typeof checked === 'string')
    throw new MapProblem(
      checked === 'is a picture'
        ? `${basename(file)} has pictures; Papadag draws vector tiles with the layers of Shortbread.`
        : `${basename(file)} has a tile that ${checked} (${z}/${x}/${y}).`,
    )
  const plain = isDrawn ? inOrder(checked.plain) : checked.plain
  const packed = isDrawn ? gzipSync(plain) : checked.packed
  state.tiles += 1
  if (state.tiles > maxTiles) throw new MapProblem(`${basename(file)} has too many tiles; cut a part with --around.`)
  for (const layer of checked.layers) state.layers.add(layer)
  if (z === deepestZoom) {
    state.deep += 1
    for (const [range, at] of [
      [state.columns, x],
      [state.rows, y],
    ] as const) {
      range.from = Math.min(range.from, at)
      range.to = Math.max(range.to, at)
    }
  }
  // However it is packed, the same tile is the same.
  state.hash.update(`${z}/${x}/${y} ${plain.length}\n`).update(plain)
  try {
    add.run(z, x, y, packed)
  } catch (error) {
    // Two tiles have the same position.
    if (isSqlite(error, 19)) throw damaged(file)
    throw error
  }
}

function foreign(file: string, layers: ReadonlySet<string>) {
  const others = [...layers].slice(0, 3).join(', ')
  return new MapProblem(
    `${basename(file)} has other layers than those of Shortbread${others ? ` (${others})` : ''}; Geofabrik publishes the right files as …-shortbread-1.0.mbtiles.`,
  )
}

function isSqlite(error: unknown, code: number): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === code
}

const kmPerDegree = 111.32

function boxAround({ latitude, longitude, km }: { latitude: number; longitude: number; km: number }): Bounds {
  const up = km / kmPerDegree
  const aside = up / Math.cos((latitude * Math.PI) / 180)
  return { west: longitude - aside, south: latitude - up, east: longitude + aside, north: latitude + up }
}

/** `noord-holland` from `noord-holland-shortbread-1.0.mbtiles`. */
export function nameOf(file: string): string {
  return basename(file)
    .replace(/\.mbtiles$|\.osm\.pbf$/i, '')
    .replace(/-latest$|-shortbread-[\d.]+$|-shortbread$/i, '')
    .slice(0, 100)
}

/** Some makers record when the data was taken. */
function dateIn(metadata: ReadonlyMap<string, string>): number | undefined {
  for (const key of ['planetiler:osm:osmosisreplicationtime', 'osm_timestamp', 'timestamp']) {
    const at = Date.parse(metadata.get(key) ?? '')
    if (Number.isFinite(at)) return at
  }
  return undefined
}
