import { knownLanguage, localeOf } from './locale.ts'

// Browsers that hide what could identify them, and old web views, lack parts of `Intl` or refuse their options.
function orElse<T>(format: () => T, plain: T): T {
  try {
    return format()
  } catch {
    return plain
  }
}

/** `Sem, Noor en Daan`. */
export function listIn(language: string, items: readonly string[]): string {
  return orElse(() => new Intl.ListFormat(localeOf(language)).format(items), items.join(', '))
}

/** `1.250`, as the language itself writes it; `digits` is how many decimals it always has. */
export function numberIn(language: string, value: number, digits = 0): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return orElse(() => new Intl.NumberFormat(knownLanguage(language), options).format(value), value.toFixed(digits))
}

const short = { minute: 'min', hour: 'h', day: 'd', second: 's' }
type Unit = keyof typeof short

/** `24 uur`. */
export function amountIn(language: string, value: number, unit: Unit): string {
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 } as const
  return orElse(() => new Intl.NumberFormat(localeOf(language), options).format(value), `${value} ${short[unit]}`)
}

/** `over 5 minuten`. */
export function aheadIn(language: string, value: number, unit: Unit): string {
  return orElse(() => new Intl.RelativeTimeFormat(localeOf(language)).format(value, unit), `(${value} ${short[unit]})`)
}

/** A part of a date by its name, on the clock of UTC: `woensdag`, `november`. */
export function dateNameIn(language: string, part: 'weekday' | 'month', moment: Date): string {
  const options = { [part]: 'long', timeZone: 'UTC' } as const
  return orElse(() => new Intl.DateTimeFormat(localeOf(language), options).format(moment), '')
}

/** A time zone's short name at a moment: `GMT`, `EDT`. */
export function zoneNameIn(language: string, timeZone: string, moment: Date): string {
  const format = () => {
    const parts = new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName: 'short' }).formatToParts(moment)
    // The name is written last.
    return parts.at(-1)?.value ?? timeZone
  }
  return orElse(format, timeZone)
}
