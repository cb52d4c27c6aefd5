import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { installMap } from '../../features/map/install.ts'
import { emptyFolder } from '../../testing/files/empty-folder.ts'
import { mapFile } from '../../testing/map-file.ts'
import { utrecht, vectorTile } from '../../testing/write-map-file.ts'
import { type MapFacts, pathOf, putInPlace } from './map-folder.ts'
import { openMaps, pointOn } from './maps.ts'

const bounds = { west: 5, south: 52, east: 5.5, north: 52.5 }
const facts: MapFacts = {
  ...{ version: 'a'.repeat(16), name: 'a.mbtiles', minZoom: 3, maxZoom: 14, bounds, dataAtMs: 0, tiles: 1, bytes: 1 },
}
const maps = { current: () => facts }

test.each([
  ['inside', 52.2, 5.2, true],
  ['at its south', 52, 5.2, true],
  ['at its north', 52.5, 5.2, true],
  ['at its west', 52.2, 5, true],
  ['at its east', 52.2, 5.5, true],
  ['south of it', 51.999, 5.2, false],
  ['north of it', 52.501, 5.2, false],
  ['west of it', 52.2, 4.999, false],
  ['east of it', 52.2, 5.501, false],
])('a point %s (%s, %s) is on the map: %s', (_, latitude, longitude, isOn) => {
  const at = { latitude, longitude }
  expect(pointOn(maps, at)).toEqual(
    isOn ? { version: facts.version, minZoom: 3, maxZoom: 14, bounds, ...at } : undefined,
  )
})

test('a server without a map, or a place without a point, counts as off the map', () => {
  expect(pointOn({ current: () => undefined }, { latitude: 52.2, longitude: 5.2 })).toBeUndefined()
  expect(pointOn(maps, null)).toBeUndefined()
})

/** A folder with a map of Utrecht, and a clock that the test moves. */
function opened() {
  const folder = emptyFolder()
  const here = { now: Date.now() }
  const install = (from: number) =>
    installMap({
      file: mapFile({ metadata: { bounds: '5.1,52.03,5.2,52.11' }, tiles: utrecht().filter(({ z }) => z >= from) }),
      folder,
    }).version
  const first = install(4)
  const found = openMaps(folder, () => here.now)
  onTestFinished(() => found.close())
  const part = (of: number, z: number) => Math.floor(of / 2 ** (14 - z))
  const kindOf = (version: string, z: number, x = part(8424, z), y = part(5405, z)) =>
    found.tile(version, { z, x, y }).kind
  return { here, install, first, found, kindOf }
}

test('a map has the tiles of its zoom levels and its area, and no others', () => {
  const { first, kindOf } = opened()
  expect([3, 4, 8, 14, 15].map(z => kindOf(first, z))).toEqual(['outside', 'tile', 'tile', 'tile', 'outside'])
  expect(kindOf(first, 12, 0, 0)).toBe('outside')
  expect(kindOf('b'.repeat(16), 8)).toBe('outside')
})

test('another map is noticed two seconds after the folder was last checked, and the one before is still served', () => {
  const { here, install, first, found, kindOf } = opened()
  expect(kindOf(first, 8)).toBe('tile')
  const second = install(5)
  expect(second).not.toBe(first)
  here.now += 1999
  expect([found.current()?.version, kindOf(second, 8)]).toEqual([first, 'outside'])
  here.now += 1
  expect([found.current()?.version, kindOf(second, 8), kindOf(first, 8)]).toEqual([second, 'tile', 'tile'])
  // Checked a moment ago: the next map is noticed two seconds after that.
  const third = install(6)
  here.now += 1999
  expect(found.current()?.version).toBe(second)
  here.now += 1
  expect([found.current()?.version, kindOf(first, 8), kindOf(second, 8)]).toEqual([third, 'tile', 'tile'])
  here.now += 86_400_000
  expect([first, second, third].map(version => kindOf(version, 8))).toEqual(['outside', 'outside', 'tile'])
})

const dayMs = 86_400_000
const at = { z: 14, x: 8424, y: 5404 }

/** The maps of an empty folder, read with a clock that the test moves. */
function anEmptyFolder() {
  const folder = emptyFolder()
  const clock = { ms: Date.now() }
  const found = openMaps(folder, () => clock.ms)
  onTestFinished(() => found.close())
  const install = (size = 0) =>
    installMap({ file: mapFile({ tiles: utrecht(gzipSync(vectorTile(['land', 'streets'], size))) }), folder })
  return { folder, clock, found, install }
}

test('the tiles of a replaced map are available for a day, even if the next one is replaced or removed', () => {
  const { folder, clock, found, install } = anEmptyFolder()
  const [one, two] = [install(), install(9)]
  clock.ms = Date.now() + 2000
  const replacedMs = clock.ms
  putInPlace(folder, undefined, replacedMs)
  clock.ms += 2000
  const kinds = () => [one, two].map(({ version }) => found.tile(version, at).kind)
  expect([found.current(), ...kinds()]).toEqual([undefined, 'tile', 'tile'])
  expect(found.tile('0123456789abcdef', at).kind).toBe('outside')
  clock.ms = replacedMs + dayMs - 1
  expect(kinds()).toEqual(['outside', 'tile'])
  clock.ms += 1
  expect(kinds()).toEqual(['outside', 'outside'])
  found.sweep()
  expect([one, two].map(({ version }) => existsSync(pathOf(folder, version)))).toEqual([false, false])
})

test('a map is empty where it has no tile, and has nothing beyond its zoom levels and bounds', () => {
  const { folder, clock, found } = anEmptyFolder()
  const tiles = utrecht().filter(({ z, x }) => z >= 5 && (z < 14 || x !== 8425))
  const facts = installMap({
    file: mapFile({ tiles: [...tiles, { ...at, x: 8426, bytes: gzipSync(vectorTile(['land', 'streets'])) }] }),
    folder,
  })
  clock.ms += 2000
  const kind = (z: number, x = 8424 >> (14 - z), y = 5404 >> (14 - z)) => found.tile(facts.version, { z, x, y }).kind
  expect([facts.minZoom, facts.maxZoom]).toEqual([5, 14])
  expect([kind(4), kind(5), kind(14), kind(15, 8424 << 1, 5404 << 1)]).toEqual(['outside', 'tile', 'tile', 'outside'])
  expect([kind(14, 8425), kind(14, 8423), kind(14, 8428)]).toEqual(['empty', 'outside', 'outside'])
})
