import { limits } from '@papadag/contract/limits'
import {
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  type Playdate,
  undoCancel,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import type { Scope } from '@papadag/contract/playdates/repeats'
import { endPause, oneSeries, pauseSeries, renewSeries, takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { makeDates, makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { dayAt } from '../../../domain/playdates/series/rule.ts'
import { sql } from '../../../platform/db/db.ts'
import { daysOff, inDays, planned } from '../../../testing/series.ts'
import { aPlaydate } from '../../../testing/world.ts'

type Opened = Awaited<ReturnType<typeof planned>> & { ids: number[]; series: { id: number } }

async function open(): Promise<Opened> {
  const all = await planned()
  const series = { id: all.first.series?.id ?? 0 }
  await all.fathers[1].call(takeStanding, { params: series, body: { children: 1 } })
  return { ...all, series, ids: all.dates.map(({ id }) => id) }
}

const ahead = async ({ host }: Opened) =>
  (await host.call(upcomingPlaydates)).filter(({ startTime }) => Date.parse(startTime) > Date.now())

function move({ host }: Opened, { id, startTime }: Playdate, byDays: number, scope: Scope) {
  const start = Date.parse(startTime) + byDays * 86_400_000
  const body = aPlaydate({
    startTime: new Date(start).toISOString(),
    endTime: new Date(start + 3_600_000).toISOString(),
  })
  return host.call(editPlaydate, { params: { id }, query: { scope }, body })
}

const pick = (dates: readonly Playdate[], at: number) => {
  const found = dates.at(at)
  if (!found) throw new Error('no date ahead')
  return found
}

const moves = (at: number, byDays: number, scope: Scope) => async (all: Opened) =>
  void (await move(all, pick(await ahead(all), at), byDays, scope))

/** Ends a pause after guests have joined the dates that were made instead. */
async function pauseAndJoin(all: Opened) {
  const { host, fathers, series } = all
  await host.call(pauseSeries, { params: series, body: daysOff(0, 20) })
  for (const { id } of await ahead(all)) await fathers[0].call(joinPlaydate, { params: { id }, body: {} })
  await host.call(endPause, { params: series })
}

test.each<[string, (all: Opened) => Promise<unknown>]>([
  ['the last and the following are moved a fortnight ahead', moves(-1, -14, 'following')],
  ['the last and the following are moved a week ahead', moves(-1, -7, 'following')],
  ['the first and the following are put off for a week', moves(0, 7, 'following')],
  ['the first is put off for months', moves(0, 60, 'one')],
  ['the last is moved to the day before the first', moves(-1, -15, 'one')],
  [
    'all are moved a day back and forth',
    async all => {
      await moves(0, 1, 'all')(all)
      await moves(0, -1, 'all')(all)
    },
  ],
  ['all are put off for five weeks', moves(0, 35, 'all')],
  [
    'a pause is set and ended',
    async ({ host, series }) => {
      await host.call(pauseSeries, { params: series, body: daysOff(0, 20) })
      await host.call(endPause, { params: series })
    },
  ],
  ['a pause is ended after guests have joined later dates', pauseAndJoin],
  [
    'the first is cancelled and put back on',
    async all => {
      const [first] = await ahead(all)
      const params = { id: first?.id ?? 0 }
      await all.host.call(deletePlaydate, { params })
      await moves(-1, -14, 'following')(all).catch(() => {})
      await all.host.call(undoCancel, { params }).catch(() => {})
    },
  ],
  [
    'it is ended and renewed',
    async all => {
      const [first] = await ahead(all)
      if (first) await all.host.call(deletePlaydate, { params: { id: first.id }, query: { scope: 'following' } })
      await all.host.call(renewSeries, { params: all.series })
      if (first) await all.host.call(undoCancel, { params: { id: first.id } }).catch(() => {})
    },
  ],
])('a series has three dates ahead at most, however often %s', async (_, act) => {
  const all = await open()
  let most = 0
  for (let time = 0; time < 6; time += 1) {
    if ((await ahead(all)).length > 0) await act(all)
    await makeDueDates(all.db)
    most = Math.max(most, (await ahead(all)).length)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(limits.seriesDates)
  // What an edit writes is bounded too.
  expect(await all.db.count(sql`from playdates`)).toBeLessThanOrEqual(12)
  expect(await all.db.count(sql`from outbox`)).toBeLessThanOrEqual(150)
})

test('a week into which another date was moved gets no date of its own', async () => {
  const all = await open()
  await moves(-1, -14, 'following')(all)
  // The first week passes; the second date has stayed in its week, in which the new rule has one too.
  await all.db.transaction(tx => makeDates(tx, all.series.id, { at: inDays(4) }))
  const weeks = (await ahead(all)).map(({ startTime }) =>
    Math.round((Date.parse(startTime) - Date.now()) / 604_800_000),
  )
  expect(weeks).toEqual([0, 0, 1, 2, 3])
})

test.each([
  ['takes the place of the last if nobody has taken that', false],
  ['is refused if others are on the three that are ahead', true],
])('when a running date is moved to a later day, it %s', async (_, isTaken) => {
  const running = { startTime: inDays(0, -600_000), endTime: inDays(0, 3_000_000) }
  const all = { ...(await planned(running)), ids: [], series: { id: 0 } }
  const before = await ahead(all)
  expect(before).toHaveLength(3)
  if (isTaken) for (const { id } of before) await all.fathers[0].call(joinPlaydate, { params: { id }, body: {} })
  const moved = move(all, all.first, 3, 'one')
  if (isTaken)
    await expect(moved).rejects.toMatchObject({
      status: 400,
      body: { issues: [{ path: 'startTime', code: 'series.tooManyDates' }] },
    })
  else await moved
  const after = (await ahead(all)).map(({ id }) => id)
  const [one, two, three] = before.map(({ id }) => id)
  expect(after).toEqual(isTaken ? [one, two, three] : [all.first.id, one, two])
})

test('every way of putting a date back on counts as an undone cancellation, and each date allows three', async () => {
  const all = await open()
  const { host, series, ids } = all
  const params = { id: ids[0] ?? 0 }
  const state = async () => (await host.call(upcomingPlaydates)).some(({ id }) => id === params.id)
  const first = dayAt(all.first.startTime)
  const pauseIt = async () => {
    await host.call(pauseSeries, { params: series, body: { from: first, until: first } })
    await host.call(endPause, { params: series })
  }
  await pauseIt()
  expect(await state()).toBe(true)
  await host.call(deletePlaydate, { params })
  await host.call(undoCancel, { params })
  expect(await state()).toBe(true)
  await pauseIt()
  expect(await state()).toBe(true)
  await host.call(deletePlaydate, { params })
  await expect(host.call(undoCancel, { params })).rejects.toMatchObject({ status: 409, code: 'playdate.undoOver' })
  await pauseIt()
  expect(await state()).toBe(false)
  // Another date has its own three.
  expect((await host.call(oneSeries, { params: series })).hasEnded).toBe(false)
  expect((await ahead(all)).length).toBeGreaterThan(1)
})

test('a paused date that was put back on three times stays cancelled', async () => {
  const { host, series, ids, first } = await open()
  const day = dayAt(first.startTime)
  for (let time = 0; time < 4; time += 1) {
    await host.call(pauseSeries, { params: series, body: { from: day, until: day } })
    await host.call(endPause, { params: series })
    const isBack = (await host.call(upcomingPlaydates)).some(({ id }) => id === ids[0])
    expect(isBack).toBe(time < limits.undoCancelTimes)
  }
})

test.each<[string, Scope, number]>([
  ['one date counts once', 'one', 30],
  ['two dates counts twice', 'following', 15],
  ['all three counts three times', 'all', 10],
])('towards the limit of edits, an edit of %s', async (_, scope, times) => {
  const all = await planned({}, { RATE_LIMIT: 'on' })
  const date = pick(all.dates, scope === 'following' ? 1 : 0)
  const edit = () => {
    const { startTime, endTime } = date
    const body = aPlaydate({ startTime, endTime })
    return all.host.call(editPlaydate, { params: { id: date.id }, query: { scope }, body })
  }
  for (let time = 0; time < times; time += 1) await edit()
  await expect(edit()).rejects.toMatchObject({ status: 429 })
  // Cancelling has a limit of its own.
  await all.host.call(deletePlaydate, { params: { id: date.id }, query: { scope } })
})
