import { i18n } from '@lingui/core'
import type { PlaceFacts } from '@papadag/contract/places/facts'
import { expect, test } from 'vitest'
import { sentenceFor } from './for-child-words.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })

const known = <Value>(value: Value) => ({ value, source: 'osm' as const, agreed: 0, at: '2026-11-01' })
const told = <Value>(value: Value, other: Value, agreed: number) => ({
  ...{ ...known(value), source: 'fathers' as const, agreed: 2 },
  others: [{ value: other, agreed }],
})
const toddlers: PlaceFacts = { equipment: known(['slide', 'sandbox', 'babySwing']), fence: known('whole') }

test.each<[string, number, PlaceFacts, string | null, string]>([
  [
    'what is made for his age comes first, then the fence',
    2,
    toddlers,
    null,
    'yes. Baby swing, a fence all around, sandpit.',
  ],
  ['an older child needs no fence', 5, toddlers, null, 'yes. Sandpit, slide.'],
  [
    'of things for others it says for whom',
    8,
    { equipment: known(['babySwing', 'springer']) },
    null,
    'so-so, it’s mostly for little ones.',
  ],
  [
    'and for bigger ones',
    2,
    { equipment: known(['zipLine', 'skating']) },
    null,
    'so-so, it’s mostly for bigger children.',
  ],
  ['nobody has told of any', 2, {}, null, 'we don’t know yet.'],
  ['a device for everybody says nothing', 2, { equipment: known(['hammock']) }, null, 'we don’t know yet.'],
  ['ages alone are enough', 4, { ages: known({ from: 2, to: 6 }) }, null, 'yes.'],
  ['a little too young', 4, { ages: known({ from: 6, to: null }) }, null, 'so-so, it’s for children from 6.'],
  ['far too young', 2, { ages: known({ from: 6, to: 12 }) }, null, 'no, it’s for children from 6.'],
  [
    'a little too old for little ones',
    6,
    { ages: known({ from: null, to: 4 }) },
    null,
    'so-so, it’s mostly for little ones.',
  ],
  ['too old', 15, { ages: known({ from: 6, to: 12 }) }, null, 'no, it’s for children up to 12.'],
  [
    'open water beside it is no place for a toddler',
    3,
    { ...toddlers, fence: known('partly'), openWater: known('yes') },
    null,
    'so-so, there’s open water beside it without a fence.',
  ],
  [
    'a whole fence keeps him from it',
    3,
    { ...toddlers, openWater: known('yes') },
    null,
    'yes. Baby swing, a fence all around, sandpit.',
  ],
  [
    'a fence on which fathers are divided is unknown',
    2,
    { ...toddlers, fence: told('whole', 'none', 2) },
    null,
    'yes. Baby swing, sandpit, slide.',
  ],
  [
    'a fence that more of them saw counts',
    2,
    { ...toddlers, fence: told('whole', 'none', 1) },
    null,
    'yes. Baby swing, a fence all around, sandpit.',
  ],
  [
    'so are ages on which they are divided',
    2,
    { ages: told({ from: 6, to: null }, { from: 1, to: null }, 2) },
    null,
    'we don’t know yet.',
  ],
  ['closed is closed', 2, toddlers, 'closed', 'no, it’s closed at the moment.'],
  ['something broken is a reason to look', 2, toddlers, 'broken', 'so-so, something is wrong there at the moment.'],
])('the sheet answers for a child: %s', (_, age, facts, current, said) => {
  expect(sentenceFor(i18n, { facts, state: current === null ? null : { kind: current } }, { name: 'Saar', age })).toBe(
    `Saar (${age}): ${said}`,
  )
})
