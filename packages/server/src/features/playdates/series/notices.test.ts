import { sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  joinPlaydate,
  onePlaydate,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { confirmPlaydate, oneSeries, renewSeries, takeStanding } from '@papadag/contract/playdates/series'
import { block, deleteAccount } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { askKind, dayBeforeKind } from '../../../domain/playdates/series/attendance-questions.ts'
import { makeDueDates } from '../../../domain/playdates/series/dates.ts'
import { sql } from '../../../platform/db/db.ts'
import { decide } from '../../../testing/moderation.ts'
import { kindsOf } from '../../../testing/scenes/notices.ts'
import { happens, inDays, isIn, planned, slots } from '../../../testing/series.ts'
import { aPlaydate, type Father, password } from '../../../testing/world.ts'

const unread = async (father: Father) =>
  (await father.call(notifications)).filter(({ isRead }) => !isRead).map(({ kind }) => kind)

/** A series in which the first father has a standing place, on its first date in this many hours. */
async function standing(hours: number) {
  const all = await planned()
  const [guest] = all.fathers
  const params = { id: all.dates[0]?.id ?? 0 }
  const series = { id: all.dates[0]?.series?.id ?? 0 }
  await guest.call(takeStanding, { params: series, body: {} })
  await isIn(all.db, params.id, hours)
  return { ...all, guest, params, series }
}

test('a regular who has not confirmed is asked once, and his answer settles the question', async () => {
  const { db, host, guest, fathers, params } = await standing(47)
  await fathers[1].call(joinPlaydate, { params, body: {} })
  expect(await happens(db, 'playdate.ask', params.id)).toBe(1)
  expect(await unread(guest)).toEqual(['playdate.confirm'])
  expect([await kindsOf(host), await kindsOf(fathers[1])]).toEqual([['playdate.joined'], []])
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  expect([await unread(guest), await kindsOf(guest)]).toEqual([[], ['playdate.confirm']])
})

test('a date that waits for a father’s answer comes first on home, however much is sooner, until he has answered', async () => {
  const { host, guest, params } = await standing(47)
  for (const hours of [20, 22]) {
    const times = { startTime: inDays(0, hours * 3_600_000), endTime: inDays(0, (hours + 1) * 3_600_000) }
    const { id } = await host.call(createPlaydate, { body: aPlaydate(times) })
    await guest.call(joinPlaydate, { params: { id }, body: {} })
  }
  const first = async () => (await guest.call(upcomingPlaydates, { query: { order: 'near', limit: 1 } }))[0]?.id
  expect(await first()).toBe(params.id)
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  expect(await first()).not.toBe(params.id)
})

test('a regular is not asked if he has answered, or if the date is cancelled, moved or over', async () => {
  const { db, host, guest, params } = await standing(47)
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  await happens(db, 'playdate.ask', params.id)
  expect(await kindsOf(guest)).toEqual([])
  const { dates } = { dates: await db.count(sql`from playdates`) }
  expect(dates).toBe(3)
  await host.call(deletePlaydate, { params })
  await db.run(sql`
    insert into outbox (kind, playdate_id, payload) values ('playdate.ask', ${params.id}, '{"startTime": "2020-01-01T00:00:00.000Z"}')`)
  await happens(db, 'playdate.ask', params.id)
  expect(await kindsOf(guest)).toEqual(['playdate.cancelled'])
})

test('moving a date asks its regulars again, and only the latest question is kept', async () => {
  const { db, host, guest, params } = await standing(47)
  await happens(db, 'playdate.ask', params.id)
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  const body = aPlaydate({ startTime: inDays(1, 3_600_000), endTime: inDays(1, 2 * 3_600_000) })
  await host.call(editPlaydate, { params, body })
  expect((await guest.call(onePlaydate, { params })).confirmation).toBe('due')
  // The question is due at once, so the server may ask it first.
  await happens(db, 'playdate.ask', params.id)
  await vi.waitFor(async () => expect(await unread(guest)).toEqual(['playdate.confirm', 'playdate.changed']))
  await host.call(editPlaydate, { params, body: { ...body, location: 'Elders' } })
  await happens(db, 'playdate.ask', params.id)
  expect(await unread(guest)).toEqual(['playdate.confirm', 'playdate.changed'])
})

test('a regular is told that his place was released, and the second time that his standing place has ended', async () => {
  const { db, guest, dates, params, series } = await standing(30)
  await happens(db, 'playdate.dayBefore', params.id)
  expect(await kindsOf(guest)).toEqual(['playdate.released'])
  await isIn(db, dates[1]?.id, 30)
  await happens(db, 'playdate.dayBefore', dates[1]?.id)
  expect(await kindsOf(guest)).toEqual(['series.standingEnded', 'playdate.released'])
  expect((await guest.call(oneSeries, { params: series })).standing).toBe(null)
  const [last] = await guest.call(notifications)
  expect(last?.details).toMatchObject({ title: dates[0]?.title })
})

test('cancelling all dates tells a regular about the end, and about the dates he had confirmed', async () => {
  const { db, host, guest, fathers, params, series } = await standing(40)
  await fathers[1].call(joinPlaydate, { params, body: {} })
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  await host.call(deletePlaydate, { params, query: { scope: 'all' } })
  expect((await kindsOf(guest)).toSorted()).toEqual(['playdate.cancelled', 'series.ended'])
  expect(await kindsOf(fathers[1])).toEqual(['playdate.cancelled'])
  expect(await db.count(sql`from series_regulars where series_id = ${series.id}`)).toBe(0)
})

test('a notice about a series says how often it is, and one about a lost standing place also names the next date', async () => {
  const { db, host, guest, dates, params } = await standing(30)
  const detailsOf = async (wanted: string) =>
    (await guest.call(notifications)).find(({ kind }) => kind === wanted)?.details
  await happens(db, 'playdate.dayBefore', params.id)
  await isIn(db, dates[1]?.id, 29)
  await happens(db, 'playdate.dayBefore', dates[1]?.id)
  const next = await guest.call(onePlaydate, { params: { id: dates[1]?.id ?? 0 } })
  const rhythm = {
    every: 'week',
    day: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    time: expect.stringMatching(/^\d{2}:\d{2}$/),
  }
  expect(await detailsOf('series.standingEnded')).toEqual({
    ...{ title: next.title, rhythm },
    ...{ playdateId: next.id, startTime: next.startTime },
  })
  await guest.call(takeStanding, { params: { id: dates[0]?.series?.id ?? 0 }, body: {} })
  await host.call(deletePlaydate, { params, query: { scope: 'all' } })
  expect(await detailsOf('series.ended')).toEqual({ title: next.title, rhythm })
})

test('cancelling one date also tells regulars who have not answered yet', async () => {
  const { host, guest, params } = await standing(40)
  await host.call(deletePlaydate, { params })
  expect(await kindsOf(guest)).toEqual(['playdate.cancelled'])
})

test('a regular whom the creator blocks gets the notice he would get if that account were deleted', async () => {
  const told: unknown[] = []
  for (const way of ['block', 'delete'] as const) {
    const { host, guest, dates } = await standing(40)
    await guest.call(confirmPlaydate, { params: { id: dates[1]?.id ?? 0 }, body: { coming: true } })
    if (way === 'block') await host.call(block, { params: { id: guest.id } })
    else await host.call(deleteAccount, { body: { password } })
    told.push(
      (await guest.call(notifications))
        .map(({ kind, details: { title, playdateId, ...when } }) => ({
          kind,
          title,
          playdateId,
          when: Object.keys(when),
        }))
        .toSorted((a, b) => a.kind.localeCompare(b.kind)),
    )
  }
  expect(told[0]).toEqual(told[1])
  expect(told[0]).toHaveLength(2)
})

test('when a regular blocks the creator, neither of them is notified', async () => {
  const { host, guest, params } = await standing(40)
  await guest.call(confirmPlaydate, { params, body: { coming: true } })
  const before = await kindsOf(host)
  await guest.call(block, { params: { id: host.id } })
  expect([await kindsOf(guest), await kindsOf(host)]).toEqual([[], before])
})

test('suspending its creator ends a series with all its dates, and notifies the regulars', async () => {
  const { db, host, guest, fathers, params, series } = await standing(40)
  const report = await guest.call(sendReport, { body: { targetType: 'user', targetId: host.id, reason: 'spam' } })
  await db.run(sql`update users set is_moderator = true where id = ${fathers[1].id}`)
  await decide(fathers[1], report.id, 'suspend', 1)
  await makeDueDates(db)
  expect(await slots(db)).toEqual([0, 1, 2])
  expect(await db.count(sql`from playdates where cancelled_at is null`)).toBe(0)
  expect(await kindsOf(guest)).toContain('series.ended')
  expect(await db.count(sql`from series where id = ${series.id} and ended_at is not null`)).toBe(1)
  expect(params.id).toBeGreaterThan(0)
})

test('before the last date, the creator is notified once that he can renew his series', async () => {
  const { db, host, dates } = await planned()
  const id = dates[0]?.series?.id ?? 0
  const weekPasses = async () => {
    await db.run(
      sql`update series set anchor_date = anchor_date - 7, makes_at = makes_at - interval '7 days', until = until - 7`,
    )
    await db.run(sql`
      update playdates set start_time = start_time - interval '7 days', end_time = end_time - interval '7 days'`)
    await makeDueDates(db)
    await makeDueDates(db)
  }
  await db.run(sql`update series set until = anchor_date + 14`)
  await weekPasses()
  expect(await kindsOf(host)).toEqual([])
  await weekPasses()
  expect(await kindsOf(host)).toEqual(['series.ending'])
  const { renewableUntil, until } = await host.call(oneSeries, { params: { id } })
  expect(renewableUntil !== null && renewableUntil > until).toBe(true)
  await host.call(renewSeries, { params: { id } })
  expect(await slots(db)).toEqual([0, 1, 2, 3, 4])
  await weekPasses()
  expect(await kindsOf(host)).toEqual(['series.ending'])
})

test('regulars are asked two days before the date, and their places become free one day before', async () => {
  const { db, dates } = await planned()
  const rows = await db.many(
    z.object({ kind: z.string(), hours: z.number() }),
    sql`select o.kind, (extract(epoch from p.start_time - o.due_at) / 3600)::float8 as hours
          from outbox o join playdates p on p.id = o.playdate_id
         where p.id = ${dates[1]?.id} and o.kind in (${askKind}, ${dayBeforeKind}) order by o.kind`,
  )
  expect(rows).toEqual([
    { kind: askKind, hours: 48 },
    { kind: dayBeforeKind, hours: 24 },
  ])
})
