import type { HalfDay } from '@papadag/contract/users/papa-days'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { bitsOf, fallsOn } from './papa-days.ts'

const Falls = z.object({ falls: z.boolean() })

test.each<[moment: string, on: HalfDay, notOn: HalfDay]>([
  ['2026-11-25T10:59:59Z', 'wed-am', 'wed-pm'],
  ['2026-11-25T11:00:00Z', 'wed-pm', 'wed-am'],
  ['2026-11-25T22:59:59Z', 'wed-pm', 'thu-am'],
  ['2026-11-25T23:00:00Z', 'thu-am', 'wed-pm'],
  ['2026-07-01T21:59:59Z', 'wed-pm', 'thu-am'],
  ['2026-07-01T22:00:00Z', 'thu-am', 'wed-pm'],
  // The clock is put forward on a Sunday, and back on another.
  ['2026-03-29T09:59:59Z', 'sun-am', 'sun-pm'],
  ['2026-03-29T10:00:00Z', 'sun-pm', 'sun-am'],
  ['2026-10-25T10:59:59Z', 'sun-am', 'sun-pm'],
  ['2026-10-25T11:00:00Z', 'sun-pm', 'sun-am'],
  ['2026-10-25T23:00:00Z', 'mon-am', 'sun-pm'],
])('%s falls on %s and not on %s', async (moment, on, notOn) => {
  const db = await testDb()
  const falls = (day: HalfDay) =>
    db.one(Falls, sql`select ${fallsOn(bitsOf([day]), sql`${moment}::timestamptz`, sql`'Europe/Amsterdam'`)} as falls`)
  expect([await falls(on), await falls(notOn)]).toEqual([{ falls: true }, { falls: false }])
})
