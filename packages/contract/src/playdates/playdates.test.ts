import { expect, test } from 'vitest'
import { EditedPlaydate, isFull, MaxParticipants, NewPlaydate, TestPlaydate } from './playdates.ts'

const plan = {
  title: 'Vliegeren',
  location: 'Strand',
  startTime: '2031-06-01T10:00+02:00',
  endTime: '2031-06-01T11:00+02:00',
}

test.each([
  [undefined, 5],
  [null, 5],
  ['', 5],
  ['veel', 5],
  [Number.NaN, 5],
  [{}, 5],
  [['7'], 5],
  ['12', 12],
  [' 7 ', 7],
  [1, 1],
  [50, 50],
])('a maximum of %j is read as %d', (sent, read) => {
  expect(MaxParticipants.parse(sent)).toBe(read)
})

test.each([0, 51, -1, 2.5, '0', '51', '2.5', '-3', 1e308])('a maximum of %j is refused', sent => {
  expect(MaxParticipants.safeParse(sent).error?.issues[0]?.message).toBe('playdate.maxParticipants')
})

test('a blank title and a blank place get the default names of the specification', () => {
  const blank = { ...plan, title: '  ', location: '' }
  expect(NewPlaydate.parse(blank)).toMatchObject({ title: 'Nieuwe speelafspraak', location: 'Te bepalen' })
  expect(EditedPlaydate.parse(blank)).toMatchObject({ title: 'Speelafspraak', location: 'Te bepalen' })
  expect(NewPlaydate.parse({ ...plan, title: null, location: undefined })).toMatchObject({
    title: 'Nieuwe speelafspraak',
  })
})

test('times with an offset become UTC with milliseconds, and seconds may be left out', () => {
  expect(NewPlaydate.parse(plan)).toMatchObject({
    startTime: '2031-06-01T08:00:00.000Z',
    endTime: '2031-06-01T09:00:00.000Z',
  })
})

test.each([
  ['2031-06-01T11:00+02:00', '2031-06-01T11:00+02:00'],
  ['2031-06-01T12:00+02:00', '2031-06-01T11:00+02:00'],
  ['2031-06-01T10:30Z', '2031-06-01T11:00+02:00'],
])('an end that is not after the start is an error of the end field: %s – %s', (startTime, endTime) => {
  const { error } = NewPlaydate.safeParse({ ...plan, startTime, endTime })
  expect(error?.issues).toMatchObject([{ path: ['endTime'], message: 'playdate.endBeforeStart' }])
})

test.each([
  '',
  'morgen',
  '2031-06-01',
  '2031-06-01T10:00',
  '2031-02-30T10:00Z',
  '1900-01-01T00:00Z',
  '9999-12-31T23:59Z',
  5,
  null,
])('a start of %j is refused, since it is not a time', startTime => {
  const { error } = NewPlaydate.safeParse({ ...plan, startTime })
  expect(error?.issues[0]).toMatchObject({ path: ['startTime'], message: 'time.invalid' })
})

test('the test page may omit the times', () => {
  expect(TestPlaydate.parse({ title: 'Test' })).toEqual({
    title: 'Test',
    location: 'Te bepalen',
    maxParticipants: 5,
    description: undefined,
  })
})

test('a playdate is full when the number of people reaches the maximum', () => {
  expect(isFull({ placesTaken: 4, maxParticipants: 5 })).toBe(false)
  expect(isFull({ placesTaken: 5, maxParticipants: 5 })).toBe(true)
})
