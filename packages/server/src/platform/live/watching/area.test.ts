import { expect, test, vi } from 'vitest'
import type { ChangeOfThings } from '../../change.ts'
import type { Watched } from '../connection.ts'
import { newConnection } from '../connection.ts'
import { areaAround, areaOfTile, cellAt, indexCellOf, indexCellsOf, meets } from './area.ts'
import { createPageRefresher } from './page-refresher.ts'
import type { Shows } from './shows.ts'
import { canMove, hears, indexed, keysOfChange } from './watched.ts'

const utrecht = { latitude: 52.0907, longitude: 5.1213 }

test('every point belongs to one cell of the map, even at the poles and the antimeridian', () => {
  expect(cellAt(utrecht, 14)).toEqual({ zoom: 14, x: 8425, y: 5405 })
  expect(cellAt({ latitude: 90, longitude: 180 }, 3)).toEqual({ zoom: 3, x: 7, y: 0 })
  expect(cellAt({ latitude: -90, longitude: -180 }, 3)).toEqual({ zoom: 3, x: 0, y: 7 })
  expect(cellAt({ latitude: 0, longitude: 0 }, 1)).toEqual({ zoom: 1, x: 1, y: 1 })
})

test('an area around a point is as wide as asked for, in metres on the ground', () => {
  const { west, east, north, south } = areaAround(utrecht, 10_000)
  // A circle of 40,075 km around the equator is the width of the map.
  const metres = (part: number) => part * 40_075_017 * Math.cos((utrecht.latitude * Math.PI) / 180)
  expect([metres(east - west), metres(south - north)].map(Math.round)).toEqual([20_000, 20_000])
  const polar = areaAround({ latitude: 89, longitude: 0 }, 1000)
  expect(polar.east - polar.west).toBeLessThan(0.001)
})

test('a cell meets an area that reaches into it, and not one that only touches it', () => {
  const cell = { zoom: 10, x: 5, y: 7 }
  const own = areaOfTile(cell)
  const wide = own.east - own.west
  expect(meets(own, cell)).toBe(true)
  for (const [dx, dy, is] of [
    [1, 0, false],
    [-1, 0, false],
    [0, 1, false],
    [0, -1, false],
    [0.9, 0.9, true],
    [-0.9, -0.9, true],
    [0.9, 1, false],
  ] as const) {
    const moved = {
      west: own.west + dx * wide,
      east: own.east + dx * wide,
      north: own.north + dy * wide,
      south: own.south + dy * wide,
    }
    expect([dx, dy, meets(moved, cell)]).toEqual([dx, dy, is])
  }
})

test('an area is found by the cells it touches, unless it is too large', () => {
  const tiles = (wide: number, high: number) => {
    const first = areaOfTile({ zoom: 10, x: 100, y: 200 })
    const inside = 0.5 / 1024
    return {
      west: first.west,
      north: first.north,
      east: first.west + (wide - 1) / 1024 + inside,
      south: first.north + (high - 1) / 1024 + inside,
    }
  }
  expect(indexCellsOf(tiles(1, 1))).toEqual(['100/200'])
  expect(indexCellsOf(tiles(2, 2))).toEqual(['100/200', '100/201', '101/200', '101/201'])
  expect(indexCellsOf(tiles(8, 8))).toHaveLength(64)
  expect(indexCellsOf(tiles(13, 5))).toBeUndefined()
  expect(indexCellsOf({ west: -1, north: -1, east: 0, south: 0 })).toEqual(['0/0'])
  expect(indexCellsOf({ west: 1, north: 1, east: 2, south: 2 })).toEqual(['1023/1023'])
  expect(indexCellOf({ zoom: 10, x: 3, y: 4 })).toBe('3/4')
  expect(indexCellOf({ zoom: 13, x: 25, y: 39 })).toBe('3/4')
})

const member = { id: 1, sessionId: 1 }
function watched(shows: Shows, is: { member?: typeof member | undefined } = { member }): Watched {
  const nobody: never = undefined as never // nothing is sent here
  const connection = Object.assign(newConnection(nobody, nobody, undefined, 'nl'), { member: is.member })
  return { ...indexed(shows), connection, path: '/api/x', findAgain: undefined }
}

const cell = { zoom: 13, x: 25, y: 39 }
const around = areaOfTile({ zoom: 10, x: 3, y: 4 })
const elsewhere = { zoom: 13, x: 2500, y: 39 }
const change = (differences: Partial<ChangeOfThings> = {}): ChangeOfThings => ({
  ...{ what: 'playdate', kind: 'playdate', things: ['playdate 5'], cell },
  ...differences,
})

test.each<[string, Shows, Partial<ChangeOfThings>, boolean]>([
  ['it shows, has changed', { things: ['playdate 5'] }, {}, true],
  ['it does not show, has changed', { things: ['playdate 6'] }, {}, false],
  ['it shows, has changed without a place', { things: ['playdate 5'] }, { cell: undefined }, true],
  ['in its area is new', { kind: 'playdate', area: around }, {}, true],
  ['in its area has changed in place', { kind: 'playdate', area: around }, { isInPlace: true }, false],
  [
    'in its area has changed in place, and it has a filter',
    { kind: 'playdate', area: around, isFiltered: true },
    { isInPlace: true },
    true,
  ],
  [
    'it shows has changed in place',
    { kind: 'playdate', area: around, things: ['playdate 5'] },
    { isInPlace: true },
    true,
  ],
  ['is new elsewhere', { kind: 'playdate', area: around }, { cell: elsewhere }, false],
  [
    'it shows has changed elsewhere',
    { kind: 'playdate', area: around, things: ['playdate 5'] },
    { cell: elsewhere },
    false,
  ],
  ['is new nowhere', { kind: 'playdate', area: around }, { cell: undefined }, false],
  ['is new somewhere, and it has no area', { kind: 'playdate' }, {}, false],
  ['others may see is new', { kind: 'playdate', area: around }, { only: [2] }, false],
  ['he may see is new', { kind: 'playdate', area: around }, { only: [1] }, true],
  ['all others may see is new', { kind: 'playdate', area: around }, { except: [1] }, false],
])('whether a list hears at once that something %s', (_, shows, differences, is) => {
  expect(hears(watched(shows), change(differences))).toBe(is)
  expect(hears(watched(shows, { member: undefined }), change(differences))).toBe(false)
})

test('a change finds the screens that show the thing or its area', () => {
  expect(watched({ things: ['playdate 5', 'playdate 5'], kind: 'playdate', area: around }).keys).toContain(
    'playdate@3/4',
  )
  expect(watched({ things: ['playdate 5', 'playdate 5'] }).keys).toEqual(['playdate 5'])
  const country = watched({ kind: 'playdate', area: { west: 0, north: 0, east: 1, south: 1 } })
  expect([country.keys, country.area]).toEqual([[], undefined])
  expect(keysOfChange(change())).toEqual(['playdate 5', 'playdate@3/4'])
  expect(keysOfChange(change({ kind: undefined }))).toEqual(['playdate 5'])
  expect(keysOfChange(change({ cell: undefined }))).toEqual(['playdate 5'])
  expect([{}, { isFiltered: true }].map(shows => canMove(shows, change({ isInPlace: true })))).toEqual([false, true])
  expect(canMove({}, change())).toBe(true)
})

test('a page is checked once for all screens of a user, one page of his at a time, and at most sixteen at once', async () => {
  const begun: string[] = []
  const finish: (() => void)[] = []
  const found: [string, Shows][] = []
  const findAgain = createPageRefresher((list, shows) => found.push([list.path, shows]))
  const page = (userId: number, path: string) => ({
    ...watched({ things: [] }, { member: { id: userId, sessionId: userId } }),
    path,
    findAgain: () => {
      begun.push(`${userId} ${path}`)
      return new Promise<Shows>((resolve, reject) =>
        finish.push(() => (path === '/broken' ? reject(new Error('no')) : resolve({ things: [path] }))),
      )
    },
  })
  findAgain(page(1, '/a'))
  findAgain(page(1, '/b'))
  findAgain(page(1, '/b'))
  findAgain(watched({ things: [] }))
  findAgain({ ...page(1, '/c'), connection: watched({}, { member: undefined }).connection })
  expect(begun).toEqual(['1 /a'])
  finish[0]?.()
  await vi.waitFor(() => expect(begun).toEqual(['1 /a', '1 /b']))
  finish[1]?.()
  await vi.waitFor(() => expect(found.map(([path]) => path)).toEqual(['/a', '/b', '/b']))
  for (let user = 1; user <= 20; user += 1) findAgain(page(user, user === 1 ? '/broken' : '/d'))
  expect(begun).toHaveLength(2 + 16)
  finish[2]?.()
  await vi.waitFor(() => expect(begun).toHaveLength(2 + 17))
  expect(found).toHaveLength(3)
})
