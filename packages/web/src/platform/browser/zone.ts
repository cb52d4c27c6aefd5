import { productTimeZone } from '@papadag/contract/limits'
import { isTimeZone } from '@papadag/contract/users/time-zone'

// Not in every browser yet.
declare const Temporal: { Now: { timeZoneId(): string } } | undefined

/** The name of this browser's time zone; undefined if it has none that it can count with itself, such as `Etc/Unknown`. */
export function namedZone(): string | undefined {
  try {
    const name =
      typeof Temporal === 'undefined' ? new Intl.DateTimeFormat().resolvedOptions().timeZone : Temporal.Now.timeZoneId()
    // The product's own needs no look-up: a slow phone takes 100 ms for its first one.
    return name === productTimeZone || (name && isTimeZone(name)) ? name : undefined
  } catch {
    return undefined
  }
}

/**
 * A zone without a name by its distance from UTC: `UTC`, `UTC+2`, `UTC-3:30`; the clock gives minutes with the opposite
 * sign.
 */
export function zoneByOffset(offsetMin: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offsetMin) / 60), Math.abs(offsetMin) % 60]
  if (!(hours || minutes)) return 'UTC'
  return `UTC${offsetMin > 0 ? '-' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}
