import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openMaps } from '../../platform/map/maps.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { utrecht, vectorTile } from '../../testing/write-map-file.ts'
import { installMap } from './install.ts'
import { MapProblem } from './map-problem.ts'

const streets = gzipSync(vectorTile(['land', 'streets']))
const asTables = 'create table metadata (name text, value text);'

const places = 'zoom_level integer, tile_column integer, tile_row integer'
const shallow = `create table tiles_shallow (${places}, tile_data_id integer); create table tiles_data (tile_data_id integer primary key, tile_data blob);`
const once = `create table map (${places}, tile_id text); create table images (tile_id text, tile_data blob);`
const flat = `create table tiles (${places}, tile_data blob);`

/** Fills the tables of a file with the tiles over Utrecht, which are all the same. */
function filled(schema: string, into: 'tiles' | 'tiles_with_hash' | 'tiles_shallow' | 'map') {
  const file = mapFile({ schema })
  const database = new DatabaseSync(file)
  const content = { tiles_shallow: ['tiles_data', 7], map: ['images', 'seven'] } as const
  const by = into === 'map' || into === 'tiles_shallow' ? content[into] : undefined
  if (by) database.prepare(`insert into ${by[0]} values (?, ?)`).run(by[1], streets)
  for (const { z, x, y } of utrecht())
    database
      .prepare(`insert into ${into} values (?, ?, ?, ?${into === 'tiles_with_hash' ? ", ''" : ''})`)
      .run(z, x, 2 ** z - 1 - y, by ? by[1] : streets)
  database.close()
  return file
}

test.each<[what: string, file: () => string]>([
  [
    'as planetiler writes them, with its view',
    () =>
      filled(
        `${asTables} ${shallow} create view tiles as select * from tiles_shallow join tiles_data using (tile_data_id)`,
        'tiles_shallow',
      ),
  ],
  ['as planetiler writes them, without the view', () => filled(`${asTables} ${shallow}`, 'tiles_shallow')],
  ['as planetiler writes them, beside an empty table', () => filled(`${asTables} ${shallow} ${flat}`, 'tiles_shallow')],
  ['in a table, beside empty tables of planetiler', () => filled(`${asTables} ${shallow} ${flat}`, 'tiles')],
  [
    'in a table and in planetiler’s',
    () => filled(`${asTables} ${shallow} ${flat} insert into tiles_shallow values (14, 1, 1, 1)`, 'tiles'),
  ],
  [
    'each picture once',
    () => filled(`${asTables} ${once} create view tiles as select * from map join images using (tile_id)`, 'map'),
  ],
  [
    'as Martin writes them',
    () =>
      filled(
        `${asTables} create table tiles_with_hash (${places}, tile_data blob, tile_hash text); create view tiles as select * from tiles_with_hash`,
        'tiles_with_hash',
      ),
  ],
  [
    'with a view that never ends over them',
    () =>
      filled(
        `${asTables} ${shallow} create view tiles as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n`,
        'tiles_shallow',
      ),
  ],
  ['without metadata', () => filled(flat, 'tiles')],
  ['with metadata of another form', () => filled(`create table metadata (key text); ${flat}`, 'tiles')],
  [
    'with metadata that is a view without an end',
    () =>
      filled(
        `create view metadata as with recursive n(i) as (select 1 union all select i + 1 from n) select i as name, i as value from n; ${flat}`,
        'tiles',
      ),
  ],
])('a map with tiles %s can be installed', (_, file) => {
  const map = installMap({ file: file(), folder: emptyFolder() })
  expect(map.tiles).toBe(18)
  expect(map.version).toBe(installMap({ file: mapFile(), folder: emptyFolder() }).version)
})

test('a map with a tile whose bytes are missing is refused as damaged', () => {
  const file = filled(`${asTables} ${shallow}`, 'tiles_shallow')
  const database = new DatabaseSync(file)
  database.exec('update tiles_shallow set tile_data_id = 8 where zoom_level = 3')
  database.close()
  expect(() => installMap({ file, folder: emptyFolder() })).toThrow(/damaged/)
})

const plain = vectorTile(['land', 'streets'])
test.each<[how: string, bytes: Uint8Array]>([
  ['with gzip', gzipSync(plain)],
  ['with gzip at another level', gzipSync(plain, { level: 1 })],
  ['with zlib', deflateSync(plain)],
  ['with zlib at another level', deflateSync(plain, { level: 1 })],
  ['with zstd', zstdCompressSync(plain)],
  ['with brotli', brotliCompressSync(plain)],
  ['with bare deflate', deflateRawSync(plain)],
  ['not at all', plain],
])('a tile packed %s counts as the same tile, and is served with gzip', (_, bytes) => {
  const folder = emptyFolder()
  const map = installMap({ file: mapFile({ tiles: utrecht(bytes) }), folder })
  expect(map.version).toBe(installMap({ file: mapFile(), folder: emptyFolder() }).version)
  const maps = openMaps(folder)
  const found = maps.tile(map.version, { z: 14, x: 8424, y: 5404 })
  expect(found.kind === 'tile' && gunzipSync(found.bytes)).toEqual(plain)
  maps.close()
})

test('a map file in WAL mode can be read, and no other files are left next to it', () => {
  const file = mapFile()
  const database = new DatabaseSync(file)
  database.exec('pragma journal_mode = wal')
  database.close()
  const before = readFileSync(file)
  expect(before[18]).toBe(2)
  expect(installMap({ file, folder: emptyFolder() }).tiles).toBe(18)
  expect(readdirSync(dirname(file))).toEqual([basename(file)])
  expect(readFileSync(file)).toEqual(before)
})

test.each(['-wal', '-journal'])('a map file that still has a part in its %s file is refused for that reason', part => {
  const file = mapFile()
  writeFileSync(file + part, 'half of it')
  expect(() => installMap({ file, folder: emptyFolder() })).toThrow(MapProblem)
  expect(() => installMap({ file, folder: emptyFolder() })).toThrow(/still being written/)
  truncateSync(file + part)
  expect(installMap({ file, folder: emptyFolder() }).tiles).toBe(18)
})
