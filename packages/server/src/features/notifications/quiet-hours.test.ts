import { expect, test } from 'vitest'
import { quietForMs } from './quiet-hours.ts'

const minute = 60_000
const timeZone = 'Europe/Amsterdam'
/** A winter's day there, an hour ahead of UTC. */
const at = (clock: string) => new Date(`2026-01-15T${clock}+01:00`)

const night = { quietHours: { from: '22:00', to: '07:30' }, timeZone }
const nap = { quietHours: { from: '13:00', to: '14:30' }, timeZone }

test.each([
  ['22:00', 570],
  ['23:30', 480],
  ['00:00', 450],
  ['03:30', 240],
  ['07:29', 1],
  ['07:30', 0],
  ['12:00', 0],
  ['21:59', 0],
])('quiet hours from 22:00 to 07:30 last, at %s, another %i minutes', (clock, minutes) => {
  expect(quietForMs(night, at(`${clock}:00`))).toBe(minutes * minute)
})

test.each([
  ['12:59', 0],
  ['13:00', 90],
  ['14:29', 1],
  ['14:30', 0],
  ['23:30', 0],
])('quiet hours from 13:00 to 14:30 last, at %s, another %i minutes', (clock, minutes) => {
  expect(quietForMs(nap, at(`${clock}:00`))).toBe(minutes * minute)
})

test('quiet hours follow the user’s own clock', () => {
  const moment = at('21:30:00')
  expect(quietForMs(night, moment)).toBe(0)
  expect(quietForMs({ ...night, timeZone: 'Asia/Tokyo' }, moment)).toBe(120 * minute)
  expect(quietForMs({ ...night, timeZone: 'Pacific/Auckland' }, moment)).toBe(0)
})

test('quiet hours end on the minute, whatever second it is when a notice starts to wait', () => {
  expect(quietForMs(night, at('07:29:59.500'))).toBe(500)
})

test('a notice is no longer held back from the minute in which quiet hours end', () => {
  expect([quietForMs(night, at('07:30:20')), quietForMs(nap, at('14:30:20'))]).toEqual([0, 0])
})

test('nothing counts as quiet for a user who has no quiet hours, or whose hours start and end at the same time', () => {
  expect(quietForMs({ quietHours: null, timeZone }, at('03:00:00'))).toBe(0)
  expect(quietForMs({ quietHours: { from: '03:00', to: '03:00' }, timeZone }, at('03:00:00'))).toBe(0)
})
