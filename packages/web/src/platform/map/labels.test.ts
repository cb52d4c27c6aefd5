import { expect, test } from 'vitest'
import { apart, discsOf, type Label, layOut, meets, type NamedTile } from './labels.ts'
import type { Name } from './names.ts'
import { palettes, type Theme } from './palette.ts'
import { extent } from './read-tile.ts'
import { areas as areaKinds } from './style.ts'

/** The same numbers each time. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** A town of streets in all directions, many of which cross tiles and so are named in several. */
function town(random: () => number, side: number): Name[][] {
  const tiles: Name[][] = Array.from({ length: side * side }, () => [])
  for (let street = 0; street < side * side * 40; street += 1) {
    const [x, y, angle] = [random() * side, random() * side, random() * Math.PI * 2]
    const length = 0.1 + random() * 0.8
    const text = `${'abcdefghijklmnop'.slice(0, 4 + Math.floor(random() * 12))}straat ${street % 300}`
    for (let at = 0; at < tiles.length; at += 1) {
      const [column, row] = [at % side, Math.floor(at / side)]
      const along = [0, 0.3, 0.6, 1].flatMap(share => [
        (x + Math.cos(angle) * length * share - column) * extent,
        (y + Math.sin(angle) * length * share + share * share * random() * 0.01 - row) * extent,
      ])
      // Tiles contain a little of what is around them.
      const isNear = along.some(
        (_, i) => i % 2 === 0 && Math.abs((along[i] ?? 0) - 2048) < 2200 && Math.abs((along[i + 1] ?? 0) - 2048) < 2200,
      )
      if (isNear) tiles[at]?.push({ text, kind: 'street', rank: 20 + (street % 6), fromZoom: 14, along })
    }
  }
  for (let place = 0; place < 30; place += 1) {
    const [x, y] = [random() * side, random() * side]
    const at = Math.floor(y) * side + Math.floor(x)
    const along = [(x % 1) * extent, (y % 1) * extent]
    tiles[at]?.push({ text: `Dorp ${place}`, kind: 'place', rank: 5, fromZoom: 10, along })
  }
  return tiles
}

const side = 4
const measure = (text: string) => text.length * 6.3

function cornersOf({ x, y, angle, width, height }: Label) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [-1, 1].flatMap(across =>
    [-1, 1].map(down => {
      const [dx, dy] = [(across * width) / 2, (down * height) / 2]
      return { x: x + dx * cos - dy * sin, y: y + dx * sin + dy * cos }
    }),
  )
}

test('no name is cut, doubled, upside down or over another in 200 random views', () => {
  const random = numbers(7)
  const names = town(random, side)
  let shown = 0
  for (let view = 0; view < 200; view += 1) {
    const zoom = 14 + random() * 4
    const size = 256 * 2 ** (zoom - 14)
    const [width, height] = [300 + random() * 1200, 300 + random() * 900]
    const [left, top] = [random() * (side * size - 200), random() * (side * size - 200)]
    const tiles: NamedTile[] = names.map((all, at) => ({
      names: all,
      left: (at % side) * size - left,
      top: Math.floor(at / side) * size - top,
      size,
    }))
    const labels = layOut(tiles, { width, height, zoom, measure })
    shown += labels.length
    for (const [at, label] of labels.entries()) {
      expect(Math.abs(label.angle)).toBeLessThanOrEqual(Math.PI / 2)
      for (const corner of cornersOf(label)) {
        expect(corner.x).toBeGreaterThanOrEqual(0)
        expect(corner.y).toBeGreaterThanOrEqual(0)
        expect(corner.x).toBeLessThanOrEqual(width)
        expect(corner.y).toBeLessThanOrEqual(height)
      }
      for (const other of labels.slice(at + 1)) {
        const distance = Math.hypot(other.x - label.x, other.y - label.y)
        if (other.text === label.text) expect(distance).toBeGreaterThanOrEqual(apart)
        expect(distance).toBeGreaterThanOrEqual((label.height + other.height) / 2)
      }
    }
  }
  expect(shown).toBeGreaterThan(2000)
})

test('names stay where they are while the map is moved a little', () => {
  const names = town(numbers(3), side)
  const view = (left: number) =>
    layOut(
      names.map((all, at) => ({
        names: all,
        left: (at % side) * 512 - left,
        top: Math.floor(at / side) * 512 - 300,
        size: 512,
      })),
      { width: 1200, height: 900, zoom: 15, measure },
    )
  const before = new Map(view(200).map(({ text, x, y }) => [`${text} ${Math.round(y)}`, x]))
  const after = view(220)
  const kept = after.filter(
    ({ text, y, x }) => Math.abs((before.get(`${text} ${Math.round(y)}`) ?? Number.NaN) - 20 - x) < 1,
  )
  expect(kept.length).toBeGreaterThan(after.length * 0.8)
})

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const themes = ['light', 'dark'] satisfies Theme[]

test.each(themes)('every name can be read on everything it may lie on (%s)', theme => {
  const palette = palettes[theme]
  const areas = areaKinds.filter(area => area !== 'water').map(area => palette[area])
  const onLand = [...areas, palette.ground, palette.halo]
  const onAnything = [...onLand, palette.street, palette.second, palette.main]
  const legible = (name: string, under: string[]) => {
    for (const colour of under) expect([name, colour, contrast(name, colour) >= 4.5]).toEqual([name, colour, true])
  }
  for (const name of [palette.placeName, palette.streetName]) legible(name, onAnything)
  legible(palette.greenName, [palette.ground, palette.built, palette.grass, palette.wood, palette.sand, palette.halo])
  legible(palette.waterName, [palette.water, palette.waterHalo])
  legible(palette.sign, [palette.signText, palette.halo])
})

test.each(themes)('water and woods stand out from land (%s)', theme => {
  const palette = palettes[theme]
  for (const seen of ['water', 'wood'] as const)
    for (const land of ['ground', 'built', 'pier'] as const)
      expect([seen, land, contrast(palette[seen], palette[land]) >= 1.3]).toEqual([seen, land, true])
  expect(contrast(palette.hatch, palette.ground)).toBeGreaterThanOrEqual(1.3)
})

test('the name of a town is not shown where only its houses are seen, and a neighbourhood’s is', () => {
  const names: Name[] = [
    { text: 'Utrecht', kind: 'place', rank: 2, fromZoom: 6, along: [1000, 1000] },
    { text: 'Wittevrouwen', kind: 'place', rank: 10, fromZoom: 14, along: [3000, 3000] },
  ]
  const shown = (zoom: number) =>
    layOut([{ names, left: 0, top: 0, size: 1000 }], { width: 1000, height: 1000, zoom, measure }).map(
      ({ text }) => text,
    )
  expect(shown(16.9)).toEqual(['Utrecht', 'Wittevrouwen'])
  expect(shown(17)).toEqual(['Wittevrouwen'])
})

test('the names of streets grow with the streets', () => {
  const along = [100, 2000, 4000, 2000]
  const names: Name[] = [{ text: 'Biltstraat', kind: 'street', rank: 25, fromZoom: 15, along }]
  const heights = [15.9, 16, 17.4, 17.5].map(
    zoom => layOut([{ names, left: 0, top: 0, size: 1000 }], { width: 1000, height: 1000, zoom, measure })[0]?.height,
  )
  expect(heights).toEqual([14, 15, 15, 16.5])
})

/** Which of these names fit a picture of 1000 by 1000, whose tile has a unit per pixel. Letters are 6.3 px wide. */
function shownOf(names: (Partial<Name> & Pick<Name, 'text' | 'along'>)[], zoom = 15): string[] {
  const whole = names.map(name => ({ kind: 'place' as const, rank: 8, fromZoom: 10, ...name }))
  const sheet = { width: 1000, height: 1000, zoom, measure }
  return layOut([{ names: whole, left: 0, top: 0, size: extent }], sheet).map(({ text, x, y }) => `${text} ${x} ${y}`)
}

test('a name is shown from its own zoom level', () => {
  const name = { text: 'a', along: [500, 500], fromZoom: 13 }
  expect([12.99, 13].map(zoom => shownOf([name], zoom).length)).toEqual([0, 1])
})

test.each([
  ['a village', 5, 0],
  ['a suburb', 6, 1],
])('close up, %s shows only as many names as it should', (_, rank, count) => {
  expect(shownOf([{ text: 'a', along: [500, 500], rank }], 17)).toHaveLength(count)
})

test.each([
  ['left', [14, 500], [13.9, 500]],
  ['upper', [500, 14], [500, 13.9]],
  ['right', [986, 500], [986.1, 500]],
  ['lower', [500, 986], [500, 986.1]],
])('a name keeps 4 px from the %s edge of the picture', (_, inside, beyond) => {
  expect(shownOf([{ text: 'a', along: inside }])).toHaveLength(1)
  expect(shownOf([{ text: 'a', along: beyond }])).toEqual([])
})

test('names keep 4 px apart, and the same name 600', () => {
  const beside = (text: string, by: number) =>
    shownOf([
      { text: 'a', along: [200, 500] },
      { text, along: [200 + by, 500] },
    ]).length
  expect([beside('b', 23.9), beside('b', 24)]).toEqual([1, 2])
  expect([beside('a', 599.9), beside('a', 600)]).toEqual([1, 2])
})

test('when names on the map collide, the more important is shown, then the one with more room, then the first in the alphabet', () => {
  const street = (text: string, length: number, rank = 25) => ({
    text,
    kind: 'street' as const,
    rank,
    along: [500 - length / 2, 500, 500 + length / 2, 500],
  })
  const first = (...names: ReturnType<typeof street>[]) => {
    const shown = shownOf(names)
    expect(shownOf(names.toReversed())).toEqual(shown)
    return shown
  }
  expect(first(street('b', 100, 20), street('a', 300, 21))).toEqual(['b 500 500'])
  expect(first(street('b', 300), street('a', 100))).toEqual(['b 500 500'])
  expect(first(street('b', 300), street('a', 300))).toEqual(['a 500 500'])
})

test('a street is named if its name nearly fits', () => {
  // Ten letters are 63 px wide, and nine tenths of that must fit.
  const named = (length: number) =>
    shownOf([{ text: 'Biltstraat', kind: 'street', along: [300, 500, 300 + length, 500] }]).length
  expect([named(56.6), named(56.8)]).toEqual([0, 1])
})

const pin = { left: 480, top: 480, right: 520, bottom: 520 }
const laidOut = (
  names: (Partial<Name> & Pick<Name, 'text' | 'along'>)[],
  changes: Partial<Parameters<typeof layOut>[1]>,
) =>
  layOut(
    [
      {
        names: names.map(name => ({ kind: 'place' as const, rank: 8, fromZoom: 10, ...name })),
        left: 0,
        top: 0,
        size: extent,
      },
    ],
    {
      ...{ width: 1000, height: 1000, zoom: 17, measure },
      ...changes,
    },
  ).map(({ text, x, y }) => `${text} ${x} ${y}`)

test.each<[what: string, name: Partial<Name> & Pick<Name, 'along'>, shown: string[]]>([
  ['a street that runs below it', { kind: 'street', along: [400, 500, 600, 500] }, []],
  ['a street beside it', { kind: 'street', along: [400, 540, 600, 540] }, ['Dam 500 540']],
  ['a house number', { kind: 'number', along: [500, 500] }, []],
  ['the sign of a stop', { kind: 'stop', along: [500, 500] }, []],
  ['a school', { kind: 'site', along: [500, 500] }, []],
  ['a place, which moves aside', { along: [500, 500] }, ['Dam 500 534']],
  ['a park, which moves aside', { kind: 'green', along: [500, 500] }, ['Dam 500 534']],
])('nothing is written below a pin: %s', (_, name, shown) => {
  expect(laidOut([{ text: 'Dam', ...name }], { covered: [pin] })).toEqual(shown)
})

test('in 100 random views with 30 pins and four controls nothing is written below any of them', () => {
  const random = numbers(11)
  const names = town(random, side)
  for (let view = 0; view < 100; view += 1) {
    const [left, top] = [random() * 2000, random() * 1200]
    const covered = Array.from({ length: 34 }, (_, at) => {
      const [x, y] = [random() * 800, random() * 600]
      return at < 30
        ? { left: x, top: y, right: x + 25, bottom: y + 41 }
        : { left: x, top: y, right: x + 180, bottom: y + 50 }
    })
    const tiles = names.map((all, at) => ({
      names: all,
      left: (at % side) * 1024 - left,
      top: Math.floor(at / side) * 1024 - top,
      size: 1024,
    }))
    const labels = layOut(tiles, { width: 800, height: 600, zoom: 16, measure, covered })
    for (const label of labels)
      for (const disc of discsOf(label)) expect(covered.some(box => meets(disc, box))).toBe(false)
  }
})

test('no name lies across the end of the map', () => {
  const there = { left: 0, top: 0, right: 500, bottom: 1000 }
  const at = (x: number) => laidOut([{ text: 'Dam', along: [x, 300] }], { there })
  expect([at(480), at(499), at(600)]).toEqual([['Dam 480 300'], [], []])
})

test('house numbers and signs are shown wherever there is room, however often they are repeated', () => {
  const row = (kind: Name['kind'], text: string) =>
    laidOut(
      [100, 140, 180].map(x => ({ text, kind, along: [x, 300] })),
      {},
    ).length
  expect([row('number', '12'), row('parking', 'P'), row('stop', 'H'), row('site', 'School')]).toEqual([3, 3, 3, 1])
})
