import type { PlaceType } from '@papadag/contract/places/places'
import { expect, test } from 'vitest'
import { changingTableOf, featuresOf, isIndoor, isPrivate, placeTypeOf } from './mapping.ts'
import type { Tags } from './osm-object.ts'
import { addressOf, descriptionOf, nameOf } from './place-texts.ts'

test.each<[Tags, string | undefined]>([
  [{ leisure: 'playground' }, 'playground'],
  [{ leisure: 'indoor_play' }, 'playground'],
  [{ amenity: 'biergarten' }, 'restaurant'],
  [{ amenity: 'bench' }, undefined],
  [{ 'disused:leisure': 'playground' }, undefined],
  [{ leisure: 'playground', disused: 'yes' }, undefined],
  [{ amenity: 'cafe', 'abandoned:shop': 'yes' }, undefined],
])('%o is a place of the type %s', (tags, type) => {
  expect(placeTypeOf(tags)).toBe(type)
})

test.each<[Tags, boolean]>([
  [{ leisure: 'indoor_play' }, true],
  [{ leisure: 'playground', indoor: 'yes' }, true],
  [{ leisure: 'playground', indoor: 'room' }, true],
  [{ leisure: 'playground', location: 'indoor' }, true],
  [{ leisure: 'playground', indoor: 'no' }, false],
  [{ leisure: 'playground' }, false],
])('a playground with %o has a roof: %s', (tags, expected) => {
  expect(isIndoor('playground', tags)).toBe(expected)
  expect(isIndoor('restaurant', tags)).toBe(false)
})

test.each([
  ['private', true],
  ['no', true],
  ['permit', true],
  ['customers', false],
  ['yes', false],
])('a place with access=%s is private: %s', (access, expected) => {
  expect(isPrivate({ access })).toBe(expected)
})

test.each<[Tags, string[]]>([
  [{ kids_menu: 'yes' }, ['kidsMenu']],
  [{ kids_menu: 'no', 'diet:children': 'yes' }, ['kidsMenu']],
  [{ highchair: '3' }, ['highChairs']],
  [{ highchair: '0' }, []],
  [{ highchair: 'no' }, []],
  [{ changing_table: 'limited' }, ['changingTables']],
  [{ diaper: 'yes' }, ['changingTables']],
  [{ changing_table: 'no', diaper: 'yes' }, []],
  [{ kids_area: 'indoor' }, ['playCorner']],
  [{ kids_area: 'outdoor' }, []],
  [{ kids_area: 'yes', 'kids_area:indoor': 'no' }, []],
  [{ stroller: 'limited' }, ['strollerAccessible']],
  [{ stroller: 'no', wheelchair: 'yes' }, []],
  [{ wheelchair: 'limited' }, []],
  [{ wheelchair: 'designated' }, ['strollerAccessible']],
  [{ toilets: 'yes', bench: 'yes' }, []],
])('a restaurant with %o has %o', (tags, features) => {
  expect(featuresOf('restaurant', tags)).toEqual(features)
})

test.each<[Tags, string[]]>([
  [{ toilets: 'yes', picnic_table: 'yes', bench: '2' }, ['restrooms', 'picnicTables', 'benches']],
  [{ 'playground:sandpit': 'yes' }, ['sandbox']],
  [{ playground: 'slide;sandpit' }, ['sandbox']],
  [{ surface: 'sand' }, []],
  [{ 'playground:splash_pad': 'yes' }, ['waterGames']],
  [{ 'playground:water': 'no' }, []],
  [{ highchair: 'yes' }, []],
])('a playground with %o has %o', (tags, features) => {
  expect(featuresOf('playground', tags)).toEqual(features)
})

test.each([
  ['female_toilet', 'womenOnly'],
  ['female_toilet;male_toilet', 'everyone'],
  ['wheelchair_toilet', 'everyone'],
  ['', null],
])('a changing table at %s is for %s', (location, expected) => {
  expect(changingTableOf({ changing_table: 'yes', 'changing_table:location': location })).toBe(expected)
})

test('a name is the Dutch one if there is one, on one line and not too long', () => {
  expect(nameOf({ 'name:nl': 'Dierenpark', name: 'Zoo' })).toBe('Dierenpark')
  expect(nameOf({ name: ' ', alt_name: 'De\u0000 Wip\n\u202Ekip' })).toBe('De Wip kip')
  expect([...(nameOf({ name: '🛝'.repeat(300) }) ?? '')]).toHaveLength(200)
  expect(nameOf({})).toBeUndefined()
})

test.each<[Tags, string | undefined]>([
  [
    { 'addr:street': 'Kerkstraat', 'addr:housenumber': '12', 'addr:postcode': '3512ab', 'addr:city': 'Utrecht' },
    'Kerkstraat 12, 3512 AB Utrecht',
  ],
  [{ 'addr:street': 'Kerkstraat' }, 'Kerkstraat, Zeist'],
  [{ 'addr:city': 'Utrecht' }, undefined],
])('a place with %o in Zeist has the address %s', (tags, address) => {
  expect(addressOf(tags, 'Zeist')).toBe(address)
})

const many = { min_age: '12', max_age: '3', surface: 'sand', dog: 'no', fee: 'yes', opening_hours: '24/7' }

test.each<[PlaceType, Record<string, string>, string | null]>([
  ['playground', { description: 'Groot.', access: 'customers', surface: 'sand' }, 'Alleen voor klanten. Groot.'],
  ['playground', { description: 'Big.', 'description:nl': 'Groot.', supervised: 'yes' }, 'Groot.'],
  ['playground', many, null],
  [
    'playground',
    { ...many, leisure: 'playground', supervised: 'yes', operator: 'Zeist' },
    'Er is toezicht. Beheer: Zeist.',
  ],
  ['restaurant', many, 'Open: 24/7. Toegang kost geld. Honden mogen er niet in.'],
  ['restaurant', { operator: 'Zeist' }, null],
])(
  'the description of a %s with %o is %o: the mapper’s text, or else what its facts do not tell',
  (type, tags, description) => {
    expect(descriptionOf(type, tags)).toBe(description)
  },
)
