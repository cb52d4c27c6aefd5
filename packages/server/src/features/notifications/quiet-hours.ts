import type { NotificationSettings } from '@papadag/contract/users'

const dayMin = 24 * 60

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

/**
 * How long it is still quiet for somebody, in the time of his zone; 0 when it is not. A clock change in between makes the
 * next look an hour early or late: early, it is still quiet then, and the rest is waited for.
 */
export function quietForMs(
  { quietHours, timeZone }: Pick<NotificationSettings, 'quietHours' | 'timeZone'>,
  now: Date,
): number {
  if (!quietHours) return 0
  const from = minutesOf(quietHours.from)
  const to = minutesOf(quietHours.to)
  // The same moment: never quiet.
  if (from === to) return 0
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now)
  const current = minutesOf(clock)
  const isQuiet = from < to ? current >= from && current < to : current >= from || current < to
  if (!isQuiet) return 0
  const intoMinuteMs = now.getUTCSeconds() * 1000 + now.getUTCMilliseconds()
  return ((to - current + dayMin) % dayMin) * 60_000 - intoMinuteMs
}
