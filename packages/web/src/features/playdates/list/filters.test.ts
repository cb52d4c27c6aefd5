import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dateAndTimeOf } from '../../../platform/language/dates.ts'
import { filtersInAddress, queryOf, readFilters, rememberedFilters, rememberFilters, windowOf } from './filters.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllEnvs())

const local = (moment: string) => Object.values(dateAndTimeOf(moment)).join(' ')
const days = (day: string, now: Date) => Object.values(windowOf(day, now)).map(local)

test.each([
  ['on Friday', new Date(2026, 10, 27, 22), ['2026-11-28 00:00', '2026-11-30 00:00']],
  ['on Saturday', new Date(2026, 10, 28, 9), ['2026-11-28 00:00', '2026-11-30 00:00']],
  ['on Sunday', new Date(2026, 10, 29, 9), ['2026-11-29 00:00', '2026-11-30 00:00']],
  ['on Monday', new Date(2026, 10, 30, 0), ['2026-12-05 00:00', '2026-12-07 00:00']],
])('seen %s, this weekend is what is left of it, or the next one', (_, now, wanted) => {
  expect(days('weekend', now)).toEqual(wanted)
})

test.each([
  ['a Saturday that is Friday elsewhere', 28, ['2026-11-28 00:00', '2026-11-30 00:00']],
  ['a Sunday that is Saturday elsewhere', 29, ['2026-11-29 00:00', '2026-11-30 00:00']],
  ['a Monday that is Sunday elsewhere', 30, ['2026-12-05 00:00', '2026-12-07 00:00']],
])('the weekend follows the day where the father is: %s', (_, day, wanted) => {
  vi.stubEnv('TZ', 'Europe/Amsterdam')
  expect(days('weekend', new Date(2026, 10, day, 0, 30))).toEqual(wanted)
})

test('a day lasts from midnight to midnight, even when the clock is put back', () => {
  expect(days('today', new Date(2026, 9, 25, 12))).toEqual(['2026-10-25 00:00', '2026-10-26 00:00'])
  expect(days('2026-12-31', new Date(2026, 10, 1))).toEqual(['2026-12-31 00:00', '2027-01-01 00:00'])
})

test('filters survive a round trip through the address, which yields nothing else', () => {
  const all = { km: 5, day: 'weekend', fits: true, room: true } as const
  expect(readFilters(new URLSearchParams(filtersInAddress(all)))).toEqual(all)
  expect(readFilters(new URLSearchParams('km=3&day=2020-01-01&fits=all&room=1'))).toEqual({})
})

test('the filter for places left counts all of a father’s children', () => {
  expect(queryOf({ room: true, km: 10 }, 2)).toEqual({ room: 3, withinKm: 10 })
})

test('a user’s choice of filters is remembered until he clears it', () => {
  rememberFilters(1, { km: 2 })
  expect(rememberedFilters(1)).toEqual({ km: 2 })
  expect(rememberedFilters(2)).toEqual({})
  rememberFilters(1, {})
  expect(rememberedFilters(1)).toEqual({})
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['km=10', { km: 10 }],
  ['km=11', {}],
  ['day=today', { day: 'today' }],
  ['day=tomorrow', {}],
  [`day=${dateAndTimeOf(new Date()).date}`, { day: dateAndTimeOf(new Date()).date }],
  ['day=2099-01-01', { day: '2099-01-01' }],
  ['day=2199-01-01', {}],
  ['day=x2099-01-01', {}],
  ['fits=children', { fits: true }],
  ['fits=others', {}],
  ['room=left', { room: true }],
  ['room=2', {}],
])('the address “%s” sets the filters %o', (search, filters) =>
  expect(readFilters(new URLSearchParams(search))).toEqual(filters),
)

test('the server is asked for each filter', () => {
  expect(queryOf({}, 2)).toEqual({})
  expect(queryOf({ fits: true }, 2)).toEqual({ fits: 'children' })
  expect(queryOf({ room: true }, 0)).toEqual({ room: 1 })
  expect(queryOf({ day: '2031-05-06' }, 0)).toEqual(windowOf('2031-05-06', new Date()))
})
