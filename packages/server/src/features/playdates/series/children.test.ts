import {
  createPlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, endPause, oneSeries, pauseSeries, takeStanding } from '@papadag/contract/playdates/series'
import { waitForPlaydate } from '@papadag/contract/playdates/waiting-list'
import { expect, test } from 'vitest'
import { dayAt } from '../../../domain/playdates/series/rule.ts'
import { anHourIn, inDays, planned } from '../../../testing/series.ts'
import { aPlaydate, type Father } from '../../../testing/world.ts'

/** A weekly series with room for seven, and a father who comes along. */
async function open() {
  const all = await planned({ maxParticipants: 7 })
  const [guest, other] = all.fathers
  const date = (at: number) => ({ id: all.dates[at]?.id ?? 0 })
  return { ...all, guest, other, series: { id: all.first.series?.id ?? 0 }, date }
}
type Open = Awaited<ReturnType<typeof open>>

/** How many children he brings to each date, or would bring where he waits. */
async function brings({ host }: Open, father: Father) {
  const dates = await host.call(upcomingPlaydates)
  return Promise.all(
    dates.map(async ({ id }) => {
      const { participants, waiting } = await father.call(onePlaydate, { params: { id } })
      const own = participants.find(person => person.id === father.id)
      return own ? own.children : waiting ? `waits with ${waiting.children}` : undefined
    }),
  )
}
const take = ({ guest, series }: Open, children?: number) =>
  guest.call(takeStanding, { params: series, body: children === undefined ? {} : { children } })
const join = (all: Open, at: number, children: number) =>
  all.guest.call(joinPlaydate, { params: all.date(at), body: { children } })

test.each<[string, (all: Open) => Promise<unknown>, unknown[]]>([
  ['who joined with two and takes a standing place', all => join(all, 0, 2).then(() => take(all)), [2, 2, 2]],
  ['who joined the second with one', all => join(all, 1, 1).then(() => take(all)), [1, 1, 1]],
  ['who is on none of its dates', all => take(all), [0, 0, 0]],
  ['who names another number', all => join(all, 0, 2).then(() => take(all, 1)), [2, 1, 1]],
  [
    'who changes his number before',
    async all => {
      await join(all, 0, 2)
      await join(all, 0, 3)
      await take(all)
    },
    [3, 3, 3],
  ],
  [
    'who waits with two',
    async all => {
      await all.other.call(joinPlaydate, { params: all.date(0), body: { children: 4 } })
      await all.guest.call(waitForPlaydate, { params: all.date(0), body: { children: 2 } })
      await take(all)
    },
    ['waits with 2', 2, 2],
  ],
  [
    'who moves up from the waiting list',
    async all => {
      await all.other.call(joinPlaydate, { params: all.date(0), body: { children: 4 } })
      await all.guest.call(waitForPlaydate, { params: all.date(0), body: { children: 2 } })
      await take(all)
      await all.other.call(leavePlaydate, { params: all.date(0) })
    },
    [2, 2, 2],
  ],
  [
    'who comes back after a pause',
    async all => {
      await join(all, 0, 2)
      await take(all)
      const days = { from: dayAt(inDays(1)), until: dayAt(inDays(20)) }
      await all.host.call(pauseSeries, { params: all.series, body: days })
      await all.host.call(endPause, { params: all.series })
    },
    [2, 2, 2],
  ],
  [
    'who is asked again after a move',
    async all => {
      await join(all, 0, 2)
      await take(all)
      await all.host.call(editPlaydate, {
        params: all.date(0),
        body: aPlaydate({ ...anHourIn(4), maxParticipants: 7 }),
      })
      await all.guest.call(confirmPlaydate, { params: all.date(0), body: { coming: true } })
    },
    [2, 2, 2],
  ],
  [
    'who confirms with the number beside the button',
    async all => {
      await take(all, 2)
      await all.guest.call(confirmPlaydate, { params: all.date(0), body: { coming: true, children: 1 } })
    },
    [1, 2, 2],
  ],
  [
    'who skips a date and comes all the same, with another number',
    async all => {
      await take(all, 2)
      await all.guest.call(confirmPlaydate, { params: all.date(0), body: { coming: false } })
      await all.guest.call(confirmPlaydate, { params: all.date(0), body: { coming: true, children: 3 } })
      await all.guest.call(confirmPlaydate, { params: all.date(1), body: { coming: false } })
      await all.guest.call(confirmPlaydate, { params: all.date(1), body: { coming: true } })
    },
    [3, 2, 2],
  ],
  [
    'who has too many for a date',
    async all => {
      await take(all, 2)
      await expect(
        all.guest.call(confirmPlaydate, { params: all.date(0), body: { coming: true, children: 7 } }),
      ).rejects.toMatchObject({ status: 409, code: 'playdate.full' })
    },
    [2, 2, 2],
  ],
])('a father %s brings his children to the next dates too: %j', async (_, act, expected) => {
  const all = await open()
  await act(all)
  expect(await brings(all, all.guest)).toEqual(expected)
})

test('a new date has the number of children given with the standing place', async () => {
  const all = await open()
  await join(all, 0, 2)
  await take(all)
  expect((await all.guest.call(oneSeries, { params: all.series })).standing).toEqual({ children: 2 })
})

test('a creator brings as many children to each date as to the first', async () => {
  const { host } = await open()
  const first = await host.call(createPlaydate, {
    body: aPlaydate({ ...anHourIn(2), maxParticipants: 7, children: 2, repeats: { every: 'week' } }),
  })
  const dates = (await host.call(upcomingPlaydates)).filter(({ series }) => series?.id === first.series?.id)
  expect(dates.map(({ participants }) => participants[0]?.children)).toEqual([2, 2, 2])
})
