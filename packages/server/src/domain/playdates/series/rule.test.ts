import { productTimeZone } from '@papadag/contract/limits'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { expect, test } from 'vitest'
import { dayAt, dayOf, lastDayFrom, nextSlots, ruleFrom, timesOf } from './rule.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: productTimeZone,
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
})
const clock = (ms: number) => {
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}`
}

/** The first moment at which clocks in Amsterdam show this, found by trying. */
function momentOf(day: string, time: string): string | undefined {
  const midnight = Date.parse(`${day}T00:00:00Z`) - 3 * 3_600_000
  for (let ms = midnight; ms < midnight + 30 * 3_600_000; ms += 5 * 60_000)
    if (clock(ms) === `${day} ${time}`) return new Date(ms).toISOString()
  return undefined
}

/** The days of a rhythm, counted by hand by checking every day. */
function daysBy(every: Rhythm, first: string, days: number): string[] {
  const start = Date.parse(`${first}T12:00:00Z`)
  const weekday = new Date(start).getUTCDay()
  const nth = Math.ceil(new Date(start).getUTCDate() / 7)
  const found: string[] = []
  for (let day = 0; day < days; day += 1) {
    const date = new Date(start + day * 86_400_000)
    const isLast = new Date(start + (day + 7) * 86_400_000).getUTCMonth() !== date.getUTCMonth()
    const isNth = nth === 5 ? isLast : Math.ceil(date.getUTCDate() / 7) === nth
    const isIn = {
      week: day % 7 === 0,
      twoWeeks: day % 14 === 0,
      monthByWeekday: date.getUTCDay() === weekday && isNth,
    }
    if (isIn[every]) found.push(date.toISOString().slice(0, 10))
  }
  return found
}

test.each<[Rhythm, string, string, string]>([
  ['week', '2026-11-25', '10:00', '12:00'],
  ['week', '2027-01-03', '23:00', '00:30'],
  ['twoWeeks', '2026-12-02', '09:30', '11:00'],
  ['monthByWeekday', '2026-12-05', '10:00', '12:00'],
  ['monthByWeekday', '2026-12-30', '15:00', '17:00'],
])(
  'the dates of 104 weeks of every %s from %s match a calendar’s, on both sides of each clock change',
  (every, first, from, to) => {
    const ends = to < from ? new Date(Date.parse(first) + 86_400_000).toISOString().slice(0, 10) : first
    const rule = ruleFrom(every, { startTime: momentOf(first, from) ?? '', endTime: momentOf(ends, to) ?? '' })
    const expected = daysBy(every, first, 104 * 7)
    const made = expected.map((_, slot) => timesOf(rule, slot))
    expect(made.map(({ startTime }) => startTime)).toEqual(expected.map(day => momentOf(day, from)))
    const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
    expect(made.map(({ endTime }) => endTime)).toEqual(
      expected.map(day => momentOf(to < from ? nextDay(day) : day, to)),
    )
    expect(new Set(made.map(({ startTime }) => startTime)).size).toBe(made.length)
  },
)

test('an hour skipped in spring becomes the next one, and an hour repeated in autumn means its first', () => {
  const rule = ruleFrom('week', { startTime: '2027-03-21T01:30:00.000Z', endTime: '2027-03-21T02:00:00.000Z' })
  // On 28 March there is no time between 2:30 and 3:00, but the date still lasts half an hour.
  expect(timesOf(rule, 1)).toEqual({ startTime: '2027-03-28T01:30:00.000Z', endTime: '2027-03-28T02:00:00.000Z' })
  expect(timesOf(rule, 2)).toEqual({ startTime: '2027-04-04T00:30:00.000Z', endTime: '2027-04-04T01:00:00.000Z' })
  expect(timesOf(rule, 32)).toEqual({ startTime: '2027-10-31T00:30:00.000Z', endTime: '2027-10-31T02:00:00.000Z' })
})

test.each([
  ['seems to end before it begins', '00:30', '01:15', '01:30', '02:15'],
  ['seems to end as it begins', '00:30', '01:30', '01:30', '02:30'],
  ['ends before the clocks change', '00:15', '00:45', '01:15', '01:45'],
  ['begins after they have changed', '01:15', '01:45', '01:15', '01:45'],
  ['seems an hour shorter than it is', '00:15', '01:45', '01:15', '01:45'],
])(
  'a date that begins in the hour repeated in autumn and %s ends after it begins on every other date',
  (_, from, to, nextFrom, nextTo) => {
    const at = (day: string, time: string) => `2027-${day}T${time}:00.000Z`
    for (const every of ['week', 'twoWeeks', 'monthByWeekday'] as const) {
      const rule = ruleFrom(every, { startTime: at('10-31', from), endTime: at('10-31', to) })
      const day = dayOf(rule, 1).toString().slice(5)
      expect(timesOf(rule, 1)).toEqual({ startTime: at(day, nextFrom), endTime: at(day, nextTo) })
    }
  },
)

test('slots numbered below the first date are the dates before it', () => {
  const weekly = ruleFrom('week', { startTime: '2027-01-06T09:00:00.000Z', endTime: '2027-01-06T10:00:00.000Z' }, 5)
  expect([3, 4, 5, 6].map(slot => dayOf(weekly, slot).toString())).toEqual([
    '2026-12-23',
    '2026-12-30',
    '2027-01-06',
    '2027-01-13',
  ])
  const monthly = { ...weekly, every: 'monthByWeekday' as const }
  expect([4, 5, 6].map(slot => dayOf(monthly, slot).toString())).toEqual(['2026-12-02', '2027-01-06', '2027-02-03'])
})

test.each([
  ['2026-11-25', '2027-05-26'],
  ['2027-01-29', '2027-07-30'],
  ['2027-01-30', '2027-07-31'],
  ['2027-01-31', '2027-07-31'],
  ['2027-06-30', '2027-07-31'],
  ['2027-07-01', '2027-12-30'],
  ['2027-08-01', '2028-01-30'],
])('a series that begins on %s can last until %s', (from, until) => {
  expect(lastDayFrom(from)).toBe(until)
})

test('the next dates of a series are those after now, until the last day and outside its pauses', () => {
  const rule = ruleFrom('week', { startTime: '2026-11-25T09:00:00.000Z', endTime: '2026-11-25T10:00:00.000Z' })
  const next = (now: string, { until = '2027-05-26', pauses = [] as { from: string; until: string }[] } = {}) =>
    nextSlots({ rule, until, pauses, now }, 3)
  expect(next('2026-11-20T00:00:00.000Z')).toEqual([0, 1, 2])
  expect(next('2020-01-01T00:00:00.000Z')).toEqual([0, 1, 2])
  expect(next('2026-11-25T08:59:59.999Z')).toEqual([0, 1, 2])
  expect(next('2026-11-25T09:00:00.000Z')).toEqual([1, 2, 3])
  expect(next('2026-11-25T12:00:00.000Z', { until: '2026-12-09' })).toEqual([1, 2])
  expect(next('2026-11-25T12:00:00.000Z', { until: '2026-12-08' })).toEqual([1])
  expect(next('2026-12-30T12:00:00.000Z', { until: '2026-12-30' })).toEqual([])
  const pauses = [{ from: '2026-12-02', until: '2026-12-09' }]
  expect(next('2026-11-25T12:00:00.000Z', { pauses })).toEqual([3, 4, 5])
  expect(next('2026-11-25T12:00:00.000Z', { pauses: [{ from: '2026-12-03', until: '2026-12-08' }] })).toEqual([1, 2, 3])
})

test('a day begins at midnight in Amsterdam', () => {
  expect(dayAt('2026-11-24T22:59:59.999Z')).toBe('2026-11-24')
  expect(dayAt('2026-11-24T23:00:00.000Z')).toBe('2026-11-25')
  expect(dayAt('2027-06-30T22:00:00.000Z')).toBe('2027-07-01')
})
