import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPseudonyms } from './request-log.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2031-05-31T10:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a user has one pseudonym in the log for a month, which nobody else has', () => {
  const nameOf = createPseudonyms('a secret')
  const name = nameOf(7)
  expect(name).toMatch(/^[\w-]{12}$/)
  expect(nameOf(8)).not.toBe(name)
  vi.setSystemTime(new Date('2031-05-31T23:59:59Z'))
  expect(nameOf(7)).toBe(name)
  vi.setSystemTime(new Date('2031-06-01T00:00:00Z'))
  expect(nameOf(7)).not.toBe(name)
})

test('nodes with the same secret derive the same pseudonyms, which nobody can derive without it', () => {
  const name = createPseudonyms('a secret')(7)
  expect(createPseudonyms('a secret')(7)).toBe(name)
  expect(createPseudonyms('another secret')(7)).not.toBe(name)
})

test.each(['Pacific/Auckland', 'America/Los_Angeles'])('a pseudonym ends with the month in UTC, even in %s', zone => {
  const before = process.env.TZ
  process.env.TZ = zone
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  vi.setSystemTime(Date.parse('2026-11-30T13:00:00Z'))
  const nameOf = createPseudonyms('a secret')
  const november = nameOf(7)
  vi.setSystemTime(Date.parse('2026-11-30T23:59:59Z'))
  expect(nameOf(7)).toBe(november)
  vi.setSystemTime(Date.parse('2026-12-01T00:00:00Z'))
  const december = nameOf(7)
  expect(december).not.toBe(november)
  vi.setSystemTime(Date.parse('2026-12-31T23:59:59Z'))
  expect(nameOf(7)).toBe(december)
})
