import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readState } from '../../platform/map/map-folder.ts'
import { openMaps } from '../../platform/map/maps.ts'
import { emptyFolder, mapFile } from '../../testing/map-file.ts'
import { utrecht, vectorTile } from '../../testing/write-map-file.ts'
import { installMap } from './install.ts'
import { MapProblem } from './map-problem.ts'

const streets = gzipSync(vectorTile(['land', 'streets']))
const day = 24 * 3600_000
const asTables = 'create table metadata (name text, value text);'

test('a map takes its name from its file, and says which area it covers and how old its data is', () => {
  const metadata = { bounds: '5.1,52.05,5.12,52.1', timestamp: '2026-10-01T00:00:00Z' }
  const map = installMap({ file: mapFile({ metadata }, 'utrecht-shortbread-1.0.mbtiles'), folder: emptyFolder() })
  expect(map).toMatchObject({ name: 'utrecht', minZoom: 0, maxZoom: 14, tiles: 18 })
  expect(map.dataAtMs).toBe(Date.parse('2026-10-01'))
  expect(map.bounds).toMatchObject({ west: 5.1, east: 5.12 })
})

test('the same tiles have the same version on every node, and other tiles another', () => {
  const one = installMap({ file: mapFile(), folder: emptyFolder() })
  const shuffled = installMap({ file: mapFile({ tiles: utrecht().toReversed() }), folder: emptyFolder() })
  const other = installMap({
    file: mapFile({ tiles: utrecht(gzipSync(vectorTile(['streets']))) }),
    folder: emptyFolder(),
  })
  expect(shuffled.version).toBe(one.version)
  expect(other.version).not.toBe(one.version)
})

test('a part of a map is cut out by copying the tiles around a place', () => {
  const far = { z: 14, x: 9000, y: 5404, bytes: streets }
  const file = mapFile({ tiles: [...utrecht(), far] })
  const around = { latitude: 52.083, longitude: 5.12, km: 2 }
  const map = installMap({ file, folder: emptyFolder(), around })
  expect(map.tiles).toBe(18)
  expect(map.bounds.east).toBeLessThan(5.2)
  const elsewhere = { latitude: 43, longitude: 20, km: 5 }
  expect(() => installMap({ file, folder: emptyFolder(), around: elsewhere })).toThrow(MapProblem)
})

/** The last byte is of the checksum. */
const bent = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)))
const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
const bomb = gzipSync(Buffer.alloc(40_000_000))
const cyclic = `${asTables} create view tiles as select * from tiles`
const endless = `${asTables} create view tiles as with recursive n(i) as (select 1 union all select i + 1 from n) select 14 as zoom_level, i as tile_column, i as tile_row, zeroblob(9) as tile_data from n`
const generated = (column: string) => {
  const columns = ['zoom_level', 'tile_column', 'tile_row', 'tile_data']
  const defined = columns.map(name => (name === column ? `${name} as (zeroblob(990000000))` : name))
  return `${asTables} create table tiles (${defined}); insert into tiles values (14, 1, 1)`
}
const stored = `${asTables} create table tiles (zoom_level, tile_column, tile_row, tile_data as (zeroblob(20000000)) stored); insert into tiles values (14, 1, 1)`
const asTiles = 'create table tiles (zoom_level, tile_column, tile_row, tile_data);'
const huge = (table: 'tiles' | 'metadata') =>
  `${asTables}${asTiles} insert into ${table} values (${table === 'tiles' ? '14, 1, 1, ' : "'bounds', "}zeroblob(100000000))`
const virtual = `${asTables} create virtual table tiles using fts5(zoom_level, tile_column, tile_row, tile_data)`
test.each([
  ['a file of something else', () => textFile('hello'), /is not an MBTiles file/],
  ['an empty file', () => textFile(''), /is empty/],
  ['a database of something else', () => mapFile({ schema: 'create table users (id)' }), /is not an MBTiles file/],
  ['a table that refers to itself', () => mapFile({ schema: cyclic }), /is not an MBTiles file/],
  ['a view without an end', () => mapFile({ schema: endless }), /is not an MBTiles file/],
  [
    'tiles that are generated when they are read',
    () => mapFile({ schema: generated('tile_data') }),
    /is not an MBTiles file/,
  ],
  ['columns that are', () => mapFile({ schema: generated('zoom_level') }), /is not an MBTiles file/],
  ['tiles that were generated', () => mapFile({ schema: stored }), /is not an MBTiles file/],
  ['a tile of 100 MB', () => mapFile({ schema: huge('tiles') }), /larger than 1 MB/],
  ['metadata of 100 MB', () => mapFile({ schema: huge('metadata') }), /larger than 1 MB/],
  ['a virtual table', () => mapFile({ schema: virtual }), /is not an MBTiles file/],
  [
    'other columns',
    () => mapFile({ schema: `${asTables} create table tiles (z, x, y)` }),
    /is not an MBTiles file|damaged/,
  ],
  ['rows counted from the north', () => mapFile({ metadata: { scheme: 'XYZ ' } }), /its scheme is xyz/],
  [
    'zooms that are words',
    () => mapFile({ schema: `${asTables}${asTiles} insert into tiles values ('14', '1', '1', zeroblob(9))` }),
    /is not an MBTiles file/,
  ],
  ['pictures', () => mapFile({ tiles: utrecht(png) }), /has pictures/],
  ['pictures of GIF', () => mapFile({ tiles: utrecht(Buffer.from('GIF89a0000')) }), /has pictures/],
  ['pictures of AVIF', () => mapFile({ tiles: utrecht(Buffer.from('\0\0\0\x1cftypavif')) }), /has pictures/],
  [
    'layers of another schema',
    () => mapFile({ tiles: utrecht(gzipSync(vectorTile(['transportation']))) }),
    /other layers .*\(transportation\)/,
  ],
  ['only far zooms', () => mapFile({ tiles: utrecht().filter(({ z }) => z < 14) }), /up to zoom 14/],
  ['deeper zooms', () => mapFile({ tiles: [...utrecht(), { z: 15, x: 1, y: 1, bytes: streets }] }), /up to zoom 14/],
  ['no tiles', () => mapFile({ tiles: [] }), /up to zoom 14/],
  ['the same place twice', () => mapFile({ tiles: [...utrecht(), ...utrecht()] }), /damaged/],
  ['a tile of 10 MB', () => mapFile({ tiles: utrecht(Buffer.alloc(10_000_000)) }), /larger than 1 MB/],
  ['a tile that unpacks to 40 MB', () => mapFile({ tiles: utrecht(bomb) }), /larger than 1 MB/],
  [
    'one of zlib that does',
    () => mapFile({ tiles: utrecht(deflateSync(Buffer.alloc(40_000_000))) }),
    /larger than 1 MB/,
  ],
  [
    'one of zstd that does',
    () => mapFile({ tiles: utrecht(zstdCompressSync(Buffer.alloc(40_000_000))) }),
    /larger than 1 MB/,
  ],
  [
    'one of brotli that does',
    () => mapFile({ tiles: utrecht(brotliCompressSync(Buffer.alloc(5_000_000))) }),
    /damaged|larger/,
  ],
  ['a tile of zlib with a bit flipped', () => mapFile({ tiles: utrecht(bent(deflateSync(streets))) }), /damaged/],
  ['a tile that is cut off', () => mapFile({ tiles: utrecht(streets.subarray(0, 20)) }), /damaged/],
  ['a tile that is no vector tile', () => mapFile({ tiles: utrecht(gzipSync('hello')) }), /damaged/],
  ['no file at all', () => join(emptyFolder(), 'missing.mbtiles'), /There is no file/],
])('%s is refused with a sentence and changes nothing', (_what, make, sentence) => {
  const folder = emptyFolder()
  installMap({ file: mapFile(), folder })
  const before = readFileSync(join(folder, 'map.json'), 'utf8')
  const files = readdirSync(folder)
  const file = make()
  expect(() => installMap({ file, folder })).toThrow(MapProblem)
  expect(() => installMap({ file, folder })).toThrow(sentence)
  expect(readFileSync(join(folder, 'map.json'), 'utf8')).toBe(before)
  expect(readdirSync(folder)).toEqual(files)
})

test('a file that is cut off anywhere, or has a bit flipped anywhere, is installed whole or not at all', () => {
  // So many and different that they fill several pages.
  const tiles = utrecht().map((tile, at) => ({ ...tile, bytes: gzipSync(vectorTile(['streets', `l${at}`], 900 + at)) }))
  const whole = readFileSync(mapFile({ tiles }))
  const right = installMap({ file: mapFile({ tiles }), folder: emptyFolder() })
  let refused = 0
  for (let step = 0; step < 60; step += 1) {
    const folder = emptyFolder()
    const path = textFile('')
    writeFileSync(path, whole)
    if (step % 3 === 0) truncateSync(path, Math.floor((whole.length * step) / 61))
    else {
      const bent = Buffer.from(whole)
      const at = Math.floor((whole.length * step) / 61)
      bent[at] = (bent[at] ?? 0) ^ (1 << (step % 8))
      writeFileSync(path, bent)
    }
    try {
      const map = installMap({ file: path, folder })
      expect(map.tiles).toBeLessThanOrEqual(right.tiles)
      expect(readState(folder).current).toEqual(map)
    } catch (error) {
      expect(error).toBeInstanceOf(MapProblem)
      expect(readState(folder).current).toBeNull()
      refused += 1
    }
  }
  expect(refused).toBeGreaterThan(15)
})

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

test('the tiles of a replaced or removed map stay reachable for a day, and no longer', () => {
  const folder = emptyFolder()
  const first = installMap({ file: mapFile(), folder })
  let nowMs = Date.now()
  const maps = openMaps(folder, () => nowMs)
  const place = { z: 14, x: 8424, y: 5404 }
  expect(maps.tile(first.version, place).kind).toBe('tile')
  const second = installMap({ file: mapFile({ tiles: utrecht(gzipSync(vectorTile(['streets']))) }), folder })
  nowMs += 3000
  expect(maps.current()?.version).toBe(second.version)
  expect(maps.tile(first.version, place).kind).toBe('tile')
  expect(maps.tile(second.version, place).kind).toBe('tile')
  nowMs += day
  expect(maps.tile(first.version, place).kind).toBe('outside')
  maps.sweep()
  expect(existsSync(join(folder, `${first.version}.mbtiles`))).toBe(false)
  expect(existsSync(join(folder, `${second.version}.mbtiles`))).toBe(true)
  maps.close()
})

function textFile(text: string): string {
  const path = join(emptyFolder(), 'map.mbtiles')
  writeFileSync(path, text)
  return path
}
