import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { instantOf } from '../../../platform/language/dates.ts'
import { aPlaydate } from '../../../testing/a-playdate.ts'
import { aboutWhen } from './about-when.ts'
import {
  emptyFields,
  endAfter,
  type PlaydateFields,
  problemsIn,
  readFields,
  toFields,
  toPlaydate,
} from './form-fields.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 21, 9, 30), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const filledIn = (changes: Partial<PlaydateFields> = {}): PlaydateFields => ({
  ...emptyFields(),
  title: 'Modderen',
  location: 'Westerpark',
  ...changes,
})

test('the form proposes a playdate from ten to eleven for five people, today if that is still to come', () => {
  const wanted = { date: '2026-11-21', startTime: '10:00', endTime: '11:00', maxParticipants: 5, title: '' }
  expect(emptyFields()).toMatchObject(wanted)
  vi.setSystemTime(new Date(2026, 10, 21, 10, 0))
  expect(emptyFields().date).toBe('2026-11-22')
  expect(emptyFields({ title: 'Nog een keer' }).title).toBe('Nog een keer')
})

test.each<[string, Partial<PlaydateFields>, object]>([
  ['is filled in', {}, {}],
  ['has no title', { title: '' }, { title: 'playdate.titleRequired' }],
  ['has no place', { location: '' }, { location: 'playdate.locationRequired' }],
  ['has spaces for a title and a place, which get a name later', { title: ' ', location: ' ' }, {}],
  ['has a title of 200 people', { title: '🧑'.repeat(200) }, {}],
  ['has too long a title', { title: 'm'.repeat(201) }, { title: 'text.tooLong' }],
  ['has too long a story', { description: 'm'.repeat(2001) }, { description: 'text.tooLong' }],
  ['has no start', { startTime: '' }, { startTime: 'playdate.startRequired' }],
  ['has no end', { endTime: '' }, { endTime: 'playdate.endRequired' }],
  ['ends when it starts', { endTime: '10:00' }, { endTime: 'playdate.endBeforeStart' }],
  ['ends before it starts', { startTime: '12:00' }, { endTime: 'playdate.endBeforeStart' }],
  ['started a minute ago', { startTime: '09:29' }, { startTime: 'playdate.startInPast' }],
  ['starts within a minute', { startTime: '09:31' }, {}],
  ['has no places', { maxParticipants: 0 }, { maxParticipants: 'playdate.maxParticipants' }],
  ['has half a place', { maxParticipants: 2.5 }, { maxParticipants: 'playdate.maxParticipants' }],
  ['has the most places there are', { maxParticipants: 50 }, {}],
  ['has no number of places', { maxParticipants: Number.NaN }, { maxParticipants: 'playdate.maxParticipants' }],
  ['has more places than there are', { maxParticipants: 51 }, { maxParticipants: 'playdate.maxParticipants' }],
])('the form accepts a playdate or says what is wrong when it %s', (_, changes, problems) => {
  expect(problemsIn(filledIn(changes))).toEqual(problems)
})

test('a start that has passed may stay when the rest of a running playdate is edited', () => {
  const running = filledIn({ startTime: '09:00', endTime: '12:00' })
  const { date } = running
  const kept = { startTime: instantOf({ date, time: '09:00' }), endTime: instantOf({ date, time: '11:00' }) }
  expect(problemsIn(running, kept)).toEqual({})
  expect(problemsIn({ ...running, startTime: '09:15' }, kept)).toEqual({ startTime: 'playdate.startInPast' })
})

test('a playdate comes out of the form as it went in', () => {
  const { title, location, maxParticipants, ...rest } = aPlaydate({
    description: 'Laarzen aan.\nDroge sokken mee.',
    startTime: new Date(2026, 11, 4, 14, 5).toISOString(),
    endTime: new Date(2026, 11, 4, 16, 30).toISOString(),
  })
  const { description, startTime, endTime } = rest
  const whole = {
    ...{ placeId: 7, title, location, maxParticipants, description, startTime, endTime },
    ...{ locationVisibility: 'participants' as const, area: 'Oost', children: 0, minimumFathers: null },
  }
  const fields = toFields(whole)
  expect(fields).toMatchObject({ date: '2026-12-04', startTime: '14:05', endTime: '16:30' })
  expect(toPlaydate(fields)).toEqual(whole)
})

test.each([
  ['crosses midnight', new Date(2026, 11, 4, 22), new Date(2026, 11, 5, 0, 30)],
  ['lasts more than a day', new Date(2026, 11, 4, 10), new Date(2026, 11, 5, 11)],
  ['does not begin on the minute', new Date(2026, 11, 4, 10, 0, 30), new Date(2026, 11, 4, 11, 0, 45)],
])('a playdate that %s keeps its times while they are left alone', (_, start, end) => {
  const kept = { startTime: start.toISOString(), endTime: end.toISOString() }
  const fields = toFields(aPlaydate(kept))
  const edited = { ...fields, title: 'Sterren kijken' }
  expect(problemsIn(edited, kept)).toEqual({})
  expect(toPlaydate(edited, kept)).toMatchObject(kept)
  const changed = { ...fields, startTime: '09:00', endTime: '10:30' }
  expect(toPlaydate(changed, kept).endTime).toBe(new Date(2026, 11, 4, 10, 30).toISOString())
  expect(problemsIn({ ...changed, endTime: '08:00' }, kept)).toEqual({ endTime: 'playdate.endBeforeStart' })
})

test.each([
  ['crosses midnight', new Date(2026, 11, 4, 22), new Date(2026, 11, 5, 0, 30), '09:00', '11:30'],
  ['lasts more than a day', new Date(2026, 11, 4, 10), new Date(2026, 11, 5, 11), '09:00', '10:00'],
])('a playdate that %s lasts as long when its time and day change', (_, start, end, from, until) => {
  const kept = { startTime: start.toISOString(), endTime: end.toISOString() }
  const fields = toFields(aPlaydate(kept))
  const lasts = end.getTime() - start.getTime()
  const lengthOf = (moved: PlaydateFields) => {
    expect(problemsIn(moved, kept)).toEqual({})
    const { startTime, endTime } = toPlaydate(moved, kept)
    return Date.parse(endTime) - Date.parse(startTime)
  }
  expect(lengthOf({ ...fields, startTime: from, endTime: until })).toBe(lasts)
  expect(lengthOf({ ...fields, date: '2026-12-11' })).toBe(lasts)
})

test.each([
  ['14:00', 60, false, '15:00'],
  ['09:05', 150, false, '11:35'],
  // There is no later day in the form.
  ['23:30', 60, false, '23:59'],
  ['23:30', 60, true, '00:30'],
  ['22:59', 60, false, '23:59'],
])(
  'a playdate from %s that takes %i minutes, past midnight: %s, ends at %s in the form',
  (start, minutes, mayPass, end) => {
    expect(endAfter(start, minutes, mayPass)).toBe(end)
  },
)

test('a draft whose number was emptied is restored like that', () => {
  const fields = filledIn({ maxParticipants: Number.NaN })
  expect(readFields(JSON.parse(JSON.stringify(fields)))).toEqual(fields)
})

test('a draft from an older form is not restored', () => {
  const fields = filledIn()
  expect(readFields(JSON.parse(JSON.stringify(fields)))).toEqual(fields)
  const { endTime, ...older } = fields
  expect([endTime, readFields(older), readFields({ ...fields, maxParticipants: '5' }), readFields(null)]).toEqual([
    '11:00',
    undefined,
    undefined,
    undefined,
  ])
})

test.each([
  ['at the typed time', { date: '2026-12-04', startTime: '14:05' }, new Date(2026, 11, 4, 14, 5).toISOString()],
  [
    'in the morning before a time is typed',
    { date: '2026-12-04', startTime: '' },
    new Date(2026, 11, 4, 10).toISOString(),
  ],
  ['never without a day', { date: '', startTime: '14:05' }, undefined],
])('the form looks for places near a father %s', (_, fields, expected) => {
  expect(aboutWhen(filledIn(fields))).toBe(expected)
})
