import { expect, test } from 'vitest'
import { square } from '../../../testing/scenes/drawn-places.ts'
import { readData } from '../../../testing/scenes/open-data.ts'

const garden = square(50, 52.09)

const clipped = (nodes: number[] | undefined, geometry: unknown[]) =>
  JSON.stringify({
    elements: [
      { type: 'way', id: 5, tags: { leisure: 'playground', name: 'De Tuin' }, ...(nodes ? { nodes } : {}), geometry },
    ],
  })
const [a, b, c, d] = garden.nodes.map(({ lat, lon }) => ({ lat, lon }))

test.each([
  ['in its middle', clipped(garden.refs, [a, b, null, d, a])],
  ['at its ends', clipped(garden.refs, [null, b, c, d, null])],
  ['at its ends, without the ids of its nodes', clipped(undefined, [null, b, c, d, null])],
])('when an Overpass query cuts an area %s, what is left is still read as an area', async (_, content) => {
  const { places, skipped } = await readData(content)
  expect(skipped.unclosed).toBe(0)
  expect(places).toMatchObject([{ id: 'way/5', rings: [expect.anything()] }])
  expect(places[0]?.latitude).toBeCloseTo(52.0901, 4)
})

test('a line that a query cut stays a line', async () => {
  expect((await readData(clipped([50, 51, 52, 53], [a, b, null, d]))).skipped.unclosed).toBe(1)
})

test('when a query leaves only part of a relation, that part is read as an area', async () => {
  const content = JSON.stringify({
    elements: [
      {
        type: 'relation',
        id: 9,
        tags: { type: 'multipolygon', leisure: 'playground' },
        members: [
          { type: 'way', ref: 6, role: 'outer', geometry: [a, b, c] },
          { type: 'way', ref: 7, role: 'outer' },
        ],
      },
    ],
  })
  expect((await readData(content)).places).toMatchObject([{ id: 'relation/9', rings: [expect.anything()] }])
})
