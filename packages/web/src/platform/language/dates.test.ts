import { i18n } from '@lingui/core'
import { type Language, languages } from '@papadag/contract/limits'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dateAndTimeOf, datesIn, foreignZone, instantOf } from './dates.ts'
import { showLanguage } from './language.ts'
import { localeOf } from './locale.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Amsterdam'))
afterEach(async () => {
  vi.unstubAllEnvs()
  await showLanguage('nl')
})

const start = '2026-11-27T09:00:00.000Z'
const end = '2026-11-27T11:00:00.000Z'

async function datesOf(language: Language) {
  await showLanguage(language)
  return datesIn(i18n)
}

describe('a date is written in Dutch order, in the chosen language', () => {
  test.each([
    ['nl', 'vrijdag 27 november 2026', 'vr 27 nov'],
    ['en', 'Friday, 27 November 2026', 'Fri 27 Nov'],
    ['de', 'Freitag, 27. November 2026', 'Fr 27 Nov'],
    ['fr', 'vendredi 27 novembre 2026', 'ven 27 nov'],
    ['es', 'viernes, 27 de noviembre de 2026', 'vie 27 nov'],
  ] as const)('a date in %s is written as people there write it', async (language, full, short) => {
    const dates = await datesOf(language)
    expect(dates.fullDate(start)).toBe(full)
    expect(dates.shortDate(start)).toBe(short)
    expect(dates.timeRange(start, end)).toBe('10:00 – 12:00')
  })
})

test.each(languages)('every day of a year is written as the browser itself would write it, in %s', async language => {
  const dates = await datesOf(language)
  const browser = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeOf(language), { timeZone: 'Europe/Amsterdam', ...options })
    return (day: Date) => format.format(day)
  }
  const dayAndMonth = browser({ weekday: 'long', day: 'numeric', month: 'long' })
  const fullDate = browser({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const [weekday, fullWeekday] = [browser({ weekday: 'short' }), browser({ weekday: 'long' })]
  const [day, month] = [browser({ day: 'numeric' }), browser({ month: 'short' })]
  const time = browser({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  for (let hour = 0; hour < 365 * 24; hour += 13) {
    const at = new Date(Date.UTC(2026, 0, 1, hour, 5))
    const moment = at.toISOString()
    const leaf = { weekday: weekday(at), month: month(at) }
    expect(dates.leaf(moment)).toEqual({
      weekday: leaf.weekday.replace('.', ''),
      day: day(at),
      month: leaf.month.replace('.', ''),
      label: fullDate(at),
    })
    expect(dates.dayAndMonth(moment)).toBe(dayAndMonth(at))
    expect(dates.weekday(at.getDay())).toBe(fullWeekday(at))
    expect(dates.time(moment)).toBe(time(at))
  }
})

test('the calendar leaf has a weekday, a day and a month', () => {
  expect(datesIn(i18n).leaf(start)).toEqual({
    weekday: 'vr',
    day: '27',
    month: 'nov',
    label: 'vrijdag 27 november 2026',
  })
})

test('a day in this year is written without the year', async () => {
  expect(datesIn(i18n).dayAndMonth(start)).toBe('vrijdag 27 november')
  expect((await datesOf('de')).dayAndMonth(start)).toBe('Freitag, 27. November')
})

test('midnight is written as 00:00 and not 24:00', () => {
  expect(datesIn(i18n).time('2026-11-26T23:00:00.000Z')).toBe('00:00')
})

test('a range that ends on another day says which', () => {
  expect(datesIn(i18n).timeRange(start, '2026-11-28T01:30:00.000Z')).toBe('10:00 – za 28 nov 02:30')
})

test('the time zone is named where it differs from the product’s', () => {
  expect(datesIn(i18n).timeRange(start, end)).not.toContain('(')
  vi.stubEnv('TZ', 'America/New_York')
  expect(datesIn(i18n).timeRange(start, end)).toBe('04:00 – 06:00 (EST)')
})

// Other offsets than before, since the zone is looked up once for each.
test.each([
  ['with', 'America/Halifax', 'Halifax'],
  ['without', 'Asia/Tokyo', 'Tokyo'],
])('%s Temporal, the browser’s time zone is known', (how, zone, city) => {
  vi.stubEnv('TZ', zone)
  if (how === 'without') vi.stubGlobal('Temporal', undefined)
  expect(foreignZone()).toBe(city)
  vi.unstubAllGlobals()
})

describe('a clock time becomes the instant at which the clock shows it', () => {
  test.each([
    ['in winter', '2026-01-10', '10:00', '2026-01-10T09:00:00.000Z'],
    ['in summer', '2026-07-10', '10:00', '2026-07-10T08:00:00.000Z'],
    ['a time that does not exist moves forward', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z'],
    ['a time that exists twice is the first', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
    ['after the clock went back', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z'],
  ])('the instant and the clock agree: %s', (_, date, time, instant) => {
    expect(instantOf({ date, time })).toBe(instant)
  })
})

test('an instant converts back to its date and time', () => {
  expect(dateAndTimeOf('2026-07-01T22:30:00.000Z')).toEqual({ date: '2026-07-02', time: '00:30' })
  expect(dateAndTimeOf(instantOf({ date: '2026-03-29', time: '02:30' }))).toEqual({ date: '2026-03-29', time: '03:30' })
})
