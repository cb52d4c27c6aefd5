import { limits } from '@papadag/contract/limits'
import { expect, test } from 'vitest'
import { aPlace } from '../../../testing/a-place.ts'
import {
  changesIn,
  emptyValues,
  type PlaceValues,
  positionIn,
  problemsIn,
  readChanges,
  valuesOf,
} from './form-values.ts'

const nowhere = { latitude: 0, longitude: 0 }

test.each([
  ['52.38', '4.9', { latitude: 52.38, longitude: 4.9 }],
  [' 52,38 ', '-4,9', { latitude: 52.38, longitude: -4.9 }],
  ['0', '9.4', { latitude: 0, longitude: 9.4 }],
  ['', '', nowhere],
  ['ergens', 'daar', nowhere],
  ['52.38', 'daar', nowhere],
])('latitude "%s" and longitude "%s" are understood', (latitude, longitude, position) => {
  expect(positionIn({ latitude, longitude })).toEqual(position)
})

const good = emptyValues({ name: 'Klimbos', address: 'Bosweg 1' })

test.each<[string, Partial<PlaceValues>, object]>([
  ['nothing wrong', {}, {}],
  ['a name of three spaces', { name: '   ' }, { name: 'place.nameTooShort' }],
  ['a name of two', { name: 'Aa' }, { name: 'place.nameTooShort' }],
  ['a name of 200 faces', { name: '🙂'.repeat(200) }, {}],
  ['a name of 201', { name: 'a'.repeat(201) }, { name: 'text.tooLong' }],
  ['a name of three', { name: ' Aap ' }, {}],
  ['an address of three', { address: 'Dam' }, {}],
  ['an address of 200', { address: 'a'.repeat(200) }, {}],
  ['a description of 2000', { description: 'a'.repeat(2000) }, {}],
  ['a picture at an address of 2000', { imageUrl: 'https://flap.example/'.padEnd(limits.url, 'a') }, {}],
  ['a longer one', { imageUrl: 'https://flap.example/'.padEnd(limits.url + 1, 'a') }, { imageUrl: 'text.tooLong' }],
  ['an empty picture address', { imageUrl: '  ' }, {}],
  ['a short address', { address: 'X ' }, { address: 'place.addressRequired' }],
  ['a long address', { address: 'a'.repeat(201) }, { address: 'text.tooLong' }],
  ['a long description', { description: 'a'.repeat(2001) }, { description: 'text.tooLong' }],
  ['a picture on the web', { imageUrl: ' https://flap.example/flap.jpg ' }, {}],
  ['a picture that is no address', { imageUrl: 'flap.jpg' }, { imageUrl: 'url.invalid' }],
  ['a picture that runs code', { imageUrl: 'javascript:alert(1)' }, { imageUrl: 'url.invalid' }],
  ['the poles', { latitude: '-90', longitude: '180' }, {}],
  [
    'beyond the poles',
    { latitude: '90.1', longitude: '-181' },
    { latitude: 'place.position', longitude: 'place.position' },
  ],
])('a place’s form with %s is accepted or told why not', (_, values, problems) => {
  expect(problemsIn({ ...good, ...values }, { needsAddress: true })).toEqual(problems)
})

test.each<[string, Partial<PlaceValues>, object]>([
  ['nothing', {}, {}],
  ['the name', { name: 'Klimtuin' }, { name: 'Klimtuin' }],
  ['the description', { description: 'Hoog' }, { description: 'Hoog' }],
  ['the address', { address: '' }, { address: '' }],
  ['one coordinate', { latitude: '53' }, { latitude: '53', longitude: '5' }],
  ['the other', { longitude: '6' }, { latitude: '52', longitude: '6' }],
  ['the picture', { imageUrl: 'https://flap.example/a.jpg' }, { imageUrl: 'https://flap.example/a.jpg' }],
  ['the order of the features', { features: ['benches', 'sandbox'] }, {}],
  ['the features', { features: ['sandbox'] }, { features: ['sandbox'] }],
])('a form in which a father changed %s sends only that', (_, values, changes) => {
  const initial = { ...good, latitude: '52', longitude: '5', features: ['sandbox', 'benches'] } satisfies PlaceValues
  expect(changesIn({ ...initial, ...values }, initial)).toEqual(changes)
})

test('the address of a playground may not be too long either', () => {
  const long = emptyValues({ name: 'Klimbos', address: 'a'.repeat(201) })
  expect(problemsIn(long, { needsAddress: false })).toEqual({ address: 'text.tooLong' })
})

test('a playground can do without an address', () => {
  expect(problemsIn(emptyValues({ name: 'Klimbos' }), { needsAddress: false })).toEqual({})
})

test('a place without a position has empty coordinates in the form', () => {
  expect(valuesOf(aPlace(nowhere))).toMatchObject({ latitude: '', longitude: '' })
  expect(valuesOf(aPlace())).toMatchObject({ latitude: '52.388', longitude: '4.871' })
})

test.each([
  [{ name: 'Klimbos', features: ['sandbox', 'benches'] }, true],
  [{ features: [] }, true],
  [{}, true],
  [{ name: 7 }, false],
  [{ imageUrl: 'https://flap.example/a.jpg', latitude: '52' }, true],
  [{ latitude: 52 }, false],
  [{ features: 'sandbox' }, false],
  [{ features: ['sandbox', 'volcano'] }, false],
])('the stored draft %o can be put back in the form: %s', (stored, fits) => {
  expect(readChanges(stored)).toBe(fits ? stored : undefined)
})
