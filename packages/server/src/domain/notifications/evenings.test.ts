import type { HalfDay } from '@papadag/contract/users/papa-days'
import { expect, test } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { bitsOf } from '../papa-days/papa-days.ts'
import { dayTomorrow, eveningKind, fillEvenings, nextEvening } from './evenings.ts'

const inAmsterdam = { hour: 20, timeZone: 'Europe/Amsterdam' }
function next(days: HalfDay[], now: string, others: { hour?: number; timeZone?: string } = {}) {
  return nextEvening({ ...inAmsterdam, days: bitsOf(days), ...others }, Temporal.Instant.from(now))?.toString()
}

test.each<[string, HalfDay[], string, string | undefined]>([
  // The 25th of November 2026 is a Wednesday.
  ['this evening, before his hour', ['thu-am'], '2026-11-25T18:59:59Z', '2026-11-25T19:00:00Z'],
  ['a week later, at his hour', ['thu-am'], '2026-11-25T19:00:00Z', '2026-12-02T19:00:00Z'],
  ['the first of several days', ['mon-pm', 'fri-am', 'fri-pm'], '2026-11-25T12:00:00Z', '2026-11-26T19:00:00Z'],
  ['Sunday evening before Monday', ['mon-am'], '2026-11-25T12:00:00Z', '2026-11-29T19:00:00Z'],
  ['never without days', [], '2026-11-25T12:00:00Z', undefined],
  ['the clock goes forward that night', ['sun-am'], '2027-03-27T12:00:00Z', '2027-03-27T19:00:00Z'],
  ['after the clock went forward', ['mon-am'], '2027-03-27T12:00:00Z', '2027-03-28T18:00:00Z'],
  ['the clock goes back that night', ['sun-am'], '2026-10-24T12:00:00Z', '2026-10-24T18:00:00Z'],
  ['after the clock went back', ['mon-am'], '2026-10-24T12:00:00Z', '2026-10-25T19:00:00Z'],
])('the next evening before a papa day is found: %s', (_, days, now, evening) => {
  expect(next(days, now)).toBe(evening)
})

test('the hour of a father’s evening notice is in his own time zone', () => {
  expect(next(['thu-am'], '2026-11-25T05:00:00Z', { hour: 21, timeZone: 'Pacific/Auckland' })).toBe(
    '2026-11-25T08:00:00Z',
  )
})

test('tomorrow lasts from midnight to midnight, even when it has 23 or 25 hours', () => {
  const tomorrow = (days: HalfDay[], now: string) => {
    const day = dayTomorrow({ days: bitsOf(days), timeZone: 'Europe/Amsterdam' }, Temporal.Instant.from(now))
    return day && [day.from.toString(), day.until.toString()]
  }
  expect(tomorrow(['thu-pm'], '2026-11-25T22:59:59Z')).toEqual(['2026-11-25T23:00:00Z', '2026-11-26T23:00:00Z'])
  // After midnight it is no longer the evening before.
  expect(tomorrow(['thu-pm'], '2026-11-25T23:00:00Z')).toBeUndefined()
  expect(tomorrow(['sun-am'], '2027-03-27T19:00:00Z')).toEqual(['2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'])
  expect(tomorrow(['sun-am'], '2026-10-24T18:00:00Z')).toEqual(['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'])
})

test('the evenings of all fathers with papa days are scheduled, however many there are, and each once', async () => {
  const db = await testDb()
  await db.run(sql`
    insert into users (username, username_key, email, email_key, password_hash, first_name, last_name, papa_days)
    select n, n, n, n, '', 'Bas', 'Vries', case when n <= 1001 then 1 else 0 end from generate_series(1, 1010) n`)
  for (const _ of ['at the start', 'an hour later']) await fillEvenings(db)
  const planned = await db.count(sql`from outbox where kind = ${eveningKind}`)
  const fathers = await db.count(sql`from users u join outbox o on o.user_id = u.id where u.papa_days <> 0`)
  expect([planned, fathers]).toEqual([1001, 1001])
})
