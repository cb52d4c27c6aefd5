import type { Answer } from '@papadag/contract/places/facts'
import { outsideSchoolHours } from '@papadag/contract/places/school-hours'
import { expect, test } from 'vitest'
import { hoursAt, openAt } from './opening-hours.ts'
import { regionAt } from './region.ts'

const amsterdam = regionAt(52.37, 4.9)

test.each<[text: string, at: string, answer: Answer]>([
  ['24/7', '2026-12-05T10:00', 'yes'],
  ['Sa 10:00-18:00', '2026-12-05T10:00', 'yes'],
  ['Sa 10:00-18:00', '2026-12-05T09:59', 'no'],
  ['Mo-Su 10:00-18:00; PH off', '2026-12-25T12:00', 'no'],
  ['Mo-Su 10:00-18:00; SH off', '2026-12-28T12:00', 'no'],
  ['Mo-Su 10:00-18:00; SH off', '2026-12-15T12:00', 'yes'],
  // Of a school's grounds, on an ordinary Tuesday, a Saturday, in the holidays, and on Ascension Day.
  [outsideSchoolHours, '2026-12-15T10:00', 'no'],
  [outsideSchoolHours, '2026-12-15T16:00', 'yes'],
  [outsideSchoolHours, '2026-12-15T07:59', 'yes'],
  [outsideSchoolHours, '2026-12-12T10:00', 'yes'],
  [outsideSchoolHours, '2026-12-29T10:00', 'yes'],
  [outsideSchoolHours, '2027-05-06T10:00', 'yes'],
  // By the sun in winter and in summer.
  ['sunrise-sunset', '2026-12-05T16:15', 'yes'],
  ['sunrise-sunset', '2026-12-05T16:45', 'no'],
  ['sunrise-sunset', '2027-06-21T21:45', 'yes'],
  ['sunrise-sunset', '2027-06-21T22:30', 'no'],
  // What says nothing, or nothing that can be read.
  ['unknown "vraag de beheerder"', '2026-12-05T10:00', 'unknown'],
  ['kapot', '2026-12-05T10:00', 'unknown'],
  ['', '2026-12-05T10:00', 'unknown'],
  ['Feb 30 10:00-12:00', '2026-12-05T10:00', 'unknown'],
  [`${'('.repeat(255)}`, '2026-12-05T10:00', 'unknown'],
])('opening hours of %j at %s: %s', async (text, at, answer) => {
  expect(await openAt({ text, region: amsterdam }, at)).toBe(answer)
})

test('a school holiday is that of the region, and the clock that of the country', async () => {
  const hours = { text: 'Mo-Su 10:00-18:00; SH off' }
  const autumn = '2026-10-12T12:00'
  expect(await openAt({ ...hours, region: regionAt(53.2, 6.56) }, autumn)).toBe('no')
  expect(await openAt({ ...hours, region: regionAt(52.09, 5.12) }, autumn)).toBe('yes')
  const now = Temporal.Instant.from('2026-12-05T17:30:00Z')
  expect(await hoursAt({ text: '10:00-18:00', region: amsterdam }, now)).toMatchObject({ openNow: false })
  expect(await hoursAt({ text: '10:00-18:00', region: regionAt(51.5, -0.12) }, now)).toMatchObject({ openNow: true })
})

test.each([
  ['Sa 10:00-18:00', { openNow: false, opensAt: '2026-12-05T09:00:00.000Z' }],
  ['Sa 08:00-18:00', { openNow: true, opensAt: null }],
  ['Jul 10:00-18:00', { openNow: false, opensAt: null }],
  ['off', { openNow: false, opensAt: null }],
  ['2010 Jan 01 10:00-12:00', { openNow: false, opensAt: null }],
  ['kapot', { openNow: null, opensAt: null }],
])('on a Saturday at nine, %j says when it opens, if that is soon', async (text, said) => {
  const now = Temporal.Instant.from('2026-12-05T08:00:00Z')
  expect(await hoursAt({ text, region: amsterdam }, now)).toEqual(said)
})
