import { expect, onTestFinished, test } from 'vitest'
import { installMap } from '../../features/map/install.ts'
import { emptyFolder, mapFile } from '../../testing/map-file.ts'
import { utrecht } from '../../testing/write-map-file.ts'
import type { MapFacts } from './map-folder.ts'
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
])('a point %s is on the map: %s, %s, %s', (_, latitude, longitude, isOn) => {
  const at = { latitude, longitude }
  expect(pointOn(maps, at)).toEqual(
    isOn ? { version: facts.version, minZoom: 3, maxZoom: 14, bounds, ...at } : undefined,
  )
})

test('without a map, and without a point, no point is on it', () => {
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

test('a map has the tiles of its zooms and its area, and no others', () => {
  const { first, kindOf } = opened()
  expect([3, 4, 8, 14, 15].map(z => kindOf(first, z))).toEqual(['outside', 'tile', 'tile', 'tile', 'outside'])
  expect(kindOf(first, 12, 0, 0)).toBe('outside')
  expect(kindOf('b'.repeat(16), 8)).toBe('outside')
})

test('another map is noticed two seconds after the folder was last looked at, and the one before is shown on', () => {
  const { here, install, first, found, kindOf } = opened()
  expect(kindOf(first, 8)).toBe('tile')
  const second = install(5)
  expect(second).not.toBe(first)
  here.now += 1999
  expect([found.current()?.version, kindOf(second, 8)]).toEqual([first, 'outside'])
  here.now += 1
  expect([found.current()?.version, kindOf(second, 8), kindOf(first, 8)]).toEqual([second, 'tile', 'tile'])
  // Looked at a moment ago: the next one is noticed two seconds after that.
  const third = install(6)
  here.now += 1999
  expect(found.current()?.version).toBe(second)
  here.now += 1
  expect([found.current()?.version, kindOf(first, 8), kindOf(second, 8)]).toEqual([third, 'tile', 'tile'])
  here.now += 86_400_000
  expect([first, second, third].map(version => kindOf(version, 8))).toEqual(['outside', 'outside', 'tile'])
})
