import { expect, test } from 'vitest'
import { timesOf, type When } from './when.ts'

const timeZone = 'Europe/Amsterdam'

/** `2026-11-21 10:00 – 12:00` on the clock of Amsterdam. */
function shown(when: When, now: string) {
  const { startTime, endTime } = timesOf(when, Temporal.ZonedDateTime.from(`${now}[${timeZone}]`).toInstant())
  const [start, end] = [startTime, endTime].map(moment => moment.toZonedDateTimeISO(timeZone))
  return `${start?.toPlainDate()} ${start?.toPlainTime().toString().slice(0, 5)} – ${end?.toPlainTime().toString().slice(0, 5)}`
}

const morning = { from: '10:00', to: '12:00' }

// 21 November 2026 is a Saturday.
test.each<[When, string, string]>([
  ['now', '2026-11-21T10:07', '2026-11-21 09:15 – 11:15'],
  ['now', '2026-11-21T10:00', '2026-11-21 09:15 – 11:15'],
  ['now', '2026-11-21T09:00', '2026-11-21 08:15 – 10:15'],
  ['now', '2026-11-21T17:59', '2026-11-21 17:00 – 19:00'],
  ['now', '2026-11-21T18:00', '2026-11-22 09:30 – 11:30'],
  ['now', '2026-11-21T01:00', '2026-11-21 09:30 – 11:30'],
  ['soon', '2026-11-21T10:07', '2026-11-21 12:00 – 13:30'],
  ['soon', '2026-11-21T17:00', '2026-11-21 18:00 – 19:30'],
  ['soon', '2026-11-21T18:30', '2026-11-22 09:30 – 11:00'],
  ['soon', '2026-11-21T23:59', '2026-11-22 09:30 – 11:00'],
  ['soon', '2026-11-21T03:00', '2026-11-21 09:30 – 11:00'],
  [{ day: 1, ...morning }, '2026-11-21T23:59', '2026-11-22 10:00 – 12:00'],
  [{ weekday: 'zo', ...morning }, '2026-11-21T08:00', '2026-11-22 10:00 – 12:00'],
  [{ weekday: 'za', ...morning }, '2026-11-21T08:00', '2026-11-28 10:00 – 12:00'],
  [{ weekday: 'za', week: 1, ...morning }, '2026-11-21T08:00', '2026-12-05 10:00 – 12:00'],
  [{ weekday: 'vr', week: 1, ...morning }, '2026-11-21T08:00', '2026-12-04 10:00 – 12:00'],
  [{ weekday: 'za', week: -1, ...morning }, '2026-11-21T08:00', '2026-11-14 10:00 – 12:00'],
  [{ weekday: 'zo', week: -1, ...morning }, '2026-11-21T08:00', '2026-11-15 10:00 – 12:00'],
])('a demo playdate planned for %j, seen at %s, is on %s', (when, now, expected) => {
  expect(shown(when, now)).toBe(expected)
})

test('a demo playdate at ten o’clock stays at ten o’clock across the end of summer time', () => {
  expect(shown({ day: 1, ...morning }, '2026-10-24T12:00')).toBe('2026-10-25 10:00 – 12:00')
  const { startTime } = timesOf({ day: 1, ...morning }, Temporal.Instant.from('2026-10-24T10:00Z'))
  expect(String(startTime)).toBe('2026-10-25T09:00:00Z')
})
