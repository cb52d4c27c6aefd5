import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { productTimeZone } from '@papadag/contract/limits'
import { namedZone, zoneByOffset } from '../browser/zone.ts'
import { zoneNameIn } from './formats.ts'

/**
 * A date as a calendar field contains it (`2026-11-27`) and a clock time (`10:00`), both in the browser's time zone.
 */
export type DateAndTime = { date: string; time: string }

/** Dates and times in words, in the current language. */
export function useDates(): Dates {
  const { i18n } = useLingui()
  return datesIn(i18n)
}

export type Dates = {
  /** `vrijdag`; 0 is Sunday. */
  weekday(day: number): string
  /** The three lines of a calendar leaf, and the full date as it is read aloud. */
  leaf(moment: string): { weekday: string; day: string; month: string; label: string }
  /** `vrijdag 27 november 2026` */
  fullDate(moment: string): string
  /** `vrijdag 27 november` */
  dayAndMonth(moment: string): string
  /** `vr 27 nov` */
  shortDate(moment: string): string
  /** `10:00` */
  time(moment: string): string
  /** `10:00 – 12:00`; with the date if it ends on another day, and with the time zone if it is not the product's. */
  timeRange(start: string, end: string): string
}

// The browser's own formatter of dates takes a slow phone 80 ms to create, so these are the names that it would write.
// The leaf and the bar have no room for the dot of an abbreviation.
const names = msg({
  message:
    'Sunday Monday Tuesday Wednesday Thursday Friday Saturday, Sun Mon Tue Wed Thu Fri Sat, January February March April May June July August September October November December, Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
  comment: 'As they are written inside a date; abbreviations without dots',
})

let Clock: new (moment?: string | Date) => Date = Date

/** Reads all dates on this clock, which shows a time zone; for pages whose reader's own is unknown. */
export function readOn(clock: typeof Clock, zone: string) {
  Clock = clock
  known = { offset: new Clock().getTimezoneOffset(), zone }
}

const made = new Map<string, Dates>()

/** Each language's names are read once. */
export function datesIn(i18n: I18n): Dates {
  const dates = made.get(i18n.locale) ?? makeDates(i18n)
  made.set(i18n.locale, dates)
  return dates
}

function makeDates(i18n: I18n): Dates {
  // Weekdays, months, and the abbreviations of both.
  const lists = i18n
    ._(names)
    .split(', ')
    .map(list => list.split(' '))
  const nameOf = (list: number, index: number) => lists[list]?.[index] ?? ''
  const dayAndMonth = (moment: string) => {
    const at = new Clock(moment)
    const [weekday, day, month] = [nameOf(0, at.getDay()), at.getDate(), nameOf(2, at.getMonth())]
    return i18n._(msg`${weekday}, ${day} ${month}`)
  }
  const fullDate = (moment: string) => {
    const [date, year] = [dayAndMonth(moment), new Clock(moment).getFullYear()]
    return i18n._(msg`${date} ${year}`)
  }
  const time = (moment: string) => dateAndTimeOf(moment).time
  const leaf = (moment: string) => {
    const at = new Clock(moment)
    return {
      weekday: nameOf(1, at.getDay()),
      day: String(at.getDate()),
      month: nameOf(3, at.getMonth()),
      label: fullDate(moment),
    }
  }
  const shortDate = (moment: string) => {
    const { weekday, day, month } = leaf(moment)
    return `${weekday} ${day} ${month}`
  }
  const zoneOf = (moment: string) => {
    const zone = browserZone()
    return zone === productTimeZone ? '' : ` (${zoneNameIn(i18n.locale, zone, new Date(moment))})`
  }
  return {
    weekday: day => nameOf(0, day),
    leaf,
    fullDate,
    dayAndMonth,
    shortDate,
    time,
    timeRange(start, end) {
      const endsLater = fullDate(start) !== fullDate(end)
      return `${time(start)} – ${endsLater ? `${shortDate(end)} ` : ''}${time(end)}${zoneOf(end)}`
    },
  }
}

/** The city of this browser's time zone, if it is not the product's (decision P16). */
export function foreignZone(): string | undefined {
  const zone = browserZone()
  return zone === productTimeZone ? undefined : zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

let known: { offset: number; zone: string } | undefined

/** Determining it may be slow, and every card needs it; when travelling to another zone, the clock's offset changes. */
function browserZone() {
  const offset = new Clock().getTimezoneOffset()
  if (known?.offset !== offset) {
    known = { offset, zone: namedZone() ?? (isProductClock() ? productTimeZone : zoneByOffset(offset)) }
  }
  return known.zone
}

/** Whether the clock runs as the product's zone does, an hour ahead of UTC in winter and two in summer. */
function isProductClock() {
  const year = new Clock().getFullYear()
  return [0, 6].every((month, at) => new Clock(new Date(year, month, 1)).getTimezoneOffset() === -60 * (at + 1))
}

/**
 * The instant at which this browser's clock shows a date and time. A time skipped by the clock change becomes the one
 * an hour later; a time that occurs twice is the first.
 */
export function instantOf({ date, time }: DateAndTime): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return new Date(year, month - 1, day, hour, minute).toISOString()
}

/** The date and time of an instant in the browser's time zone. */
export function dateAndTimeOf(moment: string | Date): DateAndTime {
  const at = new Clock(moment)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}
