import { type HalfDay, halfDays } from '@papadag/contract/users/papa-days'
import { expect, test } from 'vitest'
import { bitsOf, changedTo, halfDaysIn, type Own, settled } from './papa-days.ts'

const hour = 60 * 60 * 1000
const none: Own = { days: 0, counting: 0, changed: [], opened: [] }

/** The half days that count after these changes, each at an hour. */
function after(...changes: [hours: number, days: readonly HalfDay[]][]) {
  const own = changes.reduce((before, [hours, days]) => changedTo(bitsOf(days), before, hours * hour), none)
  return (hours: number) => halfDaysIn(settled(own, hours * hour).counting)
}

test('half days are stored as bits, and read in the order of a week', () => {
  expect(halfDaysIn(bitsOf(['sun-pm', 'wed-pm', 'mon-am', 'wed-pm']))).toEqual(['mon-am', 'wed-pm', 'sun-pm'])
  expect([bitsOf([]), bitsOf(['mon-am']), bitsOf(halfDays)]).toEqual([0, 1, 2 ** 14 - 1])
})

test('three changes of papa days in 24 hours take effect at once, and after the fourth no new one does for 24 hours', () => {
  const three = after([0, ['mon-am']], [1, ['tue-am']], [2, ['wed-am']])
  expect(three(2)).toEqual(['wed-am'])
  const four = after([0, ['mon-am']], [1, ['tue-am']], [2, ['wed-am']], [3, ['wed-am', 'thu-am', 'wed-pm']])
  expect(four(3)).toEqual(['wed-am'])
  expect(four(23.99)).toEqual(['wed-am'])
  // The first of the four is a day ago.
  expect(four(24)).toEqual(['wed-am', 'wed-pm', 'thu-am'])
})

test('a father who keeps changing his days has only those he keeps, until his fourth-last change is a day ago', () => {
  const five = after([0, ['mon-am']], [1, ['tue-am']], [2, ['wed-am']], [3, ['thu-am']], [4, ['fri-am']])
  expect([five(4), five(24), five(25)]).toEqual([[], [], ['fri-am']])
  const back = after([0, ['mon-am']], [1, ['tue-am']], [2, []], [3, ['tue-am']])
  expect([back(3), back(24)]).toEqual([[], ['tue-am']])
})

test('setting the same papa days again does not count as a change', () => {
  const same = after([0, ['mon-am']], [1, ['mon-am']], [2, ['mon-am']], [3, ['mon-am', 'mon-am']], [4, ['tue-am']])
  expect(same(4)).toEqual(['tue-am'])
})

test('when a father chooses the whole week, four weekdays count from the first day and the others a day later', () => {
  const week = after([0, halfDays])
  expect(week(0)).toEqual(halfDays.slice(0, 8))
  expect(week(23.99)).toEqual(halfDays.slice(0, 8))
  expect(week(24)).toEqual(halfDays)
  // The second half of a weekday comes with the first.
  expect(after([0, ['mon-am', 'tue-am', 'wed-am', 'thu-am']], [1, ['mon-am', 'mon-pm', 'fri-am']])(1)).toEqual([
    'mon-am',
    'mon-pm',
  ])
})

test('papa days that a father removes make no room for others, and keep their turns while they wait', () => {
  const swapped = after([0, halfDays.slice(0, 8)], [1, halfDays.slice(8)])
  expect([swapped(1), swapped(24)]).toEqual([[], halfDays.slice(8)])
  // At 24 h three weekdays take effect, whether anybody looks or not, which leaves one for that day.
  const later = after([0, halfDays.slice(0, 8)], [1, halfDays.slice(8)], [30, halfDays.slice(0, 8)])
  expect([later(30), later(48)]).toEqual([['mon-am', 'mon-pm'], halfDays.slice(0, 8)])
})
