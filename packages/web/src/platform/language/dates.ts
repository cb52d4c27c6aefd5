import { useLingui } from '@lingui/react'
import { productTimeZone } from '@papadag/contract/limits'
import { localeOf } from './language.ts'

/**
 * A date as a calendar field contains it (`2026-11-27`) and a clock time (`10:00`), both in the browser's time zone.
 */
export type DateAndTime = { date: string; time: string }

/** Dates and times in words, in the current language. */
export function useDates(): Dates {
  const { i18n } = useLingui()
  return datesIn(localeOf(i18n.locale))
}

export type Dates = {
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

const made = new Map<string, Dates>()

/** Creating a formatter is slow, so each locale's are created once. */
export function datesIn(locale: string, zone = browserZone()): Dates {
  const key = `${locale} ${zone}`
  const dates = made.get(key) ?? makeDates(locale, zone)
  made.set(key, dates)
  return dates
}

function makeDates(locale: string, timeZone: string): Dates {
  // Created on first use, since a screen needs only a few of them.
  const format = (options: Intl.DateTimeFormatOptions) => {
    let formatter: Intl.DateTimeFormat | undefined
    return (moment: string) => {
      formatter ??= new Intl.DateTimeFormat(locale, { timeZone, ...options })
      return formatter.format(new Date(moment))
    }
  }
  // The leaf and the bar have no room for the dot of an abbreviation.
  const undotted = (write: (moment: string) => string) => (moment: string) => write(moment).replaceAll('.', '')
  const weekday = undotted(format({ weekday: 'short' }))
  const month = undotted(format({ month: 'short' }))
  const day = format({ day: 'numeric' })
  const fullDate = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const dayAndMonth = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const shortDate = (moment: string) => `${weekday(moment)} ${day(moment)} ${month(moment)}`
  const zoneOf = (moment: string) => {
    if (timeZone === productTimeZone) return ''
    const zoneName = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
    const part = zoneName.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')
    return part ? ` (${part.value})` : ''
  }
  return {
    leaf: moment => ({ weekday: weekday(moment), day: day(moment), month: month(moment), label: fullDate(moment) }),
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

/** Determining it is slow, and every card needs it; when travelling to another zone, the clock's offset changes. */
function browserZone() {
  const offset = new Date().getTimezoneOffset()
  if (known?.offset !== offset) known = { offset, zone: new Intl.DateTimeFormat().resolvedOptions().timeZone }
  return known.zone
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
  const at = new Date(moment)
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  }
}
