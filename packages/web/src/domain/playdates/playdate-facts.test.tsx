import type { Playdate } from '@papadag/contract/playdates/playdates'
import { beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../platform/language/language.ts'
import { aPlaydate, yesterday } from '../../testing/a-playdate.ts'
import { show } from '../../testing/show.tsx'
import { childrenToBring } from './children-to-bring.ts'
import { Facts, isOver, isRunning, Leaf } from './playdate-facts.tsx'

beforeEach(() => showLanguage('en'))

const hourMs = 3_600_000
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString()
const now = { startTime: fromNow(-hourMs), endTime: fromNow(hourMs) }

/** What is shown under the times. */
function facts(changes: Partial<Playdate>) {
  show(<Facts playdate={aPlaydate(changes)} />, '/playdates')
  return [...document.querySelectorAll('main p')].slice(1).map(({ textContent }) => textContent)
}

const kept = { locationVisibility: 'participants' as const, location: 'Utrecht' }
const locked = 'Address visible after joining'

test.each<[string, Partial<Playdate>, string[]]>([
  ['a public place', {}, ['Westerpark, Amsterdam']],
  ['a public place and how far it is', { metresAway: 0 }, ['Westerpark, Amsterdam0 m']],
  ['a private address, to participants', { ...kept, myStatus: 'joined' }, ['Utrecht']],
  ['a private address, to its creator', { ...kept, myStatus: 'creator', distance: '<2' }, ['Utrechtless than 2 km']],
  ['a private address, to others', { ...kept, distance: '<5' }, [`${locked}less than 5 km`]],
  [
    'the neighbourhood of a private address',
    { ...kept, area: 'Utrecht', distance: '<10' },
    ['Utrechtless than 10 km', locked],
  ],
  ['a far one', { ...kept, distance: '10+' }, [`${locked}more than 10 km`]],
  [
    'that it is hidden',
    { hidden: { reason: null, rule: null, isAutomatic: true, reference: 'R1' } },
    ['Westerpark, Amsterdam', 'Hidden by moderators'],
  ],
])('the facts of a playdate include %s', (_, changes, said) => expect(facts(changes)).toEqual(said))

test.each<[string, Partial<Playdate>, number]>([
  ['not read yet', {}, 1],
  ['unknown', { metresAway: null, distance: null }, 0],
  ['no longer of use', yesterday, 0],
])('in a dialog a distance that is %s keeps its space or none', (_, changes, spaces) => {
  show(<Facts playdate={aPlaydate(changes)} wrap />, '/playdates')
  expect(document.querySelectorAll('main b[aria-hidden]')).toHaveLength(spaces)
})

test.each([
  ['before', {}, false],
  ['during', now, true],
  ['after', yesterday, false],
])('%s its hours, a playdate says whether it is going on', (_, times, isOn) => {
  facts(times)
  expect(document.querySelector('main')?.textContent?.includes('Going on now')).toBe(isOn)
})

test('a playdate runs from its first moment until its last, and is over then', () => {
  expect([isOver(now), isRunning(now)]).toEqual([false, true])
  const ahead = aPlaydate()
  expect([isOver(ahead), isRunning(ahead)]).toEqual([false, false])
  expect([isOver(yesterday), isRunning(yesterday)]).toEqual([true, false])
})

test.each<[string, Partial<Playdate>, boolean]>([
  ['ahead', {}, false],
  ['over', yesterday, true],
  ['cancelled', { state: 'cancelled' }, true],
])('a playdate that is %s has its own day on its leaf', (_, changes, isFaded) => {
  show(<Leaf playdate={aPlaydate(changes)} />, '/playdates')
  expect(document.querySelector('.leaf.faded') !== null).toBe(isFaded)
})

test.each([
  ['all of his', 10, 1, 2, { max: 8, usual: 2 }],
  ['as many as there is room for beside him', 4, 2, 2, { max: 1, usual: 1 }],
  ['none when the last place is his', 3, 2, 2, { max: 0, usual: 0 }],
  ['none when there is no place', 3, 3, 2, { max: 0, usual: 0 }],
])('the facts of a playdate say that a father brings %s', (_, maxParticipants, placesTaken, ofHis, brings) => {
  expect(childrenToBring({ maxParticipants, placesTaken }, ofHis)).toEqual(brings)
})
