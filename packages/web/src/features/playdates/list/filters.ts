import type { upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { type NearKm, nearKm } from '@papadag/contract/playdates/playdates'
import type { Input } from '@papadag/contract/route'
import { browserStorage } from '../../../platform/browser/storage.ts'
import { dateAndTimeOf, instantOf } from '../../../platform/language/dates.ts'

/** The filters of upcoming playdates; none shows all. */
export type Filters = {
  km?: NearKm | undefined
  /** `today`, `weekend`, or a date. */
  day?: string | undefined
  fits?: boolean | undefined
  room?: boolean | undefined
}

const aDate = /^20\d{2}-\d{2}-\d{2}$/

export function readFilters(query: URLSearchParams): Filters {
  const km = nearKm.find(one => String(one) === query.get('km'))
  const day = query.get('day') ?? ''
  const isDay = day === 'today' || day === 'weekend' || (aDate.test(day) && day >= dateAndTimeOf(new Date()).date)
  return {
    ...(km && { km }),
    ...(isDay && { day }),
    ...(query.get('fits') === 'children' && { fits: true }),
    ...(query.get('room') === 'left' && { room: true }),
  }
}

/** The same as parts of an address. */
export function filtersInAddress({ km, day, fits, room }: Filters): Record<string, string> {
  return {
    ...(km && { km: String(km) }),
    ...(day && { day }),
    ...(fits && { fits: 'children' }),
    ...(room && { room: 'left' }),
  }
}

export function isFiltering(filters: Filters): boolean {
  return Object.keys(filtersInAddress(filters)).length > 0
}

const key = 'playdate_filters'

/** This user's last choice on this device; other users' choices are ignored. */
export function rememberedFilters(userId: number): Filters {
  const [owner, words] = (browserStorage.get(key) ?? '').split('?')
  if (owner !== String(userId)) return {}
  const filters = readFilters(new URLSearchParams(words))
  // Drops a day that is over.
  rememberFilters(userId, filters)
  return filters
}

export function rememberFilters(userId: number, filters: Filters): void {
  if (isFiltering(filters)) browserStorage.set(key, `${userId}?${new URLSearchParams(filtersInAddress(filters))}`)
  else browserStorage.remove(key)
}

type Query = NonNullable<Input<typeof upcomingPlaydates>['query']>

/** The server's query: days in the browser's time zone, and room for him with all his children. */
export function queryOf(filters: Filters, children: number): Query {
  const { km, day, fits, room } = filters
  return {
    ...(km && { withinKm: km }),
    ...(day && windowOf(day, new Date())),
    ...(fits && { fits: 'children' as const }),
    ...(room && { room: 1 + children }),
  }
}

/** The period of a chosen day. A weekend that has begun is the current one. */
export function windowOf(day: string, now: Date): { from: string; to: string } {
  const { date: today } = dateAndTimeOf(now)
  if (day === 'today') return between(today, 0, 1)
  if (day !== 'weekend') return between(day, 0, 1)
  const isSunday = now.getDay() === 0
  return isSunday ? between(today, 0, 1) : between(today, 6 - now.getDay(), 2)
}

function between(date: string, ahead: number, days: number) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const at = (more: number) => dateAndTimeOf(new Date(year, month - 1, day + ahead + more, 12)).date
  return { from: instantOf({ date: at(0), time: '00:00' }), to: instantOf({ date: at(days), time: '00:00' }) }
}
