import { i18n } from '@lingui/core'
import type { PlaceFacts } from '@papadag/contract/places/facts'
import { outsideSchoolHours } from '@papadag/contract/places/school-hours'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showLanguage } from '../../../platform/language/language.ts'
import { show } from '../../../testing/show.tsx'
import { daan } from '../../../testing/stand-in-server.ts'
import { openNowIn } from './fact-words.ts'
import { ForChildren } from './for-children.tsx'
import { KnownFacts } from './known-facts.tsx'

const onOurClock = () => vi.stubEnv('TZ', 'Europe/Amsterdam')
onOurClock()
beforeEach(() => {
  onOurClock()
  return showLanguage('en')
})

const known = <Value,>(value: Value) => ({ value, source: 'osm' as const, agreed: 0, at: '2026-11-01' })
const drawn = (facts: PlaceFacts, used: string[] = []) => {
  show(<KnownFacts place={{ facts }} used={used} />, '/places')
  const list = screen.queryByRole('list')
  return {
    tags: list
      ? within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent)
      : [],
    unknown: screen.queryByText(/^Not known yet/)?.textContent,
  }
}

test.each<[string, PlaceFacts, string[]]>([
  ['nothing', {}, []],
  ['each device', { equipment: known(['babySwing', 'sandbox']) }, ['Baby swing', 'Sandpit']],
  ['ages', { ages: known({ from: 2, to: 6 }) }, ['2 to 6 years']],
  ['open ends', { ages: known({ from: null, to: 12 }) }, ['Up to 12 years']],
  [
    'a toilet a little away',
    { toilet: known({ distance: 320, fee: 'yes', access: null, changingTable: 'yes' }) },
    ['Toilet 300 m away, costs money, with a changing table'],
  ],
  [
    'hours that can be read',
    { openingHours: known({ text: 'Mo-Su 09:00-18:00', openNow: false, opensAt: null }) },
    ['Closed now Mo-Su 09:00-18:00'],
  ],
  [
    'the hours of a school’s grounds',
    { openingHours: known({ text: outsideSchoolHours, openNow: true, opensAt: null }) },
    ['Open now only outside school hours'],
  ],
  [
    'hours that cannot',
    { openingHours: known({ text: 'als het droog is', openNow: null, opensAt: null }) },
    ['als het droog is'],
  ],
  [
    'fathers who contradict each other',
    { shade: { ...known('some'), source: 'fathers', agreed: 3, others: [{ value: 'much', agreed: 1 }] } },
    ['Some shade (3) · Much shade (1)'],
  ],
])('the sheet of a playground shows %s', (_, facts, tags) => {
  expect(drawn(facts).tags).toEqual(tags)
})

const at = (time: string) => new Date(`2026-11-30T${time}`).toISOString() // a Monday
const later = (days: number) => new Date(new Date('2026-11-30T09:00').getTime() + days * 24 * 3600_000).toISOString()

test.each<[string, { openNow: boolean | null; opensAt: string | null }, string]>([
  ['open', { openNow: true, opensAt: null }, 'Open now'],
  ['closed until later today', { openNow: false, opensAt: at('09:00') }, 'Closed now, opens at 09:00'],
  ['closed until tomorrow', { openNow: false, opensAt: later(1) }, 'Closed now, opens Tuesday at 09:00'],
  ['closed for six days', { openNow: false, opensAt: later(6) }, 'Closed now, opens Sunday at 09:00'],
  ['closed for a week', { openNow: false, opensAt: later(7) }, 'Closed now, opens Monday, 7 December at 09:00'],
  ['closed for good', { openNow: false, opensAt: null }, 'Closed now'],
  ['unreadable', { openNow: null, opensAt: null }, ''],
])('hours say when a playground opens that is %s', (_, hours, said) => {
  const fact = known({ text: 'Mo-Su 09:00-18:00', ...hours })
  expect(openNowIn(i18n, fact, new Date(at('08:00')))).toBe(said)
})

test('whoever is in another time zone reads on which clock it opens', () => {
  const fact = known({ text: 'Mo-Su 09:00-18:00', openNow: false, opensAt: '2026-11-30T08:00:00.000Z' })
  const said = () => openNowIn(i18n, fact, new Date('2026-11-30T07:00:00.000Z'))
  expect(said()).toBe('Closed now, opens at 09:00')
  vi.stubEnv('TZ', 'America/Halifax')
  expect(said()).toBe('Closed now, opens at 04:00 (Halifax)')
})

test('hours on which fathers are divided do not say whether it is open', () => {
  const value = { text: 'Mo-Su 09:00-18:00', openNow: true, opensAt: null }
  const others = (agreed: number) => [{ value: { ...value, text: 'Sa 10:00-12:00', openNow: null }, agreed }]
  const fact = { ...known(value), source: 'fathers' as const, agreed: 2 }
  expect(openNowIn(i18n, { ...fact, others: others(2) })).toBe('')
  expect(openNowIn(i18n, { ...fact, others: others(1) })).toBe('Open now')
})

test('what nobody knows comes last and in short', () => {
  const { unknown } = drawn({ fence: known('whole') })
  expect(unknown).toMatch(/^Not known yet: ages, play equipment, open water, shade/)
  expect(unknown).not.toContain('fence')
})

test('what a father filtered by is marked', () => {
  const facts = { fence: known('whole'), equipment: known(['slide', 'sandbox']) } satisfies PlaceFacts
  const { tags } = drawn(facts, ['equipment:sandbox', 'fence:partly+'])
  expect(tags.filter(words => words?.includes('you filtered by it'))).toEqual([
    'Sandpit (you filtered by it)',
    'Fence all around (you filtered by it)',
  ])
})

test('the sheet answers for each of his children', () => {
  const child = { name: 'Saar', age: 2, birthMonth: '2024-05' }
  const facts = { fence: known('whole'), equipment: known(['babySwing', 'sandbox']) } satisfies PlaceFacts
  const childrenInfo = [child, { ...child, name: 'Mees', age: 9 }]
  show(<ForChildren place={{ facts }} />, '/places', {}, { ...daan, childrenInfo })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Saar (2): yes. Baby swing, a fence all around, sandpit.',
    'Mees (9): so-so, it’s mostly for little ones.',
  ])
})

test('where nothing is known for any of his children, the sheet says so once', () => {
  const child = { name: 'Saar', age: 2, birthMonth: '2024-05' }
  show(<ForChildren place={{ facts: {} }} />, '/places', {}, { ...daan, childrenInfo: [child, { ...child, age: 9 }] })
  expect(screen.getByText('We don’t know yet whether your children can play here.')).toBeTruthy()
  expect(screen.queryByRole('listitem')).toBeNull()
})
