import { expect, test } from 'vitest'
import { type CorrectedPlace, correctionsOf } from './corrections.ts'

const place: CorrectedPlace = {
  name: 'De Zandkuil',
  isNameDerived: false,
  address: 'Dam 1, 1012 JS Amsterdam',
  latitude: 52.37,
  longitude: 4.9,
  features: ['sandbox'],
  tags: {
    name: 'Zandkuil',
    'addr:street': 'Dam',
    'addr:housenumber': '2',
    'addr:postcode': '1012 JS',
    'addr:city': 'Amsterdam',
  },
  edited: [],
  facts: {},
  openFacts: {},
  before: { latitude: 52.38, longitude: 4.91, features: ['benches'] },
}
const of = (differences: Partial<CorrectedPlace>) => correctionsOf({ ...place, ...differences })

test('only what fathers have edited is a correction', () => {
  expect(of({})).toEqual([])
  expect(of({ edited: ['name'] })).toEqual([{ key: 'name', before: 'Zandkuil', after: 'De Zandkuil' }])
  expect(of({ edited: ['name'], isNameDerived: true })).toEqual([])
  expect(of({ edited: ['name'], tags: {} })).toEqual([{ key: 'name', before: null, after: 'De Zandkuil' }])
  expect(of({ edited: ['name'], name: 'Zandkuil' })).toEqual([])
  expect(of({ edited: ['description'] })).toEqual([])
})

test.each<[Record<string, string>, string | null]>([
  [place.tags, 'Dam 2, 1012 JS Amsterdam'],
  [{ 'addr:street': 'Dam' }, 'Dam'],
  [{ 'addr:place': 'Oosterpark', 'addr:housenumber': '2' }, 'Oosterpark 2'],
  [{ 'addr:street': 'Dam', 'addr:place': 'Oosterpark' }, 'Dam'],
  [{ 'addr:city': 'Amsterdam' }, 'Amsterdam'],
  [{ 'addr:full': 'Ergens', 'addr:city': 'Amsterdam' }, 'Ergens'],
  [{}, null],
])('the address made from the tags %j is %j', (tags, before) => {
  expect(of({ edited: ['address'], tags })).toEqual([{ key: 'addr:full', before, after: place.address }])
})

test('features that fathers have added or taken away become tags', () => {
  expect(of({ edited: ['features'] })).toEqual([
    { key: 'bench', before: null, after: 'no' },
    { key: 'playground:sandpit', before: null, after: 'yes' },
  ])
  expect(of({ edited: ['features'], tags: { bench: 'yes', 'playground:sandpit': 'yes' } })).toEqual([
    { key: 'bench', before: 'yes', after: 'no' },
  ])
  expect(of({ edited: ['features'], before: { features: ['sandbox'] } })).toEqual([])
  expect(of({ edited: ['features'], before: {} })).toEqual([{ key: 'playground:sandpit', before: null, after: 'yes' }])
})

test.each<[string[], CorrectedPlace['before'], string | undefined]>([
  [['latitude'], place.before, '52.38, 4.91'],
  [['longitude'], place.before, '52.38, 4.91'],
  [['latitude', 'longitude'], place.before, '52.38, 4.91'],
  [['latitude'], { latitude: 52.38 }, '52.38, 4.9'],
  [['longitude'], { longitude: 4.91 }, '52.37, 4.91'],
  [['longitude'], {}, undefined],
])('a position of which %j was edited had the value %j before', (edited, before, was) => {
  expect(of({ edited, before })).toEqual(
    was === undefined ? [] : [{ key: 'position', before: was, after: '52.37, 4.9' }],
  )
})

const said = (value: unknown, others?: { agreed: number }[]) => ({
  fence: { value, source: 'fathers', agreed: 2, ...(others && { others }) },
})

test.each<[string, Partial<CorrectedPlace>, [before: string | null, after: string][]]>([
  ['open data does not say', { facts: said('whole') }, [[null, 'yes']]],
  [
    'open data says otherwise',
    { facts: said('none'), openFacts: { fence: 'whole' }, tags: { fenced: 'yes' } },
    [['yes', 'no']],
  ],
  [
    'open data says too, in other words',
    { facts: said('whole'), openFacts: { fence: 'whole' }, tags: { barrier: 'fence' } },
    [],
  ],
  ['has no tag', { facts: said('partly') }, []],
  ['others contradict', { facts: said('whole', [{ agreed: 2 }]) }, []],
  ['fewer contradict', { facts: said('whole', [{ agreed: 1 }]) }, [[null, 'yes']]],
  ['open data alone says', { facts: { fence: { ...said('whole').fence, source: 'osm' } } }, []],
])('whether what fathers agree on is a correction if it %s', (_, differences, changes) => {
  expect(of(differences)).toEqual(changes.map(([before, after]) => ({ key: 'fenced', before, after })))
})

const agreed = (value: unknown) => ({ value, source: 'fathers', agreed: 2 })
const always = { text: '24/7', openNow: null, opensAt: null }

test.each<[string, Partial<CorrectedPlace>, ReturnType<typeof correctionsOf>]>([
  [
    'ages that open data does not tell',
    { facts: { ages: agreed({ from: 3, to: null }) } },
    [{ key: 'min_age', before: null, after: '3' }],
  ],
  [
    'ages of which open data tells one',
    {
      ...{ facts: { ages: agreed({ from: 3, to: 10 }) }, openFacts: { ages: { from: 3, to: null } } },
      tags: { min_age: '3 years' },
    },
    [{ key: 'max_age', before: null, after: '10' }],
  ],
  [
    'that all who are old enough may play',
    {
      ...{ facts: { ages: agreed({ from: 3, to: null }) }, openFacts: { ages: { from: 3, to: 6 } } },
      tags: { min_age: '3', max_age: '6' },
    },
    [{ key: 'max_age', before: '6', after: null }],
  ],
  [
    'ages that contradict the tags',
    { facts: { ages: agreed({ from: 3, to: 12 }) }, tags: { min_age: '12', max_age: '3' } },
    [
      { key: 'min_age', before: '12', after: '3' },
      { key: 'max_age', before: '3', after: '12' },
    ],
  ],
  [
    'the hours',
    {
      facts: { openingHours: agreed(always) },
      openFacts: { openingHours: { text: 'off' } },
      tags: { opening_hours: 'off' },
    },
    [{ key: 'opening_hours', before: 'off', after: '24/7' }],
  ],
  [
    'the hours that open data tells too',
    { facts: { openingHours: agreed(always) }, openFacts: { openingHours: { text: '24/7' } } },
    [],
  ],
  ['equipment', { facts: { equipment: agreed(['swing']) } }, []],
])('fathers who agree on %s correct just what open data does not say', (_, differences, changes) => {
  expect(of(differences)).toEqual(changes)
})
