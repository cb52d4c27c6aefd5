import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as z from 'zod/mini'
import type { Bounds } from '../../platform/map/tile-address.ts'
import { MapProblem } from './map-problem.ts'

/** MBTiles counts rows from the south. */
interface StoredTile {
  z: number
  column: number
  row: number
  bytes: Uint8Array
}

const Named = z.object({ name: z.string(), value: z.nullable(z.string()) })
const StoredRow = z.object({
  z: z.int(),
  column: z.int(),
  row: z.int(),
  bytes: z.instanceof(Uint8Array),
})
const Item = z.object({ name: z.string(), type: z.string(), sql: z.nullable(z.string()) })

/** An MBTiles file made by somebody else, so nothing in it is trusted. */
export interface Source {
  metadata: ReadonlyMap<string, string>
  /** The area that the file claims to cover. */
  bounds: Bounds | undefined
  changedAtMs: number
  /** All tiles, or those of a zoom's columns and rows, as MBTiles counts them. */
  tiles(within?: { z: number; columns: Range; rows: Range }): IterableIterator<StoredTile>
  zooms(): number[]
  close(): void
}
type Range = { from: number; to: number }

export const notMbtiles = (file: string) => new MapProblem(`${basename(file)} is not an MBTiles file.`)
export const damaged = (file: string) => new MapProblem(`${basename(file)} is damaged or cut off; get it again.`)

/** Opens a file for reading; throws `MapProblem` for anything but an MBTiles file. */
export function openSource(file: string): Source {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new MapProblem(`There is no file ${file}.`)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file, { readOnly: true, allowExtension: false })
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return reading(database, file, found.mtimeMs)
  } catch (error) {
    database?.close()
    throw error instanceof MapProblem ? error : notMbtiles(file)
  }
}

function reading(database: DatabaseSync, file: string, changedAtMs: number): Source {
  const from = tilesIn(database, file)
  const read = function* (where: string, values: number[] = []) {
    const rows = database.prepare(`${from} ${where} order by zoom_level, tile_column, tile_row`).iterate(...values)
    for (const row of rows) {
      const parsed = StoredRow.safeParse(row)
      if (!parsed.success) throw damaged(file)
      yield parsed.data
    }
  }
  const metadata = new Map<string, string>()
  for (const row of database.prepare('select name, value from metadata limit 200').all()) {
    const parsed = Named.safeParse(row)
    if (parsed.success && parsed.data.value !== null) metadata.set(parsed.data.name, parsed.data.value)
  }
  return {
    metadata,
    bounds: boundsIn(metadata.get('bounds')),
    changedAtMs,
    tiles: within =>
      within
        ? read('where zoom_level = ? and tile_column between ? and ? and tile_row between ? and ?', [
            within.z,
            within.columns.from,
            within.columns.to,
            within.rows.from,
            within.rows.to,
          ])
        : read(''),
    zooms() {
      const counted = database.prepare(`select distinct z from (${from}) order by z limit 40`).all()
      return counted.flatMap(({ z: zoom }) => (typeof zoom === 'number' ? [zoom] : []))
    },
    close: () => database.close(),
  }
}

/**
 * The statement that reads the tiles. A view in the file would run whatever its author wrote, perhaps endlessly, so the
 * one form that MBTiles files use is written here.
 */
function tilesIn(database: DatabaseSync, file: string): string {
  const items = z.array(Item).parse(database.prepare('select name, type, sql from sqlite_schema limit 200').all())
  const isTable = (name: string) =>
    items.some(item => item.name === name && item.type === 'table' && !/^\s*create\s+virtual/i.test(item.sql ?? ''))
  if (!isTable('metadata')) throw notMbtiles(file)
  const columns = 'zoom_level as z, tile_column as "column", tile_row as row, tile_data as bytes'
  if (isTable('tiles')) return `select ${columns} from tiles`
  if (isTable('map') && isTable('images')) return `select ${columns} from map join images using (tile_id)`
  throw notMbtiles(file)
}

function boundsIn(text: string | undefined): Bounds | undefined {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = (text ?? '')
    .split(',')
    .map(Number)
  const isRight = west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  return isRight ? { west, south, east, north } : undefined
}
