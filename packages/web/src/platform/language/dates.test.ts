import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dateAndTimeOf, datesIn, instantOf } from './dates.ts'
import { localeOf } from './language.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Amsterdam'))
afterEach(() => vi.unstubAllEnvs())

const start = '2026-11-27T09:00:00.000Z'
const end = '2026-11-27T11:00:00.000Z'
const amsterdam = 'Europe/Amsterdam'

describe('a date is in Dutch order, in the chosen language', () => {
  test.each([
    ['nl', 'vrijdag 27 november 2026', 'vr 27 nov'],
    ['en', 'Friday, 27 November 2026', 'Fri 27 Nov'],
    ['de', 'Freitag, 27. November 2026', 'Fr 27 Nov'],
    ['fr', 'vendredi 27 novembre 2026', 'ven 27 nov'],
    ['es', 'viernes, 27 de noviembre de 2026', 'vie 27 nov'],
  ])('%s', (language, full, short) => {
    const dates = datesIn(localeOf(language), amsterdam)
    expect(dates.fullDate(start)).toBe(full)
    expect(dates.shortDate(start)).toBe(short)
    expect(dates.timeRange(start, end)).toBe('10:00 – 12:00')
  })
})

test('the calendar leaf has a weekday, a day and a month', () => {
  expect(datesIn('nl-NL', amsterdam).leaf(start)).toEqual({
    weekday: 'vr',
    day: '27',
    month: 'nov',
    label: 'vrijdag 27 november 2026',
  })
})

test('the day of today needs no year', () => {
  expect(datesIn('nl-NL', amsterdam).dayAndMonth(start)).toBe('vrijdag 27 november')
  expect(datesIn('de-NL', amsterdam).dayAndMonth(start)).toBe('Freitag, 27. November')
})

test('midnight is 00:00 and not 24:00', () => {
  expect(datesIn('en-NL', amsterdam).time('2026-11-26T23:00:00.000Z')).toBe('00:00')
})

test('a range that ends on another day says which', () => {
  expect(datesIn('nl-NL', amsterdam).timeRange(start, '2026-11-28T01:30:00.000Z')).toBe('10:00 – za 28 nov 02:30')
})

test('the time zone is named where it differs from the product’s', () => {
  expect(datesIn('nl-NL', 'America/New_York').timeRange(start, end)).toBe('04:00 – 06:00 (EST)')
  expect(datesIn('nl-NL', amsterdam).timeRange(start, end)).not.toContain('(')
})

describe('a clock time becomes the instant at which the clock shows it', () => {
  test.each([
    ['in winter', '2026-01-10', '10:00', '2026-01-10T09:00:00.000Z'],
    ['in summer', '2026-07-10', '10:00', '2026-07-10T08:00:00.000Z'],
    ['a time that does not exist moves forward', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['a time that exists twice is the first', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['after the clock went back', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z'],
  ])('%s', (_, date, time, instant) => {
    expect(instantOf({ date, time })).toBe(instant)
  })
})

test('an instant converts back to its date and time', () => {
  expect(dateAndTimeOf('2026-07-01T22:30:00.000Z')).toEqual({ date: '2026-07-02', time: '00:30' })
  expect(dateAndTimeOf(instantOf({ date: '2026-03-29', time: '02:30' }))).toEqual({ date: '2026-03-29', time: '03:30' })
})
