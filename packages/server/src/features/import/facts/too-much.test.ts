import type { FactKey } from '@papadag/contract/places/facts'
import { expect, test } from 'vitest'
import { at, drawn, manyParts, square, together } from '../../../testing/drawn-data.ts'
import { area, factsOf, points } from '../../../testing/scenes/facts.ts'
import { readData } from '../../../testing/scenes/open-data.ts'
import { type OsmData, overpass } from '../../../testing/write-pbf.ts'
import type { Tags } from '../osm-object.ts'

const many = (count: number, tags: Tags, east = 0) =>
  points(...Array.from({ length: count }, (_, i) => at(10_000 + i, east + (i % 30) - 15, (i % 31) - 15, tags)))
const zigzag = Array.from({ length: 5000 }, (_, index) => [(index % 40) - 20, 25 + (index % 7)] as const)

test.each<[string, FactKey, OsmData]>([
  ['ages from 12 to 3', 'ages', area({ min_age: '12', max_age: '3' })],
  ['an age of one million', 'ages', area({ min_age: '1000000' })],
  ['an age in words', 'ages', area({ max_age: 'all' })],
  ['hours of 10,000 characters', 'openingHours', area({ opening_hours: 'Mo-Su 08:00-22:00; '.repeat(500) })],
  [
    'hours that would end at a space if they were cut',
    'openingHours',
    area({ opening_hours: 'Mo 10:00-11:00; '.repeat(625) }),
  ],
  ['10,000 devices', 'equipment', together(area(), many(10_000, { playground: 'swing' }))],
  ['10,000 trees', 'shade', together(area(), many(10_000, { natural: 'tree' }))],
  ['a fence of 5,000 pieces', 'fence', together(area(), drawn(9, zigzag, { barrier: 'fence' }))],
  ['water of 5,000 pieces', 'openWater', together(area(), drawn(9, zigzag, { waterway: 'ditch' }))],
  ['no fence, and a hedge', 'fence', area({ fenced: 'no', barrier: 'hedge' })],
  ['a roof, and none', 'indoor', area({ leisure: 'indoor_play', indoor: 'no' })],
  ['dogs, and none', 'dogs', area({ dog: 'yes;no' })],
  ['two surfaces', 'surface', area({ surface: 'sand;grass' })],
  ['no toilets, and some', 'toilet', together(area({ toilets: 'no' }), points(at(9, 0, 0, { amenity: 'toilets' })))],
])('a playground with %s is imported without its %s, which is counted', async (_, key, data) => {
  const named = together(data)
  for (const way of named.ways ?? []) if (way.id === 1) way.tags = { ...way.tags, wheelchair: 'yes' }
  const { facts, skipped } = await factsOf(named)
  expect(facts).toMatchObject({ wheelchair: 'yes' })
  expect(facts).not.toHaveProperty(key)
  expect(skipped[key]).toEqual({ count: 1, first: 'way/1' })
})

test('a thousand devices of the playground next door do not displace its own', async () => {
  const nextDoor = many(1001, { playground: 'swing' }, 45)
  const { facts, skipped } = await factsOf(area({ playground: 'slide' }), nextDoor)
  expect([facts?.equipment, skipped]).toEqual([['slide'], {}])
})

test('of a thousand playgrounds on one spot, 300 are looked at for what is around them, and the others are counted', async () => {
  const playgrounds = Array.from({ length: 1000 }, (_, index) =>
    at(20_000 + index, index / 10, 0, { leisure: 'playground' }),
  )
  const { places, facts } = await readData(overpass(points(...playgrounds, at(9, 50, 5, { natural: 'tree' }))))
  expect(places).toHaveLength(1000)
  expect(facts.skipped).toMatchObject({ shade: { count: 700 }, equipment: { count: 700 } })
})

test.each<[string, OsmData]>([
  ['a wood around the world', drawn(9, square(5e6), { natural: 'wood' }, true)],
  [
    'a fence around the world',
    drawn(
      9,
      [
        [-5e6, 30],
        [5e6, 30],
      ],
      { barrier: 'fence' },
    ),
  ],
  ['a shore in 3,000 parts', manyParts(3000)],
])('%s does not keep an import from ending', async (_, data) => {
  expect((await factsOf(area(), data)).facts).toMatchObject({ indoor: 'no' })
})
