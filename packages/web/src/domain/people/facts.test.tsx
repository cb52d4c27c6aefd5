import type { HalfDay } from '@papadag/contract/users/papa-days'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { show } from '../../testing/show.tsx'
import { askAlong, askedAlongTo } from './asked-along.ts'
import {
  Ages,
  AlikeAges,
  Bio,
  Children,
  City,
  EarnedBadges,
  FatherBadge,
  fullName,
  HowFar,
  Portrait,
} from './father-facts.tsx'
import { useSharedDays, useWeekdayNames } from './weekday-names.ts'
import { WhyMatched } from './why-matched.tsx'

beforeEach(() => showLanguage('en'))

/** What is shown of these facts. */
function wordsOf(facts: React.ReactNode) {
  const { unmount } = show(facts, '/')
  const words = document.querySelector('main')?.textContent
  unmount()
  return words
}

function Days({ of }: { of: readonly HalfDay[] }) {
  return useSharedDays(of)
}
function Week() {
  const nameOf = useWeekdayNames()
  return (['mon', 'wed', 'sun'] as const).map(nameOf).join(' ')
}

test.each<[HalfDay[], string]>([
  [[], ''],
  [['mon-am'], 'Monday morning'],
  [['wed-pm'], 'Wednesday afternoon'],
  [['sun-am', 'sun-pm'], 'Sunday'],
  [['fri-pm', 'wed-pm', 'wed-am'], 'Wednesday and Friday afternoon'],
])('the half days %j read as “%s”', (days, words) => {
  expect(wordsOf(<Days of={days} />)).toBe(words)
})

test('each weekday has its name', async () => {
  expect(wordsOf(<Week />)).toBe('Monday Wednesday Sunday')
  await showLanguage('nl')
  expect(wordsOf(<Week />)).toBe('maandag woensdag zondag')
})

const father = {
  ...{ id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null, bio: null, city: null, badge: '' },
  favoriteLocations: [],
}
const match = { days: ['wed-pm'] as HalfDay[], similarAges: true, distance: null }

test.each([
  ['nothing', {}, ''],
  ['days and ages', { match }, 'Also free on Wednesday afternoonChildren of similar ages'],
  ['days alone', { match: { ...match, similarAges: false } }, 'Also free on Wednesday afternoon'],
  ['ages alone', { match: { ...match, days: [] } }, 'Children of similar ages'],
  ['ages that are shown', { match, childrenInfo: [] }, 'Also free on Wednesday afternoon'],
  ['ages whose ranges are shown', { match, alikeAges: [] }, 'Also free on Wednesday afternoon'],
])('a father’s card says why he may suit the reader: %s', (_, more, words) => {
  expect(wordsOf(<WhyMatched of={{ ...father, ...more }} />)).toBe(words)
})

test('a father’s facts that are not known are left out', () => {
  expect(
    wordsOf(
      <>
        <City city={null} />
        <HowFar of={{}} />
        <Bio of={{ bio: null }} lines={2} />
        <Bio of={{ bio: '' }} lines={2} />
        <Ages of={{}} />
        <AlikeAges of={{}} />
        <Children of={[]} />
        <EarnedBadges of={{}} />
        <EarnedBadges of={{ playdatesHad: 0, isNew: false }} />
      </>,
    ),
  ).toBe('')
})

test('a father’s facts that are known are shown', () => {
  const said = (facts: React.ReactNode) => wordsOf(facts)
  expect(said(<City city="Utrecht" />)).toBe('Utrecht')
  expect(said(<HowFar of={{ distance: '<2' }} />)).toBe('less than 2 km away')
  expect(said(<HowFar of={{ distance: '10+' }} />)).toBe('more than 10 km away')
  expect(said(<Bio of={{ bio: 'Hutten.' }} lines={2} />)).toBe('Hutten.')
  expect(said(<Ages of={{ childrenInfo: [{ age: 1 }, { age: 4 }] }} />)).toBe('1 year old4 years old')
  expect(said(<AlikeAges of={{ alikeAges: [{ from: 4, to: 6 }] }} />)).toBe('Also a child of 4–6')
  expect(said(<AlikeAges of={{ alikeAges: [{ from: 4, to: 6 }], childrenInfo: [] }} />)).toBe('')
  expect(said(<Children of={[{ name: 'Ama', age: 1 }, { age: 4 }]} />)).toBe('Ama, 1 year old4 years old')
  expect(said(<EarnedBadges of={{ playdatesHad: 1, isNew: true }} />)).toBe('1 playdate so farNew here')
  expect(said(<EarnedBadges of={{ playdatesHad: 2 }} />)).toBe('2 playdates so far')
})

test('the badge that everybody has is translated and quiet, and one that was earned is neither', async () => {
  await showLanguage('nl')
  const look = (badge: string, tone?: 'picked') => {
    const { unmount } = show(<FatherBadge badge={badge} {...(tone && { tone })} />, '/')
    const found = document.querySelector('main')?.innerHTML
    unmount()
    return found
  }
  expect(look('Active Dad')).toContain('Actieve papa')
  expect(look('Bouwer')).toContain('Bouwer')
  // The quiet one takes no other tone.
  expect(look('Active Dad', 'picked')).toBe(look('Active Dad'))
  expect(look('Bouwer', 'picked')).not.toBe(look('Bouwer'))
})

test('a father’s portrait is his picture or his initial, and his name leaves no gap', () => {
  expect(wordsOf(<Portrait of={father} />)).toBe('K')
  expect([fullName(father), fullName({ firstName: 'Kwame', lastName: '' })]).toEqual(['Kwame Mensah', 'Kwame'])
  const { unmount } = show(<Portrait of={{ ...father, profileImage: '/uploads/a.webp' }} />, '/')
  expect(document.querySelector('main img')?.getAttribute('src')).toBe('/uploads/a.webp')
  unmount()
})

test('the fathers somebody had in mind are remembered for that playdate until he plans another', () => {
  askAlong(5, { day: 'wed', fathers: [2, 3] })
  expect(askedAlongTo(5)).toMatchObject({ day: 'wed', fathers: [2, 3] })
  expect(askedAlongTo(6)).toBeUndefined()
  askAlong(6, undefined)
  expect([askedAlongTo(5), askedAlongTo(6)]).toEqual([undefined, undefined])
})
