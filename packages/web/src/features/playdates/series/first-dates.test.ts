import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { expect, test } from 'vitest'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { firstDates } from './first-dates.ts'

const late = '2028-07-31'

test.each<[Rhythm, string, string, string[]]>([
  ['week', '2026-12-23', late, ['2026-12-23', '2026-12-30', '2027-01-06']],
  ['twoWeeks', '2027-03-17', late, ['2027-03-17', '2027-03-31', '2027-04-14']],
  ['monthByWeekday', '2026-12-02', late, ['2026-12-02', '2027-01-06', '2027-02-03']],
  ['monthByWeekday', '2027-01-29', late, ['2027-01-29', '2027-02-26', '2027-03-26']],
  ['week', '2027-07-21', '2027-07-31', ['2027-07-21', '2027-07-28']],
])('a series of %s from %s until %s begins with the dates that the server plans', (every, day, until, dates) => {
  const startTime = new Date(`${day}T14:00`).toISOString()
  expect(firstDates({ startTime, series: { id: 3, every, until } }).map(date => dateAndTimeOf(date).date)).toEqual(
    dates,
  )
})
