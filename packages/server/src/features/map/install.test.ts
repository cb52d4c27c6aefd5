import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readState } from '../../platform/map/map-folder.ts'
import { openMaps } from '../../platform/map/maps.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
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
