import { expect, test } from 'vitest'
import { clustersOf } from './clusters.ts'

const frame = { zoom: 12, left: 0, top: 0, width: 1000, height: 500 }
const one = (x: number, y: number, count = 1) => ({ x, y, count })
/** Pseudo-random, and the same on every run. */
const somewhere = (seed: number) => Math.abs((Math.sin(seed) * 10_000) % 1)
const crowd = Array.from({ length: 90 }, (_, at) => one(somewhere(at) * 1000, somewhere(-at - 0.5) * 500, 1 + (at % 3)))

test('every place belongs to exactly one pin, and no two pins overlap', () => {
  const clusters = clustersOf(crowd, frame)
  const sum = (counts: readonly { count: number }[]) => counts.reduce((all, { count }) => all + count, 0)
  expect(sum(clusters)).toBe(sum(crowd))
  // Merging a neighbour moves the centre a little, so the distance is somewhat less than the initial one.
  for (const a of clusters)
    for (const b of clusters) if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(44)
})

test('a pin is at the centre of its places and has their bounding box', () => {
  expect(clustersOf([one(110, 110), one(120, 130, 3)], frame)).toEqual([
    { x: 117.5, y: 125, count: 4, left: 110, top: 110, right: 120, bottom: 130, only: undefined },
  ])
})

test('a lone place keeps its own pin', () => {
  const clusters = clustersOf([one(10, 10), one(500, 300)], frame)
  expect(clusters.map(({ only }) => only).toSorted()).toEqual([0, 1])
})

test('moving the map leaves the pins on their spots', () => {
  const moved = clustersOf(crowd, { ...frame, left: 13, top: -7 })
  expect(moved).toEqual(clustersOf(crowd, frame))
})

test.each([
  ['left', -112, 100, -112.5, 100],
  ['right', 1112, 100, 1112.5, 100],
  ['top', 100, -112, 100, -112.5],
  ['bottom', 100, 612, 100, 612.5],
])('places up to one cell beyond the %s edge count, and those farther away do not', (_, x, y, furtherX, furtherY) => {
  expect(clustersOf([one(x, y)], frame)).toHaveLength(1)
  expect(clustersOf([one(furtherX, furtherY)], frame)).toEqual([])
})

test('the edges that count are the view’s, wherever it is', () => {
  const moved = { ...frame, left: 5000, top: 3000 }
  expect(clustersOf([one(4900, 2900), one(6100, 3600)], moved)).toHaveLength(2)
  expect(clustersOf([one(4880, 3100), one(6120, 3100), one(5100, 2880), one(5100, 3620)], moved)).toEqual([])
})

test('neighbours on both sides of a cell’s border share a pin if theirs would overlap', () => {
  expect(clustersOf([one(100, 50, 2), one(163.9, 50)], frame)).toMatchObject([{ count: 3, left: 100, right: 163.9 }])
  expect(clustersOf([one(100, 50, 2), one(164, 50)], frame).map(({ count }) => count)).toEqual([2, 1])
})

test('the larger pin takes over the smaller, and of two equals the one to the left or above does', () => {
  // The one in the middle is near both others, which are not near each other.
  const row = (counts: number[]) =>
    clustersOf(
      counts.map((count, at) => one(110 + at * 57, 50, count)),
      frame,
    ).map(({ count, left }) => [count, left])
  expect(row([1, 3, 2])).toEqual([
    [5, 167],
    [1, 110],
  ])
  expect(row([3, 1, 2])).toEqual([
    [4, 110],
    [2, 224],
  ])
  expect(row([2, 1, 2])).toEqual([
    [3, 110],
    [2, 224],
  ])
  // Whatever order they come in.
  const reversed = clustersOf([one(224, 50, 2), one(167, 50), one(110, 50, 2)], frame)
  expect(reversed.map(({ count, left }) => [count, left])).toEqual([
    [3, 110],
    [2, 224],
  ])
  const column = clustersOf([one(50, 224, 2), one(50, 167), one(50, 110, 2)], frame)
  expect(column.map(({ count, top }) => [count, top])).toEqual([
    [3, 110],
    [2, 224],
  ])
})

test('only a pin that is a single place opens it when pressed', () => {
  expect(clustersOf([one(10, 10, 2)], frame)[0]?.only).toBeUndefined()
  expect(clustersOf([one(10, 10), one(12, 12)], frame)[0]?.only).toBeUndefined()
})
