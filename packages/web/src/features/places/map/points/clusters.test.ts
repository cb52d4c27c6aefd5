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

test('moving the map moves no pin', () => {
  const moved = clustersOf(crowd, { ...frame, left: 13, top: -7 })
  expect(moved).toEqual(clustersOf(crowd, frame))
})
