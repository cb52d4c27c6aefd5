import { expect, test, vi } from 'vitest'
import { termFor } from './fact-chips.ts'
import { readTerms, termsAt } from './fact-filter.ts'
import { filterOf, queryOf, readWanted, toggled } from './surface-address.ts'

test.each<[string, string | null, string[]]>([
  ['nothing', null, []],
  [
    'a fence and a swing, whoever wrote them twice',
    'fence:whole,equipment:swing,fence:whole',
    ['fence:whole', 'equipment:swing'],
  ],
  ['moments that move on', 'open:now,open:saturday', ['open:now', 'open:saturday']],
  ['what nobody knows of', 'fence:maybe,rocket:yes,ages:12-3,,shade:some+', ['shade:some+']],
])('an address asks for %s', (_, asked, terms) => {
  expect(readTerms(asked)).toEqual(terms)
})

test('an address and chips ask for no more than the server reads', () => {
  const all = Array.from({ length: 21 }, (_, at) => `toilet:${at}`)
  const most = all.slice(0, 20)
  expect(readTerms(all.join())).toEqual(most)
  expect(toggled(most, 'fence:whole', true)).toEqual(most)
  expect(toggled(most, 'toilet:0', false)).toHaveLength(19)
})

test.each([
  // A Sunday afternoon.
  [new Date(2026, 10, 29, 15, 8), 'open:2026-11-29T15:15,open:2026-12-05T10:00'],
  [new Date(2026, 11, 5, 9, 59, 59), 'open:2026-12-05T10:00,open:2026-12-05T10:00'],
  [new Date(2026, 11, 5, 10, 0), 'open:2026-12-05T10:00,open:2026-12-12T10:00'],
])('on %s the server reads the next quarter of an hour and the next Saturday', (now, read) => {
  expect(termsAt(['open:now', 'open:saturday'], now)).toBe(read)
})

test('the address of the filter for his children has their ages and not their names', () => {
  const children = [
    { name: 'Saar', age: 2.4 },
    { name: 'Mees', age: 6 },
  ]
  expect(termFor(children)).toBe('ages:2-6')
  expect(termFor([])).toBeUndefined()
})

test('only playgrounds are filtered by what is known of them, in the address as at the server', () => {
  vi.setSystemTime(new Date(2026, 10, 29, 15, 8))
  const wanted = readWanted(new URLSearchParams('q=zand&features=benches&facts=fence:whole,open:now'))
  expect(queryOf(wanted, 'playground')).toEqual({ q: 'zand', features: 'benches', facts: 'fence:whole,open:now' })
  expect(filterOf(wanted, 'playground')).toEqual({ features: 'benches', facts: 'fence:whole,open:2026-11-29T15:15' })
  expect(queryOf(wanted, undefined)).toEqual({ q: 'zand', features: 'benches' })
  expect(filterOf(wanted, 'restaurant')).toEqual({})
  vi.useRealTimers()
})
