import {
  createPlaydate,
  deletePlaydate,
  editPlaydate,
  onePlaydate,
  undoCancel,
  upcomingPlaydates,
} from '@papadag/contract/playdates/playdates'
import { giveUpStanding, takeStanding } from '@papadag/contract/playdates/series'
import { block } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { mailWorld, nothingWaits } from '../../testing/mail.ts'
import { aPlayground } from '../../testing/places.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { anHourIn, inDays } from '../../testing/series.ts'
import { aPlaydate, type Father } from '../../testing/world.ts'

/** The host's weekly open hour, at which the first two fathers usually are; mails go out at once. */
async function openHour({ kind = 'open' as 'open' | 'playdate' } = {}) {
  const opened = await mailWorld({ fathers: 3 })
  const [usual, former, stranger] = opened.fathers
  const place = await aPlayground(opened.host)
  const body = aPlaydate({
    kind,
    placeId: place.id,
    ...anHourIn(3),
    repeats: { every: 'week' },
  })
  const first = await opened.host.call(createPlaydate, { body })
  const series = { id: first.series?.id ?? 0 }
  if (kind === 'open')
    for (const father of [usual, former]) await father.call(takeStanding, { params: series, body: {} })
  const { repeats: _, kind: __, ...plan } = body
  const params = { id: first.id }
  const move = () =>
    opened.host.call(editPlaydate, { params, body: { ...plan, placeId: place.id, endTime: inDays(3, 5_400_000) } })
  return { ...opened, params, series, move, usual, former, stranger }
}

test('a father who is usually at an open hour hears when a date is moved, cancelled or put back on, by mail too', async () => {
  const { db, host, usual, former, stranger, smtp, params, series, move } = await openHour()
  await former.call(giveUpStanding, { params: series })
  await move()
  expect(await kindsOf(usual)).toEqual(['playdate.changed'])
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1))
  expect(smtp.mails[0]?.text).toContain('de inloop is nu op')

  await host.call(deletePlaydate, { params })
  expect(await kindsOf(usual)).toEqual(['playdate.cancelled'])
  await nothingWaits(db)
  await db.run(sql`update outbox set due_at = due_at - interval '15 minutes'`)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
  expect(smtp.mails[1]?.text).toContain('De inloop van')
  expect(smtp.mails[1]?.text).toContain('gaat niet door')

  await host.call(undoCancel, { params })
  expect(await kindsOf(usual)).toEqual(['playdate.restored'])
  for (const other of [host, former, stranger]) expect(await kindsOf(other)).toEqual([])
})

test('a cancelled open hour is shown only to those who are usually there', async () => {
  const { host, usual, former, stranger, params, series } = await openHour()
  await former.call(giveUpStanding, { params: series })
  await host.call(deletePlaydate, { params })
  expect(await usual.call(onePlaydate, { params })).toMatchObject({ state: 'cancelled' })
  const isListed = async (father: Father) => (await father.call(upcomingPlaydates)).some(({ id }) => id === params.id)
  expect(await Promise.all([usual, former, stranger].map(isListed))).toEqual([true, false, false])
  for (const other of [former, stranger])
    await expect(other.call(onePlaydate, { params })).rejects.toMatchObject({ status: 404 })
})

test('a father who gives up his place at an open hour, or blocks its creator, hears of no later change', async () => {
  const { host, usual, former, params, series, move } = await openHour()
  await usual.call(giveUpStanding, { params: series })
  await former.call(block, { params: { id: host.id } })
  await move()
  await host.call(deletePlaydate, { params })
  expect(await kindsOf(usual)).toEqual([])
  expect(await kindsOf(former)).toEqual([])
})

test('a notice that was held back is not sent to a father who has given up his place meanwhile', async () => {
  const { db, host, usual, smtp, params, series } = await openHour()
  await host.call(deletePlaydate, { params })
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(2))
  await host.call(undoCancel, { params })
  await usual.call(giveUpStanding, { params: series })
  await nothingWaits(db)
  await db.run(sql`update outbox set due_at = due_at - interval '15 minutes'`)
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(3))
  expect(smtp.mails[2]?.text).toContain('gaat toch door')
  await nothingWaits(db)
  expect(smtp.mails).toHaveLength(3)
})

test('a father with a standing place in a playdate for participants hears of a change once, as a participant', async () => {
  const { db, host, usual, params, series } = await openHour({ kind: 'playdate' })
  await usual.call(takeStanding, { params: series, body: {} })
  await host.call(deletePlaydate, { params })
  expect((await kindsOf(usual)).filter(kind => kind === 'playdate.cancelled')).toHaveLength(1)
  expect(await db.count(sql`from notifications where kind = 'playdate.cancelled'`)).toBe(1)
})
