import { moderationQueue, ownReports, sendReport } from '@papadag/contract/moderation'
import { notifications } from '@papadag/contract/notifications'
import { createPlaydate, onePlaydate, upcomingPlaydates } from '@papadag/contract/playdates/playdates'
import { renewSeries, takeStanding } from '@papadag/contract/playdates/series'
import { expect, test } from 'vitest'
import { makeDates } from '../../domain/playdates/series/dates.ts'
import { sql } from '../../platform/db/db.ts'
import { acquainted } from '../../testing/chat.ts'
import { cast, decide } from '../../testing/moderation.ts'
import { planned } from '../../testing/series.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'

const reportChat = (father: Father, targetId: number) =>
  father.call(sendReport, { body: { targetType: 'chat', targetId, reason: 'harassment' } })

test('a chat that both members report becomes two items, each about the other member', async () => {
  const { subject, reporter, moderator } = await cast()
  const chatId = await acquainted(subject, reporter)
  const first = await reportChat(subject, chatId)
  const second = await reportChat(reporter, chatId)
  const { open } = await moderator.call(moderationQueue)
  expect(open.map(item => [item.id, item.subject?.id, item.reports.length])).toEqual([
    [first.id, reporter.id, 1],
    [second.id, subject.id, 1],
  ])
  await decide(moderator, second.id, 'warn')
  expect(await subject.call(notifications)).toMatchObject([{ kind: 'moderation.decided' }])
  expect(await reporter.call(notifications)).toMatchObject([{ kind: 'report.decided' }])
  expect(await moderator.call(moderationQueue)).toMatchObject({
    open: [{ id: first.id, decisions: [] }],
    decided: [{ id: second.id, decisions: [{ decision: 'warn' }] }],
  })
  await decide(moderator, first.id, 'suspend', 7)
  await decide(moderator, second.id, 'restore')
  await expect(reporter.call(notifications)).rejects.toMatchObject({ status: 401 })
  expect(await moderator.call(moderationQueue)).toMatchObject({ open: [], decided: [{}, {}] })
})

test('a moderator who reports his own chat can decide on that report, but not on the other father’s about him', async () => {
  const { db, subject: friend, moderator, reporter: colleague } = await cast()
  await db.run(sql`update users set is_moderator = true where id = ${colleague.id}`)
  const chatId = await acquainted(friend, moderator)
  const his = await reportChat(friend, chatId)
  const own = await reportChat(moderator, chatId)
  expect(await moderator.call(moderationQueue)).toMatchObject({ open: [{ id: own.id, reports: [{ id: own.id }] }] })
  await decide(moderator, own.id, 'dismiss')
  await expect(decide(moderator, his.id, 'dismiss')).rejects.toMatchObject({ status: 404, code: 'report.unknown' })
  expect(await friend.call(ownReports)).toMatchObject([{ id: his.id, status: 'open' }])
  expect(await moderator.call(moderationQueue)).toMatchObject({ open: [], decided: [{ id: own.id }] })
  expect(await colleague.call(moderationQueue)).toMatchObject({ open: [{ id: his.id, subject: { id: moderator.id } }] })
})

test('reports that arrive after the moderator looked stay open', async () => {
  const { subject, reporter, moderator, other } = await cast()
  const body = { targetType: 'user', targetId: subject.id, reason: 'spam' } as const
  const seen = await reporter.call(sendReport, { body })
  const later = await other.call(sendReport, { body: { ...body, reason: 'child_safety' } })
  await decide(moderator, seen.id, 'dismiss', undefined, seen.id)
  expect(await reporter.call(ownReports)).toMatchObject([{ status: 'dismissed' }])
  expect(await other.call(ownReports)).toMatchObject([{ status: 'open' }])
  expect(await other.call(notifications)).toEqual([])
  expect(await moderator.call(moderationQueue)).toMatchObject({
    open: [{ isUrgent: true, reports: [{ id: later.id, isOpen: true }, { isOpen: false }] }],
    decided: [],
  })
})

test('the queue shows the last twenty reports of an item', async () => {
  const { db, subject, reporter, moderator } = await cast()
  const { id } = await reporter.call(sendReport, { body: { targetType: 'user', targetId: subject.id, reason: 'spam' } })
  await db.run(sql`
    insert into reports (target_type, target_id, subject_id, reason, evidence)
    select target_type, target_id, subject_id, reason, evidence from reports, generate_series(1, 30) where id = ${id}`)
  const { open } = await moderator.call(moderationQueue)
  expect(open.map(item => [item.id, item.reports.length, item.reports[0]?.id])).toEqual([[id, 20, id + 30]])
})

test('removing a date removes its series, so that no other date shows the same text, now or later', async () => {
  const { db, host, fathers, dates } = await planned({
    title: 'Iets lelijks',
    description: 'Nog iets',
    area: 'Rare buurt',
  })
  const [reporter, moderator] = fathers
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const series = { id: dates[0]?.series?.id ?? 0 }
  await reporter.call(takeStanding, { params: series, body: {} })
  const body = { targetType: 'playdate', targetId: dates[1]?.id ?? 0, reason: 'harassment' } as const
  const { id } = await reporter.call(sendReport, { body })
  await decide(moderator, id, 'remove')
  expect(await moderator.call(upcomingPlaydates)).toEqual([])
  await host.call(renewSeries, { params: series })
  await db.transaction(tx => makeDates(tx, series.id, { at: dates[2]?.startTime }))
  const shown = await moderator.call(upcomingPlaydates)
  expect(shown.length).toBeGreaterThan(0)
  for (const text of ['Iets lelijks', 'Nog iets', 'Westerpark', 'Rare buurt'])
    expect(JSON.stringify([shown, await reporter.call(upcomingPlaydates)])).not.toContain(text)
})

test('hiding a date hides its series for the same reason, and restoring it restores what was hidden with it', async () => {
  const { db, host, father: reporter, other: moderator, dates } = await planned({ title: 'Iets lelijks' })
  await db.run(sql`update users set is_moderator = true where id = ${moderator.id}`)
  const another = await host.call(createPlaydate, { body: aPlaydate({ title: 'Iets anders' }) })
  const reported = async (at: number) => {
    const body = { targetType: 'playdate', targetId: dates[at]?.id ?? 0, reason: 'harassment' } as const
    return (await reporter.call(sendReport, { body })).id
  }
  const [first, second] = [await reported(0), await reported(1)]
  const ids = async (father: Father) => (await father.call(upcomingPlaydates)).map(({ id }) => id)
  // One date is over, and no longer read by anybody.
  await db.run(sql`update playdates set start_time = now() - interval '2 hours', end_time = now() - interval '1 hour'
                    where id = ${dates[2]?.id}`)

  await decide(moderator, second, 'hide')
  expect(await ids(reporter)).toEqual([another.id])
  for (const date of dates.slice(0, 2)) {
    const own = await host.call(onePlaydate, { params: { id: date.id } })
    expect(own.hidden).toMatchObject({ isAutomatic: false, reference: expect.stringMatching(/^B\d+$/) })
  }
  expect(await db.count(sql`from playdates where hidden_at is not null`)).toBe(2)
  expect((await host.call(notifications)).filter(({ kind }) => kind === 'moderation.decided')).toHaveLength(1)

  await decide(moderator, second, 'restore')
  expect(new Set(await ids(reporter))).toEqual(new Set([dates[0]?.id, dates[1]?.id, another.id]))

  await decide(moderator, first, 'hide')
  await db.run(sql`update playdates set hidden_at = now() - interval '1 day' where id = ${dates[1]?.id}`)
  await decide(moderator, first, 'restore')
  expect(new Set(await ids(reporter))).toEqual(new Set([dates[0]?.id, another.id]))

  // Hidden alone, as before dates went together: the next decision takes the others along, and back.
  await db.run(sql`update playdates set hidden_at = null`)
  await db.run(sql`update playdates set hidden_at = now() - interval '1 day' where id = ${dates[0]?.id}`)
  await decide(moderator, first, 'hide')
  expect(await ids(reporter)).toEqual([another.id])
  await decide(moderator, first, 'restore')
  expect(new Set(await ids(reporter))).toEqual(new Set([dates[0]?.id, dates[1]?.id, another.id]))
})
