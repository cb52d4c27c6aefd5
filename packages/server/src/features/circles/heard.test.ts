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
import * as z from 'zod/mini'
import { noteHeard, takeBack, waitToBeHeardMs } from '../../domain/notifications/heard.ts'
import type { Hearing } from '../../domain/notifications/kind.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { aCircle, acquainted } from '../../testing/chat.ts'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { nothingWaits, quarterLater } from '../../testing/mail.ts'
import { pushService } from '../../testing/push.ts'
import { inDays } from '../../testing/series.ts'
import { aPlaydate, type Father, password, world } from '../../testing/world.ts'

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

const Id = z.object({ id: z.int() })

/** A father, and what he hears of notices with these properties, in this order. */
async function listener(timeZone = 'Europe/Amsterdam') {
  const db = await testDb()
  const reader = { id: await aUser(db, 'tom'), timeZone }
  const next = async (hearing: Partial<Hearing> = {}): Promise<Hearing> => {
    const notice = await db.one(
      Id,
      sql`insert into notifications (user_id, kind, details) values (${reader.id}, 'playdate.planned', '{}') returning id`,
    )
    const nothing = { line: undefined, causerId: null, isUrgent: false, cannotWait: false, isForNow: false, starts: [] }
    return { by: notice?.id ?? 0, isOfCircle: true, ...nothing, ...hearing }
  }
  const waitMs = (hearing: Hearing) => waitToBeHeardMs(db, reader, hearing)
  const hears = async (hearing: Partial<Hearing> = {}) => {
    const one = await next(hearing)
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
    const end = Temporal.Now.zonedDateTimeISO(zone).add({ milliseconds: Math.round(await waitMs(await next())) })
    expect(end.round('hour').toString()).toBe(midnight.toString())
    expect(await hears({ isOfCircle: false })).toBe(true)
    await later(db, 25)
    expect([await hears(), await hears(), await hears()]).toEqual([true, true, false])
  },
)

/** He would stand there for nothing; whether he comes; who is out now. */
const off = { isUrgent: true, cannotWait: true }
const asked = { isUrgent: true }
const now = { isForNow: true }

test.each<[string, Partial<Hearing>, boolean]>([
  ['hears that a date tomorrow is off', { ...off, starts: [inHours(24)] }, true],
  ['hears that a date of tomorrow is moved', { ...off, starts: [inHours(400), inHours(24)] }, true],
  ['hears that a date at the end of tomorrow is off', { ...off, starts: [endOfTomorrow(-1)] }, true],
  ['does not hear that a date at the beginning of the day after is off', { ...off, starts: [endOfTomorrow(1)] }, false],
  ['does not hear that a date next week is off', { ...off, starts: [inHours(24 * 7)] }, false],
  ['does not hear what is urgent and about no date', off, false],
  ['does not hear whether he comes to a date tomorrow', { isUrgent: true, starts: [inHours(24)] }, false],
  ['does not hear who comes to a date tomorrow', { starts: [inHours(24)] }, false],
])('after two notices of his circles a father %s', async (_, hearing, isHeard) => {
  const { hears } = await listener()
  for (let times = 0; times < 2; times += 1) await hears()
  expect(await hears(hearing)).toBe(isHeard)
})

test('that his dates are off counts, and holds back all else', async () => {
  const { hears } = await listener()
  const soon = { ...off, starts: [inHours(3)] }
  expect([await hears(soon), await hears(soon), await hears(soon), await hears()]).toEqual([true, true, true, false])
})

test.each<[string, (Partial<Hearing> | 'his date')[], boolean[]]>([
  ['something else, whether he comes, and that it is off', [{}, 'his date', asked, off], [true, false, true]],
  ['whether he comes, something else, and that it is off', ['his date', asked, {}, off], [true, false, true]],
  ['whether he comes, another question, and that it is off', ['his date', asked, asked, off], [true, false, true]],
  ['who is out, whether he comes, and that it is off', ['his date', now, asked, off], [true, false, true]],
  ['that it is off, and whether he comes to another', ['his date', off, asked], [true, false]],
  ['that two are off, and whether he comes to a third', ['his date', off, off, asked], [true, true, false]],
])('%s: a father with a date tomorrow hears no more than two, and always that it is off', async (_, day, heard) => {
  const { db, reader, hears } = await listener()
  const heardOfEach: boolean[] = []
  for (const one of day)
    if (one === 'his date') await aDate(db, reader.id, 24)
    else heardOfEach.push(await hears({ ...one, ...(one.isUrgent && { starts: [inHours(24)] }) }))
  expect(heardOfEach).toEqual(heard)
})

test.each<[string, (db: Db, userId: number) => Promise<unknown>, boolean]>([
  ['without a date hears two notices of his circles', async () => {}, false],
  [
    'with a date of his circle tomorrow hears nothing that can wait but what becomes of it',
    (db, id) => aDate(db, id, 24),
    true,
  ],
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
  expect(await hears({ ...off, starts: [inHours(24)] })).toBe(true)
})

test.each([
  ['hears once a day that somebody is out now', { isForNow: true }, true],
  ['does not hear that somebody plans something', {}, false],
])('a father with a date of his circle tomorrow %s', async (_, hearing, isHeard) => {
  const { db, reader, hears } = await listener()
  await aDate(db, reader.id, 24)
  expect([await hears(hearing), await hears(hearing)]).toEqual([isHeard, false])
})

test('a father is notified of the same line once in four hours, with circles and without', async () => {
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

test('another attempt to send a notice takes no second turn, and one that has reached nobody gives its turn back', async () => {
  const { db, reader, next, waitMs, hears } = await listener()
  const tried = await next({ line: 'answers to 7' })
  expect([await waitMs(tried), await waitMs(tried)]).toEqual([0, 0])
  expect([await hears(), await hears()]).toEqual([true, false])
  await takeBack(db, reader, tried)
  expect(await hears({ line: 'answers to 7' })).toBe(true)
  expect(await hears()).toBe(false)
})

test.each<[string, Sql, boolean]>([
  ['was withdrawn before it was heard gives its turn and its line back', sql`delete from notifications`, true],
  [
    'was read before it was heard gives its turn and its line back',
    sql`update notifications set read_at = now()`,
    true,
  ],
  ['is still to be heard keeps both', sql`select`, false],
])('a notice that %s', async (_, become, isFree) => {
  const { db, next, waitMs, hears } = await listener()
  const line = 'planned in 7'
  await hears()
  // Its node was killed while it sent it.
  expect(await waitMs(await next({ line, causerId: 7 }))).toBe(0)
  await db.run(become)
  expect(await hears({ line, causerId: 7 })).toBe(isFree)
  expect(await hears()).toBe(false)
})

test('a notice that was heard keeps its turn when it is withdrawn', async () => {
  const { db, hears } = await listener()
  for (let times = 0; times < 2; times += 1) await hears()
  await db.run(sql`delete from notifications`)
  expect(await hears()).toBe(false)
})

test('of what one father causes another hears once in his day, unless his date is off', async () => {
  const { db, hears } = await listener()
  expect([await hears({ causerId: 7 }), await hears({ causerId: 7 }), await hears({ causerId: 8 })]).toEqual([
    true,
    false,
    true,
  ])
  expect(await hears({ ...off, causerId: 7, starts: [inHours(24)] })).toBe(true)
  await later(db, 25)
  expect(await hears({ causerId: 7 })).toBe(true)
})

test('a line that may be heard, but not today, gives its turn back', async () => {
  const { db, hears } = await listener()
  for (let times = 0; times < 2; times += 1) await hears()
  expect(await hears({ line: 'answers to 7' })).toBe(false)
  expect(await db.count(sql`from outbox where kind = 'heard'`)).toBe(2)
})

test('ten notices at once on several nodes take two turns', async () => {
  const { next, waitMs } = await listener()
  const all = await Promise.all(Array.from({ length: 10 }, () => next()))
  const waits = await Promise.all(all.map(waitMs))
  expect(waits.filter(ms => ms === 0)).toHaveLength(2)
})

/** A member of three circles, each of another father, with a phone; the host plans with the first. */
async function phoned() {
  const service = await pushService()
  const opened = await world({ fathers: 4, env: { ...service.env, PUBLIC_URL: 'http://localhost:3000' } })
  const { db, host, fathers } = opened
  const [friend, jan, piet] = fathers
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
    const times = { startTime: inDays(days), endTime: inDays(days, hourMs) }
    const { id } = await (circle?.keeper ?? host).call(createPlaydate, {
      body: aPlaydate({ ...times, circleId: circle?.id, ...differences }),
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
  expect((await friend.call(notifications)).map(({ kind }) => kind)).toContain('series.ended')
})
