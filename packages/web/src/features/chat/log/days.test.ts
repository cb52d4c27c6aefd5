import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { daysAgo } from './days.ts'

beforeEach(() => vi.stubEnv('TZ', 'Europe/Amsterdam'))
afterEach(() => vi.unstubAllEnvs())

test.each([
  ['a moment ago', '2026-11-27T10:00:00.000Z', '2026-11-27T10:00:05.000Z', 0],
  ['just after midnight it was yesterday', '2026-11-26T22:59:00.000Z', '2026-11-26T23:01:00.000Z', 1],
  ['the night the clock goes forward', '2026-03-28T12:00:00.000Z', '2026-03-29T21:00:00.000Z', 1],
  ['the night the clock goes back', '2026-10-24T12:00:00.000Z', '2026-10-25T22:30:00.000Z', 1],
  ['a week', '2026-11-20T10:00:00.000Z', '2026-11-27T09:00:00.000Z', 7],
])('the number of days since a moment is right: %s', (_, moment, now, days) => {
  expect(daysAgo(moment, new Date(now))).toBe(days)
})
