import { limits } from '@papadag/contract/limits'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  leavePlaydate,
  ownPlaydates,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import type { Rhythm } from '@papadag/contract/playdates/repeats'
import { endPause, oneSeries, pauseSeries, renewSeries } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { makeDates, makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { dayAt, lastDayFrom, ruleFrom, timesOf } from '../../../domain/playdates/series/rule.ts'
import { sql } from '../../../platform/db/db.ts'
import { anHourIn, inDays, planned, slots } from '../../../testing/series.ts'
import { aPlaydate, world } from '../../../testing/world.ts'

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
  await expect(
    host.call(createPlaydate, { body: { ...aPlaydate(anHourIn(3)), ...differences } }),
  ).rejects.toMatchObject({
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

test('only its creator can change a series, and nobody sees one whose dates he may not see', async () => {
  const { db, host, father: guest, dates } = await planned()
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
  const { father: guest, dates } = await planned()
  for (const { id } of dates) await guest.call(joinPlaydate, { params: { id }, body: {} })
  await guest.call(leavePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  const mine = await guest.call(ownPlaydates)
  expect(mine.map(({ id }) => id).sort((a, b) => a - b)).toEqual([dates[0]?.id, dates[2]?.id])
})
