import { limits } from '@papadag/contract/limits'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  leavePlaydate,
  onePlaydate,
  ownPlaydates,
  type Playdate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { endPause, oneSeries, pauseSeries, renewSeries } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeDates, makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { dayAt, lastDayFrom, ruleFrom, timesOf } from '../../../domain/playdates/series/rule.ts'
import { sql } from '../../../platform/db/db.ts'
import { inDays, planned, slots } from '../../../testing/series.ts'
import { aPlaydate, endPlaydate, world } from '../../../testing/world.ts'

test('a repeated playdate has its next three dates, each an ordinary playdate', async () => {
  const { host, first, dates } = await planned()
  expect(dates).toHaveLength(3)
  const { series } = first
  expect(series).toMatchObject({ every: 'week', until: lastDayFrom(dayAt(first.startTime)) })
  const rule = ruleFrom('week', first)
  for (const [slot, date] of dates.entries()) {
    expect(date).toMatchObject({
      ...timesOf(rule, slot),
      title: first.title,
      series,
      state: 'planned',
      myStatus: 'creator',
    })
    expect(date.participants.map(({ id }) => id)).toEqual([host.id])
  }
  expect(first.confirmation).toBe(null)
})

test('a playdate on its own has no series', async () => {
  const { host } = await world()
  expect(await host.call(createPlaydate, { body: aPlaydate() })).toMatchObject({ series: null, minimumFathers: null })
  expect(await host.call(createPlaydate, { body: { ...aPlaydate(), repeats: null } })).toMatchObject({ series: null })
  expect(await host.call(upcomingPlaydates)).toHaveLength(2)
})

test.each<[string, object, string, string]>([
  ['ends before it begins', { repeats: { every: 'week', until: '2020-01-01' } }, 'repeats.until', 'series.noDate'],
  [
    'has no second date',
    { repeats: { every: 'twoWeeks', until: dayAt(inDays(3 + 13)) } },
    'repeats.until',
    'series.noDate',
  ],
  [
    'is longer than a series lasts',
    { repeats: { every: 'week', until: '2150-01-01' } },
    'repeats.until',
    'series.tooLong',
  ],
  ['has an unknown rhythm', { repeats: { every: 'day' } }, 'repeats.every', 'field.invalid'],
  ['ends on no day', { repeats: { every: 'week', until: '2027-02-30' } }, 'repeats.until', 'field.invalid'],
  [
    'has dates of more than a day',
    { repeats: { every: 'week' }, endTime: inDays(4, 60_000) },
    'endTime',
    'series.datesTooLong',
  ],
  ['needs more fathers than find a place', { minimumFathers: 6 }, 'minimumFathers', 'playdate.minimumFathers'],
  ['needs one father', { minimumFathers: 1 }, 'minimumFathers', 'playdate.minimumFathers'],
])('a series that %s is refused, and nothing is left of it', async (_, differences, path, code) => {
  const { db, host } = await world()
  const times = { startTime: inDays(3), endTime: inDays(3, 3_600_000) }
  await expect(host.call(createPlaydate, { body: { ...aPlaydate(times), ...differences } })).rejects.toMatchObject({
    status: 400,
    body: { issues: [{ path, code }] },
  })
  expect(await db.count(sql`from playdates`)).toBe(0)
  expect(await db.count(sql`from series`)).toBe(0)
})

test('a father can have two series at a time, even if he plans them at once', async () => {
  const { db, host } = await world()
  const body = { ...aPlaydate(), repeats: { every: 'week' as const } }
  const tries = await Promise.allSettled([1, 2, 3, 4].map(() => host.call(createPlaydate, { body })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await db.count(sql`from series`)).toBe(limits.series)
  await expect(host.call(createPlaydate, { body })).rejects.toMatchObject({ status: 409, code: 'series.tooMany' })
  const [one] = await host.call(ownPlaydates)
  await host.call(deletePlaydate, { params: { id: one?.id ?? 0 }, query: { scope: 'all' } })
  expect((await host.call(createPlaydate, { body })).series).not.toBe(null)
})

test('every hour the dates that are due are made, each once, even by several nodes at the same time', async () => {
  const { db, host, dates } = await planned()
  expect(await slots(db)).toEqual([0, 1, 2])
  await makeDueDates(db)
  expect(await slots(db)).toEqual([0, 1, 2])
  // A week passes: the rule and its dates move a week back.
  await db.run(sql`update series set anchor_date = anchor_date - 7, makes_at = makes_at - interval '7 days'`)
  await db.run(
    sql`update playdates set start_time = start_time - interval '7 days', end_time = end_time - interval '7 days'`,
  )
  await Promise.all([makeDueDates(db), makeDueDates(db), makeDueDates(db)])
  expect(await slots(db)).toEqual([0, 1, 2, 3])
  const [latest] = await host.call(ownPlaydates)
  expect(latest).toMatchObject({ title: dates[0]?.title, participants: [{ id: host.id }] })
  // The reminders of its participants.
  expect(await db.count(sql`from outbox where kind = 'reminder' and playdate_id = ${latest?.id}`)).toBeGreaterThan(0)
})

test.each<[Rhythm, number]>([
  ['week', 104],
  ['twoWeeks', 52],
  ['monthByWeekday', 24],
])('104 weeks of every %s, renewed each half year, contain each date once and no others', async (every, least) => {
  const { db, host, first } = await planned({ repeats: { every } })
  const id = first.series?.id ?? 0
  const rule = ruleFrom(every, first)
  const start = Date.parse(first.startTime)
  for (let week = 0; week < 104; week += 1) {
    const at = new Date(start + week * 7 * 86_400_000 + 60_000).toISOString()
    const until = lastDayFrom(dayAt(at))
    if (week % 4 === 0) await db.run(sql`update series set until = greatest(until, ${until}::date) where id = ${id}`)
    await db.transaction(tx => makeDates(tx, id, { at }))
    if (week % 9 === 0) await db.transaction(tx => makeDates(tx, id, { at }))
  }
  const made = await db.many(
    z.object({ startTime: z.string(), endTime: z.string() }),
    sql`select to_char(start_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startTime",
               to_char(end_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endTime"
          from playdates where series_id = ${id} order by start_time`,
  )
  expect(made.length).toBeGreaterThanOrEqual(least)
  expect(made).toEqual(made.map((_, slot) => timesOf(rule, slot)))
  expect(host.id).toBeGreaterThan(0)
})

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
  const { host, dates } = await planned({ startTime: inDays(1), endTime: inDays(1, 3_600_000) })
  const [one, two] = dates
  if (!one || !two) throw new Error('three dates')
  const earlier = { startTime: inDays(6), endTime: inDays(6, 3_600_000) }
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
  const { db, host, fathers, dates } = await planned()
  const [guest] = fathers
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

test('only its creator can change a series, and nobody sees one whose dates he may not see', async () => {
  const { db, host, fathers, dates } = await planned()
  const [guest] = fathers
  const params = { id: dates[0]?.series?.id ?? 0 }
  const days = { from: dayAt(inDays(0)), until: dayAt(inDays(5)) }
  const code = 'series.notYours'
  await expect(guest.call(pauseSeries, { params, body: days })).rejects.toMatchObject({ status: 403, code })
  await expect(guest.call(endPause, { params })).rejects.toMatchObject({ status: 403, code })
  await expect(guest.call(renewSeries, { params })).rejects.toMatchObject({ status: 403, code })
  expect(await guest.call(oneSeries, { params })).toMatchObject({ isMine: false, standing: null, renewableUntil: null })
  await db.run(sql`insert into blocks (blocker_id, blocked_id) values (${guest.id}, ${host.id})`)
  for (const call of [oneSeries, endPause, renewSeries] as const)
    await expect(guest.call(call, { params })).rejects.toMatchObject({ status: 404, code: 'series.unknown' })
  await expect(host.call(oneSeries, { params: { id: 2_147_483_647 } })).rejects.toMatchObject({ status: 404 })
})

const days = (from: number, until: number) => ({ from: dayAt(inDays(from)), until: dayAt(inDays(until)) })

test('a pause cancels the dates on its days and moves the others up, and its end brings them back with their people', async () => {
  const { db, host, fathers, dates } = await planned()
  const [guest] = fathers
  const [one, two] = dates
  const params = { id: one?.series?.id ?? 0 }
  await guest.call(joinPlaydate, { params: { id: two?.id ?? 0 }, body: { children: 1 } })
  const paused = await host.call(pauseSeries, { params, body: days(9, 11) })
  expect(paused.pauses).toEqual([days(9, 11)])
  // Others see which dates are cancelled, but not when he is away.
  expect((await guest.call(oneSeries, { params })).pauses).toEqual([])
  expect(await slots(db)).toEqual([0, 1, 2, 3])
  expect((await host.call(upcomingPlaydates)).map(({ id }) => id)).not.toContain(two?.id)
  expect(await guest.call(onePlaydate, { params: { id: two?.id ?? 0 } })).toMatchObject({
    state: 'cancelled',
    undoUntil: null,
  })
  // Pausing again changes nothing.
  await host.call(pauseSeries, { params, body: days(9, 11) })
  expect(await slots(db)).toEqual([0, 1, 2, 3])

  expect((await host.call(endPause, { params })).pauses).toEqual([])
  expect(await guest.call(onePlaydate, { params: { id: two?.id ?? 0 } })).toMatchObject({
    state: 'planned',
    placesTaken: 3,
  })
  expect(await slots(db)).toEqual([0, 1, 2])
})

test('the end of a pause does not bring back a date that was cancelled by hand or is in another pause', async () => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await host.call(deletePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  await host.call(pauseSeries, { params, body: days(2, 11) })
  await host.call(pauseSeries, { params, body: days(16, 18) })
  const { pauses } = await host.call(endPause, { params, query: days(2, 11) })
  expect(pauses).toEqual([days(16, 18)])
  const ids = (await host.call(upcomingPlaydates)).map(({ id }) => id)
  expect(ids).toContain(dates[0]?.id)
  expect(ids).not.toContain(dates[1]?.id)
  expect(ids).not.toContain(dates[2]?.id)
})

test.each([
  ['that ends before it begins', days(5, 4), 400, undefined],
  ['of more than half a year', days(5, 200), 400, undefined],
  ['that is over', days(-9, -2), 409, 'series.pausePast'],
])('a pause %s is refused', async (_, body, status, code) => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  await expect(host.call(pauseSeries, { params, body })).rejects.toMatchObject({ status, ...(code && { code }) })
  if (status === 400)
    await expect(host.call(pauseSeries, { params, body: { ...body, from: 'gisteren' } })).rejects.toMatchObject({
      status,
    })
  expect((await host.call(oneSeries, { params })).pauses).toEqual([])
})

test('a series has twelve pauses at most', async () => {
  const { host, dates } = await planned()
  const params = { id: dates[0]?.series?.id ?? 0 }
  for (let time = 0; time < limits.pauses; time += 1)
    await host.call(pauseSeries, { params, body: days(100 + 3 * time, 101 + 3 * time) })
  await expect(host.call(pauseSeries, { params, body: days(500, 501) })).rejects.toMatchObject({
    status: 409,
    code: 'series.tooManyPauses',
  })
  // A pause that joins two others is not an additional one.
  const joined = await host.call(pauseSeries, { params, body: days(100, 104) })
  expect(joined.pauses).toHaveLength(limits.pauses - 1)
  await expect(host.call(endPause, { params, query: days(9, 3) })).rejects.toMatchObject({ status: 400 })
})

test('a series gets no new date while its creator is hidden, stopped or suspended, or one of its dates is hidden', async () => {
  const { db, host, dates } = await planned()
  const id = dates[0]?.series?.id ?? 0
  const at = dates[2]?.startTime
  const set = [
    [sql`update users set hidden_at = now() where id = ${host.id}`, sql`update users set hidden_at = null`],
    [sql`update users set may_not_start = true where id = ${host.id}`, sql`update users set may_not_start = false`],
    [
      sql`update users set suspended_until = now() + interval '1 day' where id = ${host.id}`,
      sql`update users set suspended_until = null`,
    ],
    [
      sql`update playdates set hidden_at = now() where id = ${dates[0]?.id}`,
      sql`update playdates set hidden_at = null`,
    ],
  ] as const
  for (const [off, on] of set) {
    await db.run(off)
    await db.transaction(tx => makeDates(tx, id, { at }))
    expect(await slots(db)).toEqual([0, 1, 2])
    // It is checked again.
    expect(await db.count(sql`from series where makes_at > now()`)).toBe(1)
    await db.run(on)
  }
  await db.transaction(tx => makeDates(tx, id, { at }))
  expect(await slots(db)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a father who leaves one date stays on the others', async () => {
  const { fathers, dates } = await planned()
  const [guest] = fathers
  for (const { id } of dates) await guest.call(joinPlaydate, { params: { id }, body: {} })
  await guest.call(leavePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  const mine = await guest.call(ownPlaydates)
  expect(mine.map(({ id }) => id).sort((a, b) => a - b)).toEqual([dates[0]?.id, dates[2]?.id])
})
