import { expect, test } from 'vitest'
import { holidaysOf, regionAt, regions } from './school-holidays.ts'

test('a holiday lasts from a Saturday to a Sunday, in order, in each region', () => {
  for (const region of regions) {
    const all = holidaysOf(region, '2026-01-01', '2030-01-01')
    expect(all.length).toBeGreaterThan(4)
    for (const { from, until } of all) {
      expect([new Date(from).getUTCDay(), new Date(until).getUTCDay()]).toEqual([6, 0])
      expect(from < until).toBe(true)
    }
    expect(all.map(({ from }) => from)).toEqual(all.map(({ from }) => from).toSorted())
  }
})

test('only holidays that are not over and that the series reaches are offered', () => {
  const names = (today: string, until: string) => holidaysOf('midden', today, until).map(({ name }) => name)
  expect(names('2026-11-25', '2027-05-26')).toEqual(['christmas', 'spring', 'may'])
  expect(names('2027-01-03', '2027-02-20')).toEqual(['christmas', 'spring'])
  expect(names('2027-01-04', '2027-02-19')).toEqual([])
  expect(holidaysOf('zuid', '2027-02-01', '2027-03-01')).toEqual([
    { name: 'spring', from: '2027-02-13', until: '2027-02-21' },
  ])
})

test.each([
  ['Amsterdam', 52.37, 4.9, 'noord'],
  ['Groningen', 53.22, 6.57, 'noord'],
  ['Enschede', 52.22, 6.89, 'noord'],
  ['Almere', 52.37, 5.22, 'noord'],
  ['Zwolle', 52.51, 6.09, 'noord'],
  ['Utrecht', 52.09, 5.12, 'midden'],
  ['Den Haag', 52.08, 4.3, 'midden'],
  ['Rotterdam', 51.92, 4.48, 'midden'],
  ['Harderwijk', 52.34, 5.62, 'midden'],
  ['Arnhem', 51.98, 5.91, 'zuid'],
  ['Eindhoven', 51.44, 5.48, 'zuid'],
  ['Maastricht', 50.85, 5.69, 'zuid'],
])('%s is in the right holiday region', (_, latitude, longitude, region) => {
  expect(regionAt({ latitude, longitude })).toBe(region)
})

// Where a border between regions was drawn, on both sides of it.
test.each([
  ['the south', 51.749, 4.5, 'zuid'],
  ['the middle', 51.75, 4.5, 'midden'],
  ['Arnhem and its surroundings', 52.019, 5.9, 'zuid'],
  ['what is north of them', 52.02, 5.9, 'midden'],
  ['what is west of them', 51.9, 5.75, 'midden'],
  ['what is east of them', 51.9, 6.15, 'midden'],
  ['the Veluwe', 52.49, 5.6, 'midden'],
  ['what is north of the Veluwe', 52.5, 5.6, 'noord'],
  ['what is west of the Veluwe', 52.4, 5.3, 'noord'],
  ['what is east of the Veluwe', 52.4, 6.05, 'noord'],
  ['what is a little further east', 52.4, 6.08, 'noord'],
  ['the middle to its north', 52.28, 4.9, 'midden'],
  ['the north to its south', 52.281, 4.9, 'noord'],
  ['the west to its north', 52.25, 5, 'midden'],
  ['the east to its west', 52.25, 6.1, 'midden'],
  ['the east to its south', 52.2, 6.5, 'midden'],
  ['the far east', 51.97, 6.72, 'midden'],
])('%s is on its side of the border between holiday regions', (_, latitude, longitude, region) => {
  expect(regionAt({ latitude, longitude })).toBe(region)
})
