import { expect, test } from 'vitest'
import { townAt, townNamed, townsLike, townWritten } from './towns.ts'

test.each(['Utrecht', ' utrecht ', 'Utrecht, Oost', 'UTRECHT (Lombok)'])('the town in “%s” is Utrecht', name => {
  expect(townNamed(name)).toEqual({ latitude: 52.091, longitude: 5.122 })
})

test.each(['Den Haag', "'s-Hertogenbosch", '’s-Hertogenbosch', 'Den Bosch', 'Almere', 'Antwerpen'])(
  '%s is a known town',
  name => {
    expect(townNamed(name)).toBeDefined()
  },
)

test.each(['', 'ergens', '# Places', '52.091'])('“%s” is not a town', name => {
  expect(townNamed(name)).toBeUndefined()
})

test.each([
  ['Utrecht', 'Utrecht', 'utrecht'],
  ['UTRECHT (Oost)', 'Utrecht', 'utrecht'],
  ['den-haag', 'Den Haag', 'den-haag'],
  ['Den Haag', 'Den Haag', 'den-haag'],
  ['’s-Hertogenbosch', "'s-Hertogenbosch", 's-hertogenbosch'],
  ['s-hertogenbosch', "'s-Hertogenbosch", 's-hertogenbosch'],
  ['ijsselstein', 'IJsselstein', 'ijsselstein'],
  ['wijk bij duurstede', 'Wijk bij Duurstede', 'wijk-bij-duurstede'],
  ['alphen aan den rijn', 'Alphen aan den Rijn', 'alphen-aan-den-rijn'],
])('the town %s is written %s, and %s in addresses', (typed, name, slug) => {
  expect(townAt(typed)).toMatchObject({ name, slug })
})

test.each([
  ['utrecht', 'Utrecht'],
  ['den haag', 'Den Haag'],
  ['’s-hertogenbosch', "'s-Hertogenbosch"],
  ['UTRECHT', 'UTRECHT'],
  ['utrecht (oost)', 'utrecht (oost)'],
  ['ergens', 'ergens'],
])('the town %s in a profile becomes %s', (typed, written) => {
  expect(townWritten(typed)).toBe(written)
})

test.each(['', 'ergens', '../etc', '<b>'])('no town is called “%s”', name => {
  expect(townAt(name)).toBeUndefined()
})

test('the towns suggested begin with the typed text, or else contain it', () => {
  expect(townsLike('utr', 8).map(({ name }) => name)).toEqual(['Utrecht'])
  expect(townsLike('hertogenb', 8).map(({ name }) => name)).toEqual(["'s-Hertogenbosch"])
  expect(townsLike('a', 8)).toEqual([])
  expect(townsLike('am', 3)).toHaveLength(3)
  expect(townsLike('qqqq', 8)).toEqual([])
})
