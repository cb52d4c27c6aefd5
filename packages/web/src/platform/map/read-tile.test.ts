import { expect, test } from 'vitest'
import { isInside, longestStraight, upright } from './geometry.ts'
import { type Feature, readTile } from './read-tile.ts'
import { areas, streets, widthOf } from './style.ts'
import { feature, layer, line, ring, tile } from './testing.ts'
import { partsOf } from './tile-parts.ts'
import { tilesOf, tileZoom } from './view-tiles.ts'

const street = (properties: Record<string, string | number | boolean>, ...points: number[]) =>
  layer('streets', [feature('line', properties, line(...points))])

function featuresOf(bytes: Uint8Array): Feature[] {
  const found: Feature[] = []
  readTile(bytes, one => found.push(one))
  return found
}

test('the streets, areas and names in a tile are sorted by what is drawn together', () => {
  const { areas, lines, names } = partsOf(
    tile(
      street({ kind: 'residential' }, 0, 0, 100, 0),
      street({ kind: 'motorway', bridge: true }, 0, 0, 100, 0),
      street({ kind: 'subway', rail: true, tunnel: true }, 0, 0, 100, 0),
      layer('land', [
        feature('area', { kind: 'park' }, ring(0, 0, 10, 0, 10, 10)),
        feature('area', { kind: 'farmland' }, ring(0, 0, 9, 0, 9, 9)),
      ]),
      layer('place_labels', [feature('point', { kind: 'town', name: 'Schaan', population: 5000 }, line(7, 8))]),
      layer('street_labels', [feature('line', { kind: 'residential', name: 'Dorpsstraat' }, line(0, 0, 90, 0))]),
    ),
  )
  expect([...areas.keys()]).toEqual(['grass'])
  expect([...lines.keys()]).toEqual(['minor', 'motorway-bridge'])
  expect(names).toMatchObject([
    { text: 'Schaan', kind: 'place', along: [7, 8] },
    { text: 'Dorpsstraat', kind: 'street', along: [0, 0, 90, 0] },
  ])
})

test('tiles of different sizes are scaled to one', () => {
  const [found] = featuresOf(tile(layer('streets', [feature('line', { kind: 'path' }, line(0, 0, 512, 256))], 512)))
  expect(found?.shape()).toEqual([[0, 0, 4096, 2048]])
})

test('a canal that is an area and a line is drawn once', () => {
  const water = layer('water_polygons', [feature('area', { kind: 'canal' }, ring(0, 0, 4000, 0, 4000, 100, 0, 100))])
  const inside = feature('line', { kind: 'canal' }, line(10, 50, 1000, 50, 2000, 50, 3000, 50))
  const outside = feature('line', { kind: 'canal' }, line(10, 500, 1000, 500, 2000, 500, 3000, 500))
  const { lines } = partsOf(tile(water, layer('water_lines', [inside, outside])))
  expect(lines.get('river')).toEqual([[[10, 500, 1000, 500, 2000, 500, 3000, 500]]])
})

test('a hostile or damaged tile ends the reading, and what came before it is drawn', () => {
  const good = street({ kind: 'residential' }, 0, 0, 100, 0)
  // A ring that says that it ends 268 million times, and one with more points than any map has.
  const endless = layer('land', [
    feature('area', { kind: 'park' }, [...ring(0, 0, 9, 0, 9, 9).slice(0, -1), 0xfffffff7]),
  ])
  const points = [9, 0, 0, (301_000 << 3) | 2, ...Array.from({ length: 602_000 }, () => 2)]
  const many = layer('land', [feature('area', { kind: 'park' }, points)])
  const unknown = layer('land', [feature('area', { kind: 'park' }, [9 | 4, 1, 1])])
  expect([...partsOf(tile(good, endless)).lines.keys()]).toEqual(['minor'])
  for (const bad of [many, unknown]) {
    const parts = partsOf(tile(good, bad, street({ kind: 'primary' }, 0, 0, 5, 5)))
    expect([...parts.lines.keys()]).toEqual(['minor'])
  }
})

test.each([
  [300_000, ['area', 'line']],
  [300_001, ['area']],
])('a tile with %d points is read as far as the limit allows', (count, kinds) => {
  // All but two points are in an area, the others in a street.
  const inArea = count - 2
  const points = [9, 0, 0, ((inArea - 1) << 3) | 2, ...Array.from({ length: (inArea - 1) * 2 }, () => 2)]
  const read: string[] = []
  readTile(
    tile(layer('land', [feature('area', { kind: 'park' }, points)]), street({ kind: 'path' }, 0, 0, 5, 5)),
    one => {
      one.shape()
      read.push(one.kind)
    },
  )
  expect(read).toEqual(kinds)
})

test.each([
  [99_998, 99_998],
  [99_999, 0],
])('a layer of %d features that share a key and a value yields %d', (count, read) => {
  const one = feature('point', { kind: 'a' }, [])
  expect(featuresOf(tile(layer('land', Array<typeof one>(count).fill(one))))).toHaveLength(read)
})

/** A layer of one street whose only value has these bytes. */
function readValue(...value: number[]) {
  const part = (tag: number, content: number[]) => [tag, content.length, ...content]
  const one = part(0x12, [...part(0x12, [0, 0]), 0x18, 2, ...part(0x22, line(0, 0, 9, 9))])
  const named = part(0x0a, [...new TextEncoder().encode('streets')])
  const bytes = Uint8Array.from(part(0x1a, [...named, ...one, ...part(0x1a, [107]), ...part(0x22, value)]))
  return featuresOf(bytes)[0]?.get('k')
}

test.each<[string, number[], unknown]>([
  ['text', [0x0a, 2, 104, 105], 'hi'],
  ['a float', [0x15, 0, 0, 0x20, 0x40], 2.5],
  ['a double', [0x19, 0, 0, 0, 0, 0, 0, 4, 0x40], 2.5],
  ['a signed number', [0x20, ...Array<number>(9).fill(0xff), 1], -1],
  ['a number', [0x28, 7], 7],
  ['a zigzag number', [0x30, 3], -2],
  ['true', [0x38, 1], true],
  ['something else before it', [0x40, 1, 0x28, 7], 7],
  ['nothing', [], undefined],
])('a property that is %s is read correctly', (_, bytes, value) => expect(readValue(...bytes)).toBe(value))

test('a property that was not given is missing, and unknown parts of a layer are skipped', () => {
  const [found] = featuresOf(Uint8Array.from([0x20, 5, ...street({ kind: 'path' }, 0, 0, 5, 5)]))
  expect([found?.get('kind'), found?.get('name')]).toEqual(['path', undefined])
})

test('a feature of no kind is left out, and the others are read', () => {
  const unknown = { ...feature('line', {}, line(0, 0, 9, 9)), kind: 0 }
  const known = feature('point', {}, line(3, 4))
  expect(featuresOf(tile(layer('streets', [unknown, known]))).map(({ kind }) => kind)).toEqual(['point'])
})

test('a tile with any bit flipped, or cut off anywhere, is read without an error', () => {
  const whole = tile(
    street({ kind: 'residential', bridge: true }, 0, 0, 100, 0, 300, 20),
    layer('place_labels', [feature('point', { kind: 'town', name: 'Schaan', population: 5000 }, line(7, 8))]),
    layer('land', [feature('area', { kind: 'park' }, ring(0, 0, 10, 0, 10, 10))]),
  )
  for (let at = 0; at < whole.length; at += 1) {
    expect(() => partsOf(whole.subarray(0, at))).not.toThrow()
    for (let bit = 0; bit < 8; bit += 1) {
      const bent = Uint8Array.from(whole)
      bent[at] = (bent[at] ?? 0) ^ (1 << bit)
      expect(() => partsOf(bent)).not.toThrow()
    }
  }
})

test('lines grow with every zoom and never shrink, and important streets are wider', () => {
  for (const street of streets) {
    let before = 0
    for (let zoom = 3; zoom <= 19; zoom += 0.25) {
      const width = widthOf(street, zoom)
      expect(width).toBeGreaterThanOrEqual(before)
      before = width
    }
    expect(widthOf(street, 19)).toBeGreaterThan(0)
  }
  for (const zoom of [13, 15, 17, 19]) {
    const all = streets.map(street => widthOf(street, zoom))
    expect(all).toEqual(all.toSorted((a, b) => a - b))
  }
  expect(areas.indexOf('water')).toBeGreaterThan(areas.indexOf('grass'))
})

const own = { version: '0', minZoom: 0, maxZoom: 14, bounds: { west: 5, south: 52, east: 5.4, north: 52.2 } }

test('views closer than the tiles show the same tiles larger, without new ones', () => {
  expect([6, 13, 13.5, 15, 16, 19].map(zoom => tileZoom(zoom, own))).toEqual([5, 12, 12, 14, 14, 14])
  const frame = (zoom: number) => {
    const world = 256 * 2 ** zoom
    return { zoom, left: world * 0.5142 - 200, top: world * 0.3299 - 200, width: 400, height: 400 }
  }
  const near = tilesOf(frame(15), own).map(({ x, y }) => `${x}/${y}`)
  const nearest = tilesOf(frame(19), own).map(({ x, y }) => `${x}/${y}`)
  expect(nearest.length).toBeGreaterThan(0)
  expect(near).toEqual(expect.arrayContaining(nearest))
})

test('no tile is requested outside the map or the world', () => {
  expect(tilesOf({ zoom: 13, left: 0, top: 0, width: 800, height: 600 }, own)).toEqual([])
  const far = tilesOf({ zoom: 3, left: -900, top: -900, width: 4000, height: 4000 }, own)
  expect(far).toEqual([{ z: 2, x: 2, y: 1 }])
})

test('points are found inside rings, and not in their holes', () => {
  const rings = [ring(0, 0, 10, 0, 10, 10, 0, 10), ring(4, 4, 6, 4, 6, 6, 4, 6)].map(commands => featureShape(commands))
  expect(isInside(2, 2, rings)).toBe(true)
  expect(isInside(5, 5, rings)).toBe(false)
  expect(isInside(12, 5, rings)).toBe(false)
})

test('the longest straight stretch of a line is found, and read from the left or from below', () => {
  const found = longestStraight([0, 0, 10, 0, 10, 100, 11, 200, 60, 200])
  expect(found?.length).toBeCloseTo(200, 0)
  expect(Math.abs(found?.angle ?? 0)).toBeCloseTo(Math.PI / 2, 1)
  for (let angle = -Math.PI; angle <= Math.PI; angle += 0.01)
    expect(Math.abs(upright(angle))).toBeLessThanOrEqual(Math.PI / 2 + 1e-9)
})

function featureShape(commands: number[]): number[] {
  const [found] = featuresOf(tile(layer('land', [feature('area', {}, commands)])))
  return found?.shape()[0] ?? []
}
