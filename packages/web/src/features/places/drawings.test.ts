import { expect, test } from 'vitest'
import { aPlace, aRestaurant } from '../../testing/a-place.ts'
import { drawingOf, drawingsOf } from './drawings.ts'

test.each([
  [{ features: ['waterGames'] }, 'water'],
  [{ features: ['sandbox'] }, 'sand'],
  [{ features: [], name: 'Skatebaan Westblaak' }, 'skating'],
  [{ features: [], description: 'Een trapveldje met twee doelen.' }, 'football'],
  [{ features: [], name: 'Binnenspeeltuin Ballorig' }, 'indoors'],
  [{ features: [], description: 'Klimnet het hele jaar.' }, 'climbing'],
  [{ features: [], description: 'Vier schommels op een rij.' }, 'swings'],
  [{ features: [], description: 'Een wipkip voor de kleinsten.' }, 'toddlers'],
] as const)('a playground with %o is drawn as %s', (changes, drawing) => {
  const { features, ...rest } = changes
  expect(drawingOf(aPlace({ ...rest, features: [...features] }))).toBe(drawing)
})

test.each([
  [{ features: [], name: 'IJssalon Roberto' }, 'iceCream'],
  [{ features: [], name: 'Pannenkoekenhuis De Duinrand' }, 'pancakes'],
  [{ features: ['playCorner'], name: 'Eetcafé Zuid' }, 'playCorner'],
  [{ features: [], name: 'Eetcafé Zuid', description: 'Groot terras aan het water.' }, 'terrace'],
] as const)('a restaurant with %o is drawn as %s', (changes, drawing) => {
  const { features, ...rest } = changes
  expect(drawingOf(aRestaurant({ ...rest, features: [...features] }))).toBe(drawing)
})

test('a place without known facts always gets the same drawing, and different places get different ones', () => {
  const plain = (id: number) => drawingOf(aPlace({ id, name: 'Speelplek', features: [] }))
  expect(new Set([1, 2, 3, 4].map(plain)).size).toBe(4)
  expect(plain(5)).toBe(plain(5))
})

test.each([aPlace, aRestaurant])('neighbours never look the same, in one column, two or three', make => {
  const places = Array.from({ length: 40 }, (_, at) => make({ id: at * 4 + 1, features: ['sandbox', 'playCorner'] }))
  const drawings = [...drawingsOf(places).values()]
  for (const [at, drawing] of drawings.entries()) expect(drawings.slice(Math.max(0, at - 3), at)).not.toContain(drawing)
})

test('loading more of a list does not change the drawings shown', () => {
  const places = Array.from({ length: 30 }, (_, at) => aPlace({ id: at + 1 }))
  const [short, long] = [drawingsOf(places.slice(0, 12)), drawingsOf(places)]
  for (const [id, drawing] of short) expect(long.get(id)).toBe(drawing)
})
