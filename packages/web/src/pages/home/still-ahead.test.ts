import type { Today } from '@papadag/contract/today'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aPlaydate } from '../../testing/a-playdate.ts'
import { stillAhead } from './still-ahead.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const at = (time: string) => new Date(time).toISOString()
const request = (expiresAt: string | null) => ({
  kind: 'request' as const,
  id: `request-${expiresAt}`,
  expiresAt,
  chatId: 9,
  by: { id: 2, firstName: 'Kwame', lastName: 'Mensah', profileImage: null },
})
const next = (endTime: string) => ({
  ...aPlaydate({ startTime: at('2026-12-02T10:00'), endTime: at(endTime) }),
  thread: null,
})
const day = (date: string) => ({ date, halves: [], fathers: null, faces: [], playdates: 0, nearestM: null })
const read = (changes: Partial<Today>): Today => ({
  ...{ due: [], dueCount: 0, next: null, day: null, town: null, hint: null },
  ...changes,
})

test.each([
  ['goes on', '2026-12-02T12:30', true],
  ['is over', '2026-12-02T11:30', false],
])('a next playdate that %s is shown or not, however old the answer is', (_, end, isShown) => {
  expect(stillAhead(read({ next: next(end) })).next !== null).toBe(isShown)
})

test('what can no longer be answered is not asked', () => {
  const due = [request(null), request(at('2026-12-02T12:30')), request(at('2026-12-02T11:30'))]
  expect(stillAhead(read({ due })).due).toEqual(due.slice(0, 2))
})

test.each([
  ['today', '2026-12-02', false],
  ['yesterday', '2026-12-01', true],
])('whether his day is over is known by its date: %s', (_, date, isOver) => {
  expect(stillAhead(read({ day: day(date) })).isDayOver).toBe(isOver)
})

test.each([
  ['with a network', true, true],
  ['without one', false, false],
])('a hint is shown %s or not', (_, onLine, isShown) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  const hint = { name: 'calendar' as const, playdateId: null, missed: null }
  expect(stillAhead(read({ hint })).hint !== null).toBe(isShown)
})
