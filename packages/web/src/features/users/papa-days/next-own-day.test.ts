import { expect, test } from 'vitest'
import { nextOwnDay } from './next-own-day.ts'

// A Wednesday, and the Saturdays before both changes of the clock.
const wednesday = new Date(2026, 10, 25, 23, 59)

test.each([
  [['wed-pm'], { day: 'wed', date: '2026-12-02' }],
  [['thu-am', 'wed-pm'], { day: 'thu', date: '2026-11-26' }],
  [['sun-am', 'tue-pm'], { day: 'sun', date: '2026-11-29' }],
  [['mon-pm'], { day: 'mon', date: '2026-11-30' }],
  [[], undefined],
] as const)('after a Wednesday the next half day of %j is %j', (days, next) => {
  expect(nextOwnDay(days, wednesday)).toEqual(next)
})

test.each([
  [new Date(2026, 9, 24, 23, 30), '2026-10-25'],
  [new Date(2027, 2, 27, 0, 30), '2027-03-28'],
])('on %s the next Sunday is %s, whatever the clock does', (now, date) => {
  expect(nextOwnDay(['sun-am'], now)).toEqual({ day: 'sun', date })
})
