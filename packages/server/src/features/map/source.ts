import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { fileToRead, type GivenFile } from '../../platform/files/given-file.ts'
import { tileBytes } from '../../platform/map/limits.ts'
import type { Bounds } from '../../platform/map/tile-address.ts'
import { MapProblem, refuse } from './map-problem.ts'

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
const Column = z.object({ name: z.string() })

/** SQLite refuses to read or to make a longer value, which would take several times its length of memory. */
const longestValue = 2 * tileBytes.unpacked

/** An MBTiles file made by somebody else, so nothing in it is trusted. */
export interface Source {
  metadata: ReadonlyMap<string, string>
  /** The area that the file claims to cover. */
  bounds: Bounds | undefined
  changedAtMs: number
  /** Throws if somebody has written to the file since. */
  mustBeSame(): void
  /** All tiles, or those of a zoom's columns and rows, as MBTiles counts them. */
  tiles(within?: { z: number; columns: Range; rows: Range }): IterableIterator<StoredTile>
  zooms(): number[]
  /** How many tiles there are in all. */
  count(): number
  close(): void
}
type Range = { from: number; to: number }

export const tooLong = (file: string) => new MapProblem(`${basename(file)} has a value that is larger than 1 MB.`)
/** SQLite's code for a value beyond the limit of a connection. */
export const tooLongCode = 18
export const notMbtiles = (file: string) =>
  new MapProblem(
    `${basename(file)} is not an MBTiles file: none of its tables has tiles as MBTiles, planetiler or Martin write them.`,
  )
export const damaged = (file: string) => new MapProblem(`${basename(file)} is damaged or cut off; get it again.`)

/** Opens a file for reading; throws `MapProblem` for anything but an MBTiles file. */
export function openSource(file: string): Source {
  const given = fileToRead(file, refuse)
  for (const rest of ['-wal', '-journal'])
    if (statSync(file + rest, { throwIfNoEntry: false })?.size)
      throw new MapProblem(
        `${basename(file)} is still being written, or was left half written: part of it is in ${basename(file)}${rest}. Close the program that writes it, or get it again.`,
      )
  let database: DatabaseSync | undefined
  try {
    // Immutable: SQLite would otherwise leave files of its own next to one in WAL mode.
    const url = pathToFileURL(file)
    url.search = 'mode=ro&immutable=1'
    database = new DatabaseSync(url, { readOnly: true, allowExtension: false, limits: { length: longestValue } })
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma mmap_size = 0')
    return reading(database, file, given)
  } catch (error) {
    database?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === tooLongCode) throw tooLong(file)
    throw error instanceof MapProblem ? error : notMbtiles(file)
  }
}

function reading(database: DatabaseSync, file: string, { changedAtMs, mustBeSame }: GivenFile): Source {
  const tables = tablesIn(database)
  const { tiles, zooms } = formOf(database, tables, file)
  const read = function* (where: string, values: number[] = []) {
    const rows = database.prepare(`${tiles} ${where} order by zoom_level, tile_column, tile_row`).iterate(...values)
    for (const row of rows) {
      const parsed = StoredRow.safeParse(row)
      if (!parsed.success) throw damaged(file)
      yield parsed.data
    }
  }
  const metadata = metadataIn(database, tables)
  if (metadata.get('scheme')?.trim().toLowerCase() === 'xyz')
    throw new MapProblem(
      `${basename(file)} counts its rows from the north (its scheme is xyz), and MBTiles does from the south; let its maker write tms.`,
    )
  return {
    metadata,
    bounds: boundsIn(metadata.get('bounds')),
    changedAtMs,
    mustBeSame,
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
      const counted = database.prepare(`select distinct zoom_level as z from ${zooms} order by z limit 40`).all()
      const found = counted.flatMap(({ z: zoom }) => (typeof zoom === 'number' ? [zoom] : []))
      if (counted.length > 0 && found.length === 0) throw notMbtiles(file)
      return found
    },
    count: () => Number(database.prepare(`select count(*) as n from ${zooms}`).get()?.n),
    close: () => database.close(),
  }
}

/**
 * The stored columns of each table. Views, virtual tables and generated columns are left out: they would run whatever
 * their author wrote.
 */
type Tables = ReadonlyMap<string, ReadonlySet<string>>

function tablesIn(database: DatabaseSync): Tables {
  const named = [...forms.flatMap(form => ('by' in form ? [form.places, form.contents] : [form.places])), 'metadata']
  const read = `select lower(name) as name, type, sql from sqlite_schema where lower(name) in (${named.map(() => '?')})`
  const items = z.array(Item).parse(database.prepare(read).all(...named))
  const columns = database.prepare('select lower(name) as name from pragma_table_info(?)')
  return new Map(
    items
      .filter(({ type, sql }) => type === 'table' && !/^\s*create\s+virtual/i.test(sql ?? ''))
      .map(({ name }) => [
        name,
        new Set(
          z
            .array(Column)
            .parse(columns.all(name))
            .map(column => column.name),
        ),
      ]),
  )
}

/** The tables that say where a tile is and that contain its bytes, joined by a column; one table may do both. */
const forms = [
  { places: 'tiles' },
  { places: 'map', contents: 'images', by: 'tile_id' },
  { places: 'tiles_shallow', contents: 'tiles_data', by: 'tile_data_id' },
  { places: 'tiles_with_hash' },
] as const
const position = ['zoom_level', 'tile_column', 'tile_row']

/** The statement that reads the tiles: of the forms that programs write, the first that has any. */
function formOf(database: DatabaseSync, tables: Tables, file: string) {
  const has = (table: string, columns: string[]) => columns.every(column => tables.get(table)?.has(column))
  const found = forms.filter(form =>
    'by' in form
      ? has(form.places, [...position, form.by]) && has(form.contents, [form.by, 'tile_data'])
      : has(form.places, [...position, 'tile_data']),
  )
  const filled = found.find(({ places }) => database.prepare(`select 1 from ${places} limit 1`).get())
  const form = filled ?? found[0]
  if (!form) throw notMbtiles(file)
  const columns = 'zoom_level as z, tile_column as "column", tile_row as row, tile_data as bytes'
  // A left join: a tile without its bytes is damage.
  const from =
    'by' in form
      ? `(select * from ${form.places} where ${form.by} is not null) left join ${form.contents} using (${form.by})`
      : form.places
  return { tiles: `select ${columns} from ${from}`, zooms: form.places }
}

function metadataIn(database: DatabaseSync, tables: Tables): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>()
  const columns = tables.get('metadata')
  if (!columns?.has('name') || !columns.has('value')) return metadata
  for (const row of database.prepare('select name, value from metadata limit 200').all()) {
    const parsed = Named.safeParse(row)
    if (parsed.success && parsed.data.value !== null) metadata.set(parsed.data.name, parsed.data.value)
  }
  return metadata
}

function boundsIn(text: string | undefined): Bounds | undefined {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = (text ?? '')
    .split(',')
    .map(Number)
  const isRight = west >= -180 && west < east && east <= 180 && south >= -90 && south < north && north <= 90
  return isRight ? { west, south, east, north } : undefined
}
