import type { NotificationSettings } from '@papadag/contract/users/users'

const dayMin = 24 * 60

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * Milliseconds until a user's quiet hours end, in his time zone; 0 outside them. A clock change in between shifts the
 * result by an hour; a caller who wakes too early finds quiet hours still in force and waits for the rest.
 */
export function quietForMs(
  { quietHours, timeZone }: Pick<NotificationSettings, 'quietHours' | 'timeZone'>,
  now: Date,
): number {
  if (!quietHours) return 0
  const from = minutesOf(quietHours.from)
  const to = minutesOf(quietHours.to)
  // Equal times switch quiet hours off.
  if (from === to) return 0
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now)
  const current = minutesOf(clock)
  const isQuiet = from < to ? current >= from && current < to : current >= from || current < to
  if (!isQuiet) return 0
  const intoMinuteMs = now.getUTCSeconds() * 1000 + now.getUTCMilliseconds()
  return ((to - current + dayMin) % dayMin) * 60_000 - intoMinuteMs
}
