import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { noteHeard, takeBack, waitToBeHeardMs } from '../../domain/notifications/heard.ts'
import type { Hearing } from '../../domain/notifications/kind.ts'
import { type Db, type Sql, sql } from '../../platform/db/db.ts'
import { testDb } from '../../testing/database.ts'
import { aUser } from '../../testing/domain/rows.ts'
import { later } from '../../testing/scenes/heard.ts'

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
