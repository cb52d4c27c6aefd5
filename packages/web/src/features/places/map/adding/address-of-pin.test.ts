import { expect, test } from 'vitest'
import { addressAmong } from './address-of-pin.ts'

test.each<[string, { address: string | null; distance: number | null }[], string | undefined]>([
  ['nothing', [], undefined],
  [
    'the street of a place near it, without its number',
    [{ address: 'Dam 1, Amsterdam', distance: 150 }],
    'Dam, Amsterdam',
  ],
  ['the town of one further away', [{ address: 'Dam 1, Amsterdam', distance: 151 }], 'Amsterdam'],
  ['the town of one 2 km away', [{ address: 'Dam 1, Amsterdam', distance: 2000 }], 'Amsterdam'],
  ['nothing further away', [{ address: 'Dam 1, Amsterdam', distance: 2001 }], undefined],
  ['nothing where the distance is unknown', [{ address: 'Dam 1, Amsterdam', distance: null }], undefined],
  [
    'the first with a town',
    [
      { address: null, distance: 1 },
      { address: 'Dam 1', distance: 2 },
      { address: 'Plein 2, Utrecht', distance: 3 },
    ],
    'Plein, Utrecht',
  ],
  [
    'a street that begins with a number',
    [{ address: '2e Dwarsstraat 5, Utrecht', distance: 3 }],
    '2e Dwarsstraat, Utrecht',
  ],
  ['a street with a number in its name', [{ address: 'Laan van 1940 2, Breda', distance: 10 }], 'Laan van 1940, Breda'],
  ['a street without a number', [{ address: 'Vondelpark, Amsterdam', distance: 3 }], 'Vondelpark, Amsterdam'],
])('a pin on the map is given the address of %s', (_, places, address) => expect(addressAmong(places)).toBe(address))
