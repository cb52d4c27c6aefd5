import { notifications, readNotifications } from '@papadag/contract/notifications'
import { createPlaydate, deletePlaydate, joinPlaydate } from '@papadag/contract/playdates/playdates'
import { subscribe } from '@papadag/contract/push'
import { editSettings } from '@papadag/contract/users/users'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { noteHeard, takeBack, waitToBeHeardMs } from '../../domain/notifications/heard.ts'
import type { Hearing } from '../../domain/notifications/kind.ts'
import { type Db, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { nothingWaits, quarterLater } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { inDays } from '../../testing/series.ts'
import { aPlaydate, world } from '../../testing/world.ts'

const hourMs = 3_600_000
const inHours = (count: number) => new Date(Date.now() + count * hourMs).toISOString()

/** So many minutes after the end of tomorrow, where he lives. */
const endOfTomorrow = (minutes: number) =>
  Temporal.Now.zonedDateTimeISO('Europe/Amsterdam')
    .startOfDay()
    .add({ days: 2 })
    .add({ minutes })
    .toInstant()
    .toString()

/** A father, and what he hears of notices with these properties, in this order. */
async function listener(timeZone = 'Europe/Amsterdam') {
  const db = await testDb()
  const reader = { id: await aUser(db, 'tom'), timeZone }
  let last = 0
  const next = (hearing: Partial<Hearing> = {}): Hearing => {
    last += 1
    return { by: last, line: undefined, isOfCircle: true, isUrgent: false, isForNow: false, starts: [], ...hearing }
  }
  const waitMs = (hearing: Hearing) => waitToBeHeardMs(db, reader, hearing)
  const hears = async (hearing: Partial<Hearing> = {}) => {
    const one = next(hearing)
    const isHeard = (await waitMs(one)) === 0
    if (isHeard) await noteHeard(db, reader, one)
    return isHeard
  }
  return { db, reader, next, waitMs, hears }
}

/** All that he has heard was so many hours ago. */
const later = (db: Db, hours: number) =>
  db.run(sql`
    update outbox set payload = payload || jsonb_build_object('at', (payload ->> 'at')::timestamptz - make_interval(hours => ${hours}::int))
     where kind = 'heard'`)

/** A date of his circle, in so many hours, on which he has a seat. */
async function aDate(
  db: Db,
  userId: number,
  hours: number,
  differences: { isHisCircle?: false; isCancelled?: true } = {},
) {
  const Id = z.object({ id: z.int() })
  const circle = await db.one(Id, sql`insert into circles (name, text) values ('Woensdag', '') returning id`)
  const member = differences.isHisCircle === false ? await aUser(db, 'jan') : userId
  await db.run(sql`insert into circle_members (circle_id, user_id) values (${circle?.id ?? 0}, ${member})`)
  const date = await db.one(
    Id,
    sql`insert into playdates (creator_id, circle_id, title, location, start_time, end_time, max_participants, cancelled_at)
        values (${member}, ${circle?.id ?? 0}, 'Hutten', 'Dam 1', now() + make_interval(hours => ${hours}::int, mins => -5),
                now() + make_interval(hours => ${hours + 1}::int), 5, case when ${differences.isCancelled === true} then now() end)
        returning id`,
  )
  await db.run(sql`insert into participants (playdate_id, user_id) values (${date?.id ?? 0}, ${userId})`)
}

test.each([
  ['Europe/Amsterdam', 'Europe/Amsterdam'],
  ['UTC', 'UTC'],
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['America/Los_Angeles', 'America/Los_Angeles'],
  ['a zone that the database does not know', 'Europe/Amsterdam', 'Mars/Olympus'],
])(
  'a father in %s hears two notices of his circles in his day; the third waits until midnight in %s',
  async (_, zone, timeZone = zone) => {
    const { db, next, waitMs, hears } = await listener(timeZone)
    expect([await hears(), await hears()]).toEqual([true, true])
    const midnight = Temporal.Now.zonedDateTimeISO(zone).startOfDay().add({ days: 1 })
    const end = Temporal.Now.zonedDateTimeISO(zone).add({ milliseconds: Math.round(await waitMs(next())) })
    expect(end.round('hour').toString()).toBe(midnight.toString())
    expect(await hears({ isOfCircle: false })).toBe(true)
    await later(db, 25)
    expect([await hears(), await hears(), await hears()]).toEqual([true, true, false])
  },
)

test.each<[string, Partial<Hearing>, boolean]>([
  ['hears what becomes of a date tomorrow', { isUrgent: true, starts: [inHours(24)] }, true],
  [
    'hears what becomes of a date that was tomorrow before it was moved',
    { isUrgent: true, starts: [inHours(400), inHours(24)] },
    true,
  ],
  ['hears what becomes of a date at the end of tomorrow', { isUrgent: true, starts: [endOfTomorrow(-1)] }, true],
  [
    'does not hear what becomes of a date at the beginning of the day after',
    { isUrgent: true, starts: [endOfTomorrow(1)] },
    false,
  ],
  ['does not hear what becomes of a date next week', { isUrgent: true, starts: [inHours(24 * 7)] }, false],
  ['does not hear what is urgent and about no date', { isUrgent: true }, false],
  ['does not hear who comes to a date tomorrow', { starts: [inHours(24)] }, false],
])('after two notices of his circles a father %s', async (_, hearing, isHeard) => {
  const { hears } = await listener()
  for (let times = 0; times < 2; times += 1) await hears()
  expect(await hears(hearing)).toBe(isHeard)
})

test('what becomes of his dates counts, and holds back all else', async () => {
  const { hears } = await listener()
  const urgent = { isUrgent: true, starts: [inHours(3)] }
  expect([await hears(urgent), await hears(urgent), await hears(urgent), await hears()]).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test.each<[string, (db: Db, userId: number) => Promise<unknown>, boolean]>([
  ['without a date hears two notices of his circles', async () => {}, false],
  ['with a date of his circle tomorrow hears nothing but what becomes of it', (db, id) => aDate(db, id, 24), true],
  ['with a date of his circle in three days hears two notices of his circles', (db, id) => aDate(db, id, 72), false],
  [
    'with a cancelled date of his circle tomorrow hears two notices of his circles',
    (db, id) => aDate(db, id, 24, { isCancelled: true }),
    false,
  ],
  [
    'who is a guest on a circle’s date tomorrow hears two notices of his circles',
    (db, id) => aDate(db, id, 24, { isHisCircle: false }),
    false,
  ],
])('a father %s', async (_, plan, isKept) => {
  const { db, reader, hears } = await listener()
  await plan(db, reader.id)
  expect([await hears(), await hears(), await hears()]).toEqual([!isKept, !isKept, false])
  expect(await hears({ isUrgent: true, starts: [inHours(24)] })).toBe(true)
})

test.each([
  ['hears once a day that somebody is out now', { isForNow: true }, true],
  ['does not hear that somebody plans something', {}, false],
])('a father with a date of his circle tomorrow %s', async (_, hearing, isHeard) => {
  const { db, reader, hears } = await listener()
  await aDate(db, reader.id, 24)
  expect([await hears(hearing), await hears(hearing)]).toEqual([isHeard, false])
})

test('of one line a father hears once in four hours, with circles and without', async () => {
  const { db, hears } = await listener()
  const line = { line: 'answers to 7', isOfCircle: false }
  expect([await hears(line), await hears(line), await hears({ ...line, line: 'answers to 8' })]).toEqual([
    true,
    false,
    true,
  ])
  await later(db, 3)
  expect(await hears(line)).toBe(false)
  await later(db, 1)
  expect(await hears(line)).toBe(true)
})

test('another attempt for a notice takes no second turn, and what has reached nobody gives its turn back', async () => {
  const { db, reader, next, waitMs, hears } = await listener()
  const tried = next({ line: 'answers to 7' })
  expect([await waitMs(tried), await waitMs(tried)]).toEqual([0, 0])
  expect([await hears(), await hears()]).toEqual([true, false])
  await takeBack(db, reader, tried)
  expect(await hears({ line: 'answers to 7' })).toBe(true)
  expect(await hears()).toBe(false)
})

test('a line that may be heard, but not today, gives its turn back', async () => {
  const { db, hears } = await listener()
  for (let times = 0; times < 2; times += 1) await hears()
  expect(await hears({ line: 'answers to 7' })).toBe(false)
  expect(await db.count(sql`from outbox where kind = 'heard'`)).toBe(2)
})

test('ten notices at once on several nodes take two turns', async () => {
  const { next, waitMs } = await listener()
  const waits = await Promise.all(Array.from({ length: 10 }, () => waitMs(next())))
  expect(waits.filter(ms => ms === 0)).toHaveLength(2)
})

/** A member of three circles of the host, with a phone. */
async function phoned() {
  const service = await pushService()
  const opened = await world({ fathers: 2, env: { ...service.env, PUBLIC_URL: 'http://localhost:3000' } })
  const { db, host, fathers } = opened
  const [friend] = fathers
  await acquainted(host, friend)
  await friend.call(editSettings, { body: { notifications: { quietHours: null, remindBeforeMin: [] } } })
  const circles: number[] = []
  for (const name of ['Woensdag', 'Vrijdag', 'Zondag']) circles.push(await aCircle(host, [friend], { name }))
  await friend.call(readNotifications, { body: {} })
  await db.run(sql`delete from outbox`)
  await friend.call(subscribe, { body: service.subscription('phone') })
  const plan = async (circleId: number | undefined, days: number) => {
    const times = { startTime: inDays(days), endTime: inDays(days, hourMs) }
    const { id } = await host.call(createPlaydate, { body: aPlaydate({ ...times, circleId }) })
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

test('what a circle plans rings once in four hours, however many dates there are, and each is under the bell', async () => {
  const { db, circles, plan, titles, planned } = await phoned()
  const [circle] = circles
  for (const days of [9, 10, 11]) {
    await plan(circle, days)
    await quarterLater(db)
  }
  expect(titles()).toHaveLength(1)
  expect(await planned()).toBe(3)
  await later(db, 4)
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
