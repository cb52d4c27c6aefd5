import { expect, test } from 'vitest'
import { groupsOf, halvesAfter, isIn, middleOf, townIn } from './rules.ts'

const halves = halvesAfter(Temporal.Instant.from('2027-03-22T09:00:00Z'))
const open = (one: number, other: number) => one === other
const wednesday = 0b11_0000
const all = (count: number, days = wednesday) => Array.from({ length: count }, (_, at) => ({ id: at + 1, days }))

test.each([
  [
    'summer time begins',
    '2027-03-23T09:00:00Z',
    '2027-03-28T08:00:00Z',
    '2027-03-28T12:30:00Z',
    '2027-03-27T09:00:00Z',
  ],
  ['it ends', '2027-10-26T09:00:00Z', '2027-10-31T09:00:00Z', '2027-10-31T13:30:00Z', '2027-10-30T08:00:00Z'],
])(
  'each half day of the week from three days on is offered once, at the hour of the clock, even when %s',
  (_, now, am, pm, before) => {
    const all = halvesAfter(Temporal.Instant.from(now))
    expect(all.map(({ bit }) => bit).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, at) => 1 << at))
    const starts = all.map(({ startTime }) => startTime.toString())
    expect(starts).toEqual(expect.arrayContaining([am, pm, before]))
    const first = all[0]?.from.since(Temporal.Instant.from(now)).total('hours') ?? 0
    expect(first).toBeGreaterThan(48)
    for (const { from, until, startTime, endTime } of all) {
      expect(
        isIn(
          { bit: 1, from, until, startTime, endTime },
          { startTime: startTime.toString(), endTime: endTime.toString() },
        ),
      ).toBe(true)
    }
  },
)

test('something is in a half day if it overlaps it, but not if it ends when the half day begins', () => {
  const [am, pm] = halves
  if (!am || !pm) throw new Error('no half days')
  const until = (from: string, to: string) => ({ startTime: from, endTime: to })
  const noon = am.until.toString()
  const later = am.until.add({ hours: 1 }).toString()
  const earlier = am.until.subtract({ hours: 1 }).toString()
  expect([isIn(am, until(noon, later)), isIn(pm, until(noon, later))]).toEqual([false, true])
  expect([isIn(am, until(earlier, noon)), isIn(pm, until(earlier, noon))]).toEqual([true, false])
  expect([isIn(am, until(earlier, later)), isIn(pm, until(earlier, later))]).toEqual([true, true])
})

test('three fathers are invited for the half day that most of them share, two for none, and nobody twice', () => {
  expect(groupsOf(all(2), halves, open)).toEqual([])
  const [group, ...others] = groupsOf(all(4), halves, open)
  expect(others).toEqual([])
  expect(group?.fathers).toEqual([1, 2, 3, 4])
  expect(group?.half.bit).toBe(1 << 4)
  // Most of them are free on the afternoon.
  const most = groupsOf([...all(3), { id: 4, days: 1 << 5 }], halves, open)
  expect(most.map(({ half, fathers }) => [half.bit, fathers])).toEqual([[1 << 5, [1, 2, 3, 4]]])
  const two = groupsOf([...all(3, 1), ...all(6, 2).slice(3)], halves, open)
  expect(two.map(({ half, fathers }) => [half.bit, fathers])).toEqual([
    [1, [1, 2, 3]],
    [2, [4, 5, 6]],
  ])
})

test('no more than twenty fathers are invited at once, and the others for another half day', () => {
  const groups = groupsOf(all(30), halves, open)
  expect(groups.map(({ fathers }) => fathers.length)).toEqual([20, 10])
})

test('two fathers with a block between them are never invited to the same meeting', () => {
  const between = (pairs: string[]) => (one: number, other: number) =>
    pairs.includes(`${one} ${other}`) || pairs.includes(`${other} ${one}`)
  expect(groupsOf(all(3), halves, between(['1 3']))).toEqual([])
  expect(groupsOf(all(4), halves, between(['1 3']))[0]?.fathers).toEqual([1, 2, 4])
})

test('a neighbourhood is a square or a town', () => {
  const middle = middleOf('square 1163 67')
  expect([middle?.latitude, middle?.longitude]).toEqual([expect.closeTo(52.3575), expect.closeTo(4.9275)])
  expect([middleOf('town utrecht'), townIn('town den haag'), townIn('square 1163 67')]).toEqual([
    undefined,
    'den haag',
    undefined,
  ])
})
