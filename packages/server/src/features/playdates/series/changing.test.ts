import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  ownPlaydates,
  type Playdate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { oneSeries, renewSeries } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { makeDates, makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { dayAt, ruleFrom, timesOf } from '../../../domain/playdates/series/rule.ts'
import { anHourIn, inDays, planned, slots } from '../../../testing/series.ts'
import { aPlaydate, endPlaydate } from '../../../testing/world.ts'

const title = (playdates: readonly Playdate[]) => playdates.map(playdate => playdate.title)

test('an edit applies to this date, this and the following, or all, and later dates are made like them', async () => {
  const { db, host, dates } = await planned()
  const [one, two, three] = dates
  if (!one || !two || !three) throw new Error('three dates')
  const put = (date: Playdate, name: string, scope?: 'one' | 'following' | 'all') =>
    host.call(editPlaydate, {
      params: { id: date.id },
      query: { scope },
      body: { ...aPlaydate(), title: name, startTime: date.startTime, endTime: date.endTime },
    })
  await put(two, 'Zwemmen')
  expect(title(await host.call(upcomingPlaydates))).toEqual([one.title, 'Zwemmen', three.title])
  await put(two, 'Boulderen', 'following')
  expect(title(await host.call(upcomingPlaydates))).toEqual([one.title, 'Boulderen', 'Boulderen'])
  await put(three, 'Bos', 'all')
  expect(title(await host.call(upcomingPlaydates))).toEqual(['Bos', 'Bos', 'Bos'])
  // Their times are as they were.
  const now = await host.call(upcomingPlaydates)
  expect(now.map(({ startTime }) => startTime)).toEqual(dates.map(({ startTime }) => startTime))
  expect(now.map(({ sequence }) => sequence)).toEqual([0, 0, 0])
  await db.transaction(tx => makeDates(tx, one.series?.id ?? 0, { at: two.startTime }))
  expect(title(await host.call(upcomingPlaydates))).toEqual(['Bos', 'Bos', 'Bos', 'Bos', 'Bos'])
})

test('moving this and the following dates moves the rule, and leaves those before alone', async () => {
  const { db, host, dates } = await planned()
  const [one, two, three] = dates
  if (!one || !two || !three) throw new Error('three dates')
  const later = { startTime: inDays(11, 3_600_000), endTime: inDays(11, 2 * 3_600_000) }
  await host.call(editPlaydate, { params: { id: two.id }, query: { scope: 'following' }, body: aPlaydate(later) })
  const rule = ruleFrom('week', later, 1)
  const now = await host.call(upcomingPlaydates)
  expect(now.map(({ startTime }) => startTime)).toEqual([
    one.startTime,
    timesOf(rule, 1).startTime,
    timesOf(rule, 2).startTime,
  ])
  await db.transaction(tx => makeDates(tx, one.series?.id ?? 0, { at: later.startTime }))
  expect((await host.call(ownPlaydates))[0]?.startTime).toBe(timesOf(rule, 4).startTime)
  expect(await slots(db)).toEqual([0, 1, 2, 3, 4])
})

test('moving all dates moves none of them into the past', async () => {
  const { host, dates } = await planned(anHourIn(1))
  const [one, two] = dates
  if (!one || !two) throw new Error('three dates')
  const earlier = anHourIn(6)
  await host.call(editPlaydate, { params: { id: two.id }, query: { scope: 'all' }, body: aPlaydate(earlier) })
  const starts = (await host.call(upcomingPlaydates)).map(({ startTime }) => startTime)
  const rule = ruleFrom('week', earlier, 1)
  expect(starts).toEqual([one.startTime, ...[1, 2].map(slot => timesOf(rule, slot).startTime)])
})

test('several dates with more people than a new maximum are all left unchanged', async () => {
  const { host, fathers, dates } = await planned()
  const [, , three] = dates
  await fathers[0].call(joinPlaydate, { params: { id: three?.id ?? 0 }, body: { children: 2 } })
  const body = { ...aPlaydate({ ...dates[0], kind: 'playdate', maxParticipants: 3 }), title: 'Klein' }
  await expect(
    host.call(editPlaydate, { params: { id: dates[0]?.id ?? 0 }, query: { scope: 'all' }, body }),
  ).rejects.toMatchObject({ status: 409, code: 'playdate.tooFewPlaces' })
  expect(title(await host.call(upcomingPlaydates))).not.toContain('Klein')
})

test('a date that was cancelled by hand is not restored', async () => {
  const { db, host, dates } = await planned()
  await host.call(deletePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  const id = dates[0]?.series?.id ?? 0
  await db.transaction(tx => makeDates(tx, id))
  await host.call(renewSeries, { params: { id } })
  expect((await host.call(upcomingPlaydates)).map(date => date.id)).toEqual([dates[0]?.id, dates[2]?.id])
  expect(await slots(db)).toEqual([0, 1, 2])
})

test('a date that was moved to today and deleted after its end is not restored', async () => {
  const { db, host, dates } = await planned()
  const { id = 0 } = dates[1] ?? {}
  await endPlaydate(db, id)
  await host.call(deletePlaydate, { params: { id } })
  await db.transaction(tx => makeDates(tx, dates[0]?.series?.id ?? 0))
  expect(await slots(db)).toEqual([0, 2])
})

test('cancelling this and the following dates leaves those before, and ends the series with them', async () => {
  const { db, host, father: guest, dates } = await planned()
  await guest.call(joinPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: {} })
  await host.call(deletePlaydate, {
    params: { id: dates[1]?.id ?? 0 },
    query: { scope: 'following' },
    body: { reason: 'Verhuisd' },
  })
  expect((await host.call(upcomingPlaydates)).map(date => date.id)).toEqual([dates[0]?.id])
  expect(await guest.call(onePlaydate, { params: { id: dates[1]?.id ?? 0 } })).toMatchObject({
    state: 'cancelled',
    cancelReason: 'Verhuisd',
  })
  await makeDueDates(db)
  await db.transaction(tx => makeDates(tx, dates[0]?.series?.id ?? 0))
  expect(await slots(db)).toEqual([0, 1, 2])
  const series = await host.call(oneSeries, { params: { id: dates[0]?.series?.id ?? 0 } })
  expect(series).toMatchObject({ hasEnded: false, isMine: true })
  expect(series.until < dayAt(dates[1]?.startTime ?? '')).toBe(true)
})

test('cancelling all dates ends a series, and once renewed it goes on with dates that were not cancelled', async () => {
  const { db, host, dates } = await planned()
  const id = dates[0]?.series?.id ?? 0
  await host.call(deletePlaydate, { params: { id: dates[2]?.id ?? 0 }, query: { scope: 'all' } })
  expect(await host.call(upcomingPlaydates)).toEqual([])
  await makeDueDates(db)
  expect(await slots(db)).toEqual([0, 1, 2])
  expect(await host.call(oneSeries, { params: { id } })).toMatchObject({ hasEnded: true })
  expect(await host.call(renewSeries, { params: { id } })).toMatchObject({ hasEnded: false, renewableUntil: null })
  // The next three are among the cancelled ones until time passes.
  expect(await slots(db)).toEqual([0, 1, 2])
})
