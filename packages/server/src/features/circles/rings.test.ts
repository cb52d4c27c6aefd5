import { notifications, readNotifications } from '@papadag/contract/notifications'
import {
  createPlaydate,
  deletePlaydate,
  joinPlaydate,
  type NewPlaydate,
  onePlaydate,
} from '@papadag/contract/playdates/playdates'
import { takeStanding } from '@papadag/contract/playdates/series'
import { subscribe } from '@papadag/contract/push'
import { deleteAccount, editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import { sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { nothingWaits, quarterLater } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { later } from '../../testing/scenes/heard.ts'
import { kindsOf } from '../../testing/scenes/notices.ts'
import { anHourIn } from '../../testing/series.ts'
import { aPlaydate, type Father, password, world } from '../../testing/world.ts'

/** A member of three circles, each of another father, with a phone; the host plans with the first. */
async function phoned() {
  const service = await pushService()
  const opened = await world({ fathers: 4, env: { ...service.env, PUBLIC_URL: 'http://localhost:3000' } })
  const { db, host, father: friend, other: jan, third: piet } = opened
  await friend.call(editSettings, { body: { notifications: { quietHours: null, remindBeforeMin: [] } } })
  const circles: { id: number; keeper: Father }[] = []
  for (const keeper of [host, jan, piet]) {
    await acquainted(keeper, friend)
    circles.push({ id: await aCircle(keeper, [friend], { name: 'Woensdag' }), keeper })
  }
  await friend.call(readNotifications, { body: {} })
  // A question whose row is under way would be the first that the phone hears.
  await nothingWaits(db)
  await db.run(sql`delete from outbox`)
  await friend.call(subscribe, { body: service.subscription('phone') })
  const plan = async (
    circle: { id: number | undefined; keeper: Father } | undefined,
    days: number,
    differences: Partial<NewPlaydate> = {},
  ) => {
    const { id } = await (circle?.keeper ?? host).call(createPlaydate, {
      body: aPlaydate({ ...anHourIn(days), circleId: circle?.id, ...differences }),
    })
    await nothingWaits(db)
    return id
  }
  const titles = () => service.received.map(({ message }) => message.notification.title)
  const planned = async () =>
    (await friend.call(notifications)).filter(({ kind, isRead }) => kind === 'playdate.planned' && !isRead).length
  return { ...opened, service, friend, circles, plan, titles, planned }
}

test('the third circle that plans something on one day is under the bell, and rings the day after', async () => {
  const { db, circles, plan, titles, planned } = await phoned()
  for (const circle of circles) await plan(circle, 9)
  expect(titles()).toHaveLength(2)
  expect(await planned()).toBe(3)
  await quarterLater(db)
  expect(titles()).toHaveLength(2)
  await later(db, 25)
  await db.run(sql`update outbox set due_at = now() where kind = 'notice'`)
  await nothingWaits(db)
  expect(titles()).toHaveLength(3)
})

test('what one father plans with a circle rings once in his friend’s day, however many dates there are, and each is under the bell', async () => {
  const { db, circles, plan, titles, planned } = await phoned()
  const [circle] = circles
  for (const days of [9, 10, 11]) {
    await plan(circle, days)
    await quarterLater(db)
  }
  expect(titles()).toHaveLength(1)
  expect(await planned()).toBe(3)
  await later(db, 25)
  await db.run(sql`update outbox set due_at = now() where kind = 'notice'`)
  await nothingWaits(db)
  expect(titles()).toHaveLength(2)
})

test('a cancellation of tomorrow’s date rings after two others', async () => {
  const { circles, plan, friend, host, titles } = await phoned()
  const id = await plan(circles[0], 1)
  await plan(circles[1], 9)
  await plan(circles[2], 9)
  expect(titles()).toHaveLength(2)
  await friend.call(joinPlaydate, { params: { id }, body: {} })
  await host.call(deletePlaydate, { params: { id }, body: {} })
  await vi.waitFor(() => expect(titles()).toHaveLength(3))
  expect(titles()[2]).toBe('Speelafspraak gaat niet door')
})

test('a notice that reaches no phone and no mailbox takes no turn', async () => {
  const { db, service, circles, plan, titles } = await phoned()
  service.answer('phone', 410)
  await plan(circles[0], 9)
  expect([titles(), await db.count(sql`from outbox where kind = 'heard'`)]).toEqual([[], 0])
})

test('what happens to playdates without a circle is not counted', async () => {
  const { circles, plan, titles, db, friend, host } = await phoned()
  for (const circle of circles) await plan(circle, 9)
  const ids = [await plan(undefined, 9), await plan(undefined, 10)]
  for (const id of ids) await friend.call(joinPlaydate, { params: { id }, body: {} })
  for (const id of ids) await host.call(deletePlaydate, { params: { id }, body: {} })
  await nothingWaits(db)
  expect(titles()).toHaveLength(4)
})

const endings: [string, (keeper: Father, id: number) => Promise<unknown>][] = [
  ['ends', (keeper, id) => keeper.call(deletePlaydate, { params: { id }, query: { scope: 'all' } })],
  ['goes with its father', keeper => keeper.call(deleteAccount, { body: { password } })],
]

test.each(
  endings.flatMap(([what, end]) => [
    [`the series of a circle ${what}, it is one of the two notices`, true, end] as const,
    [`another series ${what}, it is not counted`, false, end] as const,
  ]),
)('when %s', async (_, isOfCircle, end) => {
  const { db, circles, plan, titles, friend } = await phoned()
  const [first, second, third] = circles
  if (!third) throw new Error('three circles')
  const id = await plan({ ...third, id: isOfCircle ? third.id : undefined }, 9, { repeats: { every: 'week' } })
  const { series } = await friend.call(onePlaydate, { params: { id } })
  await friend.call(takeStanding, { params: { id: series?.id ?? 0 }, body: {} })
  await db.run(sql`delete from outbox`)
  for (const circle of [first, second]) await plan(circle, 9)
  const before = titles().length
  await end(third.keeper, id)
  await nothingWaits(db)
  expect(titles().length - before).toBe(isOfCircle ? 0 : 1)
  expect(await kindsOf(friend)).toContain('series.ended')
})
