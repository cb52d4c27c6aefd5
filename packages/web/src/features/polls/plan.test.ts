import { expect, test } from 'vitest'
import { isProposable, mayProposeMore, nextTime, problemOf, readPlan, toPoll } from './plan.ts'

const time = { date: '2031-06-04', startTime: '10:00', endTime: '11:30' }

test.each([
  ['2031-06-04', '2031-06-05'],
  ['2031-12-31', '2032-01-01'],
  // Days with 23 and 25 hours.
  ['2031-03-29', '2031-03-30'],
  ['2031-10-25', '2031-10-26'],
  ['2031-10-26', '2031-10-27'],
])('the next time proposed after %s is on %s, at the same hours', (date, next) => {
  expect(nextTime({ ...time, date })).toEqual({ ...time, date: next })
})

test('a time that is incomplete, past, backwards or proposed before is refused', () => {
  expect(problemOf({ ...time, date: '' }, [])).toBe('time.invalid')
  expect(problemOf({ ...time, startTime: '' }, [])).toBe('time.invalid')
  expect(problemOf({ ...time, date: '2020-06-04' }, [])).toBe('playdate.startInPast')
  expect(problemOf({ ...time, endTime: '10:00' }, [])).toBe('playdate.endBeforeStart')
  expect(problemOf(time, [{ ...time, date: '2031-06-05' }, time])).toBe('poll.sameTime')
  expect(problemOf(time, [{ ...time, endTime: '11:00' }])).toBeUndefined()
})

test('the plan is valid if every further time is, given those before it', () => {
  expect(isProposable({ more: [{ ...time, date: '2031-06-05' }], fathers: [] }, time)).toBe(true)
  expect(isProposable({ more: [time], fathers: [] }, time)).toBe(false)
})

test('a father can propose five times and no more', () => {
  const more = Array.from({ length: 4 }, () => time)
  expect(mayProposeMore({ more: more.slice(1), fathers: [] })).toBe(true)
  expect(mayProposeMore({ more, fathers: [] })).toBe(false)
})

test('a stored draft that no longer fits is ignored', () => {
  const plan = { more: [time], fathers: [{ id: 2, name: 'Kwame' }] }
  expect(readPlan(JSON.parse(JSON.stringify(plan)))).toEqual(plan)
  for (const broken of [null, 'x', {}, { more: [{}], fathers: [] }, { more: [], fathers: [{ id: 'x' }] }])
    expect(readPlan(broken)).toBeUndefined()
})

test('a poll contains the playdate’s own time and the further ones, but not its children', () => {
  const times = { startTime: '2031-06-04T08:00:00.000Z', endTime: '2031-06-04T09:30:00.000Z' }
  const body = toPoll(
    { title: 'Modderen', description: 'Laarzen mee', location: 'Park', maxParticipants: 5, children: 2, ...times },
    { more: [{ ...time, date: '2031-06-05' }], fathers: [{ id: 2, name: 'Kwame' }] },
  )
  expect(body).toMatchObject({ title: 'Modderen', description: 'Laarzen mee', fathers: [2] })
  expect(body.times).toHaveLength(2)
  expect(body.times[0]).toEqual(times)
  expect('children' in body).toBe(false)
})
